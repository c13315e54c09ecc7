"""Many locks, each for a part of a table: threads rarely want the same."""

# group: locks and queues

from threading import Lock

from support.options import Benchmark
from support.random_stream import RandomStream
from support.workers import in_threads, share

SIZES = {"T": 300, "S": 400_000, "W": 600_000, "A": 6_000_000}
PARTS = 64


def main():
    benchmark = Benchmark("lock_striped", __doc__, SIZES)
    parts = [(Lock(), {}) for _ in range(PARTS)]

    def work(index):
        random = RandomStream(index)
        first, end = share(benchmark.problem, benchmark.threads, index)
        for _ in range(first, end):
            key = random.below(5_000)
            lock, table = parts[key % PARTS]
            with lock:
                table[key] = table.get(key, 0) + 1

    benchmark.start()
    in_threads(benchmark.threads, work)
    benchmark.stop()
    count = sum(sum(table.values()) for _, table in parts)
    benchmark.equal("the count", count, benchmark.problem)
    benchmark.finish()


if __name__ == "__main__":
    main()
