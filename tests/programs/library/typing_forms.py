# What typing makes: typed dicts, protocols, overloads, literals, annotations with more, hints.
import typing
from typing import (Annotated, Any, Callable, ClassVar, Final, Generic, Literal, NotRequired,
                    ParamSpec, Protocol, Required, TypedDict, TypeVar, Union, cast,
                    get_args, get_origin, get_overloads, get_type_hints, overload,
                    runtime_checkable)


class Movie(TypedDict):
    title: str
    year: NotRequired[int]


class More(Movie, total=False):
    stars: int
    name: Required[str]


movie: More = {"title": "a", "name": "b"}
print(sorted(More.__required_keys__), sorted(More.__optional_keys__), More.__total__)
print(Movie(title="x"), type(Movie(title="x")) is dict, typing.is_typeddict(Movie))


@runtime_checkable
class Closes(Protocol):
    def close(self) -> None: ...


@runtime_checkable
class Named(Protocol):
    name: str


class File:
    name = "f"

    def close(self):
        pass


print(isinstance(File(), Closes), isinstance(3, Closes), issubclass(File, Closes))
print(isinstance(File(), Named), isinstance(3, Named))
for attempt in (Closes, lambda: issubclass(File, Named)):
    try:
        attempt()
    except TypeError as error:
        print(error)

T = TypeVar("T", bound=int)
K = TypeVar("K")
P = ParamSpec("P")


class Box(Generic[K, T]):
    size: ClassVar[int] = 0
    content: "list[Box[K, T]]" = None


print(Box[str, int], Box[str, T][int], get_origin(Box[str, int]), get_args(Box[str, int]))
print(get_type_hints(Box))
print(Box[str, int]().__orig_class__, T.__bound__, Box.__parameters__)


class Named2[A, *B]:
    def method(self, a: A) -> tuple[*B]: ...


print(Named2.__type_params__, Named2[int, str, float], get_type_hints(Named2.method))


@overload
def double(a: int) -> int: ...
@overload
def double(a: str) -> str: ...
def double(a):
    return a * 2


print(len(get_overloads(double)), double("a"), cast(int, "b"))
mark = Annotated[int, "metres", 3]
print(mark, mark.__metadata__, get_args(mark), mark == Annotated[int, "metres", 3])


def function(a: mark, b: Literal["x", 1] = 1, *c: int, d: Final[int] = 2) -> None: ...


print(get_type_hints(function))
print(get_type_hints(function, include_extras=True)["a"])
print(get_args(Literal["x", 1, "x"]), Literal[1] == Literal[True], Callable[[int], str])
print(get_args(Union[int, str, int]), Union[int] is int, get_args(Callable[P, int]))
print(typing.List[int], typing.Dict[str, Any], get_origin(typing.List[int]))
