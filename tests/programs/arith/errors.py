# Arithmetic that fails says so, in CPython's words.
def attempt(label, function):
    try:
        print(label, function())
    except ZeroDivisionError:
        # The words differ between versions.
        print(label, "ZeroDivisionError")
    except (TypeError, ValueError, OverflowError) as error:
        print(label, type(error).__name__, error)


attempt("int modulo", lambda: 1 % 0)
attempt("int floor", lambda: 1 // 0)
attempt("int true", lambda: 1 / 0)
attempt("divmod", lambda: divmod(1, 0))
attempt("float", lambda: 1.0 / 0)
attempt("float modulo", lambda: 1.0 % 0.0)
attempt("zero power", lambda: 0 ** -1)
attempt("big", lambda: 10 ** 30 // 0)
attempt("add", lambda: 1 + "a")
attempt("add reversed", lambda: "a" + 1)
attempt("subtract", lambda: [] - 1)
attempt("multiply", lambda: "a" * 1.5)
attempt("negate", lambda: -"a")
attempt("invert", lambda: ~1.5)
attempt("shift", lambda: 1 << -1)
attempt("shift float", lambda: 1.0 << 2)
attempt("int text", lambda: int("12x"))
attempt("float text", lambda: float("abc"))
attempt("int none", lambda: int(None))
attempt("int infinite", lambda: int(float("inf")))
attempt("int nan", lambda: int(float("nan")))
attempt("compare", lambda: 1 < None)
attempt("base", lambda: int("z", 36))
attempt("base two", lambda: int("102", 2))
attempt("overflow", lambda: 10.0 ** 400)
attempt("too big", lambda: float(10 ** 400))
