# Counts that are huge or wrong, and which iterators tell how many items are left.
from itertools import *


def tell(function, *arguments, **keywords):
    try:
        print(function(*arguments, **keywords))
    except BaseException as error:
        print(type(error).__name__, error)


for number in (2**60, 2**61, 2**63 - 1, 2**63, -1, -2**63, -2**100):
    print(number)
    tell(lambda: repeat("a", number))
    tell(lambda: next(repeat("a", number)))
    tell(lambda: repeat("a", number).__length_hint__())
    tell(lambda: type(product("ab", "c", "d", repeat=number)))
    tell(lambda: type(product(repeat=number)))
    tell(lambda: list(combinations("abc", number)))
    tell(lambda: list(permutations("abc", number)))
    tell(lambda: list(islice("abc", number)))
    tell(lambda: list(islice("abc", number, None)))
    tell(lambda: list(islice("abc", 0, number)))
    tell(lambda: list(islice("abc", 0, None, number)))
    tell(lambda: list(islice("abc", number, number, number)))
left = repeat(1, 2**61 + 1)
print(next(left), left, next(left), left)
for made in (
    accumulate("a"), batched("a", 1), chain(), combinations("a", 1), compress("a", "a"), count(),
    combinations_with_replacement("a", 1), cycle("a"), dropwhile(bool, "a"), filterfalse(bool, "a"),
    groupby("a"), islice("a", 1), pairwise("a"), permutations("a"), product("a"), repeat(1),
    starmap(bool, "a"), takewhile(bool, "a"), tee("a")[0], zip_longest("a"), zip("a"), map(str, "a"),
    enumerate("a"), filter(None, "a"),
):
    print(type(made).__name__, hasattr(made, "__length_hint__"))
