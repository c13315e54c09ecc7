# Code of functions that were never called: what it shows, what is done with it.
import copy
import dis
import inspect
import io
import types


def looked(a, /, b: int, *rest, key=1, **named) -> str:
    """A text.

    Of two lines."""
    global made_late
    made_late = [a, "constant", 2.5, b"bytes", (1, 2)]
    inner = lambda: a
    return inner


def documented():
    "only a text"


def bare():
    pass


code = looked.__code__
print(code.co_name, code.co_varnames, code.co_cellvars, code.co_freevars, code.co_nlocals)
print(sorted(map(repr, (c for c in code.co_consts if isinstance(c, (str, float, bytes)) and c != looked.__doc__))))
print([c.co_name for c in code.co_consts if isinstance(c, types.CodeType)])
print(looked.__doc__ is looked.__doc__, documented.__doc__, bare.__doc__)
print(inspect.signature(looked), inspect.getdoc(looked).splitlines())
print("made_late" in code.co_names, "made_late" in globals())
looked(1, 2)
print(list(globals())[-1], made_late)


def first():
    return "first"


def second():
    "second's text"
    return "second"


print(first.__code__ == second.__code__, first.__code__ == first.__code__, hash(first.__code__) == hash(first.__code__))
first.__code__ = second.__code__
print(first(), first.__doc__, second())
renamed = types.FunctionType(bare.__code__.replace(co_name="renamed"), globals())
print(renamed(), renamed.__name__, renamed.__doc__)


def outer():
    value = 1

    def never():
        "never called"
        return value

    return never


never = outer()
print(never.__closure__[0].cell_contents, never.__code__.co_freevars, never.__doc__)
same = types.FunctionType(never.__code__, globals(), None, None, never.__closure__)
print(same(), same.__doc__)
text = io.StringIO()
dis.dis(documented, file=text)
print(bool(text.getvalue()))


class Slots:
    "text of the class"

    def fills(self):
        self.a = self.b = 1

    @property
    def documented(self):
        "text of the property"


print(Slots.__doc__, Slots.documented.__doc__, Slots.fills.__doc__)
Slots.fills.__doc__ = "set"
print(Slots.fills.__doc__, copy.copy(Slots.fills) is Slots.fills)
del Slots.fills.__doc__
print(Slots.fills.__doc__)
