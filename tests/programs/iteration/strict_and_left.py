# Strict `zip` and `map` stay strict in copies; how many items long and unusual iterators have left.
import copy
import operator
import pickle


class Sequence:
    def __init__(self, count):
        self.count = count

    def __getitem__(self, place):
        if place >= self.count:
            raise IndexError
        return place


class Sized(Sequence):
    def __len__(self):
        return self.count


class Failing(Sequence):
    def __len__(self):
        raise ValueError("no length")


def tell(function, *arguments):
    try:
        print(function(*arguments))
    except BaseException as error:
        print(type(error).__name__, error)


for made in (
    zip([1, 2], "abc", strict=True), zip([1, 2], "abc"), map(pow, [1, 2], [3], strict=True),
    map(pow, [1, 2], [3]), zip(strict=True),
):
    print(type(made.__reduce__()[-1]).__name__, len(made.__reduce__()))
    tell(lambda: list(copy.copy(made)))
    tell(lambda: list(made))
    tell(lambda: list(copy.copy(made)))
for state in (True, 1, "x", 0, None, []):
    made = zip([1], "ab")
    made.__setstate__(state)
    tell(list, made)
    made = map(max, [1], [2, 3])
    made.__setstate__(state)
    tell(list, made)
for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
    made = zip([1, 2], "abc", strict=True)
    tell(lambda: list(pickle.loads(pickle.dumps(made, protocol))))

huge = range(2**70, 2**70 + 3)
for made in (iter(huge), reversed(huge), iter(range(2**70, 2**70 - 9, -4)), iter(Sized(3))):
    while True:
        print(type(made).__name__, operator.length_hint(made, 7), made.__length_hint__())
        if next(made, None) is None:
            break
tell(iter(Sequence(3)).__length_hint__)
tell(operator.length_hint, iter(Sequence(3)), 7)
tell(iter(Failing(3)).__length_hint__)
tell(list, iter(Sequence(3)))
