"""A ray tracer: spheres over a chequered floor, with shadows and reflections.

Many small objects that live briefly, method calls and floats; rows of the image are independent of
each other. The STM paper has a program of this kind.
"""

from math import sqrt

from support.options import Benchmark
from support.workers import Tasks, in_threads

# Width and height, and the sum of all bytes of the image.
SIZES = {
    "T": (10, 8, 25854),
    "S": (240, 180, 13691106),
    "W": (700, 520, 115155317),
    "A": (1600, 1200, 606845226),
}
FAR = 1e9
DEPTH = 4


class Vector:
    __slots__ = ("x", "y", "z")

    def __init__(self, x, y, z):
        self.x = x
        self.y = y
        self.z = z

    def __add__(self, other):
        return Vector(self.x + other.x, self.y + other.y, self.z + other.z)

    def __sub__(self, other):
        return Vector(self.x - other.x, self.y - other.y, self.z - other.z)

    def scaled(self, factor):
        return Vector(self.x * factor, self.y * factor, self.z * factor)

    def dot(self, other):
        return self.x * other.x + self.y * other.y + self.z * other.z

    def unit(self):
        return self.scaled(1.0 / sqrt(self.dot(self)))

    def mirrored(self, normal):
        return self - normal.scaled(2.0 * self.dot(normal))


class Ray:
    __slots__ = ("origin", "direction")

    def __init__(self, origin, direction):
        self.origin = origin
        self.direction = direction

    def at(self, distance):
        return self.origin + self.direction.scaled(distance)


class Sphere:
    def __init__(self, centre, radius, colour, shine):
        self.centre = centre
        self.radius = radius
        self.colour = colour
        self.shine = shine

    def distance(self, ray):
        """Where the ray hits it first, or FAR."""
        to_centre = self.centre - ray.origin
        along = to_centre.dot(ray.direction)
        root = self.radius * self.radius - to_centre.dot(to_centre) + along * along
        if root < 0.0:
            return FAR
        distance = along - sqrt(root)
        return distance if distance > 1e-6 else FAR

    def normal(self, point):
        return (point - self.centre).unit()

    def colour_at(self, point):
        return self.colour


class Floor:
    """The plane y = 0."""

    shine = 0.2

    def distance(self, ray):
        if ray.direction.y > -1e-9:
            return FAR
        distance = -ray.origin.y / ray.direction.y
        return distance if distance > 1e-6 else FAR

    def normal(self, point):
        return Vector(0.0, 1.0, 0.0)

    def colour_at(self, point):
        dark = (int(point.x + 1000.0) + int(point.z + 1000.0)) % 2
        return Vector(0.1, 0.1, 0.1) if dark else Vector(0.9, 0.9, 0.9)


class Scene:
    def __init__(self):
        self.light = Vector(-4.0, 8.0, -6.0)
        self.things = [Floor()]
        for number in range(6):
            place = Vector(number * 1.3 - 3.2, 0.5 + 0.3 * (number % 3), 2.0 + number % 2 * 1.5)
            colour = Vector(0.3 + 0.1 * number, 0.9 - 0.12 * number, 0.4)
            self.things.append(Sphere(place, 0.45 + 0.1 * (number % 2), colour, 0.4))

    def nearest(self, ray):
        best = FAR
        found = None
        for thing in self.things:
            distance = thing.distance(ray)
            if distance < best:
                best = distance
                found = thing
        return found, best

    def lit(self, point, towards, reach):
        """Whether nothing stands between a point and the light."""
        return self.nearest(Ray(point, towards))[1] > reach

    def colour(self, ray, depth):
        thing, distance = self.nearest(ray)
        if thing is None:
            return Vector(0.4, 0.6, 0.9).scaled(max(0.0, 1.0 - ray.direction.y))
        point = ray.at(distance)
        normal = thing.normal(point)
        to_light = self.light - point
        reach = sqrt(to_light.dot(to_light))
        to_light = to_light.scaled(1.0 / reach)
        brightness = 0.15
        slope = normal.dot(to_light)
        if slope > 0.0 and self.lit(point, to_light, reach):
            brightness += 0.85 * slope
        colour = thing.colour_at(point).scaled(brightness)
        if depth > 1:
            mirrored = Ray(point, ray.direction.mirrored(normal))
            colour = colour.scaled(1.0 - thing.shine)
            colour = colour + self.colour(mirrored, depth - 1).scaled(thing.shine)
        return colour


def render_row(scene, row, width, height):
    """The bytes of a row: red, green and blue of each point."""
    values = []
    eye = Vector(0.0, 1.8, -5.0)
    for column in range(width):
        x = (column - 0.5 * width) / height * 2.0
        y = (0.5 * height - row) / height * 2.0
        ray = Ray(eye, Vector(x, y - 0.2, 2.5).unit())
        colour = scene.colour(ray, DEPTH)
        for part in (colour.x, colour.y, colour.z):
            values.append(min(255, int(part * 255.0)))
    return values


def main():
    benchmark = Benchmark("raytrace", __doc__, SIZES)
    width, height, expected = benchmark.problem
    scene = Scene()
    image = [None] * height
    rows = Tasks(height)

    def work(index):
        row = rows.take()
        while row is not None:
            image[row] = render_row(scene, row, width, height)
            row = rows.take()

    benchmark.start()
    in_threads(benchmark.threads, work)
    benchmark.stop()
    benchmark.equal("the sum of the image", sum([sum(row) for row in image]), expected)
    benchmark.finish()


if __name__ == "__main__":
    main()
