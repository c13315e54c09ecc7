"""Templates of `%` and f-strings with strings and numbers: the common forms, and what is beside."""

print("%s is %d years and %.1f tall" % ("Ada", 36, 1.68))
print("%s%s%s" % ("a", 1, 2.5), "%s" % "only", "%d" % 7, "%5.1f|" % 2.25, "100%%" % ())
print("%5s|%-5s|%05d|%5d|%-5d|%05.1f" % ("ab", "ab", 42, 42, 42, -1.5))
print("%05d|%-05d|%05s|%05.2f|%3d" % (-42, -42, "x", -3.14159, 12345))
print("%.2s|%5.2s|%-5.2s|%.0s|" % ("abc", "abc", "abc", "abc"))
print("%.3s|%4.1s|%s" % (12345, 6.75, -0.0))
print("%e %E %g %G %f %F" % (12345.678, 0.00012, 1e20, 1e-7, 1e15, float("inf")))
print("%06.1f|%-8.3e|%8g|" % (float("nan"), 1.5, 2.0))
print("%i %d %s" % (10**15, -(10**15), 10**30), "%d" % 10**30, "%d" % 3.99, "%d" % True)
print("%s %s %s" % (None, True, [1]), "%r %a" % ("é", "é"), "%x %o %c" % (255, 8, "z"))
print("%+d % d %#x %ld" % (5, 5, 255, 9), "%*d|%.*f" % (5, 42, 2, 3.14159))
print("%(name)s has %(count)d" % {"name": "Bob", "count": 3}, "plain" % {}, "%s" % {"a": 1})
print("é%sü" % "ö", "%5s|" % "日本", "%.1s" % "日本", "%s" % "\ud800" == "\ud800")
for template, values in (
    ("%s %s", "one"),
    ("%s", ("one", "two")),
    ("none", "one"),
    ("none", 5),
    ("%d", "five"),
    ("%d", ()),
    ("%", 1),
    ("%5", 1),
    ("%.", 1),
    ("%y", 1),
    ("%(a)s", 1),
    ("%s %z", ("a", 1)),
    ("%f", "x"),
    ("%f", 10**400),
):
    try:
        print(template % values)
    except (TypeError, ValueError, OverflowError) as error:
        print(type(error).__name__, error)


class Text(str):
    def __str__(self):
        return "from __str__"


class Number(int):
    def __str__(self):
        return "a number"

    __repr__ = __str__


class Real(float):
    def __repr__(self):
        return "a real"


print("%s %d %s %s" % (Text("x"), Number(5), Number(5), Real(1.5)), Text("<%s>") % "in")
print(f"{Text('x')} {Number(5)} {Real(1.5)} {Text('x')!r} {Number(5)!r} {Real(1.5)!r}")
texts = ["", "plain", "it's", 'say "x"', "both ' and \"", "back\\slash", "tab\t", "é", "日", "\x7f"]
for value in texts:
    print(f"{value!r} {value!s} {value!a}", f"{value!r:>8}|", repr(value), [value])
for value in (0, -5, 10**12, 1.0, -0.0, 1e300, float("nan"), float("-inf"), 0.1, True, None):
    print(f"{value} {value!r} {value!s} {value!a}", f"{value!r:>8}|")
print(f"{10**40!r} {2.5:.2f} {7:03d} {'x':>3}|")


class Meddling:
    def __str__(self):
        values.append("late")
        return "meddling"


values = [Meddling(), 1]
print("%s %d" % tuple(values), len(values))
try:
    print("%s %s" % ("ok", type("Bad", (), {"__str__": lambda self: 5})()))
except TypeError as error:
    print(error)
