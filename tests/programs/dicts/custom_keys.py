# Keys with their own __eq__ and __hash__, including collisions.
class Point:
    def __init__(self, x, y):
        self.x = x
        self.y = y

    def __eq__(self, other):
        return isinstance(other, Point) and self.x == other.x and self.y == other.y

    def __hash__(self):
        return hash((self.x, self.y))

    def __repr__(self):
        return f"Point({self.x}, {self.y})"


class Clash(Point):
    def __hash__(self):
        return 7


for kind in (Point, Clash):
    d = {}
    for x in range(8):
        for y in range(8):
            d[kind(x, y)] = x * y
    print(kind.__name__, len(d), d[kind(3, 5)], kind(9, 9) in d)
    for x in range(0, 8, 2):
        del d[kind(x, 1)]
    print(len(d), kind(0, 1) in d, kind(1, 1) in d, d.get(kind(2, 1), "gone"))


class Plain:
    pass


p, q = Plain(), Plain()
d = {p: 1, q: 2}
print(len(d), d[p], d[q], Plain() in d)


class Unhashable:
    def __eq__(self, other):
        return True


try:
    {Unhashable(): 1}
except TypeError:
    print("unhashable")
