"""One dict whose values all threads change, in atomic blocks of two keys each."""

# group: shared structures under atomic

from motet import atomic

from support.options import Benchmark
from support.random_stream import RandomStream
from support.workers import in_threads, share

# The number of transfers, and of keys.
SIZES = {"T": (300, 200), "S": (180_000, 40_000), "W": (600_000, 100_000), "A": (6_000_000, 10**6)}
START = 100


def main():
    benchmark = Benchmark("atomic_dict", __doc__, SIZES)
    transfers, count = benchmark.problem
    stock = {f"item {number}": START for number in range(count)}
    names = list(stock)

    def work(index):
        random = RandomStream(index)
        first, end = share(transfers, benchmark.threads, index)
        refused = 0
        for _ in range(first, end):
            source = names[random.below(count)]
            target = names[random.below(count)]
            amount = random.below(50)
            with atomic:
                if stock[source] >= amount:
                    stock[source] -= amount
                    stock[target] += amount
                else:
                    refused += 1
        return refused

    benchmark.start()
    in_threads(benchmark.threads, work)
    benchmark.stop()
    benchmark.equal("the sum of the stock", sum(stock.values()), START * count)
    benchmark.check(min(stock.values()) >= 0, "more was taken than there was")
    benchmark.finish()


if __name__ == "__main__":
    main()
