"""Small pieces of work whose results all threads put into one dict."""

# group: containers that all threads change, with work between

from support.options import Benchmark
from support.small_work import small_work
from support.workers import in_threads, share

SIZES = {"T": 60, "S": 20_000, "W": 80_000, "A": 400_000}


def main():
    benchmark = Benchmark("results_dict", __doc__, SIZES)
    results = {}

    def work(index):
        first, end = share(benchmark.problem, benchmark.threads, index)
        for number in range(first, end):
            results[number] = small_work(number)

    benchmark.start()
    in_threads(benchmark.threads, work)
    benchmark.stop()
    benchmark.equal("the length", len(results), benchmark.problem)
    benchmark.equal("the keys", sum(results), sum(range(benchmark.problem)))
    benchmark.equal("a result", results[7], small_work(7))
    benchmark.finish()


if __name__ == "__main__":
    main()
