"""What the NAS programs BT, SP and LU have in common: a flow in a cube.

Five variables at each point (density, three momenta, energy), for which the compressible Navier-
Stokes equations are to be solved; the forcing is made so that a known polynomial is the solution.
Points are lists of five numbers in rows, planes and a cube: `u[k][j][i][m]`, k along z, i along x.
Between two phases a point is written by one thread only. After the published description of the NAS
Parallel Benchmarks 3.0 (NASA report NAS-02-008).
"""

from math import sqrt

from support.options import Benchmark
from support.workers import Team

# For each variable the coefficients of the exact solution: 1, then x, y, z to the powers 1 to 4.
EXACT = (
    (2.0, 0.0, 0.0, 4.0, 5.0, 3.0, 0.5, 0.02, 0.01, 0.03, 0.5, 0.4, 0.3),
    (1.0, 0.0, 0.0, 0.0, 1.0, 2.0, 3.0, 0.01, 0.03, 0.02, 0.4, 0.3, 0.5),
    (2.0, 2.0, 0.0, 0.0, 0.0, 2.0, 3.0, 0.04, 0.03, 0.05, 0.3, 0.5, 0.4),
    (2.0, 2.0, 0.0, 0.0, 0.0, 2.0, 3.0, 0.03, 0.05, 0.04, 0.2, 0.1, 0.3),
    (5.0, 4.0, 3.0, 2.0, 0.1, 0.4, 0.3, 0.05, 0.04, 0.03, 0.1, 0.3, 0.2),
)
# Names as in the benchmark's description.
C1 = 1.4
C2 = 0.4
C1C5 = 1.4 * 1.4
C3C4 = 0.1 * 1.0
C1345 = C1C5 * C3C4
CON43 = 4.0 / 3.0
CON16 = 1.0 / 6.0
# The second-order dissipation along x, y, z, for every variable, and that of fourth order.
DIFFUSION = (0.75, 0.75, 1.0)
DISSIPATION = 0.25
TOLERANCE = 1e-8
ZEROS = (0.0, 0.0, 0.0, 0.0, 0.0)
# What `derive` gives for a point; the velocities are at 1 to 3, as the momenta are in the point.
INVERSE_DENSITY, SQUARE, KINETIC, SOUND = 0, 4, 5, 6


def exact_solution(x, y, z):
    values = []
    for c in EXACT:
        along_x = x * (c[1] + x * (c[4] + x * (c[7] + x * c[10])))
        along_y = y * (c[2] + y * (c[5] + y * (c[8] + y * c[11])))
        along_z = z * (c[3] + z * (c[6] + z * (c[9] + z * c[12])))
        values.append(c[0] + along_x + along_y + along_z)
    return values


def blended(x, y, z):
    """A first guess inside of the cube: the exact solution at the faces, blended."""
    faces = []
    for at, low, high in (
        (x, (0.0, y, z), (1.0, y, z)),
        (y, (x, 0.0, z), (x, 1.0, z)),
        (z, (x, y, 0.0), (x, y, 1.0)),
    ):
        ends = zip(exact_solution(*low), exact_solution(*high))
        faces.append([at * right + (1.0 - at) * left for left, right in ends])
    return [
        p + q + r - p * q - p * r - q * r + p * q * r for p, q, r in zip(*faces)
    ]


def derive(point):
    """1 / density, the velocities, momentum and velocity squared and halved, the speed of sound."""
    density, x, y, z, energy = point
    inverse = 1.0 / density
    square = 0.5 * (x * x + y * y + z * z) * inverse
    sound = sqrt(C1 * C2 * inverse * (energy - square))
    return inverse, x * inverse, y * inverse, z * inverse, square, square * inverse, sound


def flux_jacobian(point, derived, normal):
    """The derivative of the flux in the direction of momentum `normal` (1 to 3): five rows."""
    inverse = derived[INVERSE_DENSITY]
    kinetic = derived[KINETIC]
    v = derived[normal]
    energy = point[4] * inverse
    rows = []
    top = [0.0] * 5
    top[normal] = 1.0
    rows.append(top)
    for m in (1, 2, 3):
        w = derived[m]
        row = [-v * w, 0.0, 0.0, 0.0, 0.0]
        row[normal] = w
        row[m] = v
        if m == normal:
            row[0] += C2 * kinetic
            for other in (1, 2, 3):
                row[other] = -C2 * derived[other]
            row[m] = (2.0 - C2) * v
            row[4] = C2
        rows.append(row)
    last = [(2.0 * C2 * kinetic - C1 * energy) * v]
    for m in (1, 2, 3):
        last.append(-C2 * derived[m] * v)
    last[normal] += C1 * energy - C2 * kinetic
    last.append(C1 * v)
    rows.append(last)
    return rows


def viscous_jacobian(derived, energy, normal):
    """The derivative of the viscous terms: rows of a matrix that is zero above its diagonal.

    Only the first column, the diagonal and the last row are given: what else there is, is zero.
    """
    inverse = derived[INVERSE_DENSITY]
    first = [0.0]
    diagonal = [0.0]
    last = [0.0]
    total = 0.0
    for m in (1, 2, 3):
        factor = CON43 * C3C4 if m == normal else C3C4
        w = derived[m]
        first.append(-factor * inverse * w)
        diagonal.append(factor * inverse)
        part = (factor - C1345) * inverse * w
        last.append(part)
        total += part * w
    last[0] = -total - C1345 * inverse * inverse * energy
    last.append(C1345 * inverse)
    first.append(last[0])
    diagonal.append(last[4])
    return first, diagonal, last


class Flow:
    """The cube, its forcing, and how far `u` is from a steady state: the right-hand side `rhs`."""

    def __init__(self, team, n, dt):
        self.team = team
        self.n = n
        self.dt = dt
        spacing = 1.0 / (n - 1)
        # 1 / h ** 2, 1 / 2 h and 1 / h, as in the benchmark's description.
        self.t1 = 1.0 / (spacing * spacing)
        self.t2 = 1.0 / (2.0 * spacing)
        self.t3 = 1.0 / spacing
        self.places = [number * spacing for number in range(n)]
        self.derived = [[[None] * n for _ in range(n)] for _ in range(n)]
        self.rhs = self.make_cube(lambda x, y, z: list(ZEROS))
        self.forcing = self.make_cube(lambda x, y, z: list(ZEROS))
        self.u = self.make_cube(exact_solution)
        self.compute_rhs()
        self.forcing = [
            [[[-value for value in point] for point in row] for row in plane] for plane in self.rhs
        ]
        self.begin()

    def make_cube(self, function):
        places = self.places
        return [[[function(x, y, z) for x in places] for y in places] for z in places]

    def begin(self):
        """The exact solution at the faces, a guess inside."""
        inside = range(1, self.n - 1)
        self.u = self.make_cube(exact_solution)
        for k in inside:
            for j in inside:
                for i in inside:
                    self.u[k][j][i] = blended(self.places[i], self.places[j], self.places[k])

    def over_inside(self, work):
        """A phase that calls work(number) for each inner plane."""

        def planes(first, end):
            for number in range(first + 1, end + 1):
                work(number)

        self.team.split(self.n - 2, planes)

    def over_all(self, work):
        """A phase that calls work(number) for each plane."""

        def planes(first, end):
            for number in range(first, end):
                work(number)

        self.team.split(self.n, planes)

    def compute_rhs(self):
        """rhs = forcing + what the equations give for u, in five phases."""
        self.over_all(self.derive_plane)
        self.over_inside(self.add_x_fluxes)
        self.over_inside(self.add_y_fluxes)
        self.over_inside(self.add_z_fluxes)

    def derive_plane(self, k):
        for points, derived, rhs, forcing in zip(
            self.u[k], self.derived[k], self.rhs[k], self.forcing[k]
        ):
            derived[:] = [derive(point) for point in points]
            for target, source in zip(rhs, forcing):
                target[:] = source

    def add_x_fluxes(self, k):
        for j in range(1, self.n - 1):
            self.add_fluxes(self.u[k][j], self.derived[k][j], self.rhs[k][j], 1)

    def add_y_fluxes(self, k):
        for i in range(1, self.n - 1):
            self.add_fluxes(*self.y_lines(k, i), 2)

    def add_z_fluxes(self, j):
        for i in range(1, self.n - 1):
            self.add_fluxes(*self.z_lines(j, i), 3)

    def x_lines(self, k, j):
        """The points of a line, what is derived from them, and their right-hand sides."""
        return self.u[k][j], self.derived[k][j], self.rhs[k][j]

    def y_lines(self, k, i):
        return (
            [row[i] for row in self.u[k]],
            [row[i] for row in self.derived[k]],
            [row[i] for row in self.rhs[k]],
        )

    def z_lines(self, j, i):
        return (
            [plane[j][i] for plane in self.u],
            [plane[j][i] for plane in self.derived],
            [plane[j][i] for plane in self.rhs],
        )

    def add_fluxes(self, u, derived, rhs, normal):
        """What the differences along a line give; momentum `normal` is the one along it."""
        n = self.n
        t2 = self.t2
        diffusion = DIFFUSION[normal - 1] * self.t1
        viscous = C3C4 * self.t3 * self.t3
        tangential = [m for m in (1, 2, 3) if m != normal]
        for i in range(1, n - 1):
            left = u[i - 1]
            here = u[i]
            right = u[i + 1]
            left_derived = derived[i - 1]
            here_derived = derived[i]
            right_derived = derived[i + 1]
            vl = left_derived[normal]
            v = here_derived[normal]
            vr = right_derived[normal]
            target = rhs[i]
            target[0] += diffusion * (right[0] - 2.0 * here[0] + left[0]) - t2 * (
                right[normal] - left[normal]
            )
            pressure = right[4] - right_derived[4] - left[4] + left_derived[4]
            target[normal] += (
                diffusion * (right[normal] - 2.0 * here[normal] + left[normal])
                + viscous * CON43 * (vr - 2.0 * v + vl)
                - t2 * (right[normal] * vr - left[normal] * vl + C2 * pressure)
            )
            for m in tangential:
                target[m] += (
                    diffusion * (right[m] - 2.0 * here[m] + left[m])
                    + viscous * (right_derived[m] - 2.0 * here_derived[m] + left_derived[m])
                    - t2 * (right[m] * vr - left[m] * vl)
                )
            heat = (
                right[4] * right_derived[0]
                - 2.0 * here[4] * here_derived[0]
                + left[4] * left_derived[0]
            )
            friction = (
                (1.0 - C1C5) * (right_derived[5] - 2.0 * here_derived[5] + left_derived[5])
                + CON16 * (vr * vr - 2.0 * v * v + vl * vl)
                + C1C5 * heat
            )
            target[4] += (
                diffusion * (right[4] - 2.0 * here[4] + left[4])
                + viscous * friction
                - t2
                * (
                    (C1 * right[4] - C2 * right_derived[4]) * vr
                    - (C1 * left[4] - C2 * left_derived[4]) * vl
                )
            )
        self.dissipate(u, rhs)

    def dissipate(self, u, rhs):
        """Differences of fourth order along a line, with fewer neighbours near its ends."""
        last = self.n - 2
        for i in range(1, last + 1):
            before = u[i - 2] if i > 1 else ZEROS
            left = u[i - 1] if i > 1 else ZEROS
            right = u[i + 1] if i < last else ZEROS
            after = u[i + 2] if i < last else ZEROS
            # The second neighbour of the second point is at the face, and not counted.
            if i == 2:
                before = ZEROS
            if i == last - 1:
                after = ZEROS
            weight = 5.0 if i == 1 or i == last else 6.0
            here = u[i]
            target = rhs[i]
            for m in range(5):
                target[m] -= DISSIPATION * (
                    before[m] - 4.0 * left[m] + weight * here[m] - 4.0 * right[m] + after[m]
                )

    def add(self, factor):
        """u = u + factor * rhs, inside."""

        def add_plane(k):
            for j in range(1, self.n - 1):
                points = self.u[k][j]
                changes = self.rhs[k][j]
                for i in range(1, self.n - 1):
                    point = points[i]
                    change = changes[i]
                    for m in range(5):
                        point[m] += factor * change[m]

        self.over_inside(add_plane)

    def rhs_norms(self):
        """For each variable the norm of the right-hand side."""
        totals = [0.0] * 5
        for plane in self.rhs[1:-1]:
            for row in plane[1:-1]:
                for point in row[1:-1]:
                    for m in range(5):
                        totals[m] += point[m] * point[m]
        return [sqrt(total / (self.n - 2) ** 3) for total in totals]

    def error_norms(self, numbers):
        """For each variable the norm of the error, at points with these numbers."""
        places = self.places
        totals = [0.0] * 5
        for k in numbers:
            for j in numbers:
                for i in numbers:
                    exact = exact_solution(places[i], places[j], places[k])
                    for m in range(5):
                        error = self.u[k][j][i][m] - exact[m]
                        totals[m] += error * error
        return [sqrt(total / (self.n - 2) ** 3) for total in totals]


def check_norms(benchmark, what, found, expected):
    """Compares five norms with known ones."""
    for m in range(5):
        near = abs(found[m] - expected[m]) <= TOLERANCE * abs(expected[m])
        benchmark.check(near, f"{what} {m + 1} is {found[m]!r}, not {expected[m]!r}")


def run_implicit(name, description, sizes, make_solver, scaled_rhs, step):
    """The whole of BT or SP: begins, goes all steps against the clock, compares with known norms."""
    benchmark = Benchmark(name, description, sizes)
    n, steps, dt, residuals, errors = benchmark.problem
    team = Team(benchmark.threads)
    flow = Flow(team, n, dt)
    solver = make_solver(flow)
    # As the original does: one step to warm up, and again from the start.
    step(flow, solver)
    flow.begin()
    benchmark.start()
    for _ in range(steps):
        step(flow, solver)
    benchmark.stop()
    scaled_rhs(flow)
    team.close()
    found = [norm / dt for norm in flow.rhs_norms()]
    check_norms(benchmark, "residual", found, residuals)
    check_norms(benchmark, "error", flow.error_norms(range(n)), errors)
    benchmark.finish()
