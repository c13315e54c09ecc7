"""Permutations and combinations step by step, of every size, also shared and cut short."""

from itertools import combinations_with_replacement, islice, permutations
from threading import Thread

for pool in ("", "a", "ab", "abc", "abcd"):
    for count in [None, 0, 1, 2, 3, 5]:
        print(pool, count, ["".join(found) for found in permutations(pool, count)])
    for count in [0, 1, 2, 3]:
        print(pool, count, ["".join(found) for found in combinations_with_replacement(pool, count)])

print(sum(1 for _ in permutations(range(6))), sum(1 for _ in combinations_with_replacement(range(5), 4)))
ordered = list(permutations(range(5), 3))
print(ordered == sorted(set(ordered)), len(ordered), ordered[0], ordered[-1])

going = permutations([3, 1, 2])
print(next(going), list(islice(going, 2)), next(going), list(going), next(going, "over"), next(going, "over"))
going = combinations_with_replacement("xy", 2)
print(next(going), list(going), next(going, "over"))
print(list(permutations([1, 2], 3)), list(combinations_with_replacement([], 1)), list(permutations([])))

shared = permutations(range(5))
lock_free = []


def take():
    for found in shared:
        lock_free.append(found)


threads = [Thread(target=take) for _ in range(3)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(len(lock_free), sorted(lock_free) == list(permutations(range(5))))

for wrong in [lambda: permutations(), lambda: permutations(5), lambda: permutations("ab", -1), lambda: permutations("a", "b")]:
    try:
        wrong()
    except (TypeError, ValueError) as error:
        print(type(error).__name__, error)
