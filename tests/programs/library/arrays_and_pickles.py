# Arrays: products, slices with long steps, pickles of each protocol, iterators from the end.
import array
import collections.abc
import pickle
import warnings


def attempt(function):
    try:
        return function()
    except Exception as error:
        return type(error).__name__, str(error)


class Times:
    def __rmul__(self, other):
        return "reflected"


for code in "bBhHiIlLqQfd":
    given = array.array(code, [1, 2, 3])
    print(code, given * 2, 2 * given, given * 0, given * -1)
    for wrong in "x", 1.5, None:
        print(attempt(lambda: given * wrong), attempt(lambda: given.__mul__(wrong))[0])
    print(given * Times())
    more = given
    more *= 3
    print(more, more is given, attempt(lambda: given.__imul__("a"))[0])
    for protocol in range(6):
        maker, parts, state = given.__reduce_ex__(protocol)
        print(protocol, maker.__name__, len(parts), state, pickle.loads(pickle.dumps(given, protocol)) == given)
    del given[8::1 << 333]
    print(given, given[1::1 << 100], given[::-(1 << 100)])
    del given[::2]
    print(given)
    back = reversed(given)
    print(next(back), list(pickle.loads(pickle.dumps(back))))

print(isinstance(given, collections.abc.MutableSequence))
match given:
    case [*items]:
        print("a sequence of", len(items))
make = array._array_reconstructor
for parts in (
    ("", "b", 0, b""), (str, "b", 0, b""), (array.array, "b", "", b""), (array.array, "b", 0, ""),
    (array.array, "?", 0, b""), (array.array, "b", 22, b""), (array.array, "d", 16, b"a"),
    (array.array, "i", 9, b"\0\0\1\0"), (array.array, "w", 18, b"a\0b\0"), (array.array, "q", 15, b"\0\0\0\0"),
):
    print(attempt(lambda: make(*parts)))
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    array.array("u", "ab")
print([(str(one.message), one.category.__name__, one.lineno) for one in caught])
