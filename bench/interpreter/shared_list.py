"""One list, to whose end all threads append."""

# group: containers that all threads change

from support.options import Benchmark
from support.workers import in_threads, share

SIZES = {"T": 300, "S": 1_000_000, "W": 4_000_000, "A": 20_000_000}


def main():
    benchmark = Benchmark("shared_list", __doc__, SIZES)
    found = []

    def work(index):
        first, end = share(benchmark.problem, benchmark.threads, index)
        append = found.append
        for number in range(first, end):
            if number % 7 != 3:
                append(number)

    benchmark.start()
    in_threads(benchmark.threads, work)
    benchmark.stop()
    expected = sum(1 for number in range(benchmark.problem) if number % 7 != 3)
    benchmark.equal("the length", len(found), expected)
    benchmark.finish()


if __name__ == "__main__":
    main()
