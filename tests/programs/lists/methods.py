# List and tuple methods at their edges, and their messages.
def attempt(function):
    try:
        print(function())
    except Exception as error:
        print(type(error).__name__, error)


x = [3, 1, 2]
x.append(5)
x.extend((7, 8))
x.insert(0, 9)
x.insert(-1, 6)
x.insert(100, 4)
x.insert(-100, 0)
print(x, x.pop(), x.pop(0), x.pop(-2), x.index(1), x.index(2, 1), x.count(3), x.index(5, -5, -1))
x.remove(1)
x.reverse()
print(x, sorted(x), sorted(x, reverse=True), sorted(x, key=lambda v: -v), x.copy() is x, x[:] == x)
x.sort()
x.sort(reverse=True)
x.sort(key=str)
print(x, x * 2, 2 * x, x + [1], [] + x, x * 0, x * -1, [0] * 3)
x *= 2
x += (1,)
x += "ab"
print(x)
y = list(range(10))
y[2:5] = [20]
y[1:1] = "xy"
y[::3] = [0] * len(y[::3])
print(y, y[::-1], y[-3:], y[5:2], y[8:1:-3], y[-100:100], y[1:-1:2])
del y[0], y[-1], y[2:4], y[::2]
print(y)
y[:] = []
y[5:] = [1]
print(y, y == [1], [1, 2] < [1, 3], [1] < [1, 2], [2] > [1, 9], [1, 2] <= [1, 2], [] < [0], [1] != [1.0], [1, "a"] == [1, "a"], [float("nan")] != [1])
z = [1]
z.append(z)
print(z, z == z, [[]] * 2, str([1, [2, (3, {4: "x"})]]), [None, True, 1.5, "s", b"b"], list("abc"), list({1: 2}), list(), list((1,)), [*range(3)], list(range(3, 0, -1)))
pairs = [("b", 2), ("a", 2), ("c", 1)]
print(sorted(pairs, key=lambda p: p[1]), sorted(pairs, key=lambda p: p[1], reverse=True), sorted("bAc", key=str.lower), sorted([3, 1.5, True]), sorted([]), sorted({"b": 1, "a": 2}), sorted([[2], [1, 5], [1]]), sorted(["b", "a"], reverse=True))
t = (1, 2, 3, 2)
print(t.index(2), t.index(2, 2), t.count(2), t[1:], t[::-1], t + (4,), t * 2, t == (1, 2, 3, 2), t < (1, 3), hash(t) == hash((1, 2, 3, 2)), (), (1,), tuple("ab"), tuple([1]), tuple(), 2 in t, len(t), t[-1], max(t), (1, (2, [3])), tuple(t) is t, t[:] is t)
print([1, 2, 3].__len__(), [1].__contains__(1), [1].__getitem__(0), [1].__add__([2]), [1].__mul__(2), [1].__rmul__(2), [1].__eq__([1]), [1].__eq__((1,)), [1].__lt__([2]), [1].__iadd__([2]), [2, 1].__reversed__().__next__(), (1,).__getnewargs__(), [1].__ne__([1]), [1].__ge__(5), (1,).__add__((2,)))
attempt(lambda: [].pop())
attempt(lambda: [1].pop(5))
attempt(lambda: [1].pop("a"))
attempt(lambda: [1].pop(1, 2))
attempt(lambda: [].remove(1))
attempt(lambda: [1].index())
attempt(lambda: [1].append())
attempt(lambda: [1].append(1, 2))
attempt(lambda: [1].append(x=1))
attempt(lambda: [1].extend(5))
attempt(lambda: [1].insert(1))
attempt(lambda: [1].insert("a", 1))
attempt(lambda: [1][5])
attempt(lambda: [1]["a"])
attempt(lambda: [1][1.5])
attempt(lambda: [1].__setitem__(5, 1))
attempt(lambda: [1].__setitem__("a", 1))
attempt(lambda: [1, 2, 3].__setitem__(slice(0, 3, 2), [1]))
attempt(lambda: [1, 2].__setitem__(slice(0, 1), 5))
attempt(lambda: [1].__delitem__(5))
attempt(lambda: [1] + (1,))
attempt(lambda: [1] + 5)
attempt(lambda: [1] * "a")
attempt(lambda: [1] * [1])
attempt(lambda: [1] - [1])
attempt(lambda: [1] < (1,))
attempt(lambda: [1] < ["a"])
attempt(lambda: [1, "a"].sort())
attempt(lambda: sorted([1, None]))
attempt(lambda: [1].sort(lambda v: v))
attempt(lambda: [1].sort(cmp=1))
attempt(lambda: [1].sort(key=5))
attempt(lambda: sorted(5))
attempt(lambda: sorted())
attempt(lambda: sorted([1], 1))
attempt(lambda: list(5))
attempt(lambda: list(1, 2))
attempt(lambda: list(x=1))
attempt(lambda: hash([]))
attempt(lambda: [].foo)
attempt(lambda: [].count())
attempt(lambda: [].clear(1))
attempt(lambda: [].reverse(1))
attempt(lambda: (1,) + [1])
attempt(lambda: (1,)[5])
attempt(lambda: (1,)["a"])
attempt(lambda: (1,).index(5))
attempt(lambda: (1,).append)
attempt(lambda: (1,).__setitem__)
attempt(lambda: tuple(5))
attempt(lambda: tuple(1, 2))
attempt(lambda: hash(([],)))
attempt(lambda: (1, 2) < (1, "a"))
attempt(lambda: [1, 2, 3][::0])
attempt(lambda: -[1])
attempt(lambda: list.append())
attempt(lambda: list.append(5, 1))


def mutate():
    values = [3, 1, 2]
    values.sort(key=lambda v: values.append(v))


def assign(target):
    target[0] = 1


def remove(target):
    del target[0]


attempt(mutate)
attempt(lambda: assign((1,)))
attempt(lambda: remove((1,)))
attempt(lambda: assign("a"))
attempt(lambda: remove("a"))
attempt(lambda: assign(5))
attempt(lambda: remove(None))
attempt(lambda: assign({1}))
attempt(lambda: assign(range(3)))
attempt(lambda: assign(b"a"))
