"""Wires through a maze, as in STAMP: large private copies, and paths that are claimed atomically.

A thread takes a pair of points, copies the grid, finds a shortest way through what is free in the
copy (Lee's algorithm), and claims it in one transaction, if it is still free; if not, it starts
again. The copy need not be consistent, because the claim looks again: so it is outside of the
transaction.
"""

from motet import atomic

from support.options import Benchmark
from support.random_stream import RandomStream
from support.workers import Tasks, in_threads

# The grid's width, height and depth, and the number of wires.
SIZES = {
    "T": (10, 10, 2, 3),
    "S": (64, 64, 3, 48),
    "W": (160, 160, 3, 128),
    "A": (256, 256, 5, 256),
}


class Maze:
    """Cells by number: z * height * width + y * width + x.

    Rows are lists; 0 is free, -1 a wall or the end of a wire that is not yet there.
    """

    def __init__(self, width, height, depth):
        self.width = width
        self.height = height
        self.depth = depth
        self.rows = [[0] * width for _ in range(height * depth)]
        random = RandomStream(width)
        for _ in range(width * height * depth // 20):
            row = self.rows[random.below(len(self.rows))]
            row[random.below(width)] = -1

    def neighbours(self, cell):
        found = []
        row, x = divmod(cell, self.width)
        z, y = divmod(row, self.height)
        if x > 0:
            found.append(cell - 1)
        if x < self.width - 1:
            found.append(cell + 1)
        if y > 0:
            found.append(cell - self.width)
        if y < self.height - 1:
            found.append(cell + self.width)
        plane = self.width * self.height
        if z > 0:
            found.append(cell - plane)
        if z < self.depth - 1:
            found.append(cell + plane)
        return found

    def copy(self):
        cells = []
        for row in self.rows:
            cells.extend(row)
        return cells

    def claim(self, path, name):
        """Whether all cells between the path's ends were free: then they are the wire's."""
        with atomic:
            for cell in path[1:-1]:
                row, x = divmod(cell, self.width)
                if self.rows[row][x] != 0:
                    return False
            for cell in path:
                row, x = divmod(cell, self.width)
                self.rows[row][x] = name
        return True

    def find_path(self, source, target):
        """A shortest free way, or None."""
        cells = self.copy()
        cells[target] = 0
        # Distances from the source are written into the copy, as negative numbers below -1.
        cells[source] = -2
        front = [source]
        distance = -2
        while front and cells[target] == 0:
            distance -= 1
            next_front = []
            for cell in front:
                for other in self.neighbours(cell):
                    if cells[other] == 0:
                        cells[other] = distance
                        next_front.append(other)
            front = next_front
        if cells[target] == 0:
            return None
        path = [target]
        while path[-1] != source:
            cell = path[-1]
            for other in self.neighbours(cell):
                if cells[other] == cells[cell] + 1 and cells[other] < -1:
                    path.append(other)
                    break
        return path


def make_wires(maze, count):
    """Pairs of free cells, which are taken now; near ones first, which block the others less."""
    random = RandomStream(count)
    cells = [cell for cell, value in enumerate(maze.copy()) if value == 0]
    random.shuffle(cells)
    for cell in cells[: 2 * count]:
        maze.rows[cell // maze.width][cell % maze.width] = -1
    wires = [(cells[2 * number], cells[2 * number + 1]) for number in range(count)]

    def length(wire):
        from_row, from_x = divmod(wire[0], maze.width)
        to_row, to_x = divmod(wire[1], maze.width)
        return abs(from_x - to_x) + abs(from_row % maze.height - to_row % maze.height)

    return sorted(wires, key=length)


def check(benchmark, maze, wires, paths):
    """Every path leads from its one end to the other over cells that are its own."""
    claimed = 0
    for number, (source, target) in enumerate(wires):
        path = paths[number]
        if path is None:
            continue
        benchmark.check(path[0] == target and path[-1] == source, f"wire {number} leads elsewhere")
        for place, cell in enumerate(path):
            row, x = divmod(cell, maze.width)
            benchmark.equal("the wire at a cell", maze.rows[row][x], number + 1)
            if place:
                near = path[place - 1] in maze.neighbours(cell)
                benchmark.check(near, f"wire {number} is torn")
        claimed += len(path)
    occupied = sum([sum([cell > 0 for cell in row]) for row in maze.rows])
    benchmark.equal("the number of occupied cells", occupied, claimed)
    routed = len([path for path in paths if path is not None])
    # Which wires find no way depends on the order, but it is never many.
    benchmark.check(routed * 2 >= len(wires), f"only {routed} of {len(wires)} wires")


def main():
    benchmark = Benchmark("labyrinth", __doc__, SIZES)
    width, height, depth, count = benchmark.problem
    maze = Maze(width, height, depth)
    wires = make_wires(maze, count)
    paths = [None] * count
    tasks = Tasks(count)

    def work(index):
        number = tasks.take()
        while number is not None:
            path = maze.find_path(*wires[number])
            while path is not None and not maze.claim(path, number + 1):
                path = maze.find_path(*wires[number])
            paths[number] = path
            number = tasks.take()

    benchmark.start()
    in_threads(benchmark.threads, work)
    benchmark.stop()
    check(benchmark, maze, wires, paths)
    benchmark.finish()


if __name__ == "__main__":
    main()
