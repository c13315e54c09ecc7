"""All threads take one lock again and again, and work a little inside of it and outside."""

# group: locks and queues

from threading import Lock

from support.options import Benchmark
from support.workers import in_threads, share

SIZES = {"T": 300, "S": 200_000, "W": 1_000_000, "A": 10_000_000}


def main():
    benchmark = Benchmark("lock_contended", __doc__, SIZES)
    lock = Lock()
    state = {"count": 0, "last": 0}

    def work(index):
        first, end = share(benchmark.problem, benchmark.threads, index)
        own = 0
        for number in range(first, end):
            with lock:
                state["count"] += 1
                state["last"] = number
            for step in range(8):
                own += number ^ step
        return own

    benchmark.start()
    in_threads(benchmark.threads, work)
    benchmark.stop()
    benchmark.equal("the count", state["count"], benchmark.problem)
    benchmark.finish()


if __name__ == "__main__":
    main()
