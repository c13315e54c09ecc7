"""Matrices as lists of lists: products, transposition, elimination."""

from support.repeated import run

TURNS = {"T": 1, "S": 200, "W": 1000, "A": 10000}
SIZE = 24


def product(left, right):
    columns = list(zip(*right))
    return [[sum(a * b for a, b in zip(row, column)) for column in columns] for row in left]


def determinant(matrix):
    """Exactly, by Bareiss' elimination without fractions."""
    rows = [row[:] for row in matrix]
    size = len(rows)
    previous = 1
    for step in range(size - 1):
        pivot = rows[step][step]
        for i in range(step + 1, size):
            row = rows[i]
            for j in range(step + 1, size):
                row[j] = (row[j] * pivot - row[step] * rows[step][j]) // previous
        previous = pivot
    return rows[-1][-1]


def work():
    one = [[(row * 3 + column * 5) % 7 for column in range(SIZE)] for row in range(SIZE)]
    two = product(product(one, one), one)
    total = sum(map(sum, two))
    small = [[(2 if row == column else 1) for column in range(12)] for row in range(12)]
    return total, determinant(small)


if __name__ == "__main__":
    run("matrix", __doc__, TURNS, work, (9011100, 13))
