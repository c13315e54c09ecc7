"""Small pieces of work whose results all threads add up in one object, under one lock."""

# group: containers that all threads change, with work between

from threading import Lock

from support.options import Benchmark
from support.small_work import small_work
from support.workers import in_threads, share

SIZES = {"T": 60, "S": 20_000, "W": 80_000, "A": 400_000}


def main():
    benchmark = Benchmark("results_locked", __doc__, SIZES)
    lock = Lock()
    totals = [0, 0]

    def work(index):
        first, end = share(benchmark.problem, benchmark.threads, index)
        for number in range(first, end):
            result = small_work(number)
            with lock:
                totals[0] += 1
                totals[1] += result

    benchmark.start()
    in_threads(benchmark.threads, work)
    benchmark.stop()
    benchmark.equal("the number of results", totals[0], benchmark.problem)
    expected = sum(small_work(number) for number in range(benchmark.problem))
    benchmark.equal("the sum", totals[1], expected)
    benchmark.finish()


if __name__ == "__main__":
    main()
