"""Formats of numbers in all the usual shapes, by `%`, `format` and f-strings."""

NUMBERS = [0, 1, -1, 9, -10, 255, 4096, -65535, 2**31, -(2**40), 2**61, 2**64, -(2**70)]
REALS = [0.0, -0.0, 0.5, 1.5, 2.5, 2.675, -0.001, 1e16, 123456789.125, 1e22, 5e-324, 1e300]
ODD = [float("inf"), float("-inf"), float("nan")]


class Real(float):
    def __format__(self, specification):
        return "own " + specification


class Whole(int):
    def __repr__(self):
        return "own repr"


def by_percent():
    for number in NUMBERS:
        print("%x|%X|%o|%d|%i|%s|%r|%a" % ((number,) * 8))
        print("%8x|%-8x|%08x|%3d|%05d|%-5d|%08X|%020o" % ((number,) * 8))
    for number in REALS + ODD:
        print("%f|%.2f|%8.3f|%-9.1f|%09.2f|%.0f|%F|%s|%r" % ((number,) * 9))
    print("%r %s %a" % (None, True, False), "%r" % ("it's",), "%r" % ('say "x"',), "%r" % ("both ' \"",))
    print("%r|%10r|%-10r|%.3r" % ("a\n\té", "b", "c", "long text"), "%a" % "é", "%5s|%.1s" % ("é", "éa"))
    print("%x" % Whole(255), "%r" % Whole(1), "%s" % Whole(1), "%d" % Whole(7), "%.1f" % Real(2.25), "%r" % Real(0.5))
    print("%d" % 3.99, "%d" % True, "%x" % True, "%f" % 3, "%.1f" % True, "%g|%e" % (0.1, 12345.678))
    print("%#x|%+d|% d|%#o|%+.1f" % (255, 5, 5, 8, 1.25), "%*d|%-*d|%.*f" % (5, 1, 5, 2, 1, 0.25))
    print("%(a)x %(b).1f %(a)r" % {"a": 10, "b": 2.55}, "%%|%c|%c" % (65, "é"))


def by_format():
    specifications = ["", "x", "X", "o", "b", "d", "4x", "04x", "08b", "5", "05", "12d", "020", "0", "99x"]
    for number in NUMBERS:
        print([format(number, specification) for specification in specifications])
    for specification in ["f", ".2f", "8.3f", "08.2f", ".0f", "012f", "0.1f", "5f", ".10f", "1.1f"]:
        print([format(number, specification) for number in REALS + ODD])
    for specification in ["+.1f", "<8.1f", "^9.2f", ",.2f", "_x", "#x", "+d", " d", "*>6d", ">4x", "e", "g", "%", ".3", "F"]:
        print([format(value, specification) for value in (12.5, 1234567.0) if specification[-1] not in "xd"], end=" ")
        print([format(value, specification) for value in (12, -1234567) if specification[-1] in "xd"])
    print(f"{Real(1.0):.2f}", f"{Whole(255):x}", f"{Whole(5):03}", f"{True:d}", f"{True:5}", f"{7:.2f}", f"{7:c}")


def refused():
    for value, specification in [
        (1, ".2"), (1, ".2d"), (1, "5.1x"), (1.0, "d"), (1.0, "x"), (1.5, "05.f"), (1, "q"), (1, "xx"), (1.0, ".f"),
    ]:
        try:
            print(format(value, specification))
        except ValueError as error:
            print(error)
    for template, values in [("%x", 1.5), ("%d", "1"), ("%f", "1"), ("%x", (1, 2)), ("%d %d", 1), ("%q", 1), ("%.2", 1)]:
        try:
            print(template % values)
        except (TypeError, ValueError) as error:
            print(type(error).__name__, error)


by_percent()
by_format()
refused()
