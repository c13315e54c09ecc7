# Calls whose arguments must be bound: defaults, keywords, * and ** on either side, and what goes
# wrong with them.
import threading
import traceback


def show(name, function):
    try:
        print(name, function())
    except Exception as error:
        print(name, type(error).__name__, error)


def plain(a, b=2, *, c=3):
    return a, b, c


def positional(a, b=2, /, c=3):
    return a, b, c


def rest(a, *more, b=1):
    return a, more, b


def named(**all):
    return all


def everything(a, b=2, *more, c, d=4, **all):
    return a, b, more, c, d, all


def wrapper(*more, **all):
    return everything(*more, **all)


class Holder:
    def __init__(self, first, second=2, *, third=3):
        self.all = first, second, third

    def method(self, a, b=5, *, c=6):
        return a, b, c

    @classmethod
    def made(cls, a, b=7):
        return cls.__name__, a, b

    @staticmethod
    def free(a, b=8):
        return a, b

    def __call__(self, a, b=9, **all):
        return a, b, all


holder = Holder(1)
show("default", lambda: plain(1))
show("both", lambda: plain(1, 5))
show("keyword only", lambda: plain(1, c=7))
show("by name", lambda: plain(b=1, a=2))
show("too few", lambda: plain())
show("too many", lambda: plain(1, 2, 3))
show("twice", lambda: plain(1, a=2))
show("unknown", lambda: plain(1, z=2))
show("positional", lambda: positional(1, c=5))
show("positional, named", lambda: positional(a=1))
show("rest", lambda: (rest(1), rest(1, 2, 3), rest(1, 2, b=3)))
show("named", lambda: (named(), named(a=1, b=2)))
show("everything", lambda: everything(1, 2, 3, 4, c=5, d=6, e=7))
show("everything, missing", lambda: everything(1))
show("method", lambda: (holder.method(1), holder.method(1, 2), holder.method(1, c=3)))
show("bound", lambda: (lambda method: (method(1), method(1, 2), method(1, c=3)))(holder.method))
show("method, wrong", lambda: holder.method())
show("class method", lambda: (Holder.made(1), holder.made(1, b=2)))
show("static method", lambda: (Holder.free(1), holder.free(b=1, a=2)))
show("called", lambda: (holder(1), holder(1, 2), holder(1, z=3)))
show("instance", lambda: (Holder(1).all, Holder(1, 5).all, Holder(1, third=4).all))
show("instance, wrong", lambda: Holder())

pair = (10, 20)
table = {"c": 30}
show("star", lambda: plain(*pair))
show("star list", lambda: plain(*[1]))
show("star generator", lambda: plain(*(number for number in pair)))
show("star string", lambda: plain(*"ab"))
show("star too many", lambda: plain(*range(5)))
show("star nothing", lambda: rest(*pair, *()))
show("star and more", lambda: rest(0, *pair, 3, b=4))
show("star of many", lambda: sum(rest(*range(300))[1]))
show("double star", lambda: plain(1, **table))
show("double stars", lambda: named(**table, **{"d": 1}, e=2))
show("double star twice", lambda: named(**table, **table))
show("double star and name", lambda: named(c=1, **table))
show("both stars", lambda: plain(*pair, **table))
show("wrapper", lambda: wrapper(1, 2, 3, c=4, z=5))
show("method, both stars", lambda: holder.method(*pair, **table))
show("bound, both stars", lambda: (lambda method: method(*pair, **table))(holder.method))
show("class, both stars", lambda: Holder(*pair, **{"third": 0}).all)
show("native", lambda: max(*pair, key=lambda number: -number))
show("of wide", lambda: named(**{f"name{number}": number for number in range(40)})["name39"])
show("made names", lambda: named(**{"a" + "b": 1, "".join(["x", "y"]): 2}))
show("no names", lambda: named(**{1: 2}))


class Mapping:
    def keys(self):
        return ["a", "c"]

    def __getitem__(self, key):
        return key * 2


show("a mapping", lambda: plain(**Mapping()))


def is_a_copy():
    kept = {"a": 1}
    given = named(**kept)
    given["b"] = 2
    items = [1, 2]
    taken = rest(*items)[1]
    items.append(3)
    return kept, given, taken


show("is a copy", is_a_copy)


def generators():
    def numbers(start, stop=3, *, step=1):
        while start < stop:
            yield start
            start += step

    return list(numbers(0)), list(numbers(0, 9, step=4)), list(numbers(*[1], **{"step": 2}))


show("generators", generators)


def changed_defaults():
    def function(a=1, *, b=2):
        return a, b

    before = function()
    function.__defaults__ = (5,)
    function.__kwdefaults__ = {"b": 6}
    after = function()
    function.__defaults__ = None
    function.__kwdefaults__ = None
    try:
        function()
    except TypeError as error:
        return before, after, str(error)


show("changed defaults", changed_defaults)


def places():
    # The line of a call whose arguments do not fit is the caller's.
    found = []
    for call in (lambda: plain(), lambda: plain(z=1), lambda: plain(*[], **{"y": 1})):
        try:
            call()
        except TypeError as error:
            frames = traceback.extract_tb(error.__traceback__)
            found.append([frame.name for frame in frames])
    return found


show("places", places)


def deep(count, *more, step=1):
    return 0 if count <= 0 else 1 + deep(count - step, *more, step=step)


show("deep", lambda: deep(200, 1, 2, step=2))


def endless(*more, **all):
    return endless(*more, **all)


try:
    endless(1, a=2)
except RecursionError:
    print("endless: RecursionError")


def in_threads():
    results = []

    def work(number, *more, scale=1, **all):
        total = 0
        for turn in range(200):
            total += plain(number, b=turn, c=scale)[1] + rest(*more, b=turn)[2] + len(all)
        results.append(total)

    threads = [
        threading.Thread(target=work, args=(number, 1, 2), kwargs={"scale": 3, "z": 4})
        for number in range(3)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


show("in threads", in_threads)
