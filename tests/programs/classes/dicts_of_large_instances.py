# The `__dict__` of instances with many attributes is asked for the first time: all attributes move into it, or none
# does. (The step was half done once where the transaction was aborted in the middle.)


class Large:
    def __init__(self, number):
        for place in range(40):
            setattr(self, f"a{place}", number + place)


class Slots(Large):
    __slots__ = ("slot",)


def check(value, number):
    for place in range(40):
        found = getattr(value, f"a{place}")
        assert found == number + place, (place, found, number)


kept = []
for number in range(400):
    value = (Large, Slots)[number % 2](number)
    kept.append(value)
    if number >= 100:
        # Old enough to be written with a barrier.
        old = kept[number - 100]
        check(old, number - 100)
        assert len(old.__dict__) == 40, len(old.__dict__)
        check(old, number - 100)
        old.more = number
        assert old.__dict__["more"] == number and vars(old)["a3"] == number - 97
print(len(kept), sum(value.a7 for value in kept))
