# Natives that take all that a generator yields: what they do with each item before the next one is
# asked for, and what remains when something raises.

import threading


def telling(items, told):
    for item in items:
        told.append(item)
        yield item
    told.append("end")


class Money:
    def __init__(self, amount):
        self.amount = amount

    def __add__(self, other):
        return Money(self.amount + (other.amount if isinstance(other, Money) else other))

    __radd__ = __add__

    def __repr__(self):
        return f"Money({self.amount})"


def sums():
    print(sum(number for number in range(10)), sum((number for number in [1, True, False]), 5))
    print(sum(number == 2 for number in [1, 2, 3, 2]), type(sum(flag for flag in [True])).__name__)
    print(sum(number for number in [2**61, 2**61, 2**61, -(2**70), 5]))
    print(sum(number / 10 for number in range(10)), sum(x for x in [1e100, 1.0, -1e100]))
    print(sum(x for x in [0.1] * 10), sum(x for x in [1, 0.5, 2, 2**80]), sum((x for x in []), 7))
    print(sum(x for x in [float("inf"), 1.0]), sum(x for x in [0.1, 0.2, 1j, 0.5]))
    print(sum((x for x in [Money(1), 2, Money(3), 4]), 10), sum(([x] for x in "abc"), []))
    print(sum((x for x in [1, Money(2), 0.5, 3]), 0.25))
    told = []
    try:
        sum(telling([1, 2, "three", 4], told))
    except TypeError as error:
        print(error, told)
    generator = (1 // (2 - number) for number in range(4))
    try:
        sum(generator)
    except ZeroDivisionError as error:
        print(type(error).__name__, list(generator))
    told = []
    generator = telling([1, 2, 3], told)
    next(generator)
    print(sum(generator), told, sum(generator))


def dicts():
    print(dict((number, -number) for number in range(4)), dict([key, key] for key in "ab"))
    print(dict(pair for pair in ["ab", ("c", 1), ["d", 2], "ef"]))
    for wrong in ([(1, 2), (3,)], [(1, 2), 3], [(1, 2), (3, 4), (5, 6, 7)], [([], 1)], [[1, 2, 3]]):
        told = []
        known = {"old": 0}
        try:
            known.update(telling(wrong, told))
        except (TypeError, ValueError) as error:
            print(type(error).__name__, len(told), known)
            if isinstance(error, ValueError):
                print(error)
    itself = {}
    itself.update((key, itself) for key in "xy")
    print(list(itself), itself["x"] is itself)

    class Key:
        def __hash__(self):
            return 1

        def __eq__(self, other):
            return isinstance(other, Key)

    print(len(dict((Key(), number) for number in range(5))))
    print(list(dict((Key(), number) for number in range(5)).values()))


def keys():
    words = ["pear", "Fig", "apple", "date"]
    print(sorted(words, key=len), sorted(words, key=str.lower), sorted(words, key=lambda w: w[-1]))
    calls = []

    def key(word):
        calls.append(word)
        if word == "apple" and len(calls) < 4:
            raise LookupError(word)
        return word

    try:
        words.sort(key=key)
    except LookupError as error:
        print(error, words, calls)
    print(sorted(words, key=key, reverse=True), len(calls))
    try:
        sorted(words, key=lambda word: next(iter(())))
    except StopIteration:
        print("stopped")
    try:
        sorted(words, key=3)
    except TypeError as error:
        print(error)

    class Place:
        def __init__(self, word):
            self.word = word

        def __lt__(self, other):
            return self.word < other.word

    print(sorted(words, key=Place), sorted([], key=key))
    pairs = [(number % 3, chr(120 - number % 4), number) for number in range(12)]
    print(sorted(pairs, key=lambda pair: (-pair[0], pair[1])))
    print(sorted(pairs, key=lambda pair: pair[:2], reverse=True)[:4])
    print(sorted([(1, "b"), (1,), (), (0, "z"), (1, "a", 2)]), sorted([(1.5, 1), (1, 2), (True, 0)]))
    print(sorted([(2**70, 1), (3, 2), (-(2**70), 3)]), sorted([("b", "é"), ("b", "z"), ("", "a")]))
    try:
        sorted([(1, "a"), (2, 3), (1, 4)])
    except TypeError as error:
        print(error)
    print(sorted([3, 1, 2], key=lambda n: sorted([n, -n], key=lambda m: -m)))


def names():
    import sys

    def caller(_):
        return sys._getframe(1).f_code.co_name

    print(sum(len(caller(number)) > 0 for number in range(2)))
    print(sorted([caller(0)], key=caller))
    try:
        sorted([1, 0], key=lambda number: 1 // number)
    except ZeroDivisionError as error:
        trace, shown = error.__traceback__, []
        while trace:
            shown.append(trace.tb_frame.f_code.co_name)
            trace = trace.tb_next
        print(shown)
    try:
        sum(1 // number for number in (1, 0))
    except ZeroDivisionError as error:
        trace, shown = error.__traceback__, []
        while trace:
            shown.append(trace.tb_frame.f_code.co_name)
            trace = trace.tb_next
        print(shown)


def threads():
    lock = threading.Lock()
    total = 0

    def shared(count):
        nonlocal total
        for _ in range(count):
            with lock:
                total += 1
            yield 1

    sums = []

    def work():
        sums.append(sum(shared(200)))
        sums.append(len(dict((number, one) for number, one in enumerate(shared(50)))))
        sums.append(sum(sorted(range(20), key=lambda number: -sum(shared(3)))))

    workers = [threading.Thread(target=work) for _ in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    print(sorted(sums), total)


def nothing_is_none():
    answers = []
    for value in (None, 0, "", [], False, ...):
        if value is None:
            answers.append("none")
        if value is not None:
            answers.append(type(value).__name__)
        answers.append("or" if value is None or not value else "and")
    while value is not None:
        value = None
    print(answers, value)


def shown():
    big, flag, nothing = 2**70, True, None
    for number in (0, 7, -1, 1234567890123, 2**62 - 1, -(2**62), 2**62, big, flag, 0.5, nothing, "t"):
        print(f"{number}|{number!s}|{number!r}|{number!s:5}|", f"{number}")


shown()
sums()
dicts()
keys()
names()
threads()
nothing_is_none()
