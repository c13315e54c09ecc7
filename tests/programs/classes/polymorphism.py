# One call site, many classes, changing shapes.
class Shape:
    def area(self):
        raise NotImplementedError(type(self).__name__)

    def __repr__(self):
        return f"{type(self).__name__}({self.area():.2f})"


class Square(Shape):
    def __init__(self, side):
        self.side = side

    def area(self):
        return self.side * self.side


class Circle(Shape):
    def __init__(self, radius):
        self.radius = radius

    def area(self):
        return 3.14159 * self.radius ** 2


class Scaled(Shape):
    def __init__(self, shape, factor):
        self.factor = factor
        self.shape = shape

    def area(self):
        return self.shape.area() * self.factor


shapes = [Square(2), Circle(1), Scaled(Square(3), 2), Scaled(Scaled(Circle(2), 3), 0.5)]
for _ in range(3):
    print(shapes, round(sum([s.area() for s in shapes]), 3))
try:
    Shape().area()
except NotImplementedError as error:
    print(error)


class Flexible:
    pass


objects = []
for i in range(6):
    o = Flexible()
    names = ["a", "b", "c"]
    for k in range(3):
        setattr(o, names[(i + k) % 3], i * 10 + k)
    objects.append(o)
print([(o.a, o.b, o.c) for o in objects])
for o in objects:
    del o.b
    o.b = "again"
print([list(o.__dict__) for o in objects])


def speak(self):
    return "patched " + str(self.a)


Flexible.speak = speak
print([o.speak() for o in objects][:2])
objects[0].speak = lambda: "own"
print(objects[0].speak(), objects[1].speak())
Flexible.speak = lambda self: "new"
print(objects[0].speak(), objects[1].speak())
Square.area = lambda self: -1
print(shapes[0].area(), shapes[2].area())
