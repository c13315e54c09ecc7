# The shortest text that reads back as the number: edges of the forms, of the exponents and of the
# numbers, ties, and a digest of many at random.
import hashlib
import random
import struct

for exponent in range(-9, 24):
    for digits in "1", "1.5", "9.999999999999999", "1.2345678901234567":
        number = float(f"{digits}e{exponent}")
        print(number, -number, end=" ")
    print()
for number in (
    0.0, -0.0, 5e-324, 2.2250738585072014e-308, 1.7976931348623157e308, float("inf"),
    float("-inf"), float("nan"), 2.0**53, 2.0**53 + 2, 2.0**-44, 9007199254740993.0, 1e22, 1e23,
    123456789012345680.0, 0.1 + 0.2, 1 / 3, 2 / 3, 9.5e-5, 0.0001, 0.00012, 1e-5, 1e-10, 1e100,
):
    print(repr(number), str(number), f"{number}", [number])

random.seed(5)
digest = hashlib.sha256()


def note(number):
    text = repr(number)
    digest.update(text.encode())
    assert float(text) == number or number != number


for _ in range(4_000):
    note(struct.unpack("<d", random.randbytes(8))[0])
    note(random.random())
    note(random.randrange(10**18) / 10 ** random.randrange(30))
    note(float(random.getrandbits(random.randrange(1, 90))))
    note(2.0 ** random.randrange(-1074, 1024))
    note(-(10.0 ** random.randrange(-30, 30)))
print(digest.hexdigest())
