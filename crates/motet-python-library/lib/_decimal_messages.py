"""What the C module `_decimal` says of mistakes, for the copy of `_pydecimal` that stands for it.

A condition that is trapped is told as the list of what was signalled, and constructors have words
of their own.
"""

_DIGITS = frozenset(range(10))
_MAX_PREC = 999999999999999999
_LIMITS = {
    "prec": (1, _MAX_PREC, "valid range for prec is [1, MAX_PREC]"),
    "Emin": (-_MAX_PREC, 0, "valid range for Emin is [MIN_EMIN, 0]"),
    "Emax": (0, _MAX_PREC, "valid range for Emax is [0, MAX_EMAX]"),
    "capitals": (0, 1, "valid values for capitals are 0 or 1"),
    "clamp": (0, 1, "valid values for clamp are 0 or 1"),
}
_ROUNDINGS = (
    "valid values for rounding are:\n"
    "  [ROUND_CEILING, ROUND_FLOOR, ROUND_UP, ROUND_DOWN,\n"
    "   ROUND_HALF_UP, ROUND_HALF_DOWN, ROUND_HALF_EVEN,\n"
    "   ROUND_05UP]"
)


def check_parts(parts):
    """Refuses a sequence that does not tell sign, digits and exponent of a number."""
    if len(parts) != 3:
        raise ValueError("argument must be a sequence of length 3")
    sign, digits, exponent = parts
    if not isinstance(sign, int) or sign not in (0, 1):
        raise ValueError("sign must be an integer with the value 0 or 1")
    if isinstance(exponent, str):
        if exponent not in ("F", "n", "N"):
            raise ValueError("string argument in the third position must be 'F', 'n' or 'N'")
        if exponent == "F":
            return
    elif not isinstance(exponent, int):
        raise ValueError("exponent must be an integer")
    are_digits = isinstance(digits, (tuple, list)) and all(
        isinstance(digit, int) and digit in _DIGITS for digit in digits)
    if not are_digits:
        raise ValueError("coefficient must be a tuple of digits")


def check_context(context, kind, what):
    """Refuses what is no context of that class."""
    if not isinstance(context, kind):
        raise TypeError(f"{what} must be a context")


_SIGNALS = (
    "valid values for signals are:\n"
    "  [InvalidOperation, FloatOperation, DivisionByZero,\n"
    "   Overflow, Underflow, Subnormal, Inexact, Rounded,\n"
    "   Clamped]"
)


def _set_integer_check(self, name, value, least, most):
    limits = _LIMITS[name]
    if not isinstance(value, int):
        raise TypeError("an integer is required")
    # (A truth value becomes a number.)
    value = int(value)
    if value.bit_length() > 63:
        raise OverflowError("Python int too large to convert to C ssize_t")
    if not limits[0] <= value <= limits[1]:
        raise ValueError(limits[2])
    object.__setattr__(self, name, value)


class _Roundings(tuple):
    """The ways to round: what is looked for and not among them is refused."""

    def __contains__(self, value):
        if tuple.__contains__(self, value):
            return True
        raise TypeError(_ROUNDINGS)


def amend(pure):
    """Gives a copy of `_pydecimal` the messages."""
    decimal, context_class = pure.Decimal, pure.Context

    def raise_error(self, condition, explanation=None, *args, _known=context_class._raise_error):
        return _known(self, condition, [condition], *args)

    def whole(self, *, _known=decimal.__int__):
        if self._is_special:
            if self._isnan():
                raise ValueError("cannot convert NaN to integer")
            raise OverflowError("cannot convert Infinity to integer")
        return _known(self)

    def real(self, *, _known=decimal.__float__):
        if self._is_special and self.is_snan():
            raise ValueError("cannot convert signaling NaN to float")
        return _known(self)

    def hashed(self, *, _known=decimal.__hash__):
        if self._is_special and self.is_snan():
            raise TypeError("Cannot hash a signaling NaN value")
        return _known(self)

    def rounded(self, n=None, *, _known=decimal.__round__):
        if n is not None and not isinstance(n, int):
            raise TypeError("optional arg must be an integer")
        return _known(self, n)

    current = pure._current_context_var
    templates = pure.DefaultContext, pure.BasicContext, pure.ExtendedContext

    def check_signals(given):
        if not isinstance(given, (list, dict)):
            raise TypeError("argument must be a signal dict")
        if not all(any(signal is known for known in pure._signals) for signal in given):
            raise KeyError(_SIGNALS)

    def init(
        self, prec=None, rounding=None, Emin=None, Emax=None, capitals=None, clamp=None, flags=None,
        traps=None, _ignored_flags=None, *, _known=context_class.__init__,
    ):
        for given in flags, traps:
            if given is not None:
                check_signals(given)
        _known(self, prec, rounding, Emin, Emax, capitals, clamp, flags, traps, _ignored_flags)

    def set_context(context, /):
        """Sets the context of the thread."""
        if not isinstance(context, context_class):
            check_context(context, context_class, "argument")
        if context in templates:
            context = context.copy()
            context.clear_flags()
        current.set(context)

    manager = pure._ContextManager

    def local_context(ctx=None, **kwargs):
        """Returns a context manager for a copy of a context, that of the thread by default."""
        if ctx is None:
            ctx = pure.getcontext()
        else:
            check_context(ctx, context_class, "optional argument")
        made = manager(ctx)
        for name in kwargs:
            if name not in _LIMITS and name not in ("rounding", "flags", "traps"):
                message = f"this function got an unexpected keyword argument '{name}'"
                raise TypeError(message)
            setattr(made.new_context, name, kwargs[name])
        return made

    pure._rounding_modes = _Roundings(pure._rounding_modes)
    context_class._raise_error, context_class._set_integer_check = raise_error, _set_integer_check
    for owner, name, method in (
        (context_class, "__init__", init), (decimal, "__int__", whole),
        (decimal, "__float__", real), (decimal, "__hash__", hashed), (decimal, "__round__", rounded),
    ):
        method.__qualname__ = f"{owner.__name__}.{name}"
        _set(owner, name, method)
    for name, function in ("setcontext", set_context), ("localcontext", local_context):
        function.__qualname__ = name
        _set(pure, name, function)


def _set(owner, name, function):
    function.__name__, function.__module__ = name, "decimal"
    setattr(owner, name, function)
