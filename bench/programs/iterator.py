"""The Iterator micro-benchmark: every thread adds up whole numbers that an iterator calls it with.

From the HTM paper (Odaira, Castanos, Tomari, figure 4): `(1..n).each { |i| x += i }` in Ruby, a
block that the iterator calls for each number and that changes a variable of the function around it.
In Python that is a nested function with a `nonlocal` variable.
"""

from support.options import Benchmark
from support.workers import in_threads, share

SIZES = {"T": 5_000, "Q": 240_000, "S": 5_000_000, "W": 30_000_000, "A": 250_000_000}


def each(numbers, block):
    for number in numbers:
        block(number)


def workload(first, end):
    x = 0

    def block(i):
        nonlocal x
        x += i

    each(range(first, end), block)
    return x


def main():
    benchmark = Benchmark("iterator", __doc__, SIZES)
    n = benchmark.problem

    def work(index):
        return workload(*share(n, benchmark.threads, index))

    benchmark.start()
    sums = in_threads(benchmark.threads, work)
    benchmark.stop()
    benchmark.equal("the sum", sum(sums), n * (n - 1) // 2)
    benchmark.finish()


if __name__ == "__main__":
    main()
