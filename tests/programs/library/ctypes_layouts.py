"""When the layout of a class of C data is settled, and what its metaclass refuses."""

import ctypes
import sys
from ctypes import Array, CField, Structure, Union, c_byte, c_char, c_int, sizeof
from ctypes import POINTER, c_void_p


def tell(label, call):
    try:
        print(label, call())
    except Exception as error:
        print(label, type(error).__name__, error)


def set_fields(cls, fields):
    cls._fields_ = fields
    return sizeof(cls)


for base in Structure, Union:
    class Empty(base):
        pass

    tell("made later", lambda: set_fields(Empty, [("number", c_int)]))
    tell("again", lambda: set_fields(Empty, [("number", c_int)]))

    class Instantiated(base):
        pass

    Instantiated()
    tell("after an instance", lambda: set_fields(Instantiated, []))
    print(hasattr(Instantiated, "_fields_"))

    class Part(base):
        pass

    class Whole(base):
        _fields_ = [("part", Part)]

    tell("after its use", lambda: set_fields(Part, [("whole", Whole)]))

    class Below(Part):
        pass

    tell("below", lambda: set_fields(Below, [("x", c_int)]))

    class Parent(base):
        pass

    class Child(Parent):
        pass

    tell("after a class below it", lambda: set_fields(Parent, []))
    tell("of the class below it", lambda: set_fields(Child, [("y", c_byte)]))

    class Recursive(base):
        pass

    tell("itself", lambda: set_fields(Recursive, [("next", Recursive)]))

    class Abstract(base):
        _abstract_ = "something"

    tell("abstract", Abstract)

    metaclass = type(base)
    raw = metaclass.__new__(metaclass, "Raw", (base,), {})
    tell("not laid out", raw)
    tell("twice", lambda: metaclass.__init__(Whole, "Whole", (), {}))

    class Broken(base):
        def __init_subclass__(cls, **options):
            cls._fields_ = []

    try:
        class Subclass(Broken):
            pass
    except TypeError as error:
        print(error)

    class Simple(base):
        _fields_ = [("number", c_int)]

    tell("get", lambda: Simple.number.__get__("text", 1))
    tell("set", lambda: Simple.number.__set__("text", 1))

plain = type(c_int)
other = plain.__new__(plain, "Other", (), {"_type_": "i"})
plain.__init__(other, "Other", (), {"_type_": "i"})
print(other.__ctype_le__._type_, other.__ctype_be__._type_)
try:
    plain("Bad", (), {"_type_": "\0"})
except AttributeError as error:
    print(str(error).startswith("class must define a '_type_' attribute"))
tell("array of arrays", lambda: c_char * sys.maxsize * 2)
tell("array", lambda: c_char * (sys.maxsize + 1))
tell("length", lambda: type(Array)("A", (Array,), {"_type_": c_int, "_length_": sys.maxsize * 2}))
tell("bytes", lambda: type(Array)("A", (Array,), {"_type_": c_int, "_length_": sys.maxsize}))
tell("bits", lambda: CField(name="x", type=c_byte, byte_size=1, byte_offset=0, index=0,
                            _internal_use=True, bit_size=7, bit_offset=2))
tell("size", lambda: CField(name="a", type=c_byte, byte_size=2, byte_offset=2, index=1,
                            _internal_use=True))


class PointerMeta(type(ctypes._Pointer)):
    def __new__(meta, name, bases, entries):
        entries["_type_"] = Pointed
        return super().__new__(meta, name, bases, entries)

    def __init__(self, name, bases, entries):
        print(hasattr(Pointed, "__pointer_type__"))
        super().__init__(name, bases, entries)
        print(Pointed.__pointer_type__ is self)


class Pointed(c_void_p):
    pass


class Pointer(ctypes._Pointer, metaclass=PointerMeta):
    pass


print(Pointer._type_ is Pointed, POINTER(Pointed) is Pointer)
