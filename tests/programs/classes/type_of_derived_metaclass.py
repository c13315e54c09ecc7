# `type(name, bases, namespace)` makes a class of the most derived metaclass, whose __init__ runs.
class Meta(type):
    def __new__(metaclass, name, bases, namespace, **keywords):
        print("new", metaclass.__name__, name, keywords)
        return super().__new__(metaclass, name, bases, namespace)

    def __init__(cls, name, bases, namespace, **keywords):
        print("init", name, sorted(namespace), keywords)
        super().__init__(name, bases, namespace)


class OnlyInit(type):
    def __init__(cls, name, bases, namespace):
        print("only init", name)
        super().__init__(name, bases, namespace)


class Base(metaclass=Meta):
    pass


class Other(metaclass=OnlyInit):
    pass


print(type("First", (Base,), {"a": 1}).a)
print(type(type("Second", (Other,), {})))
print(type.__call__(type, "Third", (Base,), {}))
print(type.__new__(type, "Fourth", (Other,), {}))
kept = type
print(kept("Fifth", (Base,), {}, key=2) and "made")
print(type(*("Sixth", (Other,), {})))


class Lower(Meta):
    pass


class Derived(Base, metaclass=Lower):
    pass


print(type(Meta("Seventh", (Derived,), {})))


class Odd(type):
    def __new__(metaclass, name, bases, namespace):
        return 3

    def __init__(cls, *arguments):
        print("never")


print(Odd("Eighth", (), {}))
