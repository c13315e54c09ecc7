# Who shares which list.
a = [1, 2, 3]
b = a
c = a[:]
b.append(4)
print(a, b, c, a is b, a is c, a[:3] == c)
a += [5]
print(b)
a = a + [6]
print(a, b)


def extend(x, y=None):
    x.append(99)
    x = [0]
    return x


print(extend(c), c)
rows = [[0] * 2] * 2
rows[0][0] = 1
print(rows, rows[0] is rows[1])
rows = [[0] * 2 for _ in range(2)]
rows[0][0] = 1
print(rows, rows[0] is rows[1])
t = ([1], 2)
t[0].append(5)
print(t)
try:
    t[0] += [6]
except TypeError as error:
    print(error, t)
x = [1, 2, 3]
x[0], x[2] = x[2], x[0]
print(x)
i = 0
x[i], i = 7, 2
print(x, i)
for row in rows:
    row.append(row[0])
print(rows, [1, [2]] == [1, [2]], [1] * 3 == [1, 1, 1], [] < [0], [[1]] < [[1, 0]])
