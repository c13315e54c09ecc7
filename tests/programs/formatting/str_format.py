# str.format: fields, attributes, indexes, nesting, and its errors.
def attempt(function):
    try:
        print(repr(function()))
    except Exception as error:
        print(type(error).__name__, error)


class Point:
    def __init__(self, x, y):
        self.x, self.y = x, y
        self.self = self
        self.items = [1, {"k": "v"}]

    def __repr__(self):
        return "Point()"

    def __str__(self):
        return "pt"

    def __format__(self, spec):
        return f"<{spec}>"


p = Point(1, 2)
attempt(lambda: "{} {}".format(1, 2))
attempt(lambda: "{1} {0} {1}".format("a", "b"))
attempt(lambda: "{a} {b}".format(a=1, b=2))
attempt(lambda: "{0.x} {0.self.y} {p.items[0]} {p.items[1][k]}".format(p, p=p))
attempt(lambda: "{} {!r} {!s} {!a} {:abc}".format(p, p, p, "é", p))
attempt(lambda: "{:>{}}|{:<{w}}|{:{f}^{w}}".format("a", 5, "b", "c", w=4, f="*"))
attempt(lambda: "{{}} {{{0}}} {{".format(1))
attempt(lambda: "{0[a]} {0[0]} {1[0]}".format({"a": 1, 0: "zero"}, [5]))
attempt(lambda: "{0:{1}.{2}f}".format(3.14159, 8, 2))
attempt(lambda: "{:d} {:x} {:5.1f} {:,}".format(5, 255, 2.25, 1234567))
attempt(lambda: "{a[b]}".format(a={"b": "c"}))
attempt(lambda: "{0!r:>10}".format("x"))
attempt(lambda: "{:%}".format(0.5))
attempt(lambda: "".format(1, 2))
attempt(lambda: "no fields".format())
attempt(lambda: "{0[-1]}".format({"-1": "text key"}))
attempt(lambda: "{:{}}".format(5, ">4"))
attempt(lambda: "{a}".format_map({"a": 1}))
attempt(lambda: "{x.real}".format(x=5))
attempt(lambda: "{0.__class__.__name__}".format(5))
attempt(lambda: "{!s:5}|".format(None))
attempt(lambda: "{0:}".format("q"))
attempt(lambda: "{}{}".format(1))
attempt(lambda: "{2}".format(1))
attempt(lambda: "{a}".format(b=1))
attempt(lambda: "{} {0}".format(1))
attempt(lambda: "{0} {}".format(1))
attempt(lambda: "{".format(1))
attempt(lambda: "}".format(1))
attempt(lambda: "{0".format(1))
attempt(lambda: "{0!}".format(1))
attempt(lambda: "{0!x}".format(1))
attempt(lambda: "{0!rr}".format(1))
attempt(lambda: "{0.}".format(1))
attempt(lambda: "{0[}".format([1]))
attempt(lambda: "{0[]}".format([1]))
attempt(lambda: "{0[a]}".format([1]))
attempt(lambda: "{0[9]}".format([1]))
attempt(lambda: "{0.foo}".format(1))
attempt(lambda: "{0[0]x}".format([1]))
attempt(lambda: "{:{:{}}}".format(1, 2, 3))
attempt(lambda: "{-1}".format(1))
attempt(lambda: "{ 0}".format(1))
attempt(lambda: "{:d}".format("x"))
attempt(lambda: "{:z}".format(1))
attempt(lambda: "{a}".format_map({}))
attempt(lambda: "{}".format_map({}))
attempt(lambda: "{a}".format_map(5))
attempt(lambda: "{0} {1}".format(*[1, 2], **{}))


class Default(dict):
    def __missing__(self, key):
        return f"<{key}>"


class BadFormat:
    def __format__(self, spec):
        return 5


attempt(lambda: "{}".format(BadFormat()))
attempt(lambda: format(5, 5))
attempt(lambda: format())
attempt(lambda: format(object(), "x"))
attempt(lambda: f"{p:>5} {p!r:>9} {p!s} {'x':{'>'}{3}} {3.14159:.{2}f} {5:#06x}")
attempt(lambda: f"{{}} {5!r} {'a' 'b'} {[1, 2][0]} { {'k': 1}['k'] } {5:}" + f"{p=} {1+1=} {p.x = }")
