"""`Union[…]` of classes, aliases, unions and other members."""

import typing
from typing import Any, ClassVar, Generic, List, Optional, Protocol, TypeVar, Union

T = TypeVar("T")


class Meta(type):
    def __eq__(cls, other):
        return isinstance(other, Meta)

    def __hash__(cls):
        return 5


class First(metaclass=Meta):
    pass


class Second(metaclass=Meta):
    pass


class Tuple(tuple):
    pass


for parameters in (
    int, None, (int, str), (int, int), (int, None, str, None), (int | str, str | bytes), (list[int], int),
    (List[int], int), (int, "str"), ("int",), (T, int), (int, T, None), (Any, int), (First, Second), (First, int, Second),
    (Generic, int), (Protocol, int), (int, 5), (int, True), (Union[int, str], Optional[bytes]), (int | None, None),
    (list[int], list[int], list[str]), (type(None), int),
):
    made = Union[parameters]
    print(repr(made), type(made).__name__, getattr(made, "__args__", None))
for parameters in ((), (ClassVar, int), (int, ClassVar)):
    try:
        print(Union[parameters])
    except TypeError as error:
        print(error)
print(Union[int, str] == (int | str), Union[str, int] == Union[int, str], hash(Union[int, str]) == hash(str | int))
print(Optional[int], Optional[None], Optional[List[int]], Union[int, str][()] if False else typing.get_args(Union[int, str]))
