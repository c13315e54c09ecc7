"""Arguments that are bound where they lie: names, defaults, what is left over, what is wrong."""


def both(a, b=2, *, c, d=4):
    return a, b, c, d


def rest(a, *others, c=3, **named):
    return a, others, c, named


def only(a, b, /, c=3, **named):
    return a, b, c, named


def stars(*others, **named):
    return others, named


def names(**named):
    return list(named.items())


print(both(1, c=3), both(c=1, a=2), both(1, 2, d=3, c=4), both(b=1, a=2, c=3, d=4))
print(rest(1), rest(1, 2, 3), rest(1, 2, c=4), rest(a=1, x=2, y=3), rest(1, 2, x=3, c=4))
print(only(1, 2), only(1, 2, 4), only(1, 2, a=3, b=4), only(1, 2, c=5, a=6))
print(stars(), stars(1, 2), stars(x=1), stars(1, 2, x=3, y=4), names(b=1, a=2))
print(names(**{"z": 1, "y": 2}), rest(*[1, 2, 3], **{"c": 4, "k": 5}), names(a=1, **{"b": 2}))
many = {f"k{number}": number for number in range(20)}
print(len(stars(**many)[1]), stars(1, **many)[1] == many, names(a=1, b=2, c=3, d=4, e=5, f=6, g=7))

for call in (
    lambda: both(1), lambda: both(1, 2, 3, c=4), lambda: both(1, a=2, c=3), lambda: both(c=3),
    lambda: both(1, c=3, x=4), lambda: rest(), lambda: rest(1, a=2), lambda: rest(c=1, k=2),
    lambda: only(1, b=2), lambda: only(a=1, b=2), lambda: stars(**{1: 2}), lambda: only(1),
    lambda: both(*[1, 2], 3, c=4), lambda: both(1, **{"a": 2}, c=3),
):  # fmt: skip
    try:
        print(call())
    except TypeError as error:
        print(error)

# A dict of names belongs to the call; the tuple of the others, too.
given = {"x": [1]}


def change(*others, **named):
    named["y"] = 2
    named["x"].append(3)
    return others, named


print(change(**given), given, change(4, x=[5]))

# Defaults are looked up when the function is called.
both.__defaults__ = (7, 8)
print(both(c=1), both(0, c=1))
both.__kwdefaults__ = {"c": 9}
try:
    both()
except TypeError as error:
    print(error)
print(both(d=1))
both.__defaults__ = None
try:
    both(d=1)
except TypeError as error:
    print(error)
rest.__kwdefaults__ = {"c": [1]}
rest(0)[2].append(2)
print(rest(0, 1))


class Caller:
    def method(self, a, *, key=1, **named):
        return a, key, named

    @classmethod
    def of(cls, *others, key=2):
        return cls.__name__, others, key


caller = Caller()
print(caller.method(1), caller.method(1, key=2), caller.method(a=3, self_=4), Caller.of(key=5))
bound = caller.method
print(bound(1, other=2), bound(*(1,), **{"key": 2}), Caller.method(caller, 6, k=7))
try:
    caller.method(1, self=2)
except TypeError as error:
    print(error)


# The arguments outlive the call that made them.
def keep(*others, key=None, **named):
    def inner():
        return others, key, named

    return inner


kept = [keep(number, key=number + 1, x=number + 2) for number in range(3)]
print([function() for function in kept])
