"""All ways to put n queens on a board, by a recursive generator.

Generators that yield through many levels, one thread for some columns of the first queen.
"""

from support.options import Benchmark
from support.workers import Tasks, in_threads

# The board's side, and the number of solutions.
SIZES = {"T": (5, 10), "S": (9, 352), "W": (11, 2680), "A": (12, 14200)}


def placements(n, columns):
    """Yields every way to go on with queens in the first rows at `columns`."""
    row = len(columns)
    if row == n:
        yield columns
        return
    for column in range(n):
        if not any(
            other == column or abs(other - column) == row - other_row
            for other_row, other in enumerate(columns)
        ):
            yield from placements(n, columns + (column,))


def main():
    benchmark = Benchmark("n_queens", __doc__, SIZES)
    n, expected = benchmark.problem
    firsts = Tasks(n)

    def work(index):
        solutions = 0
        checksum = 0
        first = firsts.take()
        while first is not None:
            for columns in placements(n, (first,)):
                solutions += 1
                checksum += columns[0] - columns[-1]
            first = firsts.take()
        return solutions, checksum

    benchmark.start()
    parts = in_threads(benchmark.threads, work)
    benchmark.stop()
    benchmark.equal("the number of solutions", sum([part[0] for part in parts]), expected)
    # Each solution turned upside down is one as well.
    benchmark.equal("last queens minus first ones", sum([part[1] for part in parts]), 0)
    benchmark.finish()


if __name__ == "__main__":
    main()
