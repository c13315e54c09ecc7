"""Functions of complex numbers: formulas that lose no digits where the plain ones would, and the
values that C99 gives for infinities and numbers that are none."""

import math as _math
from math import e, inf, nan, pi, tau

infj = complex(0.0, inf)
nanj = complex(0.0, nan)

_LARGE = 1.7976931348623157e308 / 4.0
_LOG_LARGE = _math.log(_LARGE)
_SMALL_ROOT = 1.4916681462400413e-154
_LARGE_ROOT = _math.sqrt(_LARGE)
_LOG_2 = _math.log(2.0)
_copysign = _math.copysign


def _number(z):
    if type(z) is complex:
        return z
    if isinstance(z, complex):
        return complex.__complex__(z)
    if isinstance(z, (int, float)):
        return complex(z)
    kind = type(z)
    method = getattr(kind, "__complex__", None)
    if method is not None:
        made = method(z)
        if not isinstance(made, complex):
            raise TypeError(f"{kind.__name__}.__complex__() must return a complex, "
                            f"not {type(made).__name__}")
        return complex(made)
    if hasattr(kind, "__float__") or hasattr(kind, "__index__"):
        return complex(float(z))
    raise TypeError(f"must be real number, not {kind.__name__}")


def isfinite(z, /):
    z = _number(z)
    return _math.isfinite(z.real) and _math.isfinite(z.imag)


def isinf(z, /):
    z = _number(z)
    return _math.isinf(z.real) or _math.isinf(z.imag)


def isnan(z, /):
    z = _number(z)
    return _math.isnan(z.real) or _math.isnan(z.imag)


def isclose(a, b, *, rel_tol=1e-09, abs_tol=0.0):
    a, b = _number(a), _number(b)
    if rel_tol < 0.0 or abs_tol < 0.0:
        raise ValueError("tolerances must be non-negative")
    if a == b:
        return True
    if isinf(a) or isinf(b):
        return False
    distance = abs(a - b)
    return (distance <= rel_tol * abs(b) or distance <= rel_tol * abs(a)) or distance <= abs_tol


def phase(z, /):
    z = _number(z)
    return _math.atan2(z.imag, z.real)


def polar(z, /):
    z = _number(z)
    if _math.isinf(z.real) or _math.isinf(z.imag):
        size = inf
    elif isnan(z):
        size = nan
    else:
        size = abs(z)
    return size, phase(z)


def rect(r, phi, /):
    r, phi = float(r), float(phi)
    if _math.isfinite(r) and _math.isfinite(phi):
        if phi == 0.0:
            return complex(r, r * phi)
        return complex(r * _math.cos(phi), r * _math.sin(phi))
    if _math.isinf(phi) and r != 0.0 and not _math.isnan(r):
        raise ValueError("math domain error")
    if _math.isinf(r) and _math.isfinite(phi) and phi != 0.0:
        real = _copysign(inf, _math.cos(phi))
        imag = _copysign(inf, _math.sin(phi))
        return complex(real, imag) if r > 0 else complex(-real, -imag)
    if _math.isinf(r) and phi == 0.0:
        return complex(r, _copysign(0.0, phi) * _copysign(1.0, r))
    if r == 0.0:
        return complex(0.0, 0.0)
    if _math.isinf(r):
        return complex(inf, nan)
    return complex(nan, 0.0 if phi == 0.0 else nan)


def sqrt(z, /):
    z = _number(z)
    x, y = z.real, z.imag
    if not (_math.isfinite(x) and _math.isfinite(y)):
        if _math.isinf(y):
            return complex(inf, y)
        if _math.isnan(x):
            return complex(nan, nan)
        if _math.isinf(x) and x > 0:
            return complex(inf, nan if _math.isnan(y) else _copysign(0.0, y))
        if _math.isinf(x):
            return complex(nan if _math.isnan(y) else 0.0,
                           inf if _math.isnan(y) else _copysign(inf, y))
        return complex(nan, nan)
    if x == 0.0 and y == 0.0:
        return complex(0.0, y)
    ax, ay = abs(x), abs(y)
    if ax < 2.2250738585072014e-308 and ay < 2.2250738585072014e-308 and (ax > 0.0 or ay > 0.0):
        ax = _math.ldexp(ax, 53)
        size = _math.ldexp(_math.sqrt(ax + _math.hypot(ax, _math.ldexp(ay, 53))), -27)
    else:
        ax /= 8.0
        size = 2.0 * _math.sqrt(ax + _math.hypot(ax, ay / 8.0))
    other = ay / (2.0 * size)
    if x >= 0.0:
        return complex(size, _copysign(other, y))
    return complex(other, _copysign(size, y))


def exp(z, /):
    z = _number(z)
    x, y = z.real, z.imag
    if not (_math.isfinite(x) and _math.isfinite(y)):
        if _math.isinf(x) and _math.isfinite(y) and y != 0.0:
            size = inf if x > 0 else 0.0
            return complex(_copysign(size, _math.cos(y)), _copysign(size, _math.sin(y)))
        if y == 0.0:
            return complex(x if x > 0 or _math.isnan(x) else 0.0, y)
        if _math.isinf(x) and x < 0:
            return complex(0.0, _copysign(0.0, y))
        if _math.isinf(y) and (_math.isfinite(x) or x > 0):
            raise ValueError("math domain error")
        return complex(inf if _math.isinf(x) else nan, nan)
    if x > _LOG_LARGE:
        part = _math.exp(x - 1.0)
        real, imag = part * _math.cos(y) * e, part * _math.sin(y) * e
    else:
        part = _math.exp(x)
        real, imag = part * _math.cos(y), part * _math.sin(y)
    if _math.isinf(real) or _math.isinf(imag):
        raise OverflowError("math range error")
    return complex(real, imag)


def _log(z):
    x, y = z.real, z.imag
    if not (_math.isfinite(x) and _math.isfinite(y)):
        if _math.isinf(x) or _math.isinf(y):
            return complex(inf, _math.atan2(y, x))
        return complex(nan, nan)
    ax, ay = abs(x), abs(y)
    if ax > _LARGE or ay > _LARGE:
        real = _math.log(_math.hypot(ax / 2.0, ay / 2.0)) + _LOG_2
    elif ax < 2.2250738585072014e-308 and ay < 2.2250738585072014e-308:
        if ax == 0.0 and ay == 0.0:
            raise ValueError("math domain error")
        real = _math.log(_math.hypot(_math.ldexp(ax, 53), _math.ldexp(ay, 53))) - 53 * _LOG_2
    else:
        size = _math.hypot(ax, ay)
        if 0.71 <= size <= 1.73:
            more, less = (ax, ay) if ax > ay else (ay, ax)
            real = _math.log1p((more - 1) * (more + 1) + less * less) / 2.0
        else:
            real = _math.log(size)
    return complex(real, _math.atan2(y, x))


def log(z, base=None, /):
    made = _log(_number(z))
    return made if base is None else made / _log(_number(base))


def log10(z, /):
    made = _log(_number(z))
    return complex(made.real / _math.log(10.0), made.imag / _math.log(10.0))


def cosh(z, /):
    z = _number(z)
    x, y = z.real, z.imag
    if not (_math.isfinite(x) and _math.isfinite(y)):
        if _math.isinf(x) and _math.isfinite(y) and y != 0.0:
            real = _copysign(inf, _math.cos(y))
            imag = _copysign(inf, _math.sin(y))
            return complex(real, imag if x > 0 else -imag)
        if _math.isinf(y) and not _math.isnan(x):
            raise ValueError("math domain error")
        if y == 0.0:
            if _math.isinf(x):
                return complex(inf, y if x > 0 else -y)
            return complex(nan, 0.0)
        if x == 0.0:
            return complex(nan, 0.0)
        return complex(inf if _math.isinf(x) else nan, nan)
    if abs(x) > _LOG_LARGE:
        rest = x - _copysign(1.0, x)
        real = _math.cos(y) * _math.cosh(rest) * e
        imag = _math.sin(y) * _math.sinh(rest) * e
    else:
        real = _math.cos(y) * _math.cosh(x)
        imag = _math.sin(y) * _math.sinh(x)
    if _math.isinf(real) or _math.isinf(imag):
        raise OverflowError("math range error")
    return complex(real, imag)


def sinh(z, /):
    z = _number(z)
    x, y = z.real, z.imag
    if not (_math.isfinite(x) and _math.isfinite(y)):
        if _math.isinf(x) and _math.isfinite(y) and y != 0.0:
            real = _copysign(inf, _math.cos(y))
            imag = _copysign(inf, _math.sin(y))
            return complex(real if x > 0 else -real, imag)
        if _math.isinf(y) and not _math.isnan(x):
            raise ValueError("math domain error")
        if y == 0.0:
            return complex(x, y)
        if x == 0.0:
            return complex(x, nan)
        return complex(inf if _math.isinf(x) else nan, nan)
    if abs(x) > _LOG_LARGE:
        rest = x - _copysign(1.0, x)
        real = _math.cos(y) * _math.sinh(rest) * e
        imag = _math.sin(y) * _math.cosh(rest) * e
    else:
        real = _math.cos(y) * _math.sinh(x)
        imag = _math.sin(y) * _math.cosh(x)
    if _math.isinf(real) or _math.isinf(imag):
        raise OverflowError("math range error")
    return complex(real, imag)


def tanh(z, /):
    z = _number(z)
    x, y = z.real, z.imag
    if not (_math.isfinite(x) and _math.isfinite(y)):
        if _math.isinf(x):
            if _math.isfinite(y):
                imag = _copysign(0.0, 2.0 * _math.sin(y) * _math.cos(y))
            else:
                imag = 0.0
            return complex(_copysign(1.0, x), imag)
        if _math.isinf(y) and not _math.isnan(x):
            raise ValueError("math domain error")
        if y == 0.0:
            return complex(x, y)
        return complex(nan, nan)
    if abs(x) > _LOG_LARGE:
        return complex(_copysign(1.0, x),
                       4.0 * _math.sin(y) * _math.cos(y) * _math.exp(-2.0 * abs(x)))
    tx, ty = _math.tanh(x), _math.tan(y)
    cx = 1.0 / _math.cosh(x)
    txty = tx * ty
    whole = 1.0 + txty * txty
    return complex(tx * (1.0 + ty * ty) / whole, ((ty / whole) * cx) * cx)


def cos(z, /):
    z = _number(z)
    return cosh(complex(-z.imag, z.real))


def sin(z, /):
    z = _number(z)
    made = sinh(complex(-z.imag, z.real))
    return complex(made.imag, -made.real)


def tan(z, /):
    z = _number(z)
    made = tanh(complex(-z.imag, z.real))
    return complex(made.imag, -made.real)


def acos(z, /):
    z = _number(z)
    x, y = z.real, z.imag
    if not (_math.isfinite(x) and _math.isfinite(y)):
        if _math.isinf(x) and not _math.isnan(y) or _math.isinf(y) and not _math.isnan(x):
            return complex(_math.atan2(abs(y), x), -_copysign(inf, y))
        if _math.isinf(x):
            return complex(nan, inf)
        if _math.isinf(y):
            return complex(nan, -y)
        return complex(pi / 2 if x == 0.0 else nan, nan)
    if abs(x) > _LARGE or abs(y) > _LARGE:
        real = _math.atan2(abs(y), x)
        size = _math.log(_math.hypot(x / 2.0, y / 2.0)) + _LOG_2 * 2.0
        return complex(real, _copysign(size, -y) if x < 0.0 else -_copysign(size, y))
    first = sqrt(complex(1.0 - x, -y))
    second = sqrt(complex(1.0 + x, y))
    return complex(2.0 * _math.atan2(first.real, second.real),
                   _math.asinh(second.real * first.imag - second.imag * first.real))


def acosh(z, /):
    z = _number(z)
    x, y = z.real, z.imag
    if not (_math.isfinite(x) and _math.isfinite(y)):
        if _math.isinf(x) and not _math.isnan(y) or _math.isinf(y) and not _math.isnan(x):
            return complex(inf, _math.atan2(y, x))
        return complex(inf if isinf(z) else nan, nan)
    if abs(x) > _LARGE or abs(y) > _LARGE:
        return complex(_math.log(_math.hypot(x / 2.0, y / 2.0)) + _LOG_2 * 2.0,
                       _math.atan2(y, x))
    first = sqrt(complex(x - 1.0, y))
    second = sqrt(complex(x + 1.0, y))
    return complex(_math.asinh(first.real * second.real + first.imag * second.imag),
                   2.0 * _math.atan2(first.imag, second.real))


def asinh(z, /):
    z = _number(z)
    x, y = z.real, z.imag
    if not (_math.isfinite(x) and _math.isfinite(y)):
        if _math.isinf(x) and not _math.isnan(y) or _math.isinf(y) and not _math.isnan(x):
            return complex(_copysign(inf, x), _copysign(_math.atan2(abs(y), abs(x)), y))
        if _math.isinf(x):
            return complex(x, nan)
        if _math.isinf(y):
            return complex(inf, nan)
        return complex(nan, y if y == 0.0 else nan)
    if abs(x) > _LARGE or abs(y) > _LARGE:
        size = _math.log(_math.hypot(x / 2.0, y / 2.0)) + _LOG_2 * 2.0
        return complex(_copysign(size, x), _math.atan2(y, abs(x)))
    first = sqrt(complex(1.0 + y, -x))
    second = sqrt(complex(1.0 - y, x))
    return complex(_math.asinh(first.real * second.imag - second.real * first.imag),
                   _math.atan2(y, first.real * second.real - first.imag * second.imag))


def asin(z, /):
    z = _number(z)
    made = asinh(complex(-z.imag, z.real))
    return complex(made.imag, -made.real)


def atanh(z, /):
    z = _number(z)
    x, y = z.real, z.imag
    if not (_math.isfinite(x) and _math.isfinite(y)):
        if _math.isinf(y):
            return complex(_copysign(0.0, x), _copysign(pi / 2, y))
        if _math.isinf(x):
            imag = nan if _math.isnan(y) else _copysign(pi / 2, y)
            return complex(_copysign(0.0, x), imag)
        return complex(x if x == 0.0 else nan, nan)
    if x < 0.0 or (x == 0.0 and _copysign(1.0, x) < 0.0):
        return -atanh(-z)
    ay = abs(y)
    if x > _LARGE_ROOT or ay > _LARGE_ROOT:
        size = _math.hypot(x / 2.0, y / 2.0)
        return complex(x / 4.0 / size / size, -_copysign(pi / 2.0, -y))
    if x == 1.0 and ay < _SMALL_ROOT:
        if ay == 0.0:
            raise ValueError("math domain error")
        return complex(-_math.log(_math.sqrt(ay) / _math.sqrt(_math.hypot(ay, 2.0))),
                       _copysign(_math.atan2(2.0, -ay) / 2, y))
    return complex(_math.log1p(4.0 * x / ((1 - x) * (1 - x) + ay * ay)) / 4.0,
                   -_math.atan2(-2.0 * y, (1 - x) * (1 + x) - ay * ay) / 2.0)


def atan(z, /):
    z = _number(z)
    made = atanh(complex(-z.imag, z.real))
    return complex(made.imag, -made.real)
