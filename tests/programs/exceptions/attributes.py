# What the built-in exceptions carry and print.
for error in (ValueError(), ValueError("one"), ValueError("a", "b"), KeyError("k"), KeyError(5), IndexError("i"), StopIteration(3), OSError("plain"), Exception(None), ValueError([1]), AssertionError(), SystemExit(3)):
    print(repr(error), "|", str(error), "|", error.args)
print(StopIteration(3).value, SystemExit(4).code)


class Point:
    pass


def attempt(function):
    try:
        function()
    except Exception as error:
        print(type(error).__name__, "|", error)


attempt(lambda: Point().missing)
attempt(lambda: Point.missing)
attempt(lambda: (5).missing)
attempt(lambda: None.missing)
attempt(lambda: "abc".missing)
attempt(lambda: {}["missing"])
attempt(lambda: {}[(1, 2)])
attempt(lambda: [][0])
attempt(lambda: ()[0])
attempt(lambda: None())
attempt(lambda: None[0])
attempt(lambda: 5[0])
attempt(lambda: Point()[0])
attempt(lambda: len(Point()))
attempt(lambda: next([]))
attempt(lambda: iter(5))
attempt(lambda: int([]))
attempt(lambda: "a" + 1)
attempt(lambda: [1] + (2,))
attempt(lambda: {} < {})
attempt(lambda: Point() + 1)
attempt(lambda: Point() < Point())
attempt(lambda: -Point())
attempt(lambda: Point(1))
attempt(lambda: isinstance(1, 5))
attempt(lambda: "a"["b"])
attempt(lambda: [1]["b"])
attempt(lambda: hash([]))
attempt(lambda: undefined)
error = ValueError("noted")
error.code = 5
try:
    raise error
except ValueError as caught:
    print(caught is error, caught.code)
try:
    raise ValueError("class") from KeyError("cause")
except ValueError as caught:
    print(repr(caught.__cause__), caught.__suppress_context__)
