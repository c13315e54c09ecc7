# expected output written by hand: needs 3.14
# `__annotate__` of a class can be replaced.
import dataclasses


class Plain:
    pass


class Told:
    x: int


def annotate(format):
    return {"a": str}


print(Plain.__annotations__, Told.__annotations__)
Plain.__annotate__ = Told.__annotate__ = annotate
print(Plain.__annotations__, Told.__annotations__, Told.__annotate__ is annotate)
Told.__annotate__ = None
print(Told.__annotate__)
try:
    Told.__annotate__ = 3
except TypeError as error:
    print(error)
Made = dataclasses.make_dataclass("Made", [("x", int), ("y", int, 3)])
print(Made(1), Made(1) == Made(1, 3), Made.__match_args__)
