# printf-style formatting.
def attempt(function):
    try:
        print(repr(function()))
    except Exception as error:
        # The words about %c differ between versions.
        print(type(error).__name__, "%c" if "%c" in str(error) else error)


class Text:
    def __str__(self):
        return "text"

    def __repr__(self):
        return "repr"


class Number:
    def __int__(self):
        return 7

    def __float__(self):
        return 2.5

    def __index__(self):
        return 9


values = [0, 5, -5, 255, 10**20, True, 3.7, -3.7]
for spec in ("%d", "%i", "%5d", "%-5d|", "%05d", "%+d", "% d", "%.3d", "%5.3d", "%x", "%X", "%#x", "%#o", "%o", "%#X", "%08x", "%#010x", "%-#8x|", "%+.2f", "%u"):
    for value in values:
        attempt(lambda: spec % value)
for spec in ("%f", "%.2f", "%10.3f", "%-10.1f|", "%010.2f", "%+f", "% f", "%e", "%.1e", "%E", "%g", "%.3g", "%G", "%#g", "%#.0f", "%.0f", "%F", "%5s", "%s"):
    for value in (0.0, -1.5, 1e10, 1e-5, 1e100, float("inf"), float("-inf"), float("nan"), 3, 123456789.0):
        attempt(lambda: spec % value)
for spec in ("%s", "%r", "%a", "%10s|", "%-10s|", "%.2s", "%10.2s|", "%c", "%5c|", "%%"):
    for value in ("abc", "é", Text(), None, [1], 65):
        attempt(lambda: spec % (value,))
attempt(lambda: "%s %s" % ("a", "b"))
attempt(lambda: "%(a)s %(b)5.1f %(a)r" % {"a": 1, "b": 2.25})
attempt(lambda: "%*d|%-*d|%.*f" % (5, 42, 5, 42, 2, 3.14159))
attempt(lambda: "%d %f %x" % (Number(), Number(), Number()))
attempt(lambda: "%s" % (1,))
attempt(lambda: "%s" % [1, 2])
attempt(lambda: "%s %s" % (1,))
attempt(lambda: "%s" % (1, 2))
attempt(lambda: "abc" % 1)
attempt(lambda: "abc" % [1])
attempt(lambda: "abc" % {})
attempt(lambda: "abc" % "x")
attempt(lambda: "%d" % "x")
attempt(lambda: "%d" % None)
attempt(lambda: "%x" % 1.5)
attempt(lambda: "%x" % "a")
attempt(lambda: "%f" % "x")
attempt(lambda: "%c" % "ab")
attempt(lambda: "%c" % -1)
attempt(lambda: "%c" % 1.5)
attempt(lambda: "%c" % 0x110000)
attempt(lambda: "%y" % 1)
attempt(lambda: "%" % 1)
attempt(lambda: "%5" % 1)
attempt(lambda: "%(a)s" % 1)
attempt(lambda: "%(a)s" % {})
attempt(lambda: "%(a" % {})
attempt(lambda: "%*d" % ("a", 1))
attempt(lambda: "%*d" % 1)
attempt(lambda: "%ld %hd %Ld" % (1, 2, 3))
attempt(lambda: "%.*d" % (3, 5))
attempt(lambda: "%-05d|" % 5)
attempt(lambda: "%+ d" % 5)
attempt(lambda: "%d%%" % 50)
attempt(lambda: "%d" % 1e400)
attempt(lambda: "%(a)s %s" % {"a": 1})
attempt(lambda: "%s" % b"x")
attempt(lambda: "%s" % ())
attempt(lambda: "%.50f" % 0.1)
attempt(lambda: "%.3s|%5.1s|" % ("abcdef", "xyz"))
