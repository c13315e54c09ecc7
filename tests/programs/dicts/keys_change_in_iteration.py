# A dict that has as many keys as before, but other ones, is no longer gone through in the end.

def told(action):
    try:
        print(action())
    except RuntimeError as error:
        print("RuntimeError", error)


def renamed(kind, view):
    table = kind()
    table.update({number: str(number) for number in range(5)})
    seen = []
    for item in view(table):
        key = item[0] if isinstance(item, tuple) else item
        seen.append(item)
        if len(seen) > 20:
            return "endless"
        table[len(seen) + 100] = table.pop(next(iter(table)))
    return seen


for view in (dict.keys, dict.values, dict.items, iter):
    told(lambda: renamed(dict, view))


def replaced_one():
    # The key that goes was not seen yet: there is nothing to complain about.
    table = {number: None for number in range(4)}
    seen = []
    for key in table:
        seen.append(key)
        if key == 1:
            del table[2]
            table["new"] = None
    return seen


told(replaced_one)


def sizes():
    table = dict.fromkeys(range(3))
    walk = iter(table)
    next(walk)
    table["more"] = 1
    for _ in range(2):
        try:
            next(walk)
        except RuntimeError as error:
            print(error)
    del table["more"]
    try:
        next(walk)
    except RuntimeError as error:
        print(error)


sizes()

table = {number: number for number in range(1000)}
total = 0
for _ in range(3):
    for key, value in table.items():
        table[key] = value + 1
        total += value
print(total)
for key in list(table):
    if key % 3:
        del table[key]
print(sum(1 for _ in table), sum(1 for _ in reversed(table)), iter(table).__length_hint__())
