# Integers of one to many limbs, of both signs, around the places where the ways of computing change.
def numbers():
    for bits in (0, 1, 5, 61, 62, 63, 64, 65, 95, 126, 127, 128, 129, 191, 192, 640, 2559, 2560, 2600):
        for around in (-1, 0, 1):
            yield (1 << bits) + around
            yield -(1 << bits) + around
            yield (1 << bits) // 3 * 2 + around


def mixed(n):
    return (n * 2654435761 ^ n >> 7) % 1000003


all_numbers = sorted(set(numbers()))
check = 0
count = 0
for i, a in enumerate(all_numbers):
    for b in all_numbers[i % 3 :: 3]:
        results = [a + b, a - b, a * b, a & b, a | b, a ^ b]
        if b:
            results += [a // b, a % b]
            assert a // b * b + a % b == a, (a, b)
        assert a + b - b == a and (a - b) + b == a, (a, b)
        assert (a < b, a <= b, a == b, a > b) == (a - b < 0, a - b <= 0, a - b == 0, a - b > 0)
        for result in results:
            check = (check * 31 + mixed(result)) % 1000000007
            count += 1
    for by in (0, 1, 31, 62, 63, 64, 65, 127, 128, 200):
        check = (check * 31 + mixed(a << by) + mixed(a >> by)) % 1000000007
        assert (a << by) >> by == a and a >> by == a // 2**by
print(count, check)
x = 1
for i in range(1, 60):
    x = x * i - (x >> i)
    if i % 7 == 0:
        print(x, -x, x % 1000000007, -x // 12345678901234567891, hash(x) == hash(x + 0))
m = (1 << 127) - 1
s = 4
for i in range(125):
    s = s * s - 2
    s = (s & m) + (s >> 127)
    if s >= m:
        s -= m
print(s == 0)
for a, b in ((2**62 - 1, 1), (-(2**62), -1), (2**31, 2**31), (3**40, 3**40), (-(2**63), 2**63)):
    print(a + b, a - b, a * b, a << 3, float(a * b), a * b / 3)
