"""Attributes of classes and instances whose values are classes: read often, changed, and bound."""


class Plain:
    kind = int
    other = list


class Meta(type):
    pass


class WithMeta(metaclass=Meta):
    pass


class Binding(type):
    def __get__(cls, instance, owner):
        return "bound", cls.__name__, instance is not None, owner.__name__


class Bound(metaclass=Binding):
    pass


def kinds(owner, count=6):
    return [owner.kind for _ in range(count)][-1]


def called(owner, *arguments):
    return [owner.kind(*arguments) for _ in range(6)][-1]


instance = Plain()
for owner in Plain, instance:
    print(kinds(owner), called(owner, "12"))
Plain.kind = str
for owner in Plain, instance:
    print(kinds(owner), called(owner, 12))
Plain.kind = WithMeta
for owner in Plain, instance:
    print(kinds(owner), type(called(owner)).__name__)
Plain.kind = Bound
for owner in Plain, instance:
    print(kinds(owner))
Plain.kind = lambda *arguments: len(arguments)
print(called(Plain), called(instance))
Plain.kind = property(lambda self: "property")
print(type(kinds(Plain)).__name__, kinds(instance))
Plain.kind = WithMeta
print(kinds(Plain).__name__, kinds(instance).__name__)
# The metaclass becomes a descriptor, and is none again.
Meta.__get__ = lambda cls, instance, owner: ("late", cls.__name__, instance is not None)
print(kinds(Plain), kinds(instance))
del Meta.__get__
print(kinds(Plain).__name__, kinds(instance).__name__)
# The class gets another metaclass.
class Other(type):
    def __get__(cls, instance, owner):
        return "other"


WithMeta.__class__ = Other
print(kinds(Plain), kinds(instance))
WithMeta.__class__ = Meta
print(kinds(Plain).__name__, kinds(instance).__name__)
# An instance hides it; a slot of the metaclass goes before it.
instance.kind = 3
print(kinds(Plain).__name__, kinds(instance))
del instance.kind, Plain.kind
try:
    kinds(instance)
except AttributeError as error:
    print(error)
Plain.kind = dict


class Below(Plain):
    pass


class Hiding(type):
    @property
    def kind(cls):
        return "of the metaclass"


class Hidden(Plain, metaclass=Hiding):
    pass


print(kinds(Below), kinds(Below()), kinds(Hidden), kinds(Hidden()), called(Below, a=1) if False else called(Below))
Below.kind = set
print(kinds(Below), kinds(Below()), kinds(Plain), called(Below, "aa"))
own = Below()
vars(own)["kind"] = tuple
print(kinds(own), called(own, "ab"))
