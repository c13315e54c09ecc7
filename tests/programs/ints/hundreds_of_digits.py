"""Arithmetic around the lengths where one way of doing it ends and another begins."""

MODULUS = (1 << 61) - 1


def check(bits):
    a = (1 << bits) - 12345
    b = (1 << (bits - 7)) // 3
    for first in (a, -a):
        for second in (b, -b, 7, -1, 0):
            total, difference, product = first + second, first - second, first * second
            assert total - second == first and difference + second == first
            assert total % MODULUS == (first % MODULUS + second % MODULUS) % MODULUS
            assert product % MODULUS == (first % MODULUS) * (second % MODULUS) % MODULUS
            assert (first & second) + (first | second) == total
            assert (first ^ second) == (first | second) - (first & second)
            assert (first < second) == (difference < 0) and (first == second) is False
    for by in (0, 1, 63, 64, 65, 127, 1000, 2495, 2496, 2560, 5055, 5056, 5119, 5120, 5200):
        assert a << by == a * 2**by and -a << by == -(a * 2**by)
        assert a >> by == a // 2**by and -a >> by == -a // 2**by
        assert (a << by) >> by == a
    return (a * a - 2) % 997, (a * b) >> (bits - 3), len(str(a * b + a))


for limbs in (1, 2, 3, 38, 39, 40, 41, 42, 78, 79, 80, 81, 82, 90):
    for more in (-1, 0, 1):
        found = check(64 * limbs + more)
    print(limbs, found[0], found[1] % 10**9, found[2])


def is_mersenne_prime(p):
    mersenne = (1 << p) - 1
    s = 4
    for _ in range(p - 2):
        s = s * s - 2
        s = (s & mersenne) + (s >> p)
        if s >= mersenne:
            s -= mersenne
    return s == 0


print([p for p in (3, 5, 7, 11, 61, 89, 127, 521, 523) if is_mersenne_prime(p)])
