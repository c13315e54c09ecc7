"""`find` and its like of byte arrays of all lengths around the pieces in which they are searched."""

import random


class Below(bytearray):
    pass


random.seed(5)
checked = 0
for length in (0, 1, 2, 255, 256, 257, 511, 512, 767, 768, 769, 5000, 200_000):
    content = bytes(random.choice(b"abc") for _ in range(length))
    for kind in bytearray, Below:
        array = kind(content)
        for wanted_length in (0, 1, 2, 3, 7, 40, 300):
            for place in {0, 1, length // 2, length - wanted_length, length}:
                place = max(place, 0)
                wanted = content[place : place + wanted_length]
                for limits in ((), (place,), (0, place), (place, None), (-5,), (1, -1), (length + 1,), (3, 2)):
                    for name in "find", "rfind":
                        expected = getattr(content, name)(wanted, *limits)
                        assert getattr(array, name)(wanted, *limits) == expected, (length, wanted, limits)
                        checked += 1
print(checked)
long = bytearray(1_000_000)
long[777_777] = 1
long[999_990:999_993] = b"end"
print(long.find(1), long.index(b"\1\0"), long.rfind(1), long.find(b"end"), long.rindex(b"nd"), long.find(2))
for wrong in (lambda: long.index(5), lambda: long.find("a"), lambda: long.find(256), lambda: long.find(), lambda: bytearray.find()):
    try:
        print(wrong())
    except (TypeError, ValueError) as error:
        print(type(error).__name__, error)
place = total = 0
while (place := long.find(0, place)) >= 0 and total < 20_000:
    place, total = place + 1, total + 1
print(place, total)
