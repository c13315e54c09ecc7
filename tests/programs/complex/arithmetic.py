# Complex numbers: literals, arithmetic, powers, comparison, hash.
print(1j, 2 + 3j, -1j, complex(1, 2), complex("1+2j"), complex(), complex(imag=3))
print(complex("  -1.5e3-2J "), complex("(3j)"), complex("nan"), complex("inf-infj"), complex("-j"))
print(complex(1j, 2), complex(1j, 1j), complex(2.5), complex(True), complex("1_0+2_0j"))
print((1 + 2j) * (3 - 4j), (1 + 2j) / (3 - 4j), (1 + 2j) ** 2, (1 + 2j) ** -1, (1 + 2j) ** 0)
print(2j ** 3, (1 + 1j) ** 10, (2 + 1j) ** (1 + 1j), 2 ** 1j, (-8) ** (1 / 3), (-8.0) ** 0.5)
print((1 + 2j) ** 0.5, pow(1j, 2), 0j ** 0, 0j ** 2, 1j ** 101)
print(abs(3 + 4j), -(1 + 2j), +(1 + 2j), (1 + 2j).conjugate(), (1 + 2j).real, (1 + 2j).imag)
print((5).real, (5).imag, True.imag, True.numerator, 2.5.real, 2.5.imag, (7).denominator)
print(1j + 1, 1 + 1j, 1j - 1.5, 1.5 - 1j, 2 * 1j, 1j * 2.5, 1j / 2, 4 / 2j, True + 1j)
print(1j == 1j, 1 + 0j == 1, 1 == 1 + 0j, 1.5 == 1.5 + 0j, 1j != 2j, 1j == "x", 1j != None)
print({1 + 0j: 2}[1], hash(1 + 2j), hash(1 + 0j), hash(0.5j), hash(-1j), bool(0j), bool(1j))
print(repr(complex(-0.0, -2.5)), repr(complex(0.0, -0.0)), complex(1e20, 1e-7), complex(float("inf"), -1))
print(sum([1j, 2, 3.5]), sum([1, 2], 1j), [x for x in (1j, 2j)], str(1j), f"{1j} {1+2j!r}")
print(isinstance(1j, complex), type(1j), complex.conjugate(2j), 1j.__complex__(), 1j.__getnewargs__())


class Number:
    def __complex__(self):
        return 3 - 1j


class Real:
    def __float__(self):
        return 2.5


class Index:
    def __index__(self):
        return 7


print(complex(Number()), complex(Real()), complex(Index()), complex(Real(), Index()))


class Reflected:
    def __radd__(self, other):
        return ("radd", other)

    def __eq__(self, other):
        return "eq"


print(1j + Reflected(), 1j == Reflected())


def attempt(function):
    try:
        print(function())
    except Exception as error:
        print(type(error).__name__, error)


attempt(lambda: 1j < 2)
attempt(lambda: 2 >= 1j)
attempt(lambda: 1j // 2)
attempt(lambda: 1j % 2)
attempt(lambda: divmod(1j, 1))
attempt(lambda: round(1j))
attempt(lambda: int(1j))
attempt(lambda: float(1j))
attempt(lambda: complex("abc"))
attempt(lambda: complex(""))
attempt(lambda: complex("1+2"))
attempt(lambda: complex("1 + 2j"))
attempt(lambda: 1j & 1)
attempt(lambda: ~1j)
attempt(lambda: 1j + "a")
attempt(lambda: abs(complex(1e308, 1e308)))
attempt(lambda: complex(1e200, 1e200) ** 2.5)
attempt(lambda: (1j).real.imag.foo)
for failing in (lambda: 1j / 0, lambda: 0j ** -1, lambda: 0j ** 1j):
    try:
        failing()
    except ZeroDivisionError:
        # The words differ between versions.
        print("ZeroDivisionError")
