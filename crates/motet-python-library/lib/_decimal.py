"""Decimal numbers: those of `_pydecimal`, with natives for the common cases.

The module has a copy of `_pydecimal` for itself, so that the one which programs can import stays
as it is.
"""

import sys as _sys

import _decimal_core as _core

_other = _sys.modules.pop("_pydecimal", None)
try:
    import _pydecimal as _pure
finally:
    _sys.modules.pop("_pydecimal", None)
    if _other is not None:
        _sys.modules["_pydecimal"] = _other
del _other


globals().update({name: getattr(_pure, name) for name in _pure.__all__})
__all__ = list(_pure.__all__)
__version__ = _pure.__version__
__libmpdec_version__ = _pure.__libmpdec_version__

_slow_getcontext = _pure.getcontext
_current = _core.current

_CONVERTED = (str, int, float, tuple, list, Decimal, _pure._WorkRep)


def _new(cls, value="0", context=None, *, _known=Decimal.__new__):
    if not isinstance(value, _CONVERTED):
        raise TypeError(f"conversion from {type(value).__name__} to Decimal is not supported")
    return _known(cls, value, context)


Decimal._slow__new__ = staticmethod(_new)
del _new
Decimal.__new__ = staticmethod(_core.new)


def getcontext():
    """Returns this thread's context: if there is none yet, a copy of DefaultContext becomes it."""
    context = _current(Decimal)
    return _slow_getcontext() if context is None else context


getcontext.__module__ = "decimal"
_pure.getcontext = getcontext

for _name in (
    "__add__", "__sub__", "__mul__", "__truediv__", "__floordiv__", "__mod__", "__divmod__",
    "__abs__", "__str__", "__repr__", "__format__", "__int__", "__float__", "__round__",
    "quantize", "sqrt", "normalize", "to_integral_value", "to_integral_exact",
):
    setattr(Decimal, f"_slow{_name}", getattr(Decimal, _name))
    setattr(Decimal, _name, getattr(_core, _name.strip("_")))


def _divmod(self, other, context=None, *, _known=Decimal._slow__divmod__):
    try:
        return _known(self, other, context)
    except DivisionByZero:
        # Both are signalled, and the C module tests for the other first.
        if (context or getcontext()).traps[InvalidOperation]:
            raise InvalidOperation from None
        raise


Decimal._slow__divmod__ = _divmod
del _divmod
Decimal.__trunc__ = Decimal.__int__
Decimal.to_integral = Decimal.to_integral_value


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
    _core.announce(Decimal)
    Decimal._native_state = (
        _pure._current_context_var,
        Inexact, Rounded, FloatOperation, _example(), Context(),
    )
del _name, _fields, _example

_slow_copy, _copy_context = Context.copy, _core.copy_context
# The order in which the C module names them.
_told = (
    Clamped, InvalidOperation, DivisionByZero, Inexact, FloatOperation, Overflow, Rounded,
    Subnormal, Underflow,
)


def _copy(self):
    """Returns a copy of the context, its flags and traps included."""
    made = _copy_context(Decimal, self)
    return _slow_copy(self) if made is None else made


def __repr__(self):
    def names(signals):
        return ", ".join([signal.__name__ for signal in _told if signals[signal]])

    return (
        f"Context(prec={self.prec}, rounding={self.rounding}, Emin={self.Emin}, Emax={self.Emax}, "
        f"capitals={self.capitals}, clamp={self.clamp}, flags=[{names(self.flags)}], "
        f"traps=[{names(self.traps)}])"
    )


Context.copy = Context.__copy__ = _copy
Context.__repr__ = __repr__
del _copy, __repr__
