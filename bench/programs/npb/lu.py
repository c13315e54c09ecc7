"""NAS LU: a flow in a cube by symmetric successive over-relaxation.

From the NAS Parallel Benchmarks 3.0 (NASA report NAS-02-008), after its published description; the
sizes S, W and A are the official classes with their official results. The two sweeps of a step are
pipelines: a thread owns some rows of each plane, and may only go on with a plane when its neighbour
has finished the rows before. In the second sweep it is the other way round.
"""

from threading import Condition

from support.npb_flow import C2, DIFFUSION, Flow, check_norms, flux_jacobian, viscous_jacobian
from support.options import Benchmark
from support.workers import Team, share

# The side of the cube, steps, their length; norms of residual and error for each variable,
# and an integral over some surfaces. T and Q are no official classes.
SIZES = {
    "T": (
        6,
        1,
        0.0015,
        (
            19057.677282251483,
            1708.6791308394868,
            4761.058828784587,
            4012.220878508638,
            32184.586341108574,
        ),
        (
            384.4248114768109,
            29.064395845112234,
            97.4016553658157,
            85.76269808608859,
            795.5371516787366,
        ),
        350.24062466326427,
    ),
    "Q": (
        12,
        1,
        0.0015,
        (
            48561.03140931171,
            4795.340456005215,
            12343.028490457598,
            10448.331167854034,
            71400.55457926667,
        ),
        (
            432.04050044912236,
            35.84088654832379,
            109.12288177333377,
            95.181742286927,
            807.787346934122,
        ),
        953.083054899094,
    ),
    "S": (
        12,
        50,
        0.5,
        (
            1.6196343210976702e-02,
            2.1976745164821318e-03,
            1.5179927653399185e-03,
            1.5029584435994323e-03,
            3.4264073155896461e-02,
        ),
        (
            6.4223319957960924e-04,
            8.4144342047347926e-05,
            5.8588269616485186e-05,
            5.8474222595157350e-05,
            1.3103347914111294e-03,
        ),
        7.8418928865937083,
    ),
    "W": (
        33,
        300,
        0.0015,
        (
            0.1236511638192e02,
            0.1317228477799e01,
            0.2550120713095e01,
            0.2326187750252e01,
            0.2826799444189e02,
        ),
        (
            0.4867877144216e00,
            0.5064652880982e-01,
            0.9281818101960e-01,
            0.8570126542733e-01,
            0.1084277417792e01,
        ),
        0.1161399311023e02,
    ),
    "A": (
        64,
        250,
        2.0,
        (
            7.7902107606689367e02,
            6.3402765259692870e01,
            1.9499249727292479e02,
            1.7845301160418537e02,
            1.8384760349464247e03,
        ),
        (
            2.9964085685471943e01,
            2.8194576365003349e00,
            7.3473412698774742e00,
            6.7139225687777051e00,
            7.0715315688392578e01,
        ),
        2.6030925604886277e01,
    ),
}
OMEGA = 1.2


class Pipeline:
    """How many planes each thread has finished in the sweep that is going on."""

    def __init__(self, size):
        self.finished = [0] * size
        self.changed = [Condition() for _ in range(size)]

    def begin(self):
        for index in range(len(self.finished)):
            self.finished[index] = 0

    def wait_for(self, index, count):
        """Until a thread has finished so many planes; beyond the ends there is nobody."""
        if 0 <= index < len(self.finished):
            with self.changed[index]:
                while self.finished[index] < count:
                    self.changed[index].wait()

    def finish_planes(self, index, count):
        with self.changed[index]:
            self.finished[index] += count
            self.changed[index].notify_all()


def solve(rows, values):
    """Gauss without pivoting: the solution of five equations."""
    rows = [row + [value] for row, value in zip(rows, values)]
    for p in range(5):
        pivot_row = rows[p]
        inverse = 1.0 / pivot_row[p]
        for q in range(p + 1, 5):
            row = rows[q]
            factor = row[p] * inverse
            if factor != 0.0:
                rows[q] = [a - factor * b for a, b in zip(row, pivot_row)]
    solution = [0.0] * 5
    for p in range(4, -1, -1):
        row = rows[p]
        total = row[5]
        for q in range(p + 1, 5):
            total -= row[q] * solution[q]
        solution[p] = total / row[p]
    return solution


class Relaxation:
    """The sweeps over a flow's right-hand sides."""

    def __init__(self, flow):
        self.flow = flow
        self.first = flow.dt * flow.t1
        self.second = flow.dt * flow.t2
        self.pipeline = Pipeline(flow.team.size)

    def block(self, k, j, i, normal, side):
        """How a neighbour in direction `normal` acts on a point; `side` is -1 for one before it."""
        flow = self.flow
        point = flow.u[k][j][i]
        derived = flow.derived[k][j][i]
        second = side * self.second
        first = self.first
        rows = [
            [second * value for value in row] for row in flux_jacobian(point, derived, normal)
        ]
        column, diagonal, last = viscous_jacobian(derived, point[4], normal)
        diffusion = first * DIFFUSION[normal - 1]
        for m in range(4):
            row = rows[m]
            if m:
                row[0] -= first * column[m]
            row[m] -= first * diagonal[m] + diffusion
        rows[4] = [value - first * change for value, change in zip(rows[4], last)]
        rows[4][4] -= diffusion
        return rows

    def own_block(self, k, j, i):
        """How a point acts on itself."""
        flow = self.flow
        energy = flow.u[k][j][i][4]
        derived = flow.derived[k][j][i]
        double = 2.0 * self.first
        rows = [[0.0] * 5 for _ in range(5)]
        for m in range(5):
            rows[m][m] = 1.0 + double * sum(DIFFUSION)
        for normal in (1, 2, 3):
            column, diagonal, last = viscous_jacobian(derived, energy, normal)
            for m in (1, 2, 3):
                rows[m][0] += double * column[m]
                rows[m][m] += double * diagonal[m]
            row = rows[4]
            for m in range(5):
                row[m] += double * last[m]
        return rows

    def try_sweep(self, index, side):
        """A sweep that fails must not let the other threads wait for ever."""
        try:
            self.sweep(index, side)
        except BaseException:
            self.pipeline.finish_planes(index, self.flow.n)
            raise

    def sweep(self, index, side):
        """A thread's part of a sweep: upwards for side -1, downwards for 1."""
        inner = self.flow.n - 2
        first, end = share(inner, self.flow.team.size, index)
        planes = range(1, inner + 1)
        rows = range(first + 1, end + 1)
        columns = range(1, inner + 1)
        if side == 1:
            planes = planes[::-1]
            rows = rows[::-1]
            columns = columns[::-1]
        finished = 0
        for k in planes:
            # What needs nothing of the neighbour: the blocks, and the plane that is behind us.
            prepared = []
            for j in rows:
                prepared.append([self.prepare(k, j, i, side) for i in columns])
            finished += 1
            self.pipeline.wait_for(index + side, finished)
            for j, row in zip(rows, prepared):
                for i, work in zip(columns, row):
                    self.relax(k, j, i, side, work)
            self.pipeline.finish_planes(index, 1)

    def prepare(self, k, j, i, side):
        """Blocks of a point and its neighbours in the plane; what the one below contributes."""
        values = self.flow.rhs[k + side][j][i]
        block = self.block(k + side, j, i, 3, side)
        behind = [sum_of_products(row, values) for row in block]
        return (
            behind,
            self.block(k, j + side, i, 2, side),
            self.block(k, j, i + side, 1, side),
            self.own_block(k, j, i),
        )

    def relax(self, k, j, i, side, work):
        """Solves for a point, the neighbours on one side being known."""
        behind, y_block, x_block, own = work
        rhs = self.flow.rhs[k]
        y_values = rhs[j + side][i]
        x_values = rhs[j][i + side]
        known = []
        for m in range(5):
            total = behind[m] + sum_of_products(y_block[m], y_values)
            known.append(OMEGA * (total + sum_of_products(x_block[m], x_values)))
        values = rhs[j][i]
        if side == -1:
            values[:] = solve(own, [value - change for value, change in zip(values, known)])
        else:
            values[:] = [value - change for value, change in zip(values, solve(own, known))]

    def step(self):
        flow = self.flow

        def scale(k):
            for row in flow.rhs[k][1:-1]:
                for point in row[1:-1]:
                    point[:] = [flow.dt * value for value in point]

        flow.over_inside(scale)
        for side in (-1, 1):
            self.pipeline.begin()
            flow.team.run(lambda index: self.try_sweep(index, side))
        flow.add(1.0 / (OMEGA * (2.0 - OMEGA)))
        flow.compute_rhs()


def sum_of_products(row, values):
    a, b, c, d, e = row
    v, w, x, y, z = values
    return a * v + b * w + c * x + d * y + e * z


def pressure(flow, k, j, i):
    density, x, y, z, energy = flow.u[k][j][i]
    return C2 * (energy - 0.5 * (x * x + y * y + z * z) / density)


def surface_integral(flow):
    """The pressure on the six sides of a box inside of the cube."""
    last = flow.n - 1
    ranges = {"i": (1, last - 1), "j": (1, last - 2), "k": (2, last - 1)}
    total = 0.0
    for across, one, other in (("k", "i", "j"), ("j", "i", "k"), ("i", "j", "k")):
        place = {}
        for place[across] in ranges[across]:
            for a in range(ranges[one][0], ranges[one][1]):
                for b in range(ranges[other][0], ranges[other][1]):
                    for da, db in ((0, 0), (0, 1), (1, 0), (1, 1)):
                        place[one] = a + da
                        place[other] = b + db
                        total += pressure(flow, place["k"], place["j"], place["i"])
    return 0.25 * total / (last * last)


def main():
    benchmark = Benchmark("lu", __doc__, SIZES)
    n, steps, dt, residuals, errors, integral = benchmark.problem
    team = Team(benchmark.threads)
    flow = Flow(team, n, dt)
    relaxation = Relaxation(flow)
    # As the original does: one step to warm up, and again from the start.
    flow.compute_rhs()
    relaxation.step()
    flow.begin()
    flow.compute_rhs()
    benchmark.start()
    for _ in range(steps):
        relaxation.step()
    benchmark.stop()
    team.close()
    check_norms(benchmark, "residual", flow.rhs_norms(), residuals)
    check_norms(benchmark, "error", flow.error_norms(range(1, n - 1)), errors)
    found = surface_integral(flow)
    near = abs(found - integral) <= 1e-8 * integral
    benchmark.check(near, f"the surface integral is {found!r}, not {integral!r}")
    benchmark.finish()


if __name__ == "__main__":
    main()
