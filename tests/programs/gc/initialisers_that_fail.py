"""A native initialiser that calls Python code and fails: the caller's frame goes on with live values."""
import gc
import types


class Below(types.SimpleNamespace):
    pass


def attempt(made, *arguments):
    before = [made.__name__]
    try:
        return made(*arguments)
    except Exception as error:
        kept = [str(argument) for argument in arguments]
        gc.collect()
        return before, kept, type(error).__name__, str(error), error.args


class Entries:
    def keys(self):
        gc.collect()
        raise KeyError("none", [1])


for made in types.SimpleNamespace, Below:
    for given in 1, {1: 2}, [("a",)], [3], Entries():
        result = attempt(made, given)
        print(result[0], *result[2:])
print(attempt(Below, {"a": 1}), attempt(Below, 1, 2)[3])
