# Loops that spread pairs: no pair is made where nobody can see it, and all else stays as it is.
import threading


def show(name, function):
    try:
        print(name, function())
    except (ValueError, ZeroDivisionError) as error:
        # What they say is not the same in all versions.
        print(name, type(error).__name__)
    except Exception as error:
        print(name, type(error).__name__, error)


def zipped(*sources):
    found = []
    for a, b in zip(*sources):
        found.append((a, b))
    return found


show("lists", lambda: zipped([1, 2, 3], "abc"))
show("first ends", lambda: zipped([1], [1, 2]))
show("second ends", lambda: zipped([1, 2, 3], (1, 2)))
show("empty", lambda: zipped([], [1]))
show("three", lambda: zipped([1], [2], [3]))
show("one", lambda: zipped([1]))
show("none", lambda: zipped())


def left_over():
    first = iter([1, 2, 3, 4])
    second = iter([1, 2])
    for a, b in zip(first, second):
        pass
    # One item of the first was taken before the second had ended.
    return a, b, list(first), list(second)


show("left over", left_over)


def strict(first, second):
    total = 0
    for a, b in zip(first, second, strict=True):
        total += a * b
    return total


show("strict", lambda: strict([1, 2], [3, 4]))
show("strict, longer", lambda: strict([1, 2], [3]))
show("strict, shorter", lambda: strict([1], [3, 4]))


def of_generators():
    def numbers(name):
        for number in range(3):
            events.append(name + str(number))
            yield number
        events.append(name + "end")

    events = []
    for a, b in zip(numbers("x"), numbers("y")):
        events.append((a, b))
    return events


show("generators", of_generators)


def raising():
    def numbers():
        yield 1
        raise KeyError("in the middle")

    seen = []
    try:
        for a, b in zip([1, 2], numbers()):
            seen.append((a, b))
    except KeyError as error:
        return seen, str(error)


show("raising", raising)


def numbered(source, start=0):
    found = []
    for place, value in enumerate(source, start):
        found.append((place, value))
    return found


show("enumerate", lambda: numbered("ab"))
show("enumerate from", lambda: numbered([5, 6], 1 << 62))
show("enumerate far", lambda: numbered([5, 6], (1 << 80) - 1))
show("enumerate again", lambda: numbered(enumerate([7])))
show("enumerate zip", lambda: numbered(zip([1, 2], [3, 4])))


def nested():
    found = []
    for place, (a, b) in enumerate(zip([1, 2], [3, 4])):
        found.append((place, a, b))
    return found


show("nested", nested)


def of_items(table):
    found = []
    for key, value in table.items():
        found.append((key, value))
    return found


show("items", lambda: of_items({"a": 1, "b": 2}))


def deleted():
    table = {number: -number for number in range(6)}
    del table[0], table[3], table[5]
    return of_items(table)


show("deleted", deleted)


def grows(table):
    for key, value in table.items():
        table[key + 10] = value


show("grows", lambda: grows({1: 2}))


def changes(table):
    for key, value in table.items():
        table[key] = value + 1
    return table


show("changes", lambda: changes({1: 2, 3: 4}))


def keys_are_pairs(table):
    found = []
    for a, b in table:
        found.append((b, a))
    return found


show("keys", lambda: keys_are_pairs({(1, 2): 0, "ab": 1}))
show("keys, wrong", lambda: keys_are_pairs({(1, 2, 3): 0}))
show("values", lambda: [a + b for a, b in {1: (2, 3), 4: [5, 6]}.values()])
show("keys view", lambda: keys_are_pairs({(1, 2): 0}.keys()))


def kept():
    # The item has a name of its own: it must be a pair.
    found = []
    for pair in zip([1, 2], [3, 4]):
        a, b = pair
        found.append((pair, a, b))
    for pair in enumerate("xy"):
        (a, b) = pair
        found.append((pair, a, b))
    return found


show("kept", kept)


def same_names():
    found = []
    for a, a in zip([1, 2], [3, 4]):
        found.append(a)
    for b, c in zip([1, 2], [3, 4]):
        b, c = c, b
        found.append((b, c))
    return found, a, b, c


show("same names", same_names)


class Place:
    pass


def into_attributes():
    place = Place()
    table = {}
    found = []
    for place.x, table["y"] in zip([1, 2], [3, 4]):
        found.append((place.x, table["y"]))
    return found


show("attributes", into_attributes)


def captured():
    functions = []
    for a, b in zip([1, 2], [3, 4]):
        functions.append(lambda: (a, b))
    return [function() for function in functions]


show("captured", captured)


def list_changes():
    numbers = [1, 2, 3]
    found = []
    for place, number in enumerate(numbers):
        found.append(number)
        if place == 0:
            numbers.append(4)
        if place == 2:
            del numbers[3:]
    return found


show("list changes", list_changes)


def else_and_break():
    for a, b in zip([1, 2], [3, 4]):
        if a == 2:
            break
    else:
        return "else"
    for a, b in enumerate([]):
        pass
    else:
        return "broken, then else", a, b


show("else", else_and_break)
show("dict", lambda: {a: b for a, b in zip("ab", [1, 2])})
show("set", lambda: sorted({a * b for a, b in enumerate([3, 4, 5])}))
show("sum", lambda: sum(a * b for a, b in zip(range(10), range(10))))
show("tuple in loop", lambda: [t for t in zip([1], [2])])

# In the module's own code the names are global variables.
for first, second in zip([1, 2], "ab"):
    print(first, second)
for place, value in enumerate((True, None)):
    print(place, value)


def shared():
    # Several threads take pairs from one iterator of pairs: none is torn, each is taken once.
    numbers = range(400)
    pairs = enumerate(list(numbers))
    taken = [[] for _ in range(3)]

    def take(mine):
        for a, b in pairs:
            mine.append((a, b))

    threads = [threading.Thread(target=take, args=(mine,)) for mine in taken]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    everything = sorted(pair for mine in taken for pair in mine)
    return everything == [(number, number) for number in numbers]


show("shared", shared)
