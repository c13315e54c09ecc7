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
