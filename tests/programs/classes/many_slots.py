# Ten thousand slots and more, filled in several orders.

COUNT = 10_000
NAMES = [f"a{number}" for number in range(COUNT)]


class Slotted:
    __slots__ = NAMES


def fill(made, names):
    for number, name in enumerate(names):
        setattr(made, name, number)
    return made


first, second = fill(Slotted(), NAMES), fill(Slotted(), NAMES)
backwards = fill(Slotted(), NAMES[::-1])
print(first.a0, first.a9999, second.a5000, backwards.a0, backwards.a9999)
print(sum(getattr(second, name) for name in NAMES), hasattr(Slotted(), "a7"))
half = fill(Slotted(), NAMES[::2])
print(half.a4, hasattr(half, "a5"), half.a9998)
half.a5 = "later"
print(half.a5, half.a4, hasattr(half, "a7"))
for name in NAMES[-5:]:
    delattr(first, name)
print(hasattr(first, "a9996"), first.a9994)
first.a9996 = 1
print(first.a9996, hasattr(first, "a9997"), second.a9997)


class Plain:
    pass


# Attributes of instances that come in many orders.
for start in range(30):
    made = Plain()
    for number in range(30):
        name = f"b{(start + number) % 30}"
        setattr(made, name, number)
    assert list(vars(made)) == [f"b{(start + number) % 30}" for number in range(30)]
    del made.b3
    made.b3 = "last"
    assert list(vars(made))[-1] == "b3" and made.b4 == (4 - start) % 30
print("orders are kept")
