# Members of a union that are no types by themselves, or have no hash; a union has no items.
from typing import Annotated, Union

union = Union[int, str]
for make in (
    lambda: union | "Later",
    lambda: "Later" | union,
    lambda: union | 5,
    lambda: [1] | union,
    lambda: union | None,
    lambda: list(union),
    lambda: (lambda *parts: parts)(*union),
):
    try:
        print(make())
    except TypeError:
        print("TypeError")
with_mapping = Union[Annotated[int, {}], str]
print(with_mapping == Union[str, Annotated[int, {}]], with_mapping == Union[str, int])
print(Annotated[int, []] | Annotated[int, []] | None, Union[int, str] == Union[str, int])
for wrong in (
    lambda: str(b"x", "ascii", encoding="ascii"),
    lambda: str(b"x", "ascii", "strict", errors="strict"),
    lambda: str(1, 1),
    lambda: str("x", errors=2),
    lambda: b"x".decode("ascii", encoding="ascii"),
):
    try:
        print(wrong())
    except TypeError as error:
        print(error)
import types

for kind in (types.GeneratorType, types.CoroutineType, types.AsyncGeneratorType):
    print(kind[int, str, None])
import itertools
import string.templatelib
import weakref

for kind in (weakref.ref, itertools.chain, staticmethod, classmethod, string.templatelib.Template):
    print(kind[int], kind[int].__origin__ is kind)
