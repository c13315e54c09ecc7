# Floats: printing, mixed arithmetic, special values.
for x in (0.0, -0.0, 1.0, 0.1, 1 / 3, 1e16, 1e15, 123456789.125, 1e-5, 0.0001, 1e100, 5e-324, 1.7976931348623157e308):
    print(x, -x, repr(x), x == x)
print(0.1 + 0.2, 1.5 * 2, 7 / 2, 7.0 // 2, -7.5 // 2, 7.5 % 2, -7.5 % 2, 2.0 ** 0.5, 2 ** 0.5)
print(divmod(7.5, 2), divmod(-7.5, 2), 1e308 * 10, -1e308 * 10)
inf = float("inf")
nan = float("nan")
print(inf, -inf, nan, nan == nan, nan != nan, inf == inf, inf > 10 ** 400, -inf < 0)
print(int(3.99), int(-3.99), int(1e20), round(2.5), round(3.5), round(-2.5), round(2.675, 2), round(1234.5678, 2))
print(float("1e3"), float(" -2.5 "), float(7), float(10 ** 20), float(True))
print(1 == 1.0, 2 ** 53 == float(2 ** 53), 2 ** 53 + 1 == float(2 ** 53), 0.5 < 1, 1 <= 1.0)
print(hash(1.0) == hash(1), hash(0.5), hash(inf), hash(-1.0))
print((0.5).is_integer(), (2.0).is_integer(), abs(-2.5), bool(0.0), bool(0.1))
total = 0.0
for i in range(1000):
    total += i * 0.001
print(total)
