# Only object.__new__ refuses abstract classes: those below built-in types have instances.

import abc


class Abstract(abc.ABC):
    @abc.abstractmethod
    def method(self):
        pass


def attempt(base, *given):
    class Below(base, Abstract):
        pass

    class WithInit(base, Abstract):
        def __init__(self, *given):
            self.given = given

    class WithNew(base, Abstract):
        def __new__(cls, *given):
            return base.__new__(cls, *given)

    shown = []
    for made in Below, WithInit, WithNew:
        try:
            shown.append(repr(made(*given)).replace(made.__name__, "C").split(" object at ")[0])
        except TypeError as error:
            shown.append(str(error))
    print(base.__name__, shown)


for base in (int, float, complex, str, bytes, bytearray, list, dict, tuple, set, frozenset,
             Exception, ValueError):
    attempt(base)
for base, given in ((int, 3), (float, 1.5), (str, "text"), (bytes, b"ab"), (tuple, (1, 2)),
                    (list, [1]), (frozenset, {1}), (Exception, "why")):
    attempt(base, given)
attempt(type("Plain", (), {}))
