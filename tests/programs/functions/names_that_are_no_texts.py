"""Names of attributes and of keyword arguments that are no texts; what is told first of several mistakes."""


class Anything:
    pass


def given(*arguments, **named):
    return arguments, named


def two(a, b):
    return a, b


def mixed(a, /, b, *, c=3):
    return a, b, c


def told(function):
    try:
        print(function())
    except (TypeError, ValueError, NotImplementedError, OverflowError) as error:
        print(type(error).__name__, error)


anything = Anything()
for name in (0, 1, False, None, 0.0, b"value", ()):
    told(lambda: given(**{name: 1}))
    told(lambda: given(1, a=2, **{name: 1}))
    told(lambda: getattr(anything, name))
    told(lambda: getattr(anything, name, 5))
    told(lambda: hasattr(anything, name))
    told(lambda: setattr(anything, name, 1))
    told(lambda: delattr(anything, name))

# A wrong name is told before a wrong number.
told(lambda: two(1, 2, 3, a=1))
told(lambda: two(1, 2, 3, d=1))
told(lambda: two(1, 2, 3))
told(lambda: mixed(1, 2, 3, a=1))
told(lambda: mixed(1, 2, 3, c=4))
told(lambda: mixed(1, 2, 3, d=4))


def unpacked(value):
    a, b = value
    return a, b


for value in ([1, 2, 3], (1, 2, 3), {1: 1, 2: 2, 3: 3}, "abc", range(3), {1, 2, 3}, b"abc", iter("abc")):
    told(lambda: unpacked(value))

for key in (0, slice(1), "a"):
    for value in (b"abc", "abc", (1, 2), range(3)):
        def delete():
            del value[key]
        told(delete)
for call in (lambda: "a".find(None), lambda: "a".replace(None, "b"), lambda: "a".partition(None),
             lambda: "a".removeprefix(None), lambda: pow(2, 3, {}), lambda: pow(2, 3, 1.5)):
    told(call)

for limits in (slice(None, None, 0), slice("a"), slice(0, 4, 2)):
    def assign():
        items = [1, 2, 3]
        items[limits] = 5
    told(assign)
    told(lambda: bytearray(b"abc")[limits])
told(lambda: memoryview(b"abc")[()])
told(lambda: memoryview(b"abc")[0, 1])
told(lambda: dict([1]))
told(lambda: bytes((1 << 63) - 1))
