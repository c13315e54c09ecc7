# Bit operations on small, negative and large integers.
def population(n):
    count = 0
    while n:
        n &= n - 1
        count += 1
    return count


def reverse(n, width):
    out = 0
    for _ in range(width):
        out = out << 1 | n & 1
        n >>= 1
    return out


print([population(n) for n in (0, 1, 255, 256, 2 ** 64 - 1, 2 ** 100 + 1)])
print(reverse(0b1011, 4), reverse(1, 70), reverse(reverse(12345, 20), 20))
for a in (-6, 5, 2 ** 66 + 3, -(2 ** 66)):
    for b in (3, -1, 2 ** 65):
        print(a & b, a | b, a ^ b, a & b == b & a)
for n in (0, 1, 255, 256, -1, -256, 2 ** 62, 2 ** 63, 2 ** 64, -(2 ** 63)):
    print(n.bit_length(), n >> 1, n << 3, ~n)
print(-1 >> 200, 1 >> 200, 0 << 1000, (1 << 200) >> 199, -1 << 70)
state = 1
seen = 0
while True:
    state = (state >> 1) ^ (0xB8 if state & 1 else 0)
    seen += 1
    if state == 1:
        break
print(seen)
