# Classes below list and set.
class Stack(list):
    def __init__(self, *items, name="stack"):
        super().__init__(items)
        self.name = name

    def push(self, item):
        self.append(item)

    @property
    def top(self):
        return self[-1]


s = Stack(1, 2, name="n")
s.push(3)
print(s, s.name, s.top, len(s), list(s), s.__dict__, type(s), isinstance(s, list))
s += [4]
s[0] = 10
del s[1]
s.extend([7, 8])
s.insert(0, "first")
print(s, s.pop(), s.index(7), s.count(7), s[1:3], type(s[1:3]), s + [1], [1] + s, s * 2, type(s * 2))
print(s == ["first", 10, 3, 4, 7], ["first", 10, 3, 4, 7] == s, s != [], 3 in s, bool(Stack()), not Stack())
s.remove("first")
s.sort(reverse=True)
print(s, s.copy(), type(s.copy()), sorted(s), list(reversed(s)), min(s), max(s), sum(s))
s.reverse()
s[1:2] = [0, 0]
print(s, [x * 2 for x in s], *s, list(map(str, s)), list(zip(s, "ab")), ",".join(map(str, s)))
s *= 2
t = s
t += (5,)
print(s is t, type(t), s)
s.clear()
print(s, len(s), Stack(1) < Stack(2), Stack(1) < [2], [0] < Stack(1))
s.append(s)
print(s)
try:
    hash(s)
except TypeError as error:
    print(error)
for action in (lambda: s.pop(99), lambda: s["x"], lambda: list.append(5, 1), lambda: s.nothing, lambda: Stack(1) + 1, lambda: Stack(1) < 1):
    try:
        print(action())
    except Exception as error:
        print(type(error).__name__, error)


class Plain(list):
    pass


print(Plain(), Plain("abc"), Plain([1, 2]), Plain(range(3)))
p = Plain([3, 1, 2])
p.sort()
p.key = "k"
print(p, p.key, vars(p))
p.__init__([9])
print(p)
a, *b = Plain("xyz")
print(a, b, [*Plain("pq")], {*Plain("p")}, (lambda *x: x)(*Plain([1, 2])))
match Plain([1, 2]):
    case [x, y]:
        print("matched", x, y)
print([1, 2, *Plain([3])], "ab".join(Plain(["x", "y"])), [0, 1] == Plain([0, 1]), tuple(Plain([1])), set(Plain([1, 1])))
q = [5]
q += Plain([6])
q.extend(Plain([7]))
q[:1] = Plain([8, 9])
print(q)


class Loud(list):
    def __getitem__(self, index):
        return ("item", index)

    def __setitem__(self, index, value):
        print("set", index, value)
        super().__setitem__(index, value)

    def __len__(self):
        return 7

    def __iter__(self):
        return iter("loud")

    def __contains__(self, item):
        return item == "x"

    def append(self, item):
        super().append(("appended", item))

    def __eq__(self, other):
        return other == "loud"

    def __repr__(self):
        return "Loud" + super().__repr__()

    def __iadd__(self, other):
        list.extend(self, other)
        return self

    def __bool__(self):
        return False


l = Loud([1, 2])
l[0] = 5
l.append(3)
l += [4]
print(l, l[0], l[5:], len(l), list(l), "x" in l, 1 in l, l == "loud", l != "loud", bool(l), list.__len__(l), list.__getitem__(l, 0))
print([*l], tuple(l), list(reversed(Plain([1, 2]))), sorted(l))


class Bag(set):
    def __init__(self, items=(), label=None):
        super().__init__(items)
        self.label = label

    def add(self, item):
        super().add(item.lower())


b = Bag(["a"], label="L")
b.add("B")
print(sorted(b), b.label, len(b), "b" in b, b == {"a", "b"}, {"a", "b"} == b, b <= {"a", "b", "c"}, b.label)
c = b
b |= {"z"}
b -= {"a"}
print(c is b, sorted(b), type(b), sorted(b | {"q"}), type(b | {"q"}), sorted({"q"} | b), sorted(b & {"z"}), sorted({"z", "y"} - b))
b.update(["m"], Bag("n"))
b.discard("zz")
b.remove("m")
print(sorted(b), repr(Bag()), repr(Bag(["o"])), sorted(set(b)), sorted(b.union("x")), {"x"}.issubset(Bag("xyz")), {"x", "y"} > Bag("x"))
try:
    hash(b)
except TypeError as error:
    print(error)
try:
    b.remove("nope")
except KeyError as error:
    print("KeyError", error)
