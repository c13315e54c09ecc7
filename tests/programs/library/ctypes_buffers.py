# C data over the memory of byte arrays, arrays and memory views; what from_param makes; what objects
# keep alive; arguments and classes that are refused.
import array
import ctypes
from ctypes import (
    CFUNCTYPE, POINTER, BigEndianStructure, Structure, byref, c_byte, c_char, c_char_p, c_double,
    c_int, c_longlong, c_short, c_size_t, c_ubyte, c_ulong, c_void_p, pointer,
)


def told(function, *arguments):
    try:
        print(function(*arguments))
    except (TypeError, ValueError, AttributeError, RuntimeError, OverflowError) as error:
        print(f"{type(error).__name__}: {error}")


class Head(Structure):
    _fields_ = [("kind", c_ubyte), ("size", c_int), ("name", c_char * 8)]


class Wire(BigEndianStructure):
    _pack_ = 1
    _layout_ = "ms"
    _fields_ = [("kind", c_short), ("size", c_int)]


content = bytearray(32)
head = Head.from_buffer(content)
head.kind, head.size, head.name = 7, -2, b"abc"
print(content)
content[4:8] = (1000).to_bytes(4, "little")
print(head.kind, head.size, head.name, bytes(head) == bytes(content[:16]))
wire = Wire.from_buffer(content, 20)
wire.kind, wire.size = 1, 2
print(content[20:26], wire.kind, wire.size)
told(Head.from_buffer, content, 20)
told(Head.from_buffer, content, -1)
told(Head.from_buffer, b"x" * 32)
told(Head.from_buffer, memoryview(content)[::-1])
told(Head.from_buffer, "text")

numbers = array.array("i", range(6))
ints = (c_int * 4).from_buffer(numbers, 8)
ints[0] = -1
print(numbers, ints[:])
numbers[5] = 50
print(ints[3], [*ints])
part = (c_char * 4).from_buffer(memoryview(content)[8:12])
print(part.raw, part.value)

# Functions in C read them and write to them.
libc = ctypes.CDLL(None)
libc.memset(byref(head), 0x41, 3)
print(content[:4])
libc.memset((c_char * 3).from_buffer(content, 28), 0x42, 3)
print(content[28:])
libc.strlen.argtypes, libc.strlen.restype = [c_char_p], c_size_t
print(libc.strlen((c_char * 8).from_buffer(content, 8)))
libc.memcpy.argtypes = [c_void_p, c_void_p, c_size_t]
source = (c_int * 2)(11, 22)
libc.memcpy(ints, source, 8)
print(numbers)
Compare = CFUNCTYPE(c_int, POINTER(c_int), POINTER(c_int))
libc.qsort.argtypes, libc.qsort.restype = [c_void_p, c_size_t, c_size_t, Compare], None
libc.qsort(ints, 4, 4, Compare(lambda a, b: b[0] - a[0]))
print(numbers)
place = pointer(head)
place.contents.size = 9
libc.memset(place, 0, 2)
print(head.kind, head.size, content[:8])

for kind, value in ((c_int, 5), (c_double, 1.5), (c_byte, -3), (c_char, b"x"), (c_char, b"\n")):
    print(kind.from_param(value), type(kind.from_param(value)) is type(byref(c_int())))
print(c_char_p.from_param(b"text")._obj, c_void_p.from_param(0x12))
for kind in (ctypes.Array, Structure, ctypes._Pointer, ctypes._SimpleCData):
    try:
        kind.from_param(42)
    except TypeError:
        print(kind.__name__)


class Texts(Structure):
    _fields_ = [("first", c_char_p), ("second", c_char_p)]


class Pair(Structure):
    _fields_ = [("left", Texts), ("right", Texts)]


texts, pair = Texts(b"one"), Pair()
print(texts._objects, pair._objects)
pair.right = texts
print(pair._objects, c_char_p(b"x")._objects, c_int(1)._objects)


class Made(Structure):
    _fields_ = [("x", c_int)]

    def __new__(cls):
        print("new")
        return super().__new__(cls)


class Outer(Structure):
    _fields_ = [("made", Made)]


print(Outer().made.x)


class Below(POINTER(c_ulong)):
    pass


told(Below, c_ulong(1))
told(setattr, Head.size, "offset", 3)
told(setattr, Head.size, "other", 3)
told(Head, 1, 2, 5)
told(Pair, (1, 2, 3))
told(c_double, 10**400)
told(c_double, "1")
told(CFUNCTYPE(POINTER(c_double)), lambda: None)
told(CFUNCTYPE(object), lambda: None)
told(lambda: type("Pack", (Structure,), {"_fields_": [("a", "b")], "_pack_": -1, "_layout_": "ms"}))
first = POINTER(Pair)
del Pair.__pointer_type__
told(lambda: Pair.__pointer_type__)
print(POINTER(Pair) is first, first._type_ is Pair)
print(c_int.in_dll(ctypes.pythonapi, "Py_OptimizeFlag").value)
print([ctypes.py_object.from_param(value)._obj for value in ((), (1, 2), "text")])


class Set(Structure):
    _fields_ = [("a", c_int), ("b", c_int)]

    def __init__(self):
        self.b = 12


print(Set().a, Set().b)
