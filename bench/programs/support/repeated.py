"""The form of a small program: one piece of work, done again and again, split over the threads."""

from support.options import Benchmark
from support.workers import in_threads, share


def run(name, documentation, turns, work, expected):
    """Calls work() as often as `turns` says for the size; each call must return `expected`.

    The calls are shared out among the threads, which have nothing else in common.
    """
    benchmark = Benchmark(name, documentation, turns)

    def part(index):
        first, end = share(benchmark.problem, benchmark.threads, index)
        wrong = None
        for _ in range(first, end):
            result = work()
            if result != expected:
                wrong = result
        return wrong

    benchmark.start()
    answers = in_threads(benchmark.threads, part)
    benchmark.stop()
    for answer in answers:
        if answer is not None:
            benchmark.equal("a result", answer, expected)
    benchmark.finish()
