# A descriptor with `__set__` and without `__get__` only stores.


class Stores:
    def __init__(self, name):
        self.name = name

    def __set__(self, instance, value):
        print("set", value)
        instance.__dict__[self.name] = value


stores = Stores("a")


class Plain:
    a = stores


for _ in range(3):
    plain = Plain()
    print(plain.a is stores)
    plain.a = 42
    print(plain.a, getattr(plain, "a"), plain.__dict__)


class Meta(type):
    pass


class Made(metaclass=Meta):
    pass


class Below(Made):
    pass


def read(kind):
    try:
        return kind.a
    except AttributeError as error:
        return str(error)


for _ in range(3):
    print(read(Made), read(Below))
Made.a = 42
print([read(Made) for _ in range(3)], read(Below))
Meta.a = Stores("b")
print([read(Made) for _ in range(3)], read(Below))
Below.b = 1


def tried(action):
    try:
        action()
    except AttributeError as error:
        return str(error)
    return "done"


class Deletes:
    def __delete__(self, instance):
        print("delete")


class Both:
    only_deletes = Deletes()
    only_stores = Stores("only_stores")


both = Both()
for name in "only_deletes", "only_stores":
    both.__dict__[name] = 5
    print(tried(lambda: setattr(both, name, 1)), tried(lambda: delattr(both, name)), both.__dict__)
print(tried(lambda: delattr(Made, "a")))
print(type(read(Made)).__name__, type(read(Below)).__name__)
Meta.a = property(lambda kind: "computed")
print([read(Made) for _ in range(3)])
del Meta.a
print(read(Made))
