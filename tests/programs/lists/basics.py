# Creation, indexing, slicing, mutation.
a = [3, 1, 2]
print(a, len(a), a[0], a[-1], a[1:], a[::-1], a + [4], a * 2, [0] * 4)
a.append(5)
a.insert(0, 9)
a.insert(100, 8)
a.insert(-1, 7)
print(a)
print(a.pop(), a.pop(0), a.pop(-2), a)
a.extend([4, 4])
a += (6,)
print(a, a.count(4), a.index(4))
a.remove(4)
print(a)
del a[0]
print(a)
a[0] = "first"
a[-1] = "last"
print(a)
a.reverse()
print(a)
b = a.copy()
b.clear()
print(a, b, a == b, a is a)
nested = [[0] * 3 for _ in range(2)]
nested[0][1] = 5
print(nested)
shared = [[0]] * 3
shared[0][0] = 1
print(shared)
for label, function in (("read", lambda: a[99]), ("pop", lambda: [].pop()), ("remove", lambda: a.remove(77)), ("index", lambda: a["x"])):
    try:
        function()
    except (IndexError, ValueError, TypeError) as error:
        print(label, type(error).__name__, error)
