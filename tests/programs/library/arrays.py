import array, copy, io, pickle

a = array.array("i", [1, -2, 3])
a.append(4)
a.extend([5, 6])
a.insert(1, 9)
print(a, len(a), a[0], a[-1], a[1:4], a[::-2], a.itemsize, a.typecode)
a[0], a[2:4] = 7, array.array("i", [8, 8, 8])
del a[-1]
print(a.tolist(), a.index(8), a.count(8), 9 in a, a.pop(), a.pop(0), list(reversed(a)))
a.reverse()
a.remove(8)
print(a, a + a, a * 2, a == array.array("d", [9, 5]), a < array.array("i", [100]), sum(a), max(a))
d = array.array("d", [1.5, 2])
print(d, d.tobytes(), array.array("f", [0.1])[0], array.array("B", b"\1\2"))
h = array.array("H", [1, 256])
h.byteswap()
print(h, h.tobytes())
u = array.array("w", "héy")
print(u, u.tounicode(), u[1])
file = io.BytesIO()
d.tofile(file)
file.seek(0)
e = array.array("d")
e.fromfile(file, 2)
e.frombytes(d.tobytes())
e.fromlist([7])
print(e, copy.copy(e) == e, pickle.loads(pickle.dumps(e)) == e)
for code in array.typecodes:
    print(code, array.array(code).itemsize, end=" ")
print()
for call in (
    lambda: array.array("b", [128]), lambda: array.array("B", [-1]), lambda: array.array("i", [1.5]),
    lambda: array.array("i", "text"), lambda: a[99], lambda: a.append("x"),
    lambda: array.array("i").pop(), lambda: a.remove(1000), lambda: array.array("i", b"123"),
    lambda: a + [1], lambda: array.array("H", [70000]), lambda: array.array("d", ["x"]),
):
    try:
        print(call())
    except (OverflowError, TypeError, ValueError, IndexError) as error:
        print(type(error).__name__, error)


class Sub(array.array):
    def __init__(self, *arguments, name):
        self.name = name

    def __new__(cls, *arguments, **named):
        return super().__new__(cls, *arguments)


s = Sub("i", [1, 2], name="n")
print(s.name, s, isinstance(s, array.array), [x for x in s])
