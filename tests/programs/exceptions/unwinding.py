# Errors cross many frames and loops.
def level(n):
    try:
        if n == 0:
            return [][0]
        return level(n - 1)
    finally:
        if n % 10 == 0:
            print("unwinding", n)


try:
    level(40)
except IndexError as error:
    print("caught", error)

caught = 0
for i in range(1000):
    try:
        if i % 3 == 0:
            raise KeyError(i)
        if i % 5 == 0:
            int("x")
    except KeyError as error:
        caught += error.args[0]
    except ValueError:
        caught += 1
print(caught)


def in_callback(x):
    if x == 3:
        raise RuntimeError("from the callback")
    return -x


for function in (lambda: sorted([1, 2, 3, 4], key=in_callback), lambda: list(map(in_callback, range(5)))):
    try:
        print(function())
    except RuntimeError as error:
        print("RuntimeError", error)


class Bad:
    def __eq__(self, other):
        raise RuntimeError("in __eq__")

    def __hash__(self):
        return 1

    def __bool__(self):
        raise RuntimeError("in __bool__")

    def __repr__(self):
        raise RuntimeError("in __repr__")


for function in (lambda: Bad() == 1, lambda: {Bad(): 1, Bad(): 2}, lambda: not Bad(), lambda: repr(Bad()), lambda: Bad() in [1], lambda: f"{Bad()}"):
    try:
        function()
    except RuntimeError as error:
        print(error)
