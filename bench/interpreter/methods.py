"""Methods: inherited, overridden, by `super`, bound and kept, static and of the class."""

from support.repeated import run

TURNS = {"T": 1, "S": 120, "W": 600, "A": 6000}


class Shape:
    made = 0

    def __init__(self, size):
        self.size = size

    def area(self):
        return 0

    def describe(self, factor):
        return self.area() * factor

    @classmethod
    def of(cls, size):
        return cls(size)

    @staticmethod
    def double(value):
        return value + value


class Square(Shape):
    def area(self):
        return self.size * self.size


class Frame(Square):
    def __init__(self, size, border):
        super().__init__(size)
        self.border = border

    def area(self):
        return super().area() - self.border


def work():
    shapes = [Shape(3), Square.of(4), Frame(6, 2)]
    result = 0
    for turn in range(2_500):
        for shape in shapes:
            result += shape.describe(turn & 3)
        area = shapes[1].area
        result += area() + Shape.double(turn)
    return result


if __name__ == "__main__":
    run("methods", __doc__, TURNS, work, 6_475_000)
