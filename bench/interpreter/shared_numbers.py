"""One `itertools.count`, from which all threads take numbers for their objects."""

# group: containers that all threads change

from itertools import count

from support.options import Benchmark
from support.workers import in_threads, share

SIZES = {"T": 300, "S": 1_000_000, "W": 4_000_000, "A": 20_000_000}


def main():
    benchmark = Benchmark("shared_numbers", __doc__, SIZES)
    numbers = count()
    totals = [0] * benchmark.threads

    def work(index):
        first, end = share(benchmark.problem, benchmark.threads, index)
        total = 0
        for _ in range(first, end):
            total += next(numbers) & 1023
        totals[index] = total

    benchmark.start()
    in_threads(benchmark.threads, work)
    benchmark.stop()
    expected = sum(number & 1023 for number in range(benchmark.problem))
    benchmark.equal("the total", sum(totals), expected)
    benchmark.finish()


if __name__ == "__main__":
    main()
