# Counts that do not fit into a word of an iterator.
import itertools

for make in itertools.permutations, itertools.combinations, itertools.combinations_with_replacement:
    for count in (3, 2**59, 2**60, 2**62, 2**63 - 1, 2**63, -1):
        try:
            print(make.__name__, list(itertools.islice(make([1, 2], count), 2)))
        except (MemoryError, OverflowError, ValueError) as error:
            print(make.__name__, count > 2**58, type(error).__name__, error)
for make in (lambda: iter([1, 2]), lambda: iter((1, 2)), lambda: iter("ab"), lambda: iter(b"ab"), lambda: reversed([1, 2])):
    for place in (1, 2**62, 2**63 - 1, 2**63, -(2**63) - 1):
        iterator = make()
        try:
            iterator.__setstate__(place)
            print(list(iterator))
        except OverflowError as error:
            print(error)
