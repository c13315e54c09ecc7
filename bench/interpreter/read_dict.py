"""All threads get values from one dict, which nobody changes."""

# group: reads of shared objects

from support.options import Benchmark
from support.workers import in_threads, share

SIZES = {"T": 1_000, "S": 4_000_000, "W": 20_000_000, "A": 200_000_000}


def main():
    benchmark = Benchmark("read_dict", __doc__, SIZES)
    registry = {"service": object(), "other": object()}

    def work(index):
        first, end = share(benchmark.problem, benchmark.threads, index)
        get = registry.get
        found = 0
        for _ in range(first, end):
            if get("service") is not None:
                found += 1
        return found

    benchmark.start()
    found = in_threads(benchmark.threads, work)
    benchmark.stop()
    benchmark.equal("how often it was found", sum(found), benchmark.problem)
    benchmark.finish()


if __name__ == "__main__":
    main()
