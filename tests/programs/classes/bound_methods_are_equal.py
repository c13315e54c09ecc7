# Bound methods that bind the same function to the same object are equal and have one hash, so that
# a set or a dict finds a method that is asked for anew; those of built-in objects too.
class Plain:
    def first(self):
        pass

    def second(self):
        pass

    @classmethod
    def of_class(cls):
        pass


class Unhashable(Plain):
    __hash__ = None

    def __eq__(self, other):
        return True


class Listeners:
    def __init__(self):
        self.all = set()

    def add(self, listener):
        self.all.add(listener)

    def remove(self, listener):
        self.all.remove(listener)


for kind in (Plain, Unhashable):
    one, other = kind(), kind()
    print(one.first == one.first, one.first != one.first, one.first == one.second)
    print(one.first == other.first, hash(one.first) == hash(one.first))
    print(len({one.first, one.first, one.second, other.first}), one.first is one.first)
    print({one.first: 1}[one.first], one.first in [one.first], one.of_class == other.of_class)
    print(hash(kind.of_class) == hash(kind.of_class), kind.first == one.first)
    listeners = Listeners()
    listeners.add(one.first)
    listeners.remove(one.first)
    print(listeners.all)

numbers, same, text = [], [], "text"
print(numbers.append == numbers.append, numbers.append == same.append, numbers.append != same.append)
print(hash(numbers.append) == hash(numbers.append), len({numbers.append, numbers.append}))
print(numbers.__add__ == numbers.__add__, hash(numbers.__len__) == hash(numbers.__len__))
print(text.join == text.join, (1).__add__ == (1).__add__, (1).__add__ == (2).__add__)
print(dict.fromkeys == dict.fromkeys, len == len, len.__call__ == len.__call__, len == abs)
print(one.__reduce__ == one.__reduce__, one.__reduce__ == other.__reduce__)
print(len({kind.first, kind.first}), len({len, abs, len}), numbers.append == numbers.pop)
print(hash(len) == hash(len), hash(numbers.append) != hash(same.append))
