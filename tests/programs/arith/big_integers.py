# Integers leave the machine word and come back.
n = 1
for i in range(1, 61):
    n *= i
print(n)
print(n // 3 ** 20, n % (10 ** 9 + 7))
for i in range(1, 61):
    n //= i
print(n, n == 1)

word = 2 ** 62
for step in (-1, 0, 1):
    print(word + step, -word + step, (word + step) * 2, -(word + step))
for shift in (59, 60, 61, 62, 63, 64, 127, 128):
    v = 1 << shift
    print(shift, v, -v, v - 1, v >> (shift - 3), (v - 1) & 255)
a, b = 0, 1
for i in range(300):
    a, b = b, a + b
print(a)
print(-(2 ** 100) // 7, -(2 ** 100) % 7, (2 ** 100) // -7, divmod(-(10 ** 30), 10 ** 15 + 1))
print((2 ** 70) & (2 ** 65 - 1), (2 ** 70) | 1, (2 ** 70) ^ (2 ** 70 + 5), ~(2 ** 70))
print(-(2 ** 70) & 0xFFFF, -(2 ** 70) | 3, -(2 ** 70) >> 3)
print(pow(3, 200, 10 ** 20), 7 ** 77)
print(2 ** 64 == 18446744073709551616, 2 ** 64 > 2 ** 63, 2 ** 64 < 1.0e30)
print(int("123456789012345678901234567890") + 1, str(-(10 ** 40)), hex(2 ** 80 + 15), bin(2 ** 66))
print(abs(-(2 ** 80)), hash(5), hash(-1), hash(2 ** 61 - 1), hash(2 ** 61), hash(2 ** 100), hash(-(2 ** 100)))
print(4611686018427387904 - 1 + 1 == 4611686018427387904)
print(3037000500 * 3037000500, 3037000500 * -3037000500)
