# Exceptions that leave __init__, also from deep inside, through several frames.


class Direct:
    def __init__(self, value):
        if value < 0:
            raise ValueError("negative: " + str(value))
        self.value = value


class Deep:
    def __init__(self, value):
        self.values = []
        self.fill(value)
        self.complete = True

    def fill(self, value):
        for number in range(value, -2, -1):
            self.values.append(Direct(number).value)


class Derived(Deep):
    def __init__(self, value):
        super().__init__(value)
        print("never reached")


def make(kind, value):
    return kind(value)


for kind in (Direct, Deep, Derived):
    try:
        print(make(kind, -5).value)
    except ValueError as error:
        print(kind.__name__, error)
    except AttributeError as error:
        print(kind.__name__, "attribute", error)
for kind in (Deep, Derived):
    try:
        kind(2)
    except ValueError as error:
        print(kind.__name__, error)
print(Direct(5).value)


class Exits:
    def __init__(self):
        raise SystemExit(3)


try:
    Exits()
except SystemExit as error:
    print("code", error.code)


class Nested:
    def __init__(self, depth):
        try:
            if depth == 0:
                raise KeyError("bottom")
            self.inner = Nested(depth - 1)
        finally:
            self.depth = depth
            print("finally", depth)


try:
    Nested(3)
except KeyError as error:
    print("caught", error)
Exits()
