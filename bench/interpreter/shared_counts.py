"""One table of counts, in which each thread counts words of its own."""

# group: containers that all threads change

from collections import defaultdict

from support.options import Benchmark
from support.workers import in_threads, share

SIZES = {"T": 300, "S": 600_000, "W": 2_000_000, "A": 10_000_000}


def main():
    benchmark = Benchmark("shared_counts", __doc__, SIZES)
    counts = defaultdict(int)

    def work(index):
        first, end = share(benchmark.problem, benchmark.threads, index)
        for number in range(first, end):
            counts[number // 16] += 1

    benchmark.start()
    in_threads(benchmark.threads, work)
    benchmark.stop()
    benchmark.equal("the sum", sum(counts.values()), benchmark.problem)
    benchmark.finish()


if __name__ == "__main__":
    main()
