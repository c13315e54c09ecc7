"""The types that have no name of their own, for `types`."""

import sys as _sys
import _sys as _machine


def _function():
    value = 1

    def inner():
        return value

    return inner


def _generator():
    yield 1


async def _coroutine():
    pass


async def _asynchronous_generator():
    yield


class _Class:
    def method(self):
        pass


class _Slot:
    __slots__ = ("place",)


def _type_of(make):
    """The type of a function's result; where the machine has no such type, a class without
    instances."""
    try:
        return type(make())
    except (AttributeError, KeyError, TypeError, NotImplementedError):
        return type("missing", (), {})


def _coroutine_type():
    made = _coroutine()
    found = type(made)
    made.close()
    return found


FunctionType = type(_function)
LambdaType = FunctionType
CodeType = _type_of(lambda: _function.__code__)
MappingProxyType = _type_of(lambda: type.__dict__)
SimpleNamespace = type(_sys.implementation)
CellType = _type_of(lambda: _function().__closure__[0])
GeneratorType = _type_of(_generator)
CoroutineType = _coroutine_type()
AsyncGeneratorType = _type_of(_asynchronous_generator)
MethodType = type(_Class().method)
BuiltinFunctionType = type(len)
BuiltinMethodType = type([].append)
WrapperDescriptorType = type(object.__init__)
MethodWrapperType = type(object().__str__)
MethodDescriptorType = type(str.join)
ClassMethodDescriptorType = _type_of(lambda: dict.__dict__["fromkeys"])
ModuleType = type(_sys)
TracebackType = _machine.traceback
FrameType = _type_of(lambda: _sys._getframe())
GetSetDescriptorType = _type_of(lambda: FunctionType.__code__)
MemberDescriptorType = type(_Slot.place)
GenericAlias = type(list[int])
UnionType = _type_of(lambda: int | str)
EllipsisType = type(Ellipsis)
NoneType = type(None)
NotImplementedType = type(NotImplemented)


class PyCapsule:
    """A pointer of C code with a name, as `ctypes.pythonapi` makes them."""

    __module__ = "builtins"
    __slots__ = ("_pointer", "_name", "_context", "_destructor", "__weakref__")

    def __new__(cls, *args, **kwargs):
        raise TypeError("cannot create 'PyCapsule' instances")

    def __init_subclass__(cls):
        raise TypeError("type 'PyCapsule' is not an acceptable base type")

    def __repr__(self):
        name = self._name
        shown = "NULL" if name is None else '"' + name.decode("utf-8", "replace") + '"'
        return f"<capsule object {shown} at {id(self):#x}>"


CapsuleType = PyCapsule
