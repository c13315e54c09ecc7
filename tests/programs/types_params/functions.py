# Type parameters of functions, classes and aliases.
def first[T](items: list[T]) -> T:
    return items[0]


print(first([1, 2]), first.__type_params__, first.__name__, first.__qualname__)
print(first.__annotations__["return"] is first.__type_params__[0])
(T,) = first.__type_params__
print(T, T.__name__, T.__bound__, T.__constraints__, T.__infer_variance__)


def bounded[A: int, B: (str, bytes), *C, **D](a: A, *b: *C) -> None:
    return (A, B, C, D)


A, B, C, D = bounded(1)
print(A.__bound__, B.__constraints__, C, D, type(A).__name__, type(C).__name__, type(D).__name__)
print(bounded.__type_params__ == (A, B, C, D))


def lazy[X: Undefined](x: X):
    return X


X = lazy(1)
try:
    X.__bound__
except NameError as error:
    print(error)
Undefined = 5
print(X.__bound__)


type Alias = int
type Mapping[K, V] = dict[K, list[V]]
print(Alias, Alias.__name__, Alias.__value__, Alias.__type_params__, type(Alias).__name__)
print(Mapping.__type_params__)
type Recursive = list[Recursive]
type Broken = undefined_name
try:
    Broken.__value__
except NameError as error:
    print(error)


def outer():
    local = str

    def inner[T: local](x: T = local):
        return x, T.__bound__

    return inner


print(outer()())


class Scope:
    attribute = bytes

    def method[T: attribute](self, x: attribute) -> T:
        return T

    type Inner = attribute


print(Scope().method(1).__bound__, Scope.method.__annotations__["x"], Scope.Inner.__value__)


def decorator(function):
    print("decorating", function.__name__)
    return function


@decorator
def with_default[T](a, b=[1], *, c={"d": 2}):
    return a, b, c


print(with_default(1))
type = "a name, too"
print(type)
