x: int
y: list[int] = []
def f(a: int, *b: str) -> None:
    c: int
    d: float = 1.0
    a.b: int = c
class A:
    z: int = 1
