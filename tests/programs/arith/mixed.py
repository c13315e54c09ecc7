# Integers, floats and booleans in one expression.
values = [0, 1, -2, 2.5, -0.5, True, 10 ** 20]
for a in values:
    print(a, [a + b for b in values], [a * b for b in values])
for a in values:
    for b in values:
        if b:
            q, r = divmod(a, b)
            if a // b != q or a % b != r:
                print("wrong", a, b)
print(type(1 + 1.0), type(True + True), type(2 ** -1), type(4 / 2), type(7 // 2.0), type(1 * 1.0))
print(1e20 == 10 ** 20, 10 ** 20 + 1 > 1e20, 2 ** 1000 > 1e300, float(2 ** 60) + 1 == 2 ** 60 + 1)
print(0.1 + 0.2 == 0.3, round(0.1 + 0.2, 10) == 0.3, 1 / 3 + 1 / 3 + 1 / 3 == 1.0)
print(max(1, 2.5, True), min(0, -0.5, False), sum([1, 0.5, True]), sorted([3, 1.5, True, -2, 0.0]))
x = 0
for i in range(10):
    x += 0.1
print(x, int(x), round(x))
x = 1
for i in range(100):
    x = x * 3 % 1000003
    x += 0.0
print(x)
