"""Decimal numbers: those of `_pydecimal`, with natives for the common cases.

The module has a copy of `_pydecimal` for itself, so that the one which programs can import stays
as it is.
"""

import sys as _sys

import _decimal_core as _core
import _decimal_messages as _messages
from _io_core import method_named as _method_named

_other = _sys.modules.pop("_pydecimal", None)
try:
    import _pydecimal as _pure
finally:
    _sys.modules.pop("_pydecimal", None)
    if _other is not None:
        _sys.modules["_pydecimal"] = _other
del _other


_messages.amend(_pure)
globals().update({name: getattr(_pure, name) for name in _pure.__all__})
__all__ = list(_pure.__all__)
__version__ = _pure.__version__
__libmpdec_version__ = _pure.__libmpdec_version__

_slow_getcontext = _pure.getcontext
_current = _core.current


def _convert_other(other, raiseit=False, allow_float=False):
    if isinstance(other, Decimal):
        return other
    if isinstance(other, int):
        return Decimal(other)
    if allow_float and isinstance(other, float):
        return Decimal.from_float(other)
    if raiseit:
        raise TypeError(f"conversion from {type(other).__name__} to Decimal is not supported")
    return NotImplemented


_pure._convert_other = _convert_other
del _convert_other

_CONVERTED = (str, int, float, tuple, list, Decimal, _pure._WorkRep)


def _filled(made, number):
    made._sign, made._int, made._exp = number._sign, number._int, number._exp
    made._is_special = number._is_special
    return made


def _new(cls, value="0", context=None, *, _known=Decimal.__new__):
    if not isinstance(value, _CONVERTED):
        raise TypeError(f"conversion from {type(value).__name__} to Decimal is not supported")
    if context is not None:
        _messages.check_context(context, Context, "optional argument")
    try:
        made = _known(cls, value, context)
        return made if isinstance(made, cls) else _filled(object.__new__(cls), made)
    except ValueError as error:
        refused = error
    if isinstance(value, (tuple, list)):
        _messages.check_parts(value)
    raise refused


setattr(Decimal, ".slow__new__", staticmethod(_new))
del _new
Decimal.__new__ = staticmethod(_method_named(_core.new, "__new__", "decimal.Decimal"))


def getcontext():
    """Returns this thread's context: if there is none yet, a copy of DefaultContext becomes it."""
    context = _current(Decimal)
    return _slow_getcontext() if context is None else context


getcontext.__module__ = "decimal"
_pure.getcontext = getcontext

for _name in (
    "__add__", "__sub__", "__mul__", "__truediv__", "__floordiv__", "__mod__", "__divmod__",
    "__abs__", "__str__", "__repr__", "__format__", "__int__", "__float__", "__round__",
    "quantize", "sqrt", "normalize", "to_integral_value", "to_integral_exact", "compare", "max",
    "min", "fma", "scaleb", "is_nan", "is_infinite", "is_finite", "is_zero", "is_signed",
    "adjusted", "copy_abs", "copy_negate", "_fix",
):
    setattr(Decimal, f".slow{_name}", getattr(Decimal, _name))
    _native = getattr(_core, _name.strip("_"))
    setattr(Decimal, _name, _method_named(_native, _name, "decimal.Decimal"))
    if _name in ("__add__", "__mul__"):
        # The same from the other side.
        _name = f"__r{_name[2:]}"
        setattr(Decimal, _name, _method_named(_native, _name, "decimal.Decimal"))
del _native


def _divmod(self, other, context=None, *, _known=getattr(Decimal, ".slow__divmod__")):
    try:
        return _known(self, other, context)
    except DivisionByZero:
        # Both are signalled, and the C module tests for the other first.
        if (context or getcontext()).traps[InvalidOperation]:
            raise InvalidOperation from None
        raise


def _floordiv(self, other, context=None, *, _known=getattr(Decimal, ".slow__floordiv__")):
    made = _known(self, other, context)
    if made is NotImplemented or isinstance(other, Decimal) and other._isinfinity():
        return made
    return made._fix(context or getcontext())


def _divmod_fixed(self, other, context=None):
    made = _divmod(self, other, context)
    if made is NotImplemented:
        return made
    context = context or getcontext()
    return made[0]._fix(context), made[1]._fix(context)


setattr(Decimal, ".slow__divmod__", _divmod_fixed)
setattr(Decimal, ".slow__floordiv__", _floordiv)
del _floordiv


def _as_integer(method):
    def call(self, /, *args):
        # The refusal is that of `int` in the C module.
        return int(self) if self._is_special and not args else method(self, *args)

    call.__name__ = method.__name__
    return call


for _name in "__floor__", "__ceil__", ".slow__round__":
    _method = getattr(Decimal, _name)
    _call = _as_integer(_method)
    _call.__qualname__, _call.__module__, _call.__doc__ = f"Decimal.{_name}", "decimal", _method.__doc__
    setattr(Decimal, _name, _call)
del _as_integer


def _plain(number):
    """The number itself, where a class below may say otherwise by `__bool__` and its like."""
    if type(number) is Decimal or not isinstance(number, Decimal):
        return number
    return _filled(object.__new__(Decimal), number)


def _refusal(name, given):
    given = type(given).__name__
    if name.startswith("__") and name not in ("__ceil__", "__floor__", "__format__", "__round__"):
        return f"descriptor '{name}' requires a 'decimal.Decimal' object but received a '{given}'"
    return f"descriptor '{name}' for 'decimal.Decimal' objects doesn't apply to a '{given}' object"


def _of_plain(method):
    def call(self, /, *args, **kwargs):
        if not isinstance(self, Decimal):
            raise TypeError(_refusal(method.__name__, self))
        if kwargs.get("context") is not None:
            _messages.check_context(kwargs["context"], Context, "optional argument")
        if type(self) is not Decimal or args and type(args[0]) is not Decimal:
            self, args = _plain(self), [_plain(given) for given in args]
        return method(self, *args, **kwargs)

    return call


def _of_none(method):
    def call(self, /, *args, **kwargs):
        name, given = f"Decimal.{method.__name__}()", len(args)
        if kwargs:
            raise TypeError(f"{name} takes no keyword arguments")
        if given:
            raise TypeError(f"{name} takes no arguments ({given} given)")
        return method(self)

    return call


def _compare(self, other, *, _known=Decimal._cmp):
    if self._is_special or other._is_special:
        return _known(self, other)
    # -1 below zero, 1 above.
    side = 0 if self._int == "0" else -1 if self._sign else 1
    other_side = 0 if other._int == "0" else -1 if other._sign else 1
    if side != other_side:
        return -1 if side < other_side else 1
    first, second = len(self._int) + self._exp, len(other._int) + other._exp
    if first == second:
        first = self._int + "0" * (self._exp - other._exp)
        second = other._int + "0" * (other._exp - self._exp)
    return 0 if side == 0 or first == second else side if first > second else -side


def _hash(self, *, _known=Decimal.__hash__):
    # The hash of one that is no number is its identity's.
    is_asked = type(self) is Decimal or self._is_special
    return _known(self if is_asked else _plain(self))


Decimal._cmp, Decimal.__hash__ = _compare, _hash
_hash.__name__, _hash.__qualname__, _hash.__module__ = "__hash__", "Decimal.__hash__", "decimal"


def _unequal(self, other, /):
    answer = Decimal.__eq__(self, other)
    return answer if answer is NotImplemented else not answer


for _name in (
    ".slow__add__", ".slow__sub__", ".slow__mul__", ".slow__truediv__", ".slow__floordiv__",
    ".slow__mod__", ".slow__divmod__", ".slow__abs__", ".slow__format__", ".slow__int__",
    ".slow__float__", ".slow__round__", ".slowquantize", ".slowsqrt", ".slownormalize",
    ".slowto_integral_value", ".slowto_integral_exact", ".slowcompare", ".slowmax", ".slowmin",
    ".slowfma", ".slowscaleb",
):
    setattr(Decimal, _name, _of_plain(getattr(Decimal, _name)))
for _name in (
    ".slowis_nan", ".slowis_infinite", ".slowis_finite", ".slowis_zero", ".slowis_signed",
    ".slowadjusted", ".slowcopy_abs", ".slowcopy_negate",
):
    setattr(Decimal, _name, _of_none(getattr(Decimal, _name)))
for _name in (
    "__neg__", "__pos__", "__pow__", "__rpow__", "__rsub__", "__rtruediv__", "__rfloordiv__",
    "__rmod__", "__rdivmod__", "__floor__", "__ceil__", "as_integer_ratio",
    "compare_total", "exp", "ln", "log10", "logb", "max_mag", "min_mag", "next_minus", "next_plus",
    "next_toward", "remainder_near", "shift", "rotate", "to_eng_string",
):
    _method = getattr(Decimal, _name)
    _call = _of_plain(_method)
    _call.__name__, _call.__qualname__ = _method.__name__, _method.__qualname__
    _call.__module__, _call.__doc__, _call.__wrapped__ = _method.__module__, _method.__doc__, _method
    setattr(Decimal, _name, _call)
_unequal.__name__, _unequal.__qualname__, _unequal.__module__ = "__ne__", "Decimal.__ne__", "decimal"
Decimal.__ne__ = _unequal
del _call, _method, _unequal, _compare, _hash
for _name, _of in ("__trunc__", "__int__"), ("to_integral", "to_integral_value"):
    setattr(Decimal, _name, _method_named(getattr(Decimal, _of), _name, "decimal.Decimal"))
del _of


_triple = _core.triple


def _from_triple(sign, coefficient, exponent, special=False):
    return _triple(Decimal, sign, coefficient, exponent, special)


def _example():
    """A number with its attributes in the order in which natives give them."""
    made = object.__new__(Decimal)
    made._sign, made._int, made._exp, made._is_special = 0, "0", 0, False
    return made


# The order of these is known to the natives.
_fields = (
    "prec", "rounding", "Emin", "Emax", "capitals", "clamp", "_ignored_flags", "traps", "flags",
)
if tuple(Context().__dict__) == _fields:
    Decimal._native_state = (
        _pure._current_context_var,
        Inexact, Rounded, FloatOperation, _example(), DefaultContext,
        dict.fromkeys(DefaultContext.flags, 0),
    )
    if _core.announce(Decimal):
        # What natives keep as words is a text to the methods in Python.
        Decimal._int = property(_core.digits, _core.set_digits)
        Decimal._is_special = property(_core.is_special, _core.set_is_special)
        _pure._dec_from_triple = _from_triple
del _name, _fields, _example


def _as_tuple_of(method):
    parts_of, made = _core.parts, tuple.__new__

    def as_tuple(self):
        """Returns the sign, the digits and the exponent."""
        parts = parts_of(self)
        return method(self) if parts is None else made(DecimalTuple, parts)

    as_tuple.__qualname__, as_tuple.__module__ = method.__qualname__, method.__module__
    return as_tuple


Decimal.as_tuple = _as_tuple_of(Decimal.as_tuple)
del _as_tuple_of


def _new_context(cls, *args, **kwargs):
    return object.__new__(cls)


setattr(Context, ".slow__new__", staticmethod(_new_context))
Context.__new__ = staticmethod(_method_named(_core.new_context, "__new__", "decimal.Context"))
for _name in (
    "__init__", "__setattr__", "copy", "_shallow_copy", "clear_flags", "create_decimal",
    "create_decimal_from_float",
):
    setattr(Context, f".slow{_name}", getattr(Context, _name))
    _native = getattr(_core, _name.strip("_"))
    setattr(Context, _name, _method_named(_native, _name, "decimal.Context"))
Context.__copy__ = _method_named(_core.copy, "__copy__", "decimal.Context")
del _name, _native, _new_context

# The order in which the C module names them.
_told = (
    Clamped, InvalidOperation, DivisionByZero, Inexact, FloatOperation, Overflow, Rounded,
    Subnormal, Underflow,
)


def __repr__(self):
    def names(signals):
        return ", ".join([signal.__name__ for signal in _told if signals[signal]])

    return (
        f"Context(prec={self.prec}, rounding={self.rounding}, Emin={self.Emin}, Emax={self.Emax}, "
        f"capitals={self.capitals}, clamp={self.clamp}, flags=[{names(self.flags)}], "
        f"traps=[{names(self.traps)}])"
    )


def _to_integral(self, a):
    return Context.to_integral_value(self, a)


_to_integral.__name__, _to_integral.__qualname__ = "to_integral", "Context.to_integral"
_to_integral.__module__ = "decimal"
Context.to_integral = _to_integral
Context.__repr__ = __repr__
del __repr__, _to_integral
