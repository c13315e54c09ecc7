# The format mini-language, for every type, and its errors.
def attempt(value, spec):
    try:
        print(repr(value), spec, "->", repr(format(value, spec)))
    except Exception as error:
        print(repr(value), spec, type(error).__name__, error)


for spec in ("", "d", "5", "<5", ">5", "^5", "=5", "05", "+", "-", " ", "+d", " d", "x", "X", "o", "b", "#x", "#X", "#o", "#b", "#010x", ",", "_", ",d", "_d", "_x", "_b", "10,", "010,", "*^10", "*=+10", "c", "e", "f", "g", "n", "%", ".2f", ".3e", "E", "G", ".2", "s", ",x", "z", "0<5", "é>5", "x<5", "10s", "<<5", "+.3f", ",.2f", "_.2f", ".0f", "#.0f", "q", "5.", ",_", "05d", "-05d", "<05", "^+8", ",c", ".5d", "=+#8x", "_n", "08_b", "#_b"):
    attempt(1234567, spec)
    attempt(-42, spec)
for spec in ("", "f", ".2f", "10.3f", "<10.1f", "+.1f", " .1f", "e", ".3e", "E", "g", ".3g", "G", "#g", "%", ".1%", ",", ",.2f", "_.3f", "010.2f", "+010.2f", "n", ".10", ".0f", "#.0f", "z.0f", "z", ".0e", "#.0e", "*^15.2f", "=+12.2f", "d", "x", "s", "F", ".3", "5", "020,.2f", ".15g", ".17g", ".1g", "#.3g", "_", "_e", ",e", "012_.1f", ".3n", "20n"):
    for value in (0.0, -0.0, 1.0, -1.5, 1234567.891, 1e-7, 1e20, float("inf"), float("-inf"), float("nan"), -0.04):
        attempt(value, spec)
for spec in ("", "s", "10", "<10", ">10", "^10", "*^10", ".2", "10.2", "=10", "+", "d", "010", "0", ",", "#", "x", ".0", "é^7", "z", " "):
    attempt("abc", spec)
for spec in ("", ".2f", "+.1f", "e", "g", "20", "<20", "^20", ",.1f", "d", "s", "020", "=20", ".3", "n", "%", "#", "+", " ", "_"):
    attempt(1 + 2j, spec)
    attempt(-1234.5 - 0.25j, spec)
    attempt(2j, spec)
for value in (True, None, [1], (1,), {"a": 1}, {1}, range(3), b"x", int, Exception("e")):
    attempt(value, "")
    attempt(value, "10")
attempt(True, "d")
attempt(True, "s")
attempt(65, "c")
attempt(0x1F600, "c")
attempt(-1, "c")
attempt(0x110000, "c")
attempt(10**30, ",")
attempt(10**30, "x")
attempt(10**30, ".3e")
attempt(10**400, ".3e")
attempt(65, "+c")
attempt(65, "#c")
attempt(5, "99999999999999999999")
attempt(5, ".99999999999999999999f")
attempt("x", "\x00<3")
