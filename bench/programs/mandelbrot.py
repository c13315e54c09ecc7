"""The Mandelbrot set: floating-point loops, rows of an image that threads take one after the other.

Independent work, as in the STM paper; the only thing shared is the number of the next row.
"""

from support.options import Benchmark
from support.workers import Tasks, in_threads

# Width and height of the image, the largest number of steps, and the steps of all points together.
SIZES = {
    "T": (40, 30, 30, 10945),
    "S": (400, 300, 100, 2813264),
    "W": (1000, 800, 150, 26754581),
    "A": (2000, 1500, 300, 189667110),
}


def steps_of_row(y, width, step_limit):
    """How many steps each point of a row needs to leave the circle of radius 2."""
    row = []
    for column in range(width):
        x = -2.2 + 3.2 * column / width
        re = x
        im = y
        steps = 0
        while steps < step_limit:
            re_squared = re * re
            im_squared = im * im
            if re_squared + im_squared > 4.0:
                break
            im = 2.0 * re * im + y
            re = re_squared - im_squared + x
            steps += 1
        row.append(steps)
    return row


def main():
    benchmark = Benchmark("mandelbrot", __doc__, SIZES)
    width, height, step_limit, expected = benchmark.problem
    image = [None] * height
    rows = Tasks(height)

    def work(index):
        row = rows.take()
        while row is not None:
            image[row] = steps_of_row(-1.2 + 2.4 * row / height, width, step_limit)
            row = rows.take()

    benchmark.start()
    in_threads(benchmark.threads, work)
    benchmark.stop()
    benchmark.equal("the sum of all steps", sum([sum(row) for row in image]), expected)
    # The set is symmetrical, and row 0 is not on the axis: rows 1 and height - 1 belong together.
    benchmark.check(image[1] == image[height - 1], "the image is not symmetrical")
    benchmark.finish()


if __name__ == "__main__":
    main()
