# expected output written by hand: needs 3.14
def later(a: Later) -> Later:
    pass


try:
    later.__annotations__
except NameError as error:
    print(error)


class Later:
    pass


print(later.__annotations__["a"] is Later, later.__annotations__["return"] is Later)
print(later.__annotate__.__name__, later.__annotate__(1)["a"] is Later)
try:
    later.__annotate__(3)
except NotImplementedError as error:
    print("NotImplementedError", error)


class Node:
    next: Node
    value: int = 0
    if value:
        never: int
    for _ in range(1):
        always: str
    del _
    inner = float

    def method(self) -> inner:
        pass


print(Node.__annotations__["next"] is Node, list(Node.__annotations__))
print(Node.method.__annotations__)
Node.inner = complex_name = "changed"
print(Node.__annotate__ is not None, Node.__annotate__(1)["value"])
print("__annotations__" in vars(Node))


class Empty:
    pass


class Below(Node):
    pass


print(Empty.__annotations__, Below.__annotations__, Empty.__annotate__)
try:
    int.__annotations__
except AttributeError as error:
    print(error)

top: int = 5
under: Undefined
if top == 5:
    chosen: str
else:
    not_chosen: str
try:
    __annotate__(1)
except NameError as error:
    print(error)
Undefined = "now"
print(__annotate__(1))


def outer():
    x = "local"

    class Inner:
        a: x
        x = "of the class"
        b: x

    return Inner


print(outer().__annotations__)


def setter(a: int):
    pass


setter.__annotate__ = lambda format: {"made": format}
print(setter.__annotations__)
setter.__annotate__ = None
print(setter.__annotations__)
for wrong in [5, "x"]:
    try:
        setter.__annotate__ = wrong
    except TypeError as error:
        print(error)
