# A slot whose descriptor is replaced or deleted in the class is no place for values any more.
def attempt(function, *arguments):
    try:
        return function(*arguments)
    except AttributeError as error:
        return str(error)


class Slots:
    __slots__ = ("a", "b", "c")


class Below(Slots):
    __slots__ = ()


class WithDict(Slots):
    pass


def fill(instance):
    instance.a = 1
    return instance.a


before = Slots()
print(fill(before), fill(Below()), fill(WithDict()))
Slots.a = "of the class"
del Slots.b
for cls in (Slots, Below, WithDict):
    instance = cls()
    print(cls.__name__, instance.a, attempt(fill, instance), attempt(setattr, instance, "b", 2))
    print(attempt(getattr, instance, "b"), attempt(setattr, instance, "c", 3), instance.c)
