"""An empty loop that every thread counts down for itself: nothing is shared but the interpreter.

It shows what running in parallel costs by itself: transactions that begin and end, caches and locks
of the interpreter. The STM paper (Meier, Rigo, Gross) opens its evaluation with such a loop.
"""

from support.options import Benchmark
from support.workers import in_threads, share

SIZES = {"T": 20_000, "S": 20_000_000, "W": 120_000_000, "A": 1_000_000_000}


def count_down(n):
    turns = n
    while n:
        n -= 1
    return turns - n


def main():
    benchmark = Benchmark("scaling_loop", __doc__, SIZES)

    def work(index):
        first, end = share(benchmark.problem, benchmark.threads, index)
        return count_down(end - first)

    benchmark.start()
    turns = in_threads(benchmark.threads, work)
    benchmark.stop()
    benchmark.equal("the number of turns", sum(turns), benchmark.problem)
    benchmark.finish()


if __name__ == "__main__":
    main()
