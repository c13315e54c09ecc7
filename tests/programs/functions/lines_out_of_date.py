"""`co_lnotab` of code warns."""

import warnings


def function():
    pass


with warnings.catch_warnings(record=True) as told:
    warnings.simplefilter("always")
    table = function.__code__.co_lnotab
print(type(table), [(type(one.message).__name__, str(one.message)) for one in told])
with warnings.catch_warnings():
    warnings.simplefilter("error")
    for action in (
        lambda: function.__code__.co_lnotab,
        lambda: setattr(function.__code__, "co_lnotab", b""),
    ):
        try:
            action()
        except Exception as error:
            print(type(error).__name__, error)
print("co_lnotab" in dir(function.__code__))
