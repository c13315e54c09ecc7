# Arrays of all type codes: conversions, operations, errors and their messages.
import array
import copy
import io
import pickle
import struct
import warnings

warnings.simplefilter("ignore")
A = array.array
SAMPLES = {
    "b": [0, 1, -1, 127, -128], "B": [0, 1, 127, 128, 255], "h": [0, -1, 32767, -32768, 258],
    "H": [0, 1, 65535, 32768, 258], "i": [0, -1, 2**31 - 1, -2**31, 66051],
    "I": [0, 1, 2**32 - 1, 2**31, 66051], "l": [0, -1, 2**63 - 1, -2**63, 72623859790382856],
    "L": [0, 1, 2**64 - 1, 2**63, 72623859790382856], "q": [5, -1, 2**63 - 1, -2**63, 2**61],
    "Q": [5, 1, 2**64 - 1, 2**63, 2**62], "f": [0.0, -0.0, 1.5, -2.25, float("inf")],
    "d": [0.0, 0.1, -1e300, float("-inf"), 5e-324], "u": list("a\xe9\u20ac\U0001f600z"),
    "w": list("a\xe9\u20ac\U0001f600\u0151"),
}


def tried(function, *arguments, **named):
    try:
        return function(*arguments, **named)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


class Number:
    def __init__(self, number):
        self.number = number

    def __index__(self):
        return self.number

    def __float__(self):
        return self.number + 0.5


class Same:
    def __eq__(self, other):
        return other == 1 or other == "a"


for code, sample in SAMPLES.items():
    a = A(code, sample)
    print(code, ascii(a), a.itemsize, a.typecode, len(a), a.tobytes().hex())
    print(" forms", ascii(a.tolist()), a == A(code, a), a == A(code, a.tobytes()))
    print(" made", [A(code, made(sample)) == a for made in (list, tuple, iter)], A(code))
    for start, stop, step in ((1, 3, None), (None, None, -1), (None, None, 2), (4, 1, -2), (3, 1, 1)):
        part = a[start:stop:step]
        print(" slice", type(part) is A, ascii(part.tolist()))
        b = A(code, sample * 2)
        print(" deleted", ascii(tried(b.__delitem__, slice(start, stop, step))), ascii(b.tolist()))
        b = A(code, sample * 2)
        print(" stored", tried(b.__setitem__, slice(start, stop, step), a[:2]), ascii(b.tolist()))
        b = A(code, sample)
        print(" emptied", tried(b.__setitem__, slice(start, stop, step), A(code)),
              ascii(b.tolist()))
    print(" search", [ascii(tried(a.index, x)) for x in sample + [7, "x", None]],
          [a.count(x) for x in sample], sample[2] in a, None in a, "x" in a, 1.0 in a, Same() in a,
          a.count(Same()), tried(a.index, Same()))
    print(" limits", [tried(a.index, sample[2], *limits) for limits in
                      ((2,), (3,), (-3,), (0, 2), (0, 3), (-100, 100), (0, -3), (0, -2))])
    print(" sums", ascii(a + a), ascii(a * 2), ascii(2 * a), ascii(a * 0), ascii(a * -1),
          ascii(a * True))
    b = A(code, sample)
    b += a
    b *= 2
    b.append(sample[1])
    b.extend(sample[:2])
    b.extend(iter(sample[:2]))
    b.extend(a)
    b.insert(0, sample[3])
    b.insert(-1, sample[4])
    b.insert(100, sample[2])
    b.insert(-100, sample[2])
    print(" grown", ascii(b.pop()), ascii(b.pop(0)), ascii(b.pop(-2)), ascii(b))
    b.remove(sample[3])
    b.reverse()
    print(" turned", ascii(b.tolist()))
    c = A(code, sample[:2])
    c.fromlist(sample[1:3])
    c.frombytes(a.tobytes())
    c.frombytes(bytearray(a.tobytes()))
    c.frombytes(memoryview(a.tobytes()))
    print(" wide", tried(A(code).frombytes, a), tried(A(code).frombytes, memoryview(a)))
    print(" filled", len(c), c[4:] == A(code, sample * 3), tried(c.frombytes, b"abcde"), len(c))
    if code not in "uw":
        c.byteswap()
        c.byteswap()
        print(" swapped", c[4:] == A(code, sample * 3), tried(c.tounicode), tried(c.fromunicode, "a"))
    else:
        c.fromunicode("\xe9t\xe9")
        print(" text", ascii(c.tounicode()), tried(c.fromunicode, 1))
    for protocol in range(6):
        again = pickle.loads(pickle.dumps(a, protocol))
        print(" pickled", again == a, again.typecode, end="")
    print()
    print(" copied", copy.copy(a) == a, copy.deepcopy(a) == a, copy.copy(a) is a)
    view = memoryview(a)
    print(" view", code in "uw" or view.format, view.itemsize, len(view), view.tobytes() == a.tobytes())
    if code != "u" and code != "w":
        view[0] = view[1]
        print(" through", ascii(a.tolist()), ascii(view.tolist()), view[1:3].tolist() == a[1:3].tolist())
    a = A(code, sample)
    file = io.BytesIO()
    a.tofile(file)
    file.seek(0)
    b = A(code)
    b.fromfile(file, 3)
    print(" file", ascii(b.tolist()), tried(b.fromfile, file, 3), len(b), tried(b.fromfile, file, -1))
    print(" bytes", bytes(a) == a.tobytes(), bytearray(a) == a.tobytes(), struct.calcsize("i"))
    iterator = iter(a)
    print(" iterator", ascii(next(iterator)), ascii(list(iterator)), ascii(list(iterator)))
    print(" reversed", ascii(list(reversed(a))), ascii([*a]), ascii(sorted(a, key=repr)))
    print(" unpacked", ascii(max(a)), ascii(min(a)), ascii(tuple(a)))
    if code not in "uw":
        print(" sum", repr(sum(a)), repr(sum(a, 0.5)), all(a), any(a))
    print(" hash", tried(hash, a))
    for value in (-1 << 70, -1 << 63, (-1 << 63) - 1, -1 << 31, (-1 << 31) - 1, -40000, -129, -1,
                  256, 70000, 1 << 31, 1 << 32, 1 << 63, 1 << 64, 1 << 70, 1.5, 1e300, "x", "",
                  "xy", None, b"x", 1j, True, Number(3), Number(1 << 80), Number("x")):
        a = A(code, sample)
        shown = type(value).__name__ if isinstance(value, Number) else ascii(value)
        print(" ", shown, ascii(tried(lambda: A(code, [value])[0])), tried(a.append, value),
              tried(a.__setitem__, 0, value), tried(a.insert, 1, value), ascii(a.tolist()),
              tried(a.extend, [sample[0], value, sample[1]]), tried(a.fromlist, [sample[0], value]),
              tried(a.extend, iter([sample[0], value])), len(a))

surrogates = A("w", "a\ud800")
print(ascii(surrogates.tolist()), tried(repr, surrogates), tried(surrogates.tounicode))
broken = A("w", b"\0\0\x11\0")
print(tried(broken.tounicode), tried(broken.tolist), tried(list, broken), tried(lambda: broken[0]))
print(ascii(A("u", "a\ud800").tounicode()), ascii(pickle.loads(pickle.dumps(surrogates, 2)).tolist()))
print("orders")
for first in ("i", "d", "Q", "w"):
    for second in ("i", "h", "f", "q", "w"):
        x = A(first, SAMPLES[first][:3])
        for y in (A(second, SAMPLES[second][:3]), A(second, SAMPLES[second][:2]),
                  A(second, SAMPLES[second][:4])):
            print(first, second, x == y, x != y, tried(lambda: x < y), tried(lambda: x <= y),
                  tried(lambda: x > y), tried(lambda: x >= y))
nan = A("d", [float("nan")])
print(nan == nan, nan != nan, nan < nan, nan.count(nan[0]), nan == A("d", nan))
print(A("i") == [], A("i") != [], tried(lambda: A("i") < []))
for mixed in (lambda: A("i") + A("h"), lambda: A("i") + [1], lambda: [1] + A("i"),
              lambda: A("i") * 1.5, lambda: A("i") * "a", lambda: A("i", [1]) * (1 << 62),
              lambda: A("i", [1]) * (1 << 70), lambda: A("i") * Number(2), lambda: A("i") + 1,
              lambda: A("i").extend(A("h")), lambda: A("i").extend(5), lambda: A("i").fromlist((1,)),
              lambda: A("i").frombytes("abcd"), lambda: A("i").frombytes(5),
              lambda: A("i").pop(), lambda: A("i", [1]).pop(1), lambda: A("i", [1]).pop(-2),
              lambda: A("i", [1]).pop(1 << 70), lambda: A("i", [1]).pop("x"),
              lambda: A("i", [1]).pop(Number(0)), lambda: A("i").insert(1 << 70, 1),
              lambda: A("i").insert("x", 1), lambda: A("i").insert(1, "x"),
              lambda: A("i").remove(1), lambda: A("i", [1]).index(1, "x"),
              lambda: A(), lambda: A("i", 1, 2), lambda: A("i", 1), lambda: A(i=1), lambda: A(5),
              lambda: A("ii"), lambda: A("x"), lambda: A("x", 3), lambda: A("i", "abc"),
              lambda: A("i", A("w", "ab")), lambda: A("i", [1], x=3), lambda: A("i", A("d", [1.5])),
              lambda: A("d", A("i", [1])), lambda: A("i", b"abc"), lambda: A("w", "abc"),
              lambda: A("w", A("w", "ab")), lambda: A("w", b"abc"), lambda: A("i", {3: 4}),
              lambda: A("i", range(3)), lambda: A("i", {3}), lambda: A("i", bytearray(4)),
              lambda: A("i", memoryview(b"abcd")), lambda: A("i", None)):
    print(tried(mixed))

a = A("i", [1, 2, 3])
for key in (0, -1, 2, 3, -4, True, 1 << 70, -1 << 70, "x", 1.0, None, Number(1), Number(5),
            Number(1 << 70), slice("a", 1), slice(Number(0), Number(2)), slice(None, None, 0)):
    shown = type(key).__name__ if isinstance(key, Number) else \
        "numbers" if isinstance(key, slice) and isinstance(key.start, Number) else key
    b, c = a[:], a[:]
    print(shown, tried(a.__getitem__, key), tried(b.__setitem__, key, 7), b,
          tried(b.__setitem__, key, "x"), tried(b.__setitem__, key, A("i", [8])),
          tried(b.__setitem__, key, A("h", [8])), b, tried(c.__delitem__, key), c)


class Shrinking:
    def __init__(self, of):
        self.of = of

    def __index__(self):
        self.of.clear()
        return 1


a = A("i", [1, 2, 3])
print(tried(a.__setitem__, Shrinking(a), 5), a)
a = A("i", [1, 2, 3])
print(tried(a.append, Shrinking(a)), a)
a = A("i", [1, 2, 3])
print(tried(a.insert, 2, Shrinking(a)), a)
a = A("i", [1, 2, 3])
print(a[Shrinking(a):], a)


class Emptying:
    def __init__(self, of):
        self.of = of

    def __eq__(self, other):
        self.of.clear()
        return False


for name in ("index", "count", "remove", "__contains__"):
    a = A("i", [1, 2, 3])
    print(name, tried(getattr(a, name), Emptying(a)), a)
a = A("i", [1, 2, 3])
a.extend(a)
a += a
a[1:3] = a
print(a)
a.clear()
print(a, bool(a), bool(A("i", [0])), not a)
a = A("B", range(20))
iterator = iter(a)
print(iterator.__reduce__()[1:], next(iterator), next(iterator), iterator.__reduce__()[1:])
iterator.__setstate__(17)
print(list(iterator), iterator.__reduce__()[1:])
iterator = iter(a)
next(iterator)
print(list(pickle.loads(pickle.dumps(iterator)))[:3], list(copy.copy(iterator))[:2])
a = A("i", range(3))
iterator = iter(a)
for number in iterator:
    if len(a) < 6:
        a.append(number)
print(a)
a.append(1)
print(list(iterator))
print(tried(A.append, 3, 1), tried(A.__len__, []), tried(A.tolist, 5), tried(A.__getitem__, b"a", 0))
print(isinstance(iter(a), __import__("collections").abc.Iterator), type(iter(a)))
print(A.__module__, A.__qualname__, array.ArrayType is A, array.typecodes, A[int])
match A("i", [1, 2]):
    case [first, second]:
        print("matched", first, second)
buffer = A("B", bytes(8))
print(io.BytesIO(b"abcdef").readinto(buffer), buffer)
struct.pack_into("<i", buffer, 3, -2)
print(buffer, struct.unpack_from("<i", buffer, 3))
wide = A("H", [1, 2, 3])
print(io.BytesIO(b"abc").readinto(wide), wide.tobytes(), b"".join([wide, b"x"]), b"x" + wide)
memoryview(wide)[1:][0] = 77
memoryview(wide).cast("B")[0] = 5
print(wide, memoryview(wide).obj is wide)
print(int.from_bytes(A("B", [1, 2]), "big"), bytes(A("h", [1, -1])), A("H", b"abcd") == A("I", b"abcd"))
print(f"{a}", str(a), "%s" % a)
