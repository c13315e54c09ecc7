"""Planets that attract each other: floats in attributes of a few objects.

Each thread simulates planetary systems of its own, which start a little differently. That a
system's energy stays the same is checked, and that it goes on exactly as CPython computes it.
"""

from math import sqrt

from support.options import Benchmark
from support.workers import Tasks, in_threads

SYSTEMS = 24
STEP = 0.01
# The steps of each system, and the positions' sum of the first system after that.
SIZES = {
    "T": (20, 25.43782806151286),
    "S": (2_000, -4.043268013913378),
    "W": (20_000, 16.692764117367318),
    "A": (200_000, 181.90960709310926),
}


class Body:
    def __init__(self, mass, x, y, z, vx, vy, vz):
        self.mass = mass
        self.x = x
        self.y = y
        self.z = z
        self.vx = vx
        self.vy = vy
        self.vz = vz


def make_system(number):
    """A heavy sun and four planets on nearly circular orbits."""
    bodies = [Body(40.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)]
    for planet in range(1, 5):
        distance = planet * 2.0 + number * 0.01
        speed = sqrt(40.0 / distance)
        tilt = planet * 0.05
        bodies.append(Body(0.01 * planet, distance, 0.0, 0.0, 0.0, speed, speed * tilt))
    return bodies


def advance(bodies, pairs, step):
    for one, other in pairs:
        dx = one.x - other.x
        dy = one.y - other.y
        dz = one.z - other.z
        squared = dx * dx + dy * dy + dz * dz
        magnitude = step / (squared * sqrt(squared))
        pull = other.mass * magnitude
        one.vx -= dx * pull
        one.vy -= dy * pull
        one.vz -= dz * pull
        pull = one.mass * magnitude
        other.vx += dx * pull
        other.vy += dy * pull
        other.vz += dz * pull
    for body in bodies:
        body.x += step * body.vx
        body.y += step * body.vy
        body.z += step * body.vz


def energy(bodies, pairs):
    total = 0.0
    for body in bodies:
        squared = body.vx * body.vx + body.vy * body.vy + body.vz * body.vz
        total += 0.5 * body.mass * squared
    for one, other in pairs:
        dx = one.x - other.x
        dy = one.y - other.y
        dz = one.z - other.z
        total -= one.mass * other.mass / sqrt(dx * dx + dy * dy + dz * dz)
    return total


def simulate(number, steps):
    """How much of its energy a system lost or won, relatively, and where it is then."""
    bodies = make_system(number)
    pairs = []
    for index, one in enumerate(bodies):
        for other in bodies[index + 1 :]:
            pairs.append((one, other))
    before = energy(bodies, pairs)
    for _ in range(steps):
        advance(bodies, pairs, STEP)
    after = energy(bodies, pairs)
    place = sum([body.x + 2 * body.y + 3 * body.z for body in bodies])
    return abs(after / before - 1), place


def main():
    benchmark = Benchmark("n_body", __doc__, SIZES)
    steps, expected = benchmark.problem
    results = [None] * SYSTEMS
    systems = Tasks(SYSTEMS)

    def work(index):
        number = systems.take()
        while number is not None:
            results[number] = simulate(number, steps)
            number = systems.take()

    benchmark.start()
    in_threads(benchmark.threads, work)
    benchmark.stop()
    change = max([result[0] for result in results])
    benchmark.check(change < 0.01, f"energy changed by {change:.3e}")
    benchmark.equal("the place of the first system", results[0][1], expected)
    benchmark.finish()


if __name__ == "__main__":
    main()
