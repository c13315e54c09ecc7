# OrderedDict under random changes, beside a list of pairs that is changed in the same way.
import random
from collections import OrderedDict

random.seed(5)


def place_of(pairs, key):
    return next(place for place, pair in enumerate(pairs) if pair[0] == key)


def change(ordered, pairs, step, size):
    key = random.randrange(size) * random.choice((1, 1, 2**33 + 7))
    kind = random.randrange(6)
    if kind < 2:
        if key in ordered:
            pairs[place_of(pairs, key)] = (key, step)
        else:
            pairs.append((key, step))
        ordered[key] = step
    elif key not in ordered:
        return
    elif kind == 2:
        ordered.move_to_end(key)
        pairs.append(pairs.pop(place_of(pairs, key)))
    elif kind == 3:
        ordered.move_to_end(key, last=False)
        pairs.insert(0, pairs.pop(place_of(pairs, key)))
    elif kind == 4:
        del ordered[key]
        del pairs[place_of(pairs, key)]
    else:
        is_last = step % 2 == 0
        assert ordered.popitem(last=is_last) == pairs.pop(-1 if is_last else 0)


for size in (3, 30):
    ordered, pairs = OrderedDict(), []
    for step in range(2000):
        change(ordered, pairs, step, size)
        if step % 20 == 0:
            assert list(ordered.items()) == pairs, (size, step)
            assert [key for key, _ in reversed(pairs)] == list(reversed(ordered))
            assert all(ordered[key] == value for key, value in pairs)
    print(size, len(ordered), sum(ordered.values()))
