"""What `get` and `setdefault` do without a call, and where that is not enough."""

from collections import Counter, OrderedDict, defaultdict


class Key:
    def __init__(self, text):
        self.text = text

    def __hash__(self):
        return hash(self.text)

    def __eq__(self, other):
        print("eq", self.text)
        return self.text == getattr(other, "text", other)


class Quiet(dict):
    def __missing__(self, key):
        return "missing"

    def get(self, key, default="own"):
        return super().get(key, default)


def plain():
    counts = {}
    for word in "a b c a b a d".split() * 3:
        counts[word] = counts.get(word, 0) + 1
    print(counts, counts.get("x"), counts.get("x", None), counts.get("a", "y"))
    get = counts.get
    print(get("a"), get("z"), get("z", 5), get(1), get(1, 2), get(None, 3), get((1,), 4))
    counts[1] = "one"
    print(get(1), get(True), get(1.0), get(0, "zero"), get(2**70, "big"))
    counts[2**70] = "large"
    print(get(2**70), counts.setdefault("a", 0), counts.setdefault("new"), counts.setdefault(1, 2))
    print(counts.setdefault("more", []) is counts["more"], list(counts))
    del counts["a"]
    print(get("a"), get("a", "gone"), counts.setdefault("a", 7), get("a"))


def asked():
    table = {Key("k"): 1, "l": 2}
    print(table.get("k"), table.get("l"), table.get(Key("l")), table.setdefault("k", 9))
    for wrong in ([], {}, ([],)):
        try:
            print(table.get(wrong, "default"))
        except TypeError as error:
            print("unhashable" in str(error))
    for call in (lambda: table.get(), lambda: table.get(1, 2, 3), lambda: dict.get([], 1)):
        try:
            call()
        except TypeError as error:
            print(type(error).__name__)


def below():
    print(Quiet(a=1).get("a"), Quiet().get("b"), Quiet()["c"], dict.get(Quiet(), "d"))
    made = defaultdict(list)
    print(made.get("a"), made.get("a", 1), len(made), made["a"], made.get("a"))
    print(Counter("aab").get("a"), Counter().get("x", 0), OrderedDict(x=1).get("x"))
    print(globals().get("plain") is plain, vars(Quiet).get("nothing", "no"))


def in_iteration():
    table = dict.fromkeys(range(5), 0)
    for key in table:
        table.get(key, 1)
        table.setdefault(key, 2)
    try:
        for key in table:
            table.setdefault(key + 100, 1)
    except RuntimeError as error:
        print(error)


plain()
asked()
below()
in_iteration()
