# `__new__` that is a class method, or a descriptor of the program, is called as what it becomes when
# it is read from the class; names of classes have no null characters; texts of programs may be any
# bytes; a debugger's hook gets named arguments; a strip that removes nothing gives the same bytes.
import sys


class OfClass:
    @classmethod
    def __new__(*arguments):
        return arguments


print(OfClass(1, 2) == (OfClass, OfClass, 1, 2))


class Binder:
    def __get__(self, instance, owner):
        return lambda *arguments: (instance, owner.__name__, len(arguments))


class Bound:
    __new__ = Binder()


print(Bound(1), Bound(1, 2))


class Later:
    pass


Later.__new__ = classmethod(lambda cls, same: cls is same)
print(Later())


class Number(int):
    @classmethod
    def __new__(cls, same, value):
        return int.__new__(same, value + 1)


print(Number(3), type(Number(3)).__name__)


class Plain:
    __new__ = object.__new__


print(type(Plain()).__name__)
for name in ("A\0B", "A\udcdcB"):
    try:
        type(name, (), {})
    except ValueError as error:
        print(type(error).__name__)


class Path:
    def __fspath__(self):
        return "place"


print(eval(compile(memoryview(b"1 + 1"), Path(), "eval")), eval(bytearray(b"2 + 3")))
print(compile("1", Path(), "eval").co_filename)
try:
    compile("1", 5, "eval")
except TypeError as error:
    print(error)
sys.breakpointhook = lambda *arguments, **named: (arguments, named)
print(breakpoint(1, two=2))
text = bytes(b"abc" * 3)
print(text.strip() is text, text.lstrip() is text, text.rstrip(b"x") is text, text.strip(b"a"))
