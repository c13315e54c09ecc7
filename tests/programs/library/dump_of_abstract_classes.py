# `_abc._get_dump`, by which packages keep abstract classes: sets of weak references.
import abc
import _abc
import weakref


class Base(abc.ABC):
    pass


class Registered:
    pass


class Other:
    pass


Base.register(Registered)
print(issubclass(Registered, Base), issubclass(Other, Base))
registry, cache, negative, version = _abc._get_dump(Base)
print({type(known) is weakref.ref for known in registry | cache | negative})
print([known() for known in registry], [known() for known in negative], type(version).__name__)
