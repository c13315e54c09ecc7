"""The form of a program that gives tasks to a `ThreadPoolExecutor`, as servers and tools do."""

from concurrent.futures import ThreadPoolExecutor

from support.options import Benchmark


def run(name, documentation, tasks, task):
    """task(number) for so many tasks; each must return what the first call of its kind did.

    There are as many kinds as task(number) distinguishes by number % 4.
    """
    benchmark = Benchmark(name, documentation, tasks)
    expected = [task(kind) for kind in range(4)]
    benchmark.start()
    with ThreadPoolExecutor(benchmark.threads) as pool:
        results = list(pool.map(task, range(benchmark.problem)))
    benchmark.stop()
    for number, result in enumerate(results):
        if result != expected[number % 4]:
            benchmark.equal("a result", result, expected[number % 4])
    benchmark.finish()
