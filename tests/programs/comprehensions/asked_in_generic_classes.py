"""Comprehensions that ask for their variables, in bodies of classes that keep cells."""


class Generic[T]:
    a = [eval("x + t") for x in [5] for t in [1, 2]]
    kind: T = None

    def method(self, given: T = [eval("z") for z in (1, 2)]) -> T:
        return __class__, given

    class Inner[S: T]:
        c = [[eval("u, v") for u in (1, 2)] for v in (3,)]
        other: S = T



print(Generic.a, Generic().method(), Generic.Inner.c, Generic.Inner.other)
print(Generic.__type_params__, Generic.Inner.__type_params__, Generic.__annotations__)


def outer(value):
    class Local[U]:
        held = [eval("w", globals(), locals()) for w in (1, 2)]
        seen = value

        def get(self):
            return [__class__.__name__ for _ in [1] if eval("_")], value

    return Local


made = outer("value")
print(made.held, made.seen, made().get(), made.__type_params__)
