# The classes of native functions and methods, by the way that a program has got them.
import inspect
import pickle
import re
import sys
import types

KINDS = [
    len, list.append, [].append, int.__add__, (1).__add__, dict.fromkeys, object.__init__, object().__str__,
    type.__call__, str.join, "".join, object.__reduce__, str.__len__, list.__getitem__, [].__getitem__, range.count,
    {}.__contains__, dict.__contains__, tuple.__contains__, object().__reduce_ex__, int.__round__, (1).__init__,
    dict.__dict__["fromkeys"], "".__class__.__eq__, set.__contains__, set.__or__,
]
for value in KINDS:
    shown = re.sub("0x[0-9a-f]+", "X", repr(value)) if type(value).__name__ != "classmethod_descriptor" else ""
    print(type(value).__name__, type(value) is value.__class__, shown, getattr(value, "__objclass__", None),
          isinstance(value, type(value)), hasattr(value, "__self__"), value.__qualname__)

print(types.BuiltinFunctionType, types.BuiltinMethodType, types.WrapperDescriptorType, types.MethodWrapperType,
      types.MethodDescriptorType, types.ClassMethodDescriptorType)
for kind in (types.WrapperDescriptorType, types.MethodWrapperType, types.MethodDescriptorType):
    try:
        kind()
    except TypeError as error:
        print(error)
    try:
        class Below(kind):
            pass
    except TypeError as error:
        print(error)

print([inspect.isbuiltin(value) for value in (len, str.join, "".join, (1).__add__)])
print([inspect.ismethoddescriptor(value) for value in (len, str.join, "".join, int.__add__)])
print([inspect.isroutine(value) for value in (len, str.join, "".join, int.__add__, (1).__add__)])
print([isinstance(value, types.BuiltinFunctionType) for value in KINDS[:6]])
print([isinstance(value, (int, types.MethodDescriptorType)) for value in KINDS[:6]])
print([issubclass(type(value), object) for value in KINDS[:3]], type(str.join) is type(list.append))
match str.join:
    case types.BuiltinFunctionType():
        print("a function")
    case types.MethodDescriptorType():
        print("a method")

# As descriptors.
print(type(str.join).__get__(str.join, "-", str)(["a", "b"]), str.join.__get__("+")(["a", "b"]))
print(hasattr(type(str.join), "__get__"), hasattr(type(len), "__get__"), hasattr(type(int.__add__), "__set__"))
print(int.__add__.__get__(2)(3), type(int.__add__.__get__(2)).__name__)
print(classmethod(len).__class__, staticmethod(str.join).__class__, type(vars(str)["join"]))
for wrong in (lambda: list.append.nothing, lambda: setattr(str.join, "x", 1), lambda: (1).__add__.nothing):
    try:
        wrong()
    except AttributeError as error:
        print(str(error).split(" and no")[0])

# As keys and in pickles.
again = pickle.loads(pickle.dumps([str.join, int.__add__, len, dict.fromkeys, [1].append, (1).__add__]))
print(again[:3], again[3]([1]), again[5](2))
print({str.join: 1}[str.join], str.join == str.join, str.join is str.__dict__["join"])


# The names of a class whose body runs further out are read and written by what it calls.
def tagged(function):
    names = sys._getframe(1).f_locals
    names.setdefault("tags", []).append(function.__name__)
    return function


class Tagged:
    @tagged
    def first(self):
        pass

    print(tags)
    count = len(tags)

    @tagged
    def second(self):
        pass


print(Tagged.tags, Tagged.count, sorted(name for name in vars(Tagged) if not name.startswith("_")))
