from __future__ import annotations


def function(a: int, b: undefined[str] = None, *c: "quoted", d: x.y + 1 = 2) -> list[int]:
    pass


print(function.__annotations__)


class Holder:
    a: int
    b: undefined = 5
    c: dict[str, int]

    def method(self, x: Holder) -> Holder:
        pass


print(Holder.__annotations__)
print(Holder.method.__annotations__)
top: anything = 3
other: never[evaluated]
print(__annotations__)


def inside():
    x: undefined = 1
    return x


print(inside())
