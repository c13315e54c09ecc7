# Type parameters of many types: unpacked tuples, lists of parameters, what is substituted.
import copy
import pickle
from typing import Callable, Generic, ParamSpec, TypeVar, TypeVarTuple, Unpack
import collections.abc

T = TypeVar("T")
U = TypeVar("U")
Ts = TypeVarTuple("Ts")
P = ParamSpec("P")


class Many(Generic[T, *Ts]):
    pass


class Two(Generic[T, U]):
    pass


print(tuple[*Ts], tuple[Unpack[Ts]].__parameters__, tuple[T, *Ts][int, str, float])
print(tuple[*Ts][()], Many[int, str, float], Many[int].__args__)
print(list[T][*tuple[int]], dict[T, U][*tuple[int, str]], Two[int, str])
star = next(iter(tuple[int, str]))
print(star, star.__unpacked__, tuple[int].__unpacked__, star == tuple[int, str])
print([*list[int]], type(star).__name__, star.__typing_unpacked_tuple_args__)
print(dict[T, list[U]][int, str], dict[T, T][int].__parameters__)
print(list[Callable[[T], U]][int, str])
print(collections.abc.Callable[[int], T] == collections.abc.Callable[[int], T])
print(collections.abc.Callable[P, T][[int, str], float], collections.abc.Callable[..., T][int])
for alias, wanted in ((list[int], int), (list[T], (int, str)), (dict[T, U], int)):
    try:
        alias[wanted]
    except TypeError as error:
        print(error)
for alias in (list[int], dict[str, list[int]], star, tuple[int, ...]):
    print(pickle.loads(pickle.dumps(alias)) == alias, copy.deepcopy(alias) == alias, alias)


def takes(*arguments: *Ts):
    pass


print(takes.__annotations__)
for kind in (TypeVar, ParamSpec, TypeVarTuple):
    try:
        type("Below", (kind,), {})
    except TypeError as error:
        print(error)
