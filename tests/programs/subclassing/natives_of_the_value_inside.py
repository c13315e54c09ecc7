# Methods of built-in classes, called on instances of classes below them: by the method, through the
# class, with a method that returns its receiver, and with one that fails.
import collections


class List(list):
    pass


class Dict(dict):
    def __missing__(self, key):
        return "missing", key


class Text(str):
    pass


class Set(set):
    pass


def attempt(function):
    for _ in range(2):
        try:
            result = function()
            print(type(result).__name__, result)
        except Exception as error:
            print(type(error).__name__, error)


def refused(function):
    try:
        function()
    except TypeError:
        print("refused")


def fill():
    items = List()
    for number in range(5):
        items.append(number)
    items.extend([7, 8])
    items.insert(0, -1)
    items.sort(key=lambda item: -item)
    return items, items.pop(), items.index(3), items.count(4)


attempt(fill)
items = List([1])
print(items.__iadd__([2]) is items, list.__iadd__(items, [3]) is items, items)
items += [4]
print(type(items).__name__, items)
mapping = Dict(a=1)
print(mapping.__ior__({"b": 2}) is mapping, mapping, mapping["x"], mapping.get("x"))
attempt(lambda: mapping.get("a"))
attempt(lambda: mapping.pop("q"))
attempt(lambda: mapping.setdefault("c", []))
attempt(lambda: sorted(mapping.items(), key=str))
attempt(lambda: mapping.get([]))
refused(lambda: dict.get(List(), 1))
refused(lambda: list.append(mapping, 1))
refused(lambda: str.upper(List()))
text = Text("some text")
for method in ("upper", "split", "strip", "title", "encode", "isalpha"):
    attempt(getattr(text, method))
attempt(lambda: text.replace("some", "any"))
attempt(lambda: text.replace("q", "r"))
attempt(lambda: text.join([text, text]))
attempt(lambda: str.upper(text))
tags = Set([1])
print(tags.__ior__({2}) is tags, tags, tags.add(3), tags)
groups = collections.defaultdict(list)
for number in range(6):
    groups[number % 2].append(number)
attempt(lambda: groups.get(5))
attempt(lambda: sorted(groups.items()))
attempt(lambda: groups.copy())
print(text.__class__.__name__, items.__class__ is List, [one.__class__.__name__ for one in (text, items)])


class Masked:
    @property
    def __class__(self):
        return int


class Plain:
    pass


def class_of(thing):
    return thing.__class__.__name__


print([class_of(thing) for thing in (Plain(), Masked(), Plain(), Masked(), 1, Plain)])
plain = Plain()
print(class_of(plain))
plain.__class__ = Masked
print(class_of(plain))
