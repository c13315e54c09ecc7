# Unions of what `collections.abc` and `typing` make, with type parameters.
import collections.abc as c
import typing
from typing import Any, ParamSpec, TypeVar, Union

T = TypeVar("T")
U = TypeVar("U")
P = ParamSpec("P")
print(c.Callable[..., int] | c.Callable[..., str])
u = c.Callable[[T], int] | None
print(u, u[str], u.__parameters__)
print(Union[str, "X", T][Any])
print((list[T] | dict[U, T])[int, str], (list[T] | T)[int], (list[T] | list[int])[int])
print(c.Callable[P, T] | int, (c.Callable[P, T] | int)[[str, int], bool])
print(None | c.Callable[[int], str], int | c.Callable[[], None])
print(typing.Callable[[T], int] | None, (typing.Callable[[T], int] | None)[str])
print(typing.Optional[c.Callable[[T], U]][int, str])
for wrong in (lambda: u[int, str], lambda: (int | str)[int], lambda: c.Callable[[int], str] | 3):
    try:
        print(wrong())
    except TypeError as error:
        print(error)
first = c.Callable[[int], str] | None
second = None | c.Callable[[int], str]
print(first == second, hash(first) == hash(second), type(first.__args__[0]).__name__)
many = int | str
for index in range(400):
    many = many | type(f"C{index}", (), {})
print(len(many.__args__), len((many | many).__args__))
print(len(Union[tuple(many.__args__)].__args__))
