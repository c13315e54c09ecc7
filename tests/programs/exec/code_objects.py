# Attributes of code objects, functions made of them, frames.
import sys


def function(a, b, /, c, d=4, *args, e, f=6, **kwargs):
    "Docstring."
    local = a + b
    return lambda: local + c


code = function.__code__
print(code.co_name, code.co_qualname, code.co_argcount, code.co_posonlyargcount)
print(code.co_kwonlyargcount, code.co_varnames, code.co_cellvars, code.co_freevars)
print(code.co_flags & 4, code.co_flags & 8, code.co_flags & 3, code.co_firstlineno)
print(code is function.__code__, code == function.__code__, hash(code) == hash(code))
inner = function(1, 2, 3, e=5).__code__
print(inner.co_name, inner.co_qualname, inner.co_freevars, inner.co_flags & 16)
print([one.co_name for one in code.co_consts if hasattr(one, "co_name")])
print(type(code).__name__, isinstance(code.co_code, bytes), code.co_stacksize > 0)
print(code.co_filename.endswith("code_objects.py"))
print(sorted({line for _, _, line in code.co_lines() if line is not None})[:3])
print(len(list(code.co_positions())) > 3)
print(code.replace(co_name="other").co_name, code.co_name)


def names():
    print(len, undefined)
    undefined.attribute


print(names.__code__.co_names[:3])
print(function.__defaults__, function.__kwdefaults__, function.__doc__)
print(names.__globals__["function"] is function, names.__closure__)


def outer():
    cell = 1

    def middle():
        return cell

    return middle


print(outer().__closure__[0].cell_contents if hasattr(outer().__closure__[0], "cell_contents") else 1)


def frames():
    frame = sys._getframe()
    print(frame.f_code.co_name, frame.f_back.f_code.co_name, frame.f_back.f_lineno)
    print(frame.f_globals["frames"] is frames, frame.f_back.f_back is None)
    print(sys._getframe(1).f_code.co_name, frame.f_code is frames.__code__)


def caller():
    frames()


caller()
try:
    sys._getframe(100)
except ValueError as error:
    print(error)


def locals_of(a, b):
    c = a + b
    return sys._getframe().f_locals


print(locals_of(1, 2))


def fails():
    raise ValueError("here")


try:
    fails()
except ValueError as error:
    entry = error.__traceback__
    while entry is not None:
        print(entry.tb_frame.f_code.co_name, entry.tb_lineno)
        entry = entry.tb_next
    print(sys.exc_info()[0], sys.exc_info()[1] is error, sys.exc_info()[2] is error.__traceback__)
    print(sys.exception() is error)
print(sys.exc_info(), sys.exception())
