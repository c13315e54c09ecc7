"""Worms on a grid: each moves its head to a free cell and its tail along, atomically.

From the STM paper: the threads move worms of their own, but on one grid, and no two worms may ever
be on the same cell. A worm looks around, decides and moves in one transaction, so that what it has
seen is still true when it moves.
"""

from motet import atomic

from support.options import Benchmark
from support.random_stream import RandomStream
from support.workers import in_threads, share

# The grid's side, the number of worms, and the number of moves of each.
SIZES = {
    "T": (20, 6, 60),
    "S": (200, 24, 8_000),
    "W": (400, 48, 40_000),
    "A": (800, 96, 200_000),
}
LENGTH = 10
DIRECTIONS = ((0, 1), (1, 0), (0, -1), (-1, 0))


class Worm:
    def __init__(self, name, cells):
        self.name = name
        self.cells = cells
        self.moves = 0
        self.stuck = 0
        self.random = RandomStream(name)


def place_worms(grid, side, count):
    """Worms in lines, each in a row of its own."""
    worms = []
    for number in range(count):
        row = number * side // count
        cells = [(row, column) for column in range(LENGTH)]
        for row, column in cells:
            grid[row][column] = number + 1
        worms.append(Worm(number + 1, cells))
    return worms


def step(grid, side, worm):
    """Moves a worm by one cell, where it finds a free one."""
    first = worm.random.below(4)
    with atomic:
        row, column = worm.cells[-1]
        for turn in range(4):
            down, right = DIRECTIONS[(first + turn) & 3]
            new_row = (row + down) % side
            new_column = (column + right) % side
            if grid[new_row][new_column] == 0:
                old_row, old_column = worm.cells.pop(0)
                grid[old_row][old_column] = 0
                grid[new_row][new_column] = worm.name
                worm.cells.append((new_row, new_column))
                return True
    return False


def main():
    benchmark = Benchmark("threadworms", __doc__, SIZES)
    side, count, moves = benchmark.problem
    grid = [[0] * side for _ in range(side)]
    worms = place_worms(grid, side, count)

    def work(index):
        first, end = share(count, benchmark.threads, index)
        for _ in range(moves):
            for worm in worms[first:end]:
                if step(grid, side, worm):
                    worm.moves += 1
                else:
                    worm.stuck += 1

    benchmark.start()
    in_threads(benchmark.threads, work)
    benchmark.stop()
    occupied = sum([sum([cell != 0 for cell in row]) for row in grid])
    benchmark.equal("the number of occupied cells", occupied, count * LENGTH)
    for worm in worms:
        here = sum([grid[row][column] == worm.name for row, column in worm.cells])
        benchmark.equal(f"how much of worm {worm.name} is on the grid", here, LENGTH)
        benchmark.equal(f"the turns of worm {worm.name}", worm.moves + worm.stuck, moves)
        for place in range(LENGTH - 1):
            row, column = worm.cells[place]
            next_row, next_column = worm.cells[place + 1]
            gap = (next_row - row) % side, (next_column - column) % side
            whole = gap in ((0, 1), (1, 0), (0, side - 1), (side - 1, 0))
            benchmark.check(whole, f"worm {worm.name} is torn")
    benchmark.finish()


if __name__ == "__main__":
    main()
