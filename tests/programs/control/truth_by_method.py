# Jumps and `not` that ask __bool__ or __len__.


class Bool:
    def __init__(self, value):
        self.value = value

    def __bool__(self):
        return self.value


class Len:
    def __init__(self, value):
        self.value = value

    def __len__(self):
        return self.value


class Both(Bool, Len):
    pass


class Index:
    def __index__(self):
        return 3


class Fail:
    def __bool__(self):
        raise LookupError("no truth")


class Blocked(Len):
    __bool__ = None


def ways(value):
    shown = [not value]
    if value:
        shown.append("if")
    if not value:
        shown.append("if not")
    shown.append("and" if value and 1 else "else")
    shown.append((value or 1) == 1)
    count = 3
    while value and count:
        count -= 1
    shown.append(count)
    while not value:
        break
    else:
        shown.append("not ended")
    shown.append([1 for _ in range(2) if value])
    return shown


class Down:
    """Counts down at each question."""

    def __init__(self, n):
        self.n = n

    def __bool__(self):
        self.n -= 1
        return self.n > 0


for value in (
    Bool(True), Bool(False), Len(0), Len(2), Both(True), Both(False), Len(True), Len(Index()),
    Bool(1), Bool(None), Len(-1), Len("x"), Len(1 << 80), Fail(), Blocked(1),
):
    for _ in range(2):
        try:
            print(type(value).__name__, ways(value))
        except (TypeError, ValueError, OverflowError, LookupError) as error:
            print(type(value).__name__, type(error).__name__, error)
down = Down(5)
rounds = 0
while down:
    rounds += 1
print(rounds)
down, rounds = Down(5), 0
while True:
    rounds += 1
    if not down:
        break
print(rounds)
