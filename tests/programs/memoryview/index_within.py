"""memoryview.index looks between two places, as that of lists does."""

from itertools import product

for view in memoryview(b"abcabcab"), memoryview(b"xabcabcab")[1::2], memoryview(b""):
    items = view.tolist()
    differences = 0
    for start, stop in product(range(-12, 12), repeat=2):
        try:
            expected = items.index(99, start, stop)
        except ValueError:
            expected = None
        try:
            found = view.index(99, start, stop)
        except ValueError as error:
            found = None
        differences += found != expected
    print(items, differences)
view = memoryview(b"abcabc")
print(view.index(99, 3), view.index(97, -5), view.index(97, 1, 10**30))
for arguments in (97, 1, 3), (120,), (97, "a"), ():
    try:
        print(view.index(*arguments))
    except (ValueError, TypeError) as error:
        print(type(error).__name__)
