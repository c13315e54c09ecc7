# Natives that take what a generator or a map yields, one item after the other, in one loop.
import math


def show(name, function):
    try:
        print(name, function())
    except (ValueError, ZeroDivisionError) as error:
        # What they say is not the same in all versions.
        print(name, type(error).__name__)
    except BaseException as error:
        print(name, type(error).__name__, error)


events = []


def noted(value):
    events.append(value)
    return value


class Money:
    def __init__(self, cents):
        self.cents = cents

    def __add__(self, other):
        return Money(self.cents + (other.cents if isinstance(other, Money) else other))

    __radd__ = __add__

    def __lt__(self, other):
        return self.cents < other.cents

    def __gt__(self, other):
        return self.cents > other.cents

    def __repr__(self):
        return f"Money({self.cents})"


def broken(count):
    yield from range(count)
    raise KeyError("broken")


def stopping(value):
    if value == 3:
        raise StopIteration
    return value


show("list", lambda: list(map(str, [1, 2, 3])))
show("list of function", lambda: list(map(lambda value: value * 2, (1, 2, 3))))
show("list of two", lambda: list(map(lambda a, b: a - b, [5, 6], [1, 2, 3])))
show("list of map of map", lambda: list(map(str, map(abs, [-1, 2]))))
show("list of generator", lambda: list(map(noted, (number for number in range(3)))))
show("list raises", lambda: list(map(lambda value: 1 // value, [1, 0])))
show("list stops", lambda: list(map(stopping, range(9))))
show("extend stops", lambda: [0].__iadd__(map(stopping, range(9))))
show("join", lambda: "-".join(map(str, range(5))))
show("join, wrong", lambda: "-".join(map(abs, range(5))))
show("sorted", lambda: sorted(map(lambda value: -value, range(5))))
show("tuple", lambda: tuple(map(chr, b"abc")))
show("star", lambda: print(*map(len, ["a", "bc"])))
show("class", lambda: list(map(Money, [1, 2])))
show("bound", lambda: list(map("ab".__add__, ["c", "d"])))
show("not callable", lambda: list(map(3, [1])))
show("not callable, nothing", lambda: list(map(3, [])))

show("sum", lambda: sum(map(int, ["1", "2", "3"])))
show("sum stops", lambda: sum(map(stopping, range(9))))
show("sum of floats", lambda: sum(map(float, ["0.1"] * 10)))
show("sum of generator", lambda: sum(number * 0.1 for number in range(10)))
show("sum mixed", lambda: sum(number if number % 2 else number * 0.5 for number in range(9)))
show("sum far", lambda: sum(1 << 61 for _ in range(5)))
show("sum far and back", lambda: sum(number for number in [1 << 62, -(1 << 62), 7]))
show("sum of bools", lambda: sum(number > 3 for number in range(9)))
show("sum of money", lambda: sum(Money(number) for number in range(4)))
show("sum from money", lambda: sum(map(Money, range(4)), Money(10)))
show("sum of lists", lambda: sum(([number] for number in range(3)), []))
show("sum of infinities", lambda: sum(map(float, ["inf", "1", "inf"])))
show("sum of nan", lambda: math.isnan(sum(float(text) for text in ["inf", "-inf"])))
show("sum of small", lambda: sum(map(float, ["1e16", "1", "-1e16"])))
show("sum, wrong", lambda: sum(map(str, [1])))
show("sum, nothing", lambda: sum(map(str, [])))
show("sum raises", lambda: sum(broken(3)))

show("max", lambda: max(map(len, ["a", "bcd", "ef"])))
show("min", lambda: min(number % 7 for number in range(5, 12)))
show("max of strings", lambda: max(map(str, [5, 40, 3])))
show("max of money", lambda: max(Money(number) for number in [3, 9, 4]))
show("min of money", lambda: min(map(Money, [3, 9, 4])))
show("max, nothing", lambda: max(map(str, [])))
show("max, default", lambda: max((value for value in []), default="none"))
show("max stops", lambda: max(map(stopping, [1, 2, 3, 9])))
show("max raises", lambda: max(broken(2)))
show("max, wrong", lambda: max(value for value in [1, "a"]))
show("min with nan", lambda: min(map(float, ["nan", "1"])))
show("max of one", lambda: max(value for value in [[]]))
show("max of None", lambda: max(value for value in [None]))
show("max with key", lambda: max((value for value in [1, -5, 3]), key=abs))
show("any", lambda: any(map(lambda value: value > 2, [1, 2, 3])))
show("all", lambda: all(map(lambda value: value > 2, [1, 2, 3])))
print(events)


def iter_of(*values):
    yield from values


show("first of equals", lambda: [max(map(float, ["2", "2.0"])), min(iter_of(1, True, 1.0))])


def order():
    # The function and what it is asked for take turns.
    seen = []

    def source():
        for number in range(3):
            seen.append(f"source {number}")
            yield number

    def function(number):
        seen.append(f"function {number}")
        return number

    total = sum(map(function, source()))
    return total, seen


show("order", order)


def goes_on():
    # What a native has left behind.
    numbers = map(stopping, iter([1, 2, 3, 4, 5]))
    first = list(numbers)
    return first, list(numbers)


show("goes on", goes_on)


def in_itself():
    numbers = iter(range(10))
    made = map(lambda value: value + next(numbers), numbers)
    return list(made)


show("in itself", in_itself)


def traced():
    import traceback

    def function(value):
        return 1 // value

    try:
        sum(map(function, [1, 0]))
    except ZeroDivisionError as error:
        return [frame.name for frame in traceback.extract_tb(error.__traceback__)]


show("traced", traced)


def context():
    def function(value):
        try:
            return 1 // value
        except ZeroDivisionError:
            raise StopIteration

    total = sum(map(function, [1, 1, 0, 1]))
    try:
        raise ValueError("new")
    except ValueError as error:
        return total, error.__context__


show("context", context)
