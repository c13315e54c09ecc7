# Methods of built-in classes are descriptors; every object has a text of its class, or None.
class Point:
    pass


point = Point()
object.__setattr__.__get__(point)("x", 3)
print(point.x, str.upper.__get__("abc")(), list.append.__get__([1], list)(2))
print(str.upper.__get__(None, str) is str.upper)
print(hasattr(len, "__get__"), hasattr([].append, "__get__"))
try:
    str.upper.__get__(None)
except TypeError as error:
    print(error)


def bound(method, receiver):
    return method.__get__(receiver, type(receiver))


print(bound(dict.get, {"a": 1})("a"), bound(int.__add__, 4)(5), bound(Point.__init__, point)())

for value in (True, 3, None, 1.5, ..., range(3), slice(1), 10**30, "a", len):
    doc = value.__doc__
    if doc is not None and not isinstance(doc, str):
        print("no text", value)


class Number(int):
    """A number."""


print(Number(3).__doc__, BaseExceptionGroup[int].__args__, ExceptionGroup[ValueError])
