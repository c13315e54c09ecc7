import math

print(math.comb(10, 3), math.comb(5, 7), math.comb(200, 100), math.perm(5), math.perm(5, 2), math.perm(3, 4), math.perm(0))
print(math.gcd(12, 18, 27), math.lcm(4, 6), math.isqrt(10**40), math.factorial(20), math.prod([1, 2, 3.5]), math.prod([], start=4))
print(math.frexp(10.5), math.frexp(0.0), math.ldexp(0.5, 5), math.modf(-3.25), math.modf(float("-inf")), math.remainder(7, 4), math.remainder(6, 4))
print(math.fma(2.0, 3.0, 4.0), math.nextafter(1.0, 2.0), math.nextafter(0.0, -1.0), math.nextafter(1.0, 2.0, steps=3), math.nextafter(-1.0, 1.0, steps=5), math.ulp(1.0), math.ulp(0.0))
print(math.isclose(1.0, 1.0 + 1e-10), math.isclose(1.0, 1.1), math.isclose(0, 1e-12, abs_tol=1e-9), math.isclose(1, 2, rel_tol=0.5))
print(math.fsum([0.1] * 10), math.fsum([1e100, 1.0, -1e100]), math.sumprod([1, 2, 3], [4, 5, 6]), math.dist([1, 2], [4, 6]), math.hypot(3, 4), math.hypot(1, 1, 1, 1), math.hypot(), math.hypot(1e200, 1e200))
print(math.asinh(1.0), math.acosh(2.0), math.atanh(0.5), math.expm1(1e-10), math.log1p(1e-10), math.erf(0.5), math.erfc(0.5), math.gamma(5), math.lgamma(1))
for action in (lambda: math.comb(-1, 2), lambda: math.perm(2, -1), lambda: math.acosh(0.5), lambda: math.atanh(1), lambda: math.log1p(-1), lambda: math.gamma(0), lambda: math.lgamma(-2),
               lambda: math.ldexp(1.0, 5000), lambda: math.remainder(1, 0), lambda: math.fma(1e308, 10, 0), lambda: math.dist([1], [1, 2]), lambda: math.sumprod([1], []), lambda: math.isclose(1, 1, rel_tol=-1),
               lambda: math.comb(1.5, 1), lambda: math.fsum(["a"]), lambda: math.nextafter(1, 2, steps=-1), lambda: math.frexp("x")):
    try:
        print(action())
    except Exception as error:
        print(type(error).__name__, error)
