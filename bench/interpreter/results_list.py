"""Small pieces of work whose results all threads append to one list."""

# group: containers that all threads change, with work between

from support.options import Benchmark
from support.small_work import small_work
from support.workers import in_threads, share

SIZES = {"T": 60, "S": 20_000, "W": 80_000, "A": 400_000}


def main():
    benchmark = Benchmark("results_list", __doc__, SIZES)
    results = []

    def work(index):
        first, end = share(benchmark.problem, benchmark.threads, index)
        for number in range(first, end):
            results.append(small_work(number))

    benchmark.start()
    in_threads(benchmark.threads, work)
    benchmark.stop()
    benchmark.equal("the length", len(results), benchmark.problem)
    expected = sum(small_work(number) for number in range(benchmark.problem))
    benchmark.equal("the sum", sum(results), expected)
    benchmark.finish()


if __name__ == "__main__":
    main()
