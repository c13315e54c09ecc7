# Attributes of built-in classes that lie in no slot have descriptors that can be found and asked.
import types


class Base:
    pass


class Below(Base):
    __module__ = "elsewhere"


def function(a, b=2):
    "text"
    return a


mro = type.__dict__["__mro__"]
print(mro.__get__(Below) == Below.__mro__, mro.__name__)
print(type.__dict__["__bases__"].__get__(Below))
print(type.__dict__["__module__"].__get__(Below), type.__dict__["__name__"].__get__(Below))
print(sorted(type.__dict__["__dict__"].__get__(Base).keys() & {"__module__"}))
print(types.FunctionType.__code__)
print(types.FunctionType.__dict__["__code__"].__get__(function) is function.__code__)
print(types.FunctionType.__defaults__.__get__(function))
print(types.FunctionType.__dict__["__name__"].__get__(function, None))
types.FunctionType.__name__
types.FunctionType.__dict__["__name__"].__set__(function, "renamed")
print(function.__name__)
print(type(types.FunctionType.__code__), types.GetSetDescriptorType)
print(types.FunctionType.__code__.__objclass__, types.FunctionType.__code__.__name__)
for receiver in (1, "x", Base):
    try:
        types.FunctionType.__code__.__get__(receiver)
    except TypeError as error:
        print(error)
try:
    types.FunctionType.__code__.__get__(None, None)
except TypeError as error:
    print(error)
print(types.FunctionType.__code__.__get__(None, types.FunctionType))


class Module(types.ModuleType):
    pass


module = Module("m")
module.x = 1
print(module.__dict__["x"], module.x)


class WithDict:
    __dict__ = {"a": 1}


print(WithDict().__dict__)
print("__code__" in dir(function), "__func__" in dir(Base().__repr__))
print("missing" in Base.__dict__, Base.__dict__.get("missing", 5), "__module__" in Base.__dict__)
try:
    Base.__dict__["missing"]
except KeyError as error:
    print("KeyError", error)
