"""A container of dependencies: all threads ask one tree of providers for new objects."""

# group: reads of shared objects

from support.options import Benchmark
from support.workers import in_threads, share

SIZES = {"T": 300, "S": 200_000, "W": 2_000_000, "A": 20_000_000}


class Provider:
    def __init__(self, creator, *dependencies):
        self.creator = creator
        self.dependencies = dependencies

    def resolve(self):
        return self.creator(*[each.resolve() for each in self.dependencies])


class Engine:
    def __init__(self):
        self.power = 3


class Wheel:
    def __init__(self):
        self.size = 4


class Car:
    def __init__(self, engine, wheel):
        self.engine = engine
        self.wheel = wheel


def main():
    benchmark = Benchmark("read_provider", __doc__, SIZES)
    cars = Provider(Car, Provider(Engine), Provider(Wheel))

    def work(index):
        first, end = share(benchmark.problem, benchmark.threads, index)
        total = 0
        for _ in range(first, end):
            car = cars.resolve()
            total += car.engine.power * car.wheel.size
        return total

    benchmark.start()
    totals = in_threads(benchmark.threads, work)
    benchmark.stop()
    benchmark.equal("the total", sum(totals), 12 * benchmark.problem)
    benchmark.finish()


if __name__ == "__main__":
    main()
