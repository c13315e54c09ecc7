# Descriptors that only store, `__call__` that is no function, dict.get of a module's variables.
import sys
import types


class Stores:
    def __set__(self, instance, value):
        instance.__dict__["field"] = value * 2


class Holder:
    field = Stores()


holder = Holder()
print(type(holder.field).__name__)
for number in range(3):
    holder.field = number
    print(holder.field, getattr(holder, "field"), holder.__dict__)
del holder.__dict__["field"]
print(type(holder.field).__name__)


def plain(*arguments):
    return arguments


class Static:
    __call__ = staticmethod(plain)


class OfClass:
    __call__ = classmethod(plain)


class Makes:
    __call__ = list


class Nested:
    __call__ = Static()


for _ in range(3):
    print(Static()(1), OfClass()(2) == (OfClass, 2), Makes()("ab"), Nested()(3))
print(list(map(Static(), [1, 2])))

value = 7
variables = sys.modules[__name__].__dict__
print(dict.get(variables, "value"), dict.get(variables, "none", 8), variables.get("value"))
print(int.__type_params__, object.__type_params__, Holder.__type_params__)
print(types.SimpleNamespace(a=dict.get(vars(types), "none")).a)
