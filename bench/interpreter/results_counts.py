"""Small pieces of work whose results all threads count in one dict."""

# group: containers that all threads change, with work between

from collections import defaultdict

from support.options import Benchmark
from support.small_work import small_work
from support.workers import in_threads, share

SIZES = {"T": 60, "S": 20_000, "W": 80_000, "A": 400_000}


def main():
    benchmark = Benchmark("results_counts", __doc__, SIZES)
    counts = defaultdict(int)

    def work(index):
        first, end = share(benchmark.problem, benchmark.threads, index)
        for number in range(first, end):
            counts[small_work(number) % 1_009] += 1

    benchmark.start()
    in_threads(benchmark.threads, work)
    benchmark.stop()
    benchmark.equal("the sum", sum(counts.values()), benchmark.problem)
    benchmark.finish()


if __name__ == "__main__":
    main()
