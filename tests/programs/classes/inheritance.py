# Single and multiple inheritance, super, method resolution order.
class Base:
    def __init__(self, x):
        self.x = x

    def who(self):
        return "Base"

    def hello(self):
        return "hello from " + self.who()


class Left(Base):
    def __init__(self, x):
        super().__init__(x + 1)
        self.left = True

    def who(self):
        return "Left>" + super().who()


class Right(Base):
    def who(self):
        return "Right>" + super().who()


class Both(Left, Right):
    def who(self):
        return "Both>" + super().who()


for kind in (Base, Left, Right, Both):
    print(kind.__name__, kind(1).hello(), kind(1).x)
print([c.__name__ for c in Both.__mro__])
print(issubclass(Both, Right), issubclass(Left, Right), isinstance(Both(1), Base), issubclass(Both, (int, Left)))
print(Both.__bases__ == (Left, Right), Base.__bases__ == (object,))


class Stack(list):
    def push(self, x):
        self.append(x)

    def peek(self):
        return self[-1]


s = Stack([1, 2])
s.push(3)
print(s, len(s), s.peek(), isinstance(s, list), sorted(s, reverse=True))


class Celsius(float):
    pass


class Name(str):
    def shout(self):
        return self.upper() + "!"


class Count(int):
    def next(self):
        return Count(self + 1)


print(Celsius(1.5) + 1, Name("bob").shout(), Count(4).next().next(), Count(3) == 3)


class Defaulting(dict):
    def __missing__(self, key):
        self[key] = key * 2
        return self[key]


d = Defaulting()
print(d["ab"], d[4], d)
