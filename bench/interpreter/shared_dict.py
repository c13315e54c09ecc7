"""One dict: each thread inserts keys of its own, and works a little between."""

# group: containers that all threads change

from support.options import Benchmark
from support.workers import in_threads, share

SIZES = {"T": 300, "S": 600_000, "W": 2_000_000, "A": 10_000_000}


def main():
    benchmark = Benchmark("shared_dict", __doc__, SIZES)
    table = {}

    def work(index):
        first, end = share(benchmark.problem, benchmark.threads, index)
        for number in range(first, end):
            table[number] = number * number % 1_021

    benchmark.start()
    in_threads(benchmark.threads, work)
    benchmark.stop()
    benchmark.equal("the length", len(table), benchmark.problem)
    benchmark.equal("the keys", sum(table), sum(range(benchmark.problem)))
    benchmark.finish()


if __name__ == "__main__":
    main()
