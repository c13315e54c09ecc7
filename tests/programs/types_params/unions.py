# expected output written by hand: needs 3.14
# One class of unions, however they are made.
import types
import typing
from typing import Callable, Dict, Generic, List, Optional, Protocol, TypedDict
from typing import TypeVar, Union, get_args, get_origin

T = TypeVar("T")
K = TypeVar("K")
print(type(int | str) is Union is types.UnionType, Union[int, str] == int | str)
print(Union[int], Union[int, None], Optional[int], Union[int, Union[str, int]])
print(get_args(int | None), get_origin(int | str), isinstance(3, Union[int, str]))
print(Union["A", int], T | int, int | T, (int | str) | T, list[T] | int)
print((int | T)[str], Union[T, int][str], Optional[T][int], (list[T] | int)[str])
print(List[T][int], Dict[K, List[T]][int, str], Callable[[T], K][int, str])
for wrong in (), 3:
    try:
        Union[wrong]
    except TypeError as error:
        print(error)
try:
    (int | str)[int]
except TypeError as error:
    print(error)


class Typed(TypedDict):
    a: int


class Speaks(Protocol[T]):
    def speak(self) -> T: ...


class Pair(Generic[T, K]):
    def __init__(self, x):
        self.x = x


class Half(Pair[int, K]):
    pass


class New[X, *Ys, **Z]:
    pass


print(Typed(a=1), Typed.__annotations__)
print(Speaks[int], Speaks.__parameters__, Speaks.__orig_bases__)
print(Pair[int, str], Pair[int, str](3).x, Pair[T, int][str], Half[str], Half.__parameters__)
print(New.__parameters__, New.__orig_bases__, New[int, str, [int]])
try:
    Pair[int]
except TypeError as error:
    print(error)
