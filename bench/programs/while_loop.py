"""The While micro-benchmark: every thread adds up whole numbers in a `while` loop.

From the HTM paper (Odaira, Castanos, Tomari, figure 4), where each thread had a loop of its own and
nothing in common with the others: what does not scale here, scales nowhere.
"""

from support.options import Benchmark
from support.workers import in_threads, share

SIZES = {"T": 10_000, "Q": 480_000, "S": 10_000_000, "W": 60_000_000, "A": 500_000_000}


def workload(first, end):
    x = 0
    i = first
    while i < end:
        x += i
        i += 1
    return x


def main():
    benchmark = Benchmark("while_loop", __doc__, SIZES)
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
