"""One set, to which each thread adds elements of its own."""

# group: containers that all threads change

from support.options import Benchmark
from support.workers import in_threads, share

SIZES = {"T": 300, "S": 600_000, "W": 2_000_000, "A": 10_000_000}


def main():
    benchmark = Benchmark("shared_set", __doc__, SIZES)
    found = set()

    def work(index):
        first, end = share(benchmark.problem, benchmark.threads, index)
        for number in range(first, end):
            found.add(number * 3)

    benchmark.start()
    in_threads(benchmark.threads, work)
    benchmark.stop()
    benchmark.equal("the length", len(found), benchmark.problem)
    benchmark.finish()


if __name__ == "__main__":
    main()
