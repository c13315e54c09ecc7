"""A method that is bound is told by the class of its receiver, one that is only called by its own."""

import collections


class Own(list):
    class Inner(dict):
        pass


def attempt(action, *arguments, **named):
    try:
        print(action(*arguments, **named))
    except Exception as error:
        print(type(error).__name__, error)


for receiver in (
    True, [], Own(), Own.Inner(), collections.Counter(), ValueError(), ExceptionGroup("", [OSError()]), b"", None, ...,
    iter([]), range(3), memoryview(b""), {}.keys(), 1.5,
):
    for name in (
        "bit_count", "__format__", "append", "keys", "clear", "add_note", "with_traceback", "split", "isdisjoint",
        "__length_hint__", "is_integer", "count", "copy",
    ):
        method = getattr(receiver, name, None)
        if method is not None:
            attempt(method)
            attempt(method, 1, 2, 3)
            attempt(method, unknown=1)
try:
    True.bit_count(1)
except TypeError as error:
    print(error)
try:
    Own().append()
except TypeError as error:
    print(error)
