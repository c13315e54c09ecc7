# `c` with a width, numbers in templates that are too large, and fields without an end.
def tell(function):
    try:
        print(repr(function()))
    except BaseException as error:
        print(type(error).__name__, error)


for value in (65, True, 0x10FFFF, 0x110000, -1, 2**31, 2**63, 2**64, 10**30):
    for spec in ("c", "5c", "<5c", "^5c", "=5c", "05c", "*>5c", "é^6c"):
        print(value, spec, end=" ")
        tell(lambda: format(value, spec))
for value in (1, 1.5, 10**30, 1j, True, "a"):
    for spec in (
        ".99999999999", ".99999999999d", ".99999999999x", ".99999999999f", ".99999999999e",
        ".99999999999999999999999", "99999999999999999999999", ".2147483648", ".2147483648y",
    ):
        print(value, spec, end=" ")
        tell(lambda: format(value, spec)[:9])
for template in (
    "{", "{0", "{0!", "{0!r", "{0!r!", "{0!r:", "{0!rx", "{0!rx}", "{0!}", "{0!:}", "{0:", "{0:{", "{0:{1",
    "{0:{1}", "{0[", "{0[a", "{0[a]", "{0[a]:", "{0{", "{{0", "{0.a", "{0.a!", "{!", "{:", "{:{}",
):
    print(template, end=" ")
    tell(lambda: template.format("abc", 5))
for template, values in (
    ("%*d", (2**63, 1)), ("%*d", (-2**63, 1)), ("%*d", (-2**63 - 1, 1)), ("%.*f", (2**31, 1.0)),
    ("%.*f", (2**63, 1.0)), ("%.*f", (-5, 1.5)), ("%*d", (1.5, 1)), ("%*d", ("a", 1)),
    ("%99999999999999999999999d", 1), ("%9223372036854775808s", b"a"), ("%.99999999999f", 1.0),
    ("%.2147483648f", 1.0), ("%.99999999999999999999s", b"a"), ("%.9223372036854775808s", b"a"),
    ("%c", b"ab"), ("%c", b""), ("%c", bytearray(b"abc")), ("%c", memoryview(b"a")), ("%c", 1.5),
    ("%f", b"x"), ("%f", None), ("%e", 10**400), ("%g", [1]), ("%lld", 5), ("%hhd", 5), ("%lhd", 5),
    ("%ld", 5), ("%hd", 5), ("%Ld", 5),
):
    print(template, end=" ")
    tell(lambda: template % values)
    print("bytes", end=" ")
    tell(lambda: template.encode() % values)
