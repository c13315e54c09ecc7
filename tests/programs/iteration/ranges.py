# range in all forms.
for r in (range(5), range(1, 5), range(0, 10, 3), range(10, 0, -3), range(5, 5), range(5, 0), range(-3, 3), range(0, -5, -1)):
    print(r, list(r), len(r), bool(r), list(reversed(r)), sum(r), r.start, r.stop, r.step)
r = range(0, 100, 7)
print(r[0], r[-1], r[3], r[2:5], r[::-1], 49 in r, 50 in r, r.index(21), r.count(21), 7.0 in r, "x" in r)
print(range(3) == range(0, 3, 1), range(0) == range(5, 5), hash(range(3)) == hash(range(0, 3)), range(0, 3, 2) == range(0, 4, 2))
print(len(range(10 ** 12)), range(10 ** 20)[10 ** 19], 10 ** 19 in range(10 ** 20), list(range(2 ** 63 - 1, 2 ** 63 + 2)))
for label, function in (("step", lambda: range(1, 2, 0)), ("index", lambda: range(3)[3]), ("float", lambda: range(1.5))):
    try:
        function()
    except (ValueError, IndexError, TypeError) as error:
        print(label, error)
total = 0
for i in range(100, 0, -1):
    for j in range(i):
        total += j
print(total)
for i in range(3):
    i = 10
print(i)
n = 3
for i in range(n):
    n = 100
print(i, n)
