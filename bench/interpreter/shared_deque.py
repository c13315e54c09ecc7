"""One deque: some threads append at its right end, some at its left."""

# group: containers that all threads change

from collections import deque

from support.options import Benchmark
from support.workers import in_threads, share

SIZES = {"T": 300, "S": 1_000_000, "W": 4_000_000, "A": 20_000_000}


def main():
    benchmark = Benchmark("shared_deque", __doc__, SIZES)
    found = deque()

    def work(index):
        first, end = share(benchmark.problem, benchmark.threads, index)
        add = found.append if index % 2 else found.appendleft
        for number in range(first, end):
            add(number & 15)

    benchmark.start()
    in_threads(benchmark.threads, work)
    benchmark.stop()
    benchmark.equal("the length", len(found), benchmark.problem)
    benchmark.finish()


if __name__ == "__main__":
    main()
