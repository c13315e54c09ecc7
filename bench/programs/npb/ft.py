"""NAS FT: the heat equation on a periodic box, by three-dimensional Fourier transforms.

From the NAS Parallel Benchmarks 3.0 (NASA report NAS-02-008), after its published description; the
sizes S, W and A are the official classes with their official results. Few, long, independent
phases, nearly all of it floating-point: what scales best of the NAS kernels. Real and imaginary
parts are in lists of planes of rows; threads write into the rows that are theirs in a phase.
"""

from math import cos, exp, pi, sin

from support.npb_random import NpbRandom
from support.options import Benchmark
from support.workers import Team

ALPHA = 1e-6
TOLERANCE = 1e-12
# Points along x, y, z, and the checksum after each step. T and Q are no official classes.
SIZES = {
    "T": (
        (8, 4, 8),
        (
            (499.33107549338456, 732.5837399832609),
            (499.3384028062386, 732.491252172655),
        ),
    ),
    "Q": (
        (16, 16, 16),
        (
            (499.254575346136, 515.8684064603078),
            (499.3089654485155, 515.6024758564284),
        ),
    ),
    "S": (
        (64, 64, 64),
        (
            (554.6087004964, 484.5363331978),
            (554.6385409189, 486.5304269511),
            (554.6148406171, 488.3910722336),
            (554.5423607415, 490.1273169046),
            (554.4255039624, 491.7475857993),
            (554.2683411902, 493.2597244941),
        ),
    ),
    "W": (
        (128, 128, 32),
        (
            (567.3612178944, 529.3246849175),
            (563.1436885271, 528.2149986629),
            (559.4024089970, 527.0996558037),
            (556.0698047020, 526.0027904925),
            (553.0898991250, 524.9400845633),
            (550.4159734538, 523.9212247086),
        ),
    ),
    "A": (
        (256, 256, 128),
        (
            (504.6735008193, 511.4047905510),
            (505.9412319734, 509.8809666433),
            (506.9376896287, 509.8144042213),
            (507.7892868474, 510.1336130759),
            (508.5233095391, 510.4914655194),
            (509.1487099959, 510.7917842803),
        ),
    ),
}


def make_box(nx, ny, nz):
    """Random values: x runs fastest, the real part before the imaginary one."""
    random = NpbRandom()
    real = []
    imaginary = []
    for _ in range(nz):
        real_plane = []
        imaginary_plane = []
        for _ in range(ny):
            numbers = random.list(2 * nx)
            real_plane.append(numbers[::2])
            imaginary_plane.append(numbers[1::2])
        real.append(real_plane)
        imaginary.append(imaginary_plane)
    return real, imaginary


def empty_box(nx, ny, nz):
    return [[[0.0] * nx for _ in range(ny)] for _ in range(nz)]


def transform(real, imaginary, sign):
    """The Fourier transforms of all columns of a list of rows, side by side.

    Stockham's method: in each step rows are combined in pairs and come out in order. New lists are
    returned, the rows given are not changed.
    """
    n = len(real)
    stride = 1
    while stride < n:
        pairs = n // (2 * stride)
        half = n // 2
        next_real = [None] * n
        next_imaginary = [None] * n
        for pair in range(pairs):
            angle = sign * pi * pair / pairs
            c = cos(angle)
            s = sin(angle)
            for q in range(stride):
                here = q + stride * pair
                there = here + half
                target = here + stride * pair
                ar = real[here]
                br = real[there]
                ai = imaginary[here]
                bi = imaginary[there]
                next_real[target] = [a + b for a, b in zip(ar, br)]
                next_imaginary[target] = [a + b for a, b in zip(ai, bi)]
                dr = [a - b for a, b in zip(ar, br)]
                di = [a - b for a, b in zip(ai, bi)]
                next_real[target + stride] = [c * x - s * y for x, y in zip(dr, di)]
                next_imaginary[target + stride] = [c * y + s * x for x, y in zip(dr, di)]
        real = next_real
        imaginary = next_imaginary
        stride *= 2
    return real, imaginary


def columns(rows):
    """Rows and columns exchanged."""
    return [list(column) for column in zip(*rows)]


def write_rows(targets, rows):
    for target, row in zip(targets, rows):
        target[:] = row


class Box:
    def __init__(self, team, shape):
        self.team = team
        self.nx, self.ny, self.nz = shape
        # The transform of the start, and what is made of it in each step.
        self.base_real, self.base_imaginary = make_box(*shape)
        self.real = empty_box(*shape)
        self.imaginary = empty_box(*shape)
        self.factors = [self.decay(n) for n in shape]

    def decay(self, n):
        """By what factor waves become smaller in a step, by their number in one direction."""
        waves = [k if k < n // 2 else k - n for k in range(n)]
        return [exp(-4.0 * ALPHA * pi * pi * k * k) for k in waves]

    def transform_all(self, real, imaginary, sign):
        """The box's transform in place, one phase for each direction."""

        def along_x(first, end):
            for z in range(first, end):
                rows = transform(columns(real[z]), columns(imaginary[z]), sign)
                write_rows(real[z], columns(rows[0]))
                write_rows(imaginary[z], columns(rows[1]))

        def along_y(first, end):
            for z in range(first, end):
                rows = transform(real[z], imaginary[z], sign)
                write_rows(real[z], rows[0])
                write_rows(imaginary[z], rows[1])

        def along_z(first, end):
            for y in range(first, end):
                real_rows = [plane[y] for plane in real]
                imaginary_rows = [plane[y] for plane in imaginary]
                rows = transform(real_rows, imaginary_rows, sign)
                write_rows(real_rows, rows[0])
                write_rows(imaginary_rows, rows[1])

        self.team.split(self.nz, along_x)
        self.team.split(self.nz, along_y)
        self.team.split(self.ny, along_z)

    def begin(self):
        self.transform_all(self.base_real, self.base_imaginary, 1.0)

    def evolve(self, first, end):
        """One step of time for some planes of the transform, and a copy of them."""
        x_factors, y_factors, z_factors = self.factors
        for source, copy in (
            (self.base_real, self.real),
            (self.base_imaginary, self.imaginary),
        ):
            for z in range(first, end):
                for y in range(self.ny):
                    factor = z_factors[z] * y_factors[y]
                    row = [value * (factor * x) for value, x in zip(source[z][y], x_factors)]
                    source[z][y][:] = row
                    copy[z][y][:] = row

    def step(self):
        """One step; the checksum of the box after that."""
        self.team.split(self.nz, self.evolve)
        self.transform_all(self.real, self.imaginary, -1.0)
        real = 0.0
        imaginary = 0.0
        for j in range(1, 1025):
            z = 5 * j % self.nz
            y = 3 * j % self.ny
            x = j % self.nx
            real += self.real[z][y][x]
            imaginary += self.imaginary[z][y][x]
        count = self.nx * self.ny * self.nz
        return real / count, imaginary / count


def is_near(found, expected):
    return abs(found - expected) <= TOLERANCE * abs(expected)


def main():
    benchmark = Benchmark("ft", __doc__, SIZES)
    shape, expected = benchmark.problem
    team = Team(benchmark.threads)
    box = Box(team, shape)
    sums = []
    benchmark.start()
    box.begin()
    for _ in expected:
        sums.append(box.step())
    benchmark.stop()
    team.close()
    for number, (found, known) in enumerate(zip(sums, expected)):
        right = is_near(found[0], known[0]) and is_near(found[1], known[1])
        benchmark.check(right, f"checksum {number + 1} is {found}, not {known}")
    benchmark.finish()


if __name__ == "__main__":
    main()
