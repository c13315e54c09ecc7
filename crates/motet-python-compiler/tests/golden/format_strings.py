def f(a, b):
    x = f"{a}"
    y = f"a{a!r}b{b:>{a}.2f}" "c" f"{a + b=}{{}}"
    return f"", f"{a!s:x}", f"{a=!s}", f"{a=:5}"
