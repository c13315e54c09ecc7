import cmath

points = [complex(x, y) for x in (0.0, 0.5, -1.25, 3.0, -40.0) for y in (0.0, -0.75, 2.0, 33.0)]
names = "acos acosh asin asinh atan atanh cos cosh exp log log10 phase polar sin sinh sqrt tan tanh".split()


def rounded(value):
    if isinstance(value, tuple):
        return tuple(rounded(part) for part in value)
    if isinstance(value, complex):
        return complex(rounded(value.real), rounded(value.imag))
    return float(f"{value:.10g}")


for name in names:
    results = []
    for point in points:
        try:
            results.append(rounded(getattr(cmath, name)(point)))
        except (ValueError, OverflowError) as error:
            results.append(str(error))
    print(name, results)
inf, nan = cmath.inf, cmath.nan
print(cmath.sqrt(complex(-inf, 1)), cmath.exp(complex(-inf, nan)), cmath.log(complex(inf, inf)), cmath.sqrt(-1))
print(cmath.isinf(complex(nan, inf)), cmath.isnan(nan), cmath.isfinite(1j), cmath.isclose(1, 1 + 1e-12j))
print(rounded(cmath.rect(2, 1)), cmath.log(8, 2), cmath.infj, cmath.nanj)


class Complex:
    def __complex__(self):
        return 4j


class Float:
    def __float__(self):
        return -4.0


print(rounded(cmath.sqrt(Complex())), cmath.sqrt(Float()), cmath.phase(True))
for wrong in ("1", None, []):
    try:
        cmath.sqrt(wrong)
    except TypeError as error:
        print(error)
