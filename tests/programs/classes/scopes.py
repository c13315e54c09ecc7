# Names inside class bodies, private names, nested classes, __init_subclass__.
x = "global"


class A:
    x = "class"
    y = x + "!"

    def method(self):
        return x

    def get(self):
        return self.x

    class Inner:
        z = "inner"

        def name(self):
            return A.y + self.z

    if True:
        conditional = 1
    for i in range(3):
        last = i
    del i
    table = {}
    table["k"] = last


a = A()
print(a.method(), a.get(), A.y, A.Inner().name(), A.conditional, A.last, hasattr(A, "i"), A.table)


class Private:
    def __init__(self):
        self.__hidden = 1

    def reveal(self):
        return self.__hidden


class Child(Private):
    def __init__(self):
        super().__init__()
        self.__hidden = 2

    def both(self):
        return (self.reveal(), self.__hidden)


print(Child().both(), sorted(Child().__dict__))


def make(n):
    class Local:
        value = n

        def get(self):
            return (n, self.value)

    return Local


one, two = make(1), make(2)
print(one().get(), two().get(), one is two, one.__name__)


class Registry:
    known = []

    def __init_subclass__(cls):
        Registry.known.append(cls.__name__)


class First(Registry):
    pass


class Second(First):
    pass


print(Registry.known)


class Single:
    instance = None

    def __new__(cls, *args):
        if cls.instance is None:
            cls.instance = super().__new__(cls)
        return cls.instance

    def __init__(self, v):
        self.v = v


s, t = Single(1), Single(2)
print(s is t, s.v)
Dynamic = type("Dynamic", (A,), {"w": 5, "double": lambda self: self.w * 2})
print(Dynamic().double(), Dynamic().get(), Dynamic.__name__)
