# OrderedDict: moving to both ends, taking from both ends, equality, and what is below it.
import copy
import pickle
import threading
from collections import OrderedDict

od = OrderedDict(a=1, b=2, c=3)
od.move_to_end("a")
print(od, list(reversed(od)))
od.move_to_end("c", last=False)
od.move_to_end("c", False)
print(od, od.popitem(), od.popitem(last=False), od)
for call in (lambda: od.move_to_end("x"), lambda: OrderedDict().popitem(), lambda: od.pop("x")):
    try:
        call()
    except KeyError as error:
        print("KeyError", error)
print(od.pop("b"), od.pop("b", 5), od.pop("b", default=6), od.setdefault("k"), od.setdefault("l", 1))
print(od.setdefault("l", default=9), od)

# Many moves to the front and to the back: nothing is lost, and memory is given back.
many = OrderedDict((n, -n) for n in range(50))
model = list(range(50))
for n in range(600):
    key = n * 7 % 50
    at_end = n % 3 == 0
    many.move_to_end(key, last=at_end)
    model.remove(key)
    model.insert(len(model) if at_end else 0, key)
    if n % 50 == 0:
        key, value = many.popitem(last=bool(n % 4))
        assert key == model.pop(-1 if n % 4 else 0) and value == -key
        many[key] = value
        model.append(key)
    if n % 77 == 0:
        del many[model[5]]
        many[model[5]] = -model[5]
        model.append(model.pop(5))
assert list(many) == model and list(many.items()) == [(n, -n) for n in model]
assert list(reversed(many)) == model[::-1] and all(many[n] == -n for n in range(50))
print(len(many), many.get(50), 49 in many)

one = OrderedDict([(1, 2), (3, 4)])
other = OrderedDict([(3, 4), (1, 2)])
print(one == other, one != other, one == dict(other), dict(one) == other, one == 5, one != 5)
print(one | {5: 6}, {5: 6} | one, type({5: 6} | one).__name__)
one |= {7: 8}
print(one, copy.copy(one) == one, copy.deepcopy(one) == one, one.copy() is not one)
print(pickle.loads(pickle.dumps(one)) == one, OrderedDict.fromkeys("ab", 1))
one[9] = one
print(one)
print(OrderedDict([("a", 1)], b=2), OrderedDict({"a": 1}), OrderedDict())
for bad in (5, [1], [(1, 2, 3)]):
    try:
        OrderedDict(bad)
    except (TypeError, ValueError) as error:
        print(type(error).__name__)
try:
    OrderedDict(1, 2)
except TypeError as error:
    print("TypeError")
try:
    for key in one:
        one[key, 1] = 1
except RuntimeError as error:
    print("RuntimeError")


class Counting(OrderedDict):
    stored = 0

    def __setitem__(self, key, value):
        self.stored += 1
        super().__setitem__(key, value)

    def update(self, *args, **named):
        raise AssertionError("the constructor has its own")


counting = Counting([(1, 2), (3, 4)], x=5)
print(counting, counting.stored, counting.copy().stored, counting.__dict__)
counting.attribute = [1]
print(pickle.loads(pickle.dumps(counting, 2)).attribute if __name__ != "__main__" else "", len(counting))


class Missing(OrderedDict):
    def __missing__(self, key):
        return "missing"


missing = Missing(a=1)
print(missing["b"], missing.get("b"), missing.setdefault("c", 3), missing.pop("z", 4))


class Cache:
    "The cache of a textbook."

    def __init__(self, size):
        self.size, self.items = size, OrderedDict()

    def get(self, key):
        if key in self.items:
            self.items.move_to_end(key)
            return self.items[key]
        self.items[key] = value = key * key
        if len(self.items) > self.size:
            self.items.popitem(last=False)
        return value


cache, lock, wrong = Cache(8), threading.Lock(), []


def work(start):
    for n in range(start, start + 30):
        with lock:
            if cache.get(n % 12) != (n % 12) ** 2:
                wrong.append(n)


threads = [threading.Thread(target=work, args=(5 * n,)) for n in range(3)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(wrong, len(cache.items))
