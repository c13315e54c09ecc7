"""The spectral norm of an infinite matrix's corner, by the power method.

A[i][j] = 1 / ((i + j) (i + j + 1) / 2 + i + 1), never stored. Phases over the rows, with a barrier
between them: each thread writes its part of a list that all read in the next phase.
"""

from math import sqrt

from support.options import Benchmark
from support.workers import Team

# The matrix's side, and the norm; that of the infinite matrix is known to be 1.274224153.
SIZES = {
    "T": (16, "1.273525215"),
    "S": (250, "1.274223867"),
    "W": (800, "1.274224144"),
    "A": (2_000, "1.274224152"),
}


def rows_by_vector(source, target, first, end):
    """target = A * source, for some rows."""
    for i in range(first, end):
        total = 0.0
        for j, value in enumerate(source):
            diagonal = i + j
            total += value / (diagonal * (diagonal + 1) // 2 + i + 1)
        target[i] = total


def columns_by_vector(source, target, first, end):
    """target = transposed A * source, for some rows."""
    for i in range(first, end):
        total = 0.0
        for j, value in enumerate(source):
            diagonal = i + j
            total += value / (diagonal * (diagonal + 1) // 2 + j + 1)
        target[i] = total


def main():
    benchmark = Benchmark("spectral_norm", __doc__, SIZES)
    n, expected = benchmark.problem
    u = [1.0] * n
    v = [0.0] * n
    between = [0.0] * n
    team = Team(benchmark.threads)

    def multiply(source, target):
        """target = transposed A * A * source."""
        team.split(n, lambda first, end: rows_by_vector(source, between, first, end))
        team.split(n, lambda first, end: columns_by_vector(between, target, first, end))

    benchmark.start()
    for _ in range(10):
        multiply(u, v)
        multiply(v, u)
    benchmark.stop()
    team.close()
    product = 0.0
    square = 0.0
    for x, y in zip(u, v):
        product += x * y
        square += y * y
    norm = f"{sqrt(product / square):.9f}"
    benchmark.equal("the norm", norm, expected)
    benchmark.finish()


if __name__ == "__main__":
    main()
