# Annotations of functions: when they are evaluated, what they are.
def plain(a: int, b: str = "x", *args: float, c: bytes = b"", **kwargs: dict) -> list:
    pass


print(plain.__annotations__)
print(plain.__annotations__ is plain.__annotations__)
print((lambda x: x).__annotations__)


def without(a, b):
    pass


print(without.__annotations__)
without.__annotations__["a"] = 1
print(without.__annotations__)
without.__annotations__ = {"b": 2}
print(without.__annotations__)
del without.__annotations__
print(without.__annotations__)
try:
    without.__annotations__ = 5
except TypeError as error:
    print(error)


def closure():
    local = 5

    def inner(a: local, b: "text" = local) -> local + 1:
        pass

    return inner


print(closure().__annotations__)


def positional(a: 1, /, b: 2, *, c: 3):
    return a


print(positional.__annotations__)


class Holder:
    kind = int

    def method(self, a: kind, b: "Holder") -> kind:
        return a

    def _private(self, __x: int, y: str):
        pass


print(Holder.method.__annotations__)
print(Holder._private.__annotations__)


def local_variables():
    x: undefined_name = 5
    y: also_undefined
    (z): int = 3
    return x + z


print(local_variables())
try:

    def unbound():
        y: int
        return y

    unbound()
except UnboundLocalError as error:
    print(error)

values = [1, 2]
values[0]: int = 7


class Attributes:
    pass


Attributes.x: int = 8
print(values, Attributes.x)


def decorate(function):
    function.__annotations__["extra"] = 1
    return function


@decorate
def decorated(a: int):
    pass


print(decorated.__annotations__)
