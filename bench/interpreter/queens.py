"""The queens' problem by recursion, with sets, with lists, and with bits."""

from support.repeated import run

TURNS = {"T": 1, "S": 360, "W": 1_800, "A": 18_000}


def by_sets(size, row, columns, rising, falling):
    if row == size:
        return 1
    found = 0
    for column in range(size):
        if column in columns or row + column in rising or row - column in falling:
            continue
        found += by_sets(
            size, row + 1, columns | {column}, rising | {row + column}, falling | {row - column}
        )
    return found


def by_bits(all_columns, columns, left, right):
    if columns == all_columns:
        return 1
    found = 0
    free = all_columns & ~(columns | left | right)
    while free:
        column = free & -free
        free ^= column
        found += by_bits(
            all_columns, columns | column, (left | column) << 1, (right | column) >> 1
        )
    return found


def work():
    return by_sets(6, 0, frozenset(), frozenset(), frozenset()), by_bits((1 << 8) - 1, 0, 0, 0)


if __name__ == "__main__":
    run("queens", __doc__, TURNS, work, (4, 92))
