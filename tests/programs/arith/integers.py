# Integer operators on small values, with every sign combination.
for a in (-7, -3, 0, 3, 7):
    for b in (-2, 2, 5):
        print(a, b, a + b, a - b, a * b, a // b, a % b, divmod(a, b), a / b)

print(7 & 3, 7 | 8, 7 ^ 2, ~7, 1 << 10, -1 >> 3, -17 >> 2)
print(2 ** 10, (-2) ** 3, 2 ** -1, 0 ** 0)
print(+5, -5, abs(-5), -(-5))
print(pow(3, 4), pow(3, 4, 7), pow(-3, 5, 7))
x = 10
x += 5
x -= 3
x *= 4
x //= 5
x %= 6
x **= 5
x <<= 3
x >>= 1
x |= 7
x &= 0b11111101
x ^= 0xFF
print(x)
print(True + True, True * 5, -True, ~False)
print(0x1F, 0o17, 0b101, 1_000_000)
