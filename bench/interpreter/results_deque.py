"""Small pieces of work whose results all threads append to one deque, at both ends."""

# group: containers that all threads change, with work between

from collections import deque

from support.options import Benchmark
from support.small_work import small_work
from support.workers import in_threads, share

SIZES = {"T": 60, "S": 20_000, "W": 80_000, "A": 400_000}


def main():
    benchmark = Benchmark("results_deque", __doc__, SIZES)
    results = deque()

    def work(index):
        first, end = share(benchmark.problem, benchmark.threads, index)
        for number in range(first, end):
            result = small_work(number)
            if number % 2:
                results.append(result)
            else:
                results.appendleft(result)

    benchmark.start()
    in_threads(benchmark.threads, work)
    benchmark.stop()
    benchmark.equal("the length", len(results), benchmark.problem)
    benchmark.finish()


if __name__ == "__main__":
    main()
