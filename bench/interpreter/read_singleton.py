"""All threads read the attributes of one object, call its method (read_private: each its own)."""

# group: reads of shared objects

from support.options import Benchmark
from support.workers import in_threads, share

SIZES = {"T": 1_000, "S": 4_000_000, "W": 20_000_000, "A": 200_000_000}


class Settings:
    def __init__(self):
        self.limit = 7
        self.table = {"factor": 3}

    def factor(self):
        return self.table["factor"]


def reads(settings, count):
    total = 0
    for _ in range(count):
        total += settings.limit + settings.factor()
    return total


def main():
    benchmark = Benchmark("read_singleton", __doc__, SIZES)

    settings = Settings()

    def work(index):
        first, end = share(benchmark.problem, benchmark.threads, index)
        return reads(settings, end - first)

    benchmark.start()
    totals = in_threads(benchmark.threads, work)
    benchmark.stop()
    benchmark.equal("the total", sum(totals), 10 * benchmark.problem)
    benchmark.finish()


if __name__ == "__main__":
    main()
