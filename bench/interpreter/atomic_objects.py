"""Shared objects in atomic blocks that each do some work of their own, too."""

# group: shared structures under atomic

from motet import atomic

from support.options import Benchmark
from support.random_stream import RandomStream
from support.workers import in_threads, share

# The number of orders, and of warehouses.
SIZES = {"T": (60, 50), "S": (60_000, 4_000), "W": (240_000, 20_000), "A": (2_400_000, 100_000)}
LINES = 12


class Warehouse:
    def __init__(self, number):
        self.number = number
        self.orders = 0
        self.value = 0


def price(number, random):
    """What an order's lines cost: work that nobody else sees."""
    total = 0
    for _ in range(LINES):
        total += (number * 31 + random.below(100)) % 97
    return total


def main():
    benchmark = Benchmark("atomic_objects", __doc__, SIZES)
    orders, count = benchmark.problem
    warehouses = [Warehouse(number) for number in range(count)]

    def work(index):
        random = RandomStream(index)
        first, end = share(orders, benchmark.threads, index)
        value = 0
        for number in range(first, end):
            with atomic:
                amount = price(number, random)
                warehouse = warehouses[random.below(count)]
                warehouse.orders += 1
                warehouse.value += amount
            value += amount
        return value

    benchmark.start()
    values = in_threads(benchmark.threads, work)
    benchmark.stop()
    benchmark.equal("the number of orders", sum(each.orders for each in warehouses), orders)
    benchmark.equal("the value", sum(each.value for each in warehouses), sum(values))
    benchmark.finish()


if __name__ == "__main__":
    main()
