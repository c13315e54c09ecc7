# Algebra: simplification, roots, derivatives, integrals, series, matrices.
import sympy as s

x, y = s.symbols("x y")
assert s.expand((x + y) ** 3) == x**3 + 3 * x**2 * y + 3 * x * y**2 + y**3
assert s.factor(x**2 - 1) == (x - 1) * (x + 1)
assert s.solve(x**2 - 2, x) == [-s.sqrt(2), s.sqrt(2)]
assert s.diff(s.sin(x) * s.exp(x), x) == s.exp(x) * s.sin(x) + s.exp(x) * s.cos(x)
assert s.integrate(1 / x, x) == s.log(x) and s.limit(s.sin(x) / x, x, 0) == 1
assert s.simplify(s.sin(x) ** 2 + s.cos(x) ** 2) == 1
assert s.Matrix([[1, 2], [3, 4]]).det() == -2 and s.factorint(360) == {2: 3, 3: 2, 5: 1}
assert str(s.pi.evalf(30)) == "3.14159265358979323846264338328"
assert s.series(s.exp(x), x, 0, 3).removeO() == x**2 / 2 + x + 1
assert str(s.sympify("x**2 + sqrt(8)")) == "x**2 + 2*sqrt(2)" and s.prime(100) == 541
print("ok")
