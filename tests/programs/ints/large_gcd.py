# Greatest common divisors of large integers, against Euclid's steps.
import math
from fractions import Fraction


def euclid(a, b):
    a, b = abs(a), abs(b)
    while b:
        a, b = b, a % b
    return a


seed = 12345


def number(bits):
    global seed
    made = 0
    while made.bit_length() < bits:
        seed = (seed * 6364136223846793005 + 1442695040888963407) % 2**64
        made = made << 32 | seed >> 32
    return made >> made.bit_length() - bits


sizes = [1, 30, 62, 63, 64, 65, 126, 127, 128, 129, 130, 191, 192, 193, 256, 500, 1000, 3000]
wrong = 0
for i in sizes:
    for j in sizes:
        for common in 1, number(40), number(200), 2**64, 3**90:
            a, b = number(i) * common, -number(j) * common
            found = math.gcd(a, b)
            wrong += found != euclid(a, b) or found < 0
            wrong += math.lcm(a, b) != abs(a * b) // found
print("wrong:", wrong)
a, b = 1, 1
for step in range(3000):
    a, b = b, a + b
    assert math.gcd(a, b) == 1 and math.gcd(b, b + a) == 1
print(math.gcd(2**1000 - 1, 2**600 - 1) == 2**200 - 1, math.gcd(2**640, 2**640 - 1))
print(math.gcd(), math.gcd(0), math.gcd(0, -2**70), math.gcd(-2**70, 0), math.gcd(2**200, 6, 4))
print(math.lcm(), math.lcm(0, 0), math.lcm(2**70, 0), math.lcm(-2**70, 3), math.lcm(4, 6, 2**65))
print(math.gcd(7**300, 7**200 * 5), math.gcd(7**300, 49), math.gcd(10**400, 10**40 + 10**39))
print(Fraction(2**300 * 3**50, 2**290 * 3**60))
total = sum(Fraction(1, n) for n in range(1, 150))
print(total.numerator % 10**20, total.denominator % 10**20)
