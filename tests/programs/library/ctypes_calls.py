import ctypes
import ctypes.util
import gc
import math
from ctypes import *

libc = CDLL(None)
libm = CDLL(ctypes.util.find_library("m"))

# ---- numbers, texts, pointers
print(libc.abs(-5), libc.strlen(b"motet"), libc.toupper(ord("q")))
for name in ("sqrt", "cos", "pow", "ldexp"):
    function = getattr(libm, name)
    function.restype = c_double
    function.argtypes = {"pow": [c_double, c_double], "ldexp": [c_double, c_int]}.get(
        name, [c_double]
    )
print(libm.sqrt(2.0) == math.sqrt(2), libm.cos(0), libm.pow(2, 10), libm.ldexp(0.75, 4))
libm.fabsf.restype, libm.fabsf.argtypes = c_float, [c_float]
print(libm.fabsf(-1.5))
libc.strchr.restype, libc.strchr.argtypes = c_char_p, [c_char_p, c_char]
print(libc.strchr(b"abcdef", b"d"), libc.strchr(b"abcdef", b"x"))
libc.getenv.restype = c_char_p
print(libc.getenv(b"NO_SUCH_VARIABLE_HERE"))
buffer = create_string_buffer(64)
print(libc.snprintf(buffer, sizeof(buffer), b"%d %s %.2f %c %ld", 42, b"text", c_double(2.5),
                    ord("x"), c_long(-(1 << 40))), buffer.value)
print(libc.snprintf(buffer, sizeof(buffer), b"%d%d%d%d%d%d%d%d%d %g %g", *range(9),
                    c_double(0.5), c_double(1e10)), buffer.value)
text = create_unicode_buffer("größe", 10)
print(text.value, len(text), libc.wcslen(text), wstring_at(text), wstring_at(text, 2))

# ---- wrong arguments
libc.abs.argtypes = [c_int]
for wrong in (lambda: libc.abs("x"), lambda: libc.abs(), lambda: libc.strlen(1.5),
              lambda: libc.no_such_function, lambda: CDLL("no_such_library.so"),
              lambda: c_int("x"), lambda: c_char(b"ab"), lambda: POINTER(c_int)().contents):
    try:
        wrong()
    except Exception as error:
        print(type(error).__name__, str(error).rpartition(": undefined")[1:] if isinstance(
            error, AttributeError) else error)

# ---- byref, pointers, casts
number = c_int(7)
end = c_char_p()
libc.strtol.argtypes = [c_char_p, POINTER(c_char_p), c_int]
libc.strtol.restype = c_long
print(libc.strtol(b"123rest", byref(end), 10), end.value)
where = pointer(number)
where.contents.value = 9
where[0] += 1
print(number, where.contents, bool(where), bool(POINTER(c_int)()))
numbers = (c_int * 5)(*range(5))
p = cast(numbers, POINTER(c_int))
p[2] = 20
print(list(numbers), p[:4], numbers[1:4], len(numbers), sizeof(numbers))
raw = (c_ubyte * 4).from_buffer_copy(b"\1\2\3\4")
print(bytes(raw), cast(raw, POINTER(c_uint32))[0] == 0x04030201, string_at(raw, 3))
memmove(raw, b"\xff\xfe", 2)
memset(byref(raw, 3), 7, 1)
print(list(raw))
print(string_at(addressof(create_string_buffer(b"kept"))) is not None)


# ---- structures
class Point(Structure):
    _fields_ = [("x", c_int), ("y", c_double)]


class Line(Structure):
    _fields_ = [("begin", Point), ("end", Point), ("name", c_char * 8), ("next", c_void_p)]


line = Line(Point(1, 2.5), (3, 4.5), b"line")
line.end.x = 30
print(line.begin.x, line.end.x, line.end.y, line.name, line.next, sizeof(Line), alignment(Line))
print(Line.end, Line.name.offset, Line.end.size)


class Node(Structure):
    pass


Node._fields_ = [("value", c_int), ("next", POINTER(Node))]
first = Node(1, pointer(Node(2, pointer(Node(3)))))
gc.collect()
values, node = [], first
while True:
    values.append(node.value)
    if not node.next:
        break
    node = node.next.contents
print(values)


class Bits(Structure):
    _fields_ = [("a", c_int, 3), ("b", c_uint, 5), ("c", c_uint, 24)]


bits = Bits(-2, 17, 0xabcdef)
print(bits.a, bits.b, hex(bits.c), sizeof(Bits), bytes(bits))


class Either(Union):
    _fields_ = [("number", c_uint32), ("bytes", c_ubyte * 4)]


class Whole(Structure):
    _anonymous_ = ["either"]
    _fields_ = [("kind", c_byte), ("either", Either)]


whole = Whole(1)
whole.number = 0x01020304
print(list(whole.bytes), whole.either.number == whole.number, sizeof(Whole))


class Division(Structure):
    _fields_ = [("quot", c_long), ("rem", c_long)]


libc.ldiv.restype, libc.ldiv.argtypes = Division, [c_long, c_long]
result = libc.ldiv(17, 5)
print(result.quot, result.rem)


class Big(BigEndianStructure):
    _fields_ = [("a", c_uint16), ("b", c_uint32)]


print(bytes(Big(1, 2)), Big.from_buffer_copy(bytes(8)).b)

# ---- functions for C to call
compare_type = CFUNCTYPE(c_int, POINTER(c_int), POINTER(c_int))


def compare(a, b):
    return a[0] - b[0]


numbers = (c_int * 8)(5, 1, 9, -3, 7, 0, 2, 2)
libc.qsort(numbers, len(numbers), sizeof(c_int), compare_type(compare))
print(list(numbers))
twice = CFUNCTYPE(c_double, c_double, c_int)(lambda number, times: number * times)
print(twice(1.5, 3))
many = CFUNCTYPE(c_long, *[c_long] * 9, c_double)(lambda *all: int(sum(all)))
print(many(*range(9), 0.5))
nothing = CFUNCTYPE(None, py_object)(lambda value: print("called with", value))
nothing("an object")
byte_pointer = CFUNCTYPE(c_size_t, c_char_p)(len)
print(byte_pointer(b"four"))

# ---- errno, paramflags, restype and errcheck
own = CDLL(None, use_errno=True)
set_errno(0)
print(own.open(b"/no/such/file", 0), get_errno())


def check(result, function, arguments):
    if result < 0:
        raise OSError(get_errno(), "refused")
    return result


own.close.errcheck = check
try:
    own.close(-1)
except OSError as error:
    print(error)
libc.labs.restype = lambda value: f"<{value}>"
print(libc.labs(-3))
print(sizeof(c_void_p), c_long(1 << 63).value, c_ubyte(300).value, c_bool(5).value)
print(c_char_p(b"abc").value, c_wchar_p("äb").value, c_float(0.1).value, c_longdouble(1.5).value)
print(c_int32.__name__, [c.__name__ for c in (c_size_t, c_int8, c_uint64)])
