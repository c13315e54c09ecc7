# Lists, dictionaries and sets that grow large and shrink again.
big = []
for i in range(100000):
    big.append(i)
print(len(big), big[0], big[50000], big[-1], sum(big))
half = big[::2]
while len(big) > 10:
    del big[len(big) // 2 :]
print(len(big), big, len(half), sum(half))
d = {}
for i in range(50000):
    d[i] = [i]
for i in range(0, 50000, 3):
    del d[i]
print(len(d), sum([v[0] for v in d.values()]), d[1], 0 in d)
d.clear()
print(len(d))
s = set()
for i in range(30000):
    s.add((i % 1000, i % 7))
print(len(s), (5, 5) in s, (1000, 0) in s)
zeros = [0] * 300000
zeros[123456] = "x"
print(len(zeros), zeros.index("x"), zeros.count(0))
lists = [[j for j in range(i % 50)] for i in range(3000)]
print(sum([len(x) for x in lists]), lists[49], lists[2999] == list(range(49)))
grid = [[0] * 200 for _ in range(200)]
for i in range(200):
    for j in range(200):
        grid[i][j] = i * j
print(sum([sum(row) for row in grid]))
