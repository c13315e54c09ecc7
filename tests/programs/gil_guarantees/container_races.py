# Containers that change under others' hands: never a crash, a wrong error, or a lost element.
import threading

ALLOWED = {
    "dictionary changed size during iteration",
    "dictionary keys changed during iteration",
    "Set changed size during iteration",
    "deque mutated during iteration",
}


def run(*works):
    threads = [threading.Thread(target=guarded, args=(w,)) for w in works]
    for t in threads:
        t.start()
    for t in threads:
        t.join()


failures = []


def guarded(work):
    try:
        work()
    except BaseException as error:
        failures.append(f"{type(error).__name__}: {error}")


def tolerant(walk):
    def work():
        for _ in range(40):
            try:
                walk()
            except RuntimeError as error:
                if str(error) not in ALLOWED:
                    raise
            except (IndexError, KeyError):
                pass

    return work


# Dicts: stable keys stay, whatever comes and goes.
table = {("stable", i): i for i in range(40)}


def come_and_go(me):
    def work():
        for i in range(150):
            table[(me, i)] = i
            if i % 3:
                del table[(me, i)]
            if i % 50 == 49:
                table.update({(me, "extra", j): j for j in range(20)})

    return work


def check_stable():
    seen = [key for key in table if key[0] == "stable"]
    if len(seen) != 40:
        failures.append("a stable key was missed")
    sum(value for value in table.values())
    list(table.items())
    if ("stable", 7) not in table or table[("stable", 9)] != 9:
        failures.append("a stable key was not found")
    if len(dict(table)) < 40:
        failures.append("a copy is short")


run(come_and_go(1), come_and_go(2), tolerant(check_stable), tolerant(check_stable))
print("dict", len(table) == 40 + 2 * (50 + 60), [table[("stable", i)] for i in range(40)] == list(range(40)))

# Sets.
chips = {("stable", i) for i in range(40)}


def flip(me):
    def work():
        for i in range(150):
            chips.add((me, i))
            if i % 3:
                chips.discard((me, i))

    return work


def check_chips():
    seen = [chip for chip in chips if chip[0] == "stable"]
    if len(seen) != 40:
        failures.append("a stable member was missed")
    if not chips >= {("stable", 3), ("stable", 4)}:
        failures.append("a stable member was not found")
    len(chips | {1}), len(chips & {("stable", 1)}), chips.copy()


run(flip(1), flip(2), tolerant(check_chips), tolerant(check_chips))
print("set", len(chips) == 40 + 2 * 50)

# Lists: the multiset of what is in or taken out is kept by every operation.
pile = list(range(60))
taken = []


def shuffle_pile():
    for i in range(80):
        pile.append(pile.pop(0))
        pile.insert(len(pile) // 2, pile.pop())
        pile.reverse()
        pile.sort()


def take_and_return():
    for i in range(80):
        got = pile.pop()
        pile.insert(3, got)
        pile[2:2] = [pile.pop(1)]


def look():
    for value in pile:
        if not isinstance(value, int):
            failures.append("not a number")
    pile[-1], pile[:5], pile.index(pile[0]), pile.count(7), pile == list(pile)


run(shuffle_pile, take_and_return, tolerant(look), tolerant(look))
print("list", sorted(pile) == list(range(60)))

# A list that is cleared and filled while others read, and sorted with a key.
words = ["b", "a", "c"] * 10


def refill():
    for i in range(60):
        words.clear()
        words.extend(["b", "a", "c"] * 10)
        words[:] = words[::-1]
        del words[::2]


def read_words():
    for word in words:
        if word not in ("a", "b", "c"):
            failures.append("a strange word")
    sorted(words, key=lambda word: word), words * 2, words + ["d"], "".join(words)
    len(words), max(words, default=None), words[0]


run(refill, tolerant(read_words), tolerant(read_words))
print("refilled", sorted(set(words)))


def sort_with_key():
    for _ in range(10):
        try:
            numbers.sort(key=lambda n: -n)
        except ValueError as error:
            if str(error) != "list modified during sort":
                raise


numbers = list(range(30))
run(sort_with_key, lambda: [numbers.append(100 + i) for i in range(30)], tolerant(lambda: list(numbers)))
print("sorted", set(range(30)) <= set(numbers) | set(range(30)))

# Attributes that come and go.
class Box:
    pass


box = Box()
box.stable = "here"


def attributes(me):
    def work():
        for i in range(100):
            setattr(box, f"a{me}_{i}", i)
            if i % 2:
                delattr(box, f"a{me}_{i}")

    return work


def see():
    if box.stable != "here" or not hasattr(box, "stable"):
        failures.append("the stable attribute is gone")
    getattr(box, "a1_4", None)


run(attributes(1), attributes(2), tolerant(see), tolerant(see))
print("attributes", len(vars(box)))
print(failures)
