# while, for, break, continue, else, nesting.
i = 0
while i < 5:
    i += 1
    if i == 2:
        continue
    if i == 4:
        break
    print("while", i)
else:
    print("not printed")
while i > 0:
    i -= 1
else:
    print("while else", i)
for x in []:
    print("never")
else:
    print("empty for else")
for n in range(2, 20):
    for d in range(2, n):
        if n % d == 0:
            break
    else:
        print(n, end=" ")
print()
print(list(range(5)), list(range(2, 5)), list(range(10, 0, -3)), list(range(0)), len(range(1, 100, 7)), range(10)[3], 5 in range(10), range(3))
for i in range(3):
    for j in range(3):
        if j == 1:
            continue
        if i == 2:
            break
        print((i, j), end=" ")
print(i, j)
a = [1, 2, 3]
for x in a:
    if x < 3:
        a.append(x + 10)
print(a)
n, steps = 27, 0
while n != 1:
    n = n // 2 if n % 2 == 0 else 3 * n + 1
    steps += 1
print(steps)
while True:
    steps -= 1
    if not steps:
        break
print(steps)
for k, (x, *rest) in zip("ab", [(1, 2, 3), (4,)]):
    print(k, x, rest)
for i in range(2 ** 70, 2 ** 70 + 3):
    print(i)
