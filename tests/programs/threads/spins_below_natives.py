# A thread that is below native code, and waits for nothing there but looks again and again, lets
# others run all the same.
import functools
import re
import threading


def spin(told, answers):
    """Tells the other thread to go on, and looks until it has answered."""
    told.append(1)
    while not answers:
        pass
    return answers[0]


def answer(told, answers):
    while not told:
        pass
    answers.append("answered")


class Key:
    def __init__(self, look):
        self.look = look

    def __hash__(self):
        return len(self.look())

    def __eq__(self, other):
        return self.look() == "answered"


class Item:
    def __init__(self, look):
        self.look = look

    def __lt__(self, other):
        return self.look() < "b"


def reduced(look):
    return functools.reduce(lambda left, right: look(), [1, 2])


def substituted(look):
    return re.sub("x", lambda found: look(), "<x>")


def sorted_in_place(look):
    items = [3, 1, 2]
    items.sort(key=lambda item: (look(), item))
    return items


def mapped(look):
    return list(map(lambda left, right: (look(), left, right), "ab", "cd"))


def hashed(look):
    return [Key(look)].count(Key(look)), len(dict([(Key(look), 1), (Key(look), 2)]))


def compared(look):
    return len(sorted([Item(look), Item(look)]))


def nested(look):
    return max([1, 2], key=lambda item: functools.reduce(lambda a, b: look(), [item, 1]))


for way in [reduced, substituted, sorted_in_place, mapped, hashed, compared, nested]:
    told, answers = [], []
    other = threading.Thread(target=answer, args=(told, answers))

    def begin_and_look():
        if other.ident is None:
            other.start()
        return spin(told, answers)

    print(way.__name__, way(begin_and_look))
    other.join()

# not with the lock elided
