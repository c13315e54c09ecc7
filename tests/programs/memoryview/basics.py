# Memory views: slices, casts, storing, releasing.
store = bytearray(b"abcdefgh")
m = memoryview(store)
print(m[0], m[-1], m[1:3].tobytes(), m.tolist(), len(m), m.nbytes, m.shape, m.strides)
print(m.format, m.readonly, m.itemsize, m.ndim, m.suboffsets, m.contiguous, m.c_contiguous)
m[0] = 90
m[2:4] = b"XY"
print(m.tobytes(), store, m[::-1].tobytes(), m[::2].tolist(), m[::2].contiguous)
print(m.cast("H").tolist(), m.cast("I", [2]).tolist(), m.cast("B", (2, 4)).tolist())
print(m == b"ZbXYefgh", m == memoryview(b"ZbXYefgh"), m != b"x", m == 5, m.obj is store)
grid = m.cast("B", (2, 4))
print(grid[1, 2], grid.shape, grid.strides, grid.ndim, len(grid), grid.tobytes())
part = m[2:6][1:3]
part[0] = 33
print(store, part.tolist(), bytes(part), list(part), bytearray(part))
numbers = memoryview(bytearray(16)).cast("i")
numbers[1] = -5
numbers[2] = 2**31 - 1
print(numbers.tolist(), numbers.format, numbers.itemsize, numbers.nbytes, len(numbers), numbers[1:3].tolist())
floats = memoryview(bytearray(16)).cast("d")
floats[0] = 1.5
floats[1] = 2
print(floats.tolist(), floats == memoryview(bytearray(floats.tobytes())).cast("d"))
flags = memoryview(bytearray(2)).cast("?")
flags[1] = "yes"
print(flags.tolist(), memoryview(b"ab").cast("c").tolist(), memoryview(b"\xff\x7f").cast("b").tolist())
print(memoryview(b"abc").readonly, m.toreadonly().readonly, hash(memoryview(b"abc")) == hash(b"abc"))
print(m.hex(), m.hex("-", 2), memoryview(b"a b").tobytes().split(), 98 in memoryview(b"abc"))
print(memoryview(m).tobytes(), b"-".join([memoryview(b"a"), b"b"]), b"x" + memoryview(b"y"))
with memoryview(b"abc") as held:
    print(held[1])
second = memoryview(b"q")
second.release()
second.release()


def attempt(function):
    try:
        print(function())
    except Exception as error:
        print(type(error).__name__, error)


attempt(lambda: held[0])
attempt(lambda: second.tobytes())
attempt(lambda: len(held))
attempt(lambda: memoryview(5))
attempt(lambda: memoryview("text"))
attempt(lambda: memoryview())
attempt(lambda: memoryview(b"abc").__setitem__(0, 1))
attempt(lambda: m.__setitem__(0, 256))
attempt(lambda: m.__setitem__(0, "x"))
attempt(lambda: m.__setitem__(slice(0, 2), b"xyz"))
attempt(lambda: m.__delitem__(0))
attempt(lambda: m[100])
attempt(lambda: m["x"])
attempt(lambda: grid[0])
attempt(lambda: grid[0, 9])
attempt(lambda: m.cast("X"))
attempt(lambda: memoryview(b"abc").cast("H"))
attempt(lambda: numbers.cast("d"))
attempt(lambda: m[::2].cast("H"))
attempt(lambda: hash(m))
attempt(lambda: memoryview(b"a") < memoryview(b"b"))
attempt(lambda: numbers.__setitem__(0, 2**40))
attempt(lambda: numbers.__setitem__(0, 1.5))
