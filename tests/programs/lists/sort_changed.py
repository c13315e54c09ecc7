# While a list is sorted by code of the program it is empty; a change is told of, and forgotten.

def attempt(values, **named):
    try:
        values.sort(**named)
    except Exception as error:
        return f"{type(error).__name__}: {error}", shown(values)
    return shown(values)


def shown(values):
    return [getattr(value, "number", value) for value in values]


values = [3, 1, 2]


def appends(value):
    values.append(value)
    return value


def clears(value):
    values.clear()
    return value


def fails(value):
    if value == 1:
        raise KeyError(value)
    return value


def looks(value):
    seen.append(list(values))
    return -value


def appends_and_pops(value):
    values.append(value)
    values.pop()
    return value


for key in appends, clears, fails, looks, appends_and_pops:
    seen = []
    values = [3, 1, 2]
    print(key.__name__, attempt(values, key=key), attempt(values, key=key, reverse=True), seen)


class Number:
    change = None

    def __init__(self, number):
        self.number = number

    def __lt__(self, other):
        if Number.change:
            Number.change()
        return self.number < other.number


def fresh():
    global values
    values = [Number(number) for number in (3, 1, 2)]


for change in (None, lambda: values.append(0), lambda: values.extend([1, 2, 3]),
               lambda: seen.append(len(values))):
    seen = []
    fresh()
    Number.change = change
    result = attempt(values)
    print(result, set(seen))
Number.change = None
values = [4, 2, 9]
values.sort(key=lambda value: value)
values.append(1)
values.sort(key=lambda value: -value)
print(values)
