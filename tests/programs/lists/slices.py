# Slice reads, writes and deletions.
a = list(range(10))
print(a[2:5], a[:3], a[7:], a[-3:], a[:-3], a[::3], a[8:2:-2], a[5:5], a[20:], a[-20:2])
a[2:5] = ["x", "y"]
print(a)
a[0:0] = [100, 101]
print(a)
a[-2:] = []
print(a)
a[::2] = [0] * len(a[::2])
print(a)
del a[1:4]
print(a)
del a[::2]
print(a)
a[:] = "abc"
print(a)
a[1:2] = a
print(a)
s = slice(1, 5, 2)
print(s, s.start, s.stop, s.step, list(range(10))[s], "abcdefgh"[s], (1, 2, 3, 4)[s])
try:
    a[::2] = [1]
except ValueError as error:
    print(error)
try:
    a[::0]
except ValueError as error:
    print(error)
