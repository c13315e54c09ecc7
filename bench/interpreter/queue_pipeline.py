"""Work handed from thread to thread through queues: one gives, the others take and answer."""

# group: locks and queues

from queue import Queue

from support.options import Benchmark
from support.workers import in_threads

SIZES = {"T": 30, "S": 60_000, "W": 300_000, "A": 3_000_000}


def digits(number):
    total = 0
    while number:
        total += number % 10
        number //= 10
    return total


def main():
    benchmark = Benchmark("queue_pipeline", __doc__, SIZES)
    todo = Queue(64)
    done = Queue()

    def work(index):
        if index == 0:
            for number in range(benchmark.problem):
                todo.put(number)
            for _ in range(benchmark.threads):
                todo.put(None)
            return
        while (number := todo.get()) is not None:
            done.put(digits(number * 7_919))

    benchmark.start()
    in_threads(benchmark.threads + 1, work)
    benchmark.stop()
    total = sum(done.get() for _ in range(benchmark.problem))
    expected = sum(digits(number * 7_919) for number in range(benchmark.problem))
    benchmark.equal("the total", total, expected)
    benchmark.check(done.empty(), "too many answers")
    benchmark.finish()


if __name__ == "__main__":
    main()
