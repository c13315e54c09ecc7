# Byte arrays: making, indexing, slices, changing in place.
b = bytearray(b"hello world, this is")
print(b, len(b), b[3], b[-1], b[2:5], b[::3], b[::-1], b.find(b"wor"), b.upper(), b.split())
print(b"x" in b, 104 in b, b"wor" in b, list(b[:4]), bytes(b), b == b"hello world, this is")
b[0] = 72
b[1:3] = b"EEEEE"
b.append(33)
b.extend(b"abc")
b.extend([1, 2, 3])
b.extend(bytearray(b"zz"))
b.extend(iter((65, 66)))
b += b"Q"
b += memoryview(b"mem")
del b[5:9]
b.insert(2, 65)
b.insert(-100, 35)
b.insert(100, 36)
print(b, b.pop(), b.pop(0), b.pop(3))
b.reverse()
print(b)
b.remove(65)
print(b)
b[::2] = bytes(len(b[::2]))
print(b)
del b[::2]
print(b)
b[::3] = range(len(b[::3]))
print(b)
b[2:2] = b"--"
b[4:] = []
print(b)
b *= 2
print(b, b * 2, 2 * b, b * 0)
copy = b.copy()
copy.clear()
print(copy, bool(copy), bool(b), b is not copy)
print(bytearray(3), bytearray("hé", "utf-8"), bytearray([1, 2]), bytearray(), bytearray(b"x"))
print(b"ab" + bytearray(b"c"), bytearray(b"c") + b"d", bytearray(b"a") == b"a", b"a" == bytearray(b"a"))
print(b"a" < bytearray(b"b"), bytearray(b"b") >= bytearray(b"a"), bytearray(b"a") != b"b")
same = bytearray(b"ab")
other = same
other += b"c"
print(same, same is other)
big = bytearray()
for i in range(1000):
    big.append(i % 256)
print(len(big), big[999], sum(big), big[250:260])
for i in range(0, 1000, 7):
    big[i] = 0
print(sum(big), big[7], big[8])
del big[10:990]
print(len(big), big)
print(list(bytearray(b"abc")), list(reversed(bytearray(b"abc"))), sorted(bytearray(b"cab")))
print([type(x).__name__ for x in bytearray(b"a b").split()], type(bytearray(b"a").upper()).__name__)
print(bytearray.fromhex("00ff 10"), bytearray(b"\x00\xff").hex(), bytearray(b"%d-%s") % (5, b"x"))
print(bytearray(b"abc").decode(), bytearray(b"a,b").partition(b","), bytearray(b",").join([b"a", b"b"]))


def attempt(function):
    try:
        print(function())
    except Exception as error:
        print(type(error).__name__, error)


attempt(lambda: bytearray(b"a").append(300))
attempt(lambda: bytearray(b"a").append("a"))
attempt(lambda: bytearray().pop())
attempt(lambda: bytearray(b"a").pop(3))
attempt(lambda: bytearray(b"a").remove(98))
attempt(lambda: bytearray(b"a")[5])
attempt(lambda: bytearray(b"a")["x"])
attempt(lambda: bytearray(b"a").__setitem__(5, 1))
attempt(lambda: bytearray(b"a").__setitem__(0, 256))
attempt(lambda: bytearray(b"a").__setitem__(0, "x"))
attempt(lambda: bytearray(b"abcd").__setitem__(slice(0, 4, 2), b"x"))
attempt(lambda: bytearray(b"abcd").__setitem__(slice(0, 2), 5))
attempt(lambda: hash(bytearray()))
attempt(lambda: bytearray("a"))
attempt(lambda: bytearray(-1))
attempt(lambda: bytearray(b"a") + "b")
attempt(lambda: bytearray(b"a") < 5)
attempt(lambda: bytearray(b"abc").index(b"z"))
attempt(lambda: bytearray(b"abc").extend("str"))
attempt(lambda: bytearray(b"abc").extend([300]))
attempt(lambda: bytearray(b"abc").append())
