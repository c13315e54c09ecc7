"""One list in which all threads swap elements, in atomic blocks; they rarely meet."""

# group: shared structures under atomic

from motet import atomic

from support.options import Benchmark
from support.random_stream import RandomStream
from support.workers import in_threads, share

# The number of swaps, and of elements.
SIZES = {"T": (300, 500), "S": (360_000, 40_000), "W": (600_000, 100_000), "A": (6_000_000, 10**6)}
NEAR = 16


def main():
    benchmark = Benchmark("atomic_list", __doc__, SIZES)
    swaps, length = benchmark.problem
    values = list(range(length))

    def work(index):
        random = RandomStream(index)
        first, end = share(swaps, benchmark.threads, index)
        for _ in range(first, end):
            here = random.below(length - NEAR)
            there = here + random.below(NEAR)
            with atomic:
                if values[here] != values[there]:
                    values[here], values[there] = values[there], values[here]
                span = values[here : here + 4]
                if span[0] > span[-1] + length:
                    values[here] = 0

    benchmark.start()
    in_threads(benchmark.threads, work)
    benchmark.stop()
    benchmark.check(sorted(values) == list(range(length)), "an element was lost")
    benchmark.finish()


if __name__ == "__main__":
    main()
