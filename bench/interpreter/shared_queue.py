"""Queues between threads: one gives, one takes; a lone thread does both in turn."""

# group: containers that all threads change

from queue import Queue

from support.options import Benchmark
from support.workers import in_threads, share

SIZES = {"T": 300, "S": 150_000, "W": 600_000, "A": 6_000_000}


def main():
    benchmark = Benchmark("shared_queue", __doc__, SIZES)
    pairs = (benchmark.threads + 1) // 2
    queues = [Queue() for _ in range(pairs)]
    totals = [0] * pairs

    def work(index):
        pair = index // 2
        queue = queues[pair]
        first, end = share(benchmark.problem, pairs, pair)
        is_alone = 2 * pair + 1 == benchmark.threads
        total = 0
        for number in range(first, end):
            if index % 2 == 0:
                queue.put(number & 255)
            if index % 2 or is_alone:
                total += queue.get()
        if index % 2 or is_alone:
            totals[pair] = total

    benchmark.start()
    in_threads(benchmark.threads, work)
    benchmark.stop()
    expected = sum(number & 255 for number in range(benchmark.problem))
    benchmark.equal("the total", sum(totals), expected)
    benchmark.finish()


if __name__ == "__main__":
    main()
