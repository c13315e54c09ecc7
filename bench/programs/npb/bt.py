"""NAS BT: a flow in a cube by an implicit method, with block-tridiagonal systems along all lines.

From the NAS Parallel Benchmarks 3.0 (NASA report NAS-02-008), after its published description; the
sizes S, W and A are the official classes with their official results. Nine phases for each step, in
which planes are independent: along z they lie the other way, so that every thread reads what others
wrote.
"""

from support.npb_flow import DIFFUSION, Flow, flux_jacobian, run_implicit, viscous_jacobian

# The side of the cube, steps, their length; norms of residual and error for each variable.
# T and Q are no official classes.
SIZES = {
    "T": (
        6,
        1,
        0.0008,
        (
            20070.789214985303,
            1807.6650450026777,
            5014.529270292559,
            4220.423548044078,
            33689.560005634274,
        ),
        (
            397.1917926963346,
            30.195640060969016,
            100.60511037896292,
            88.47932732584266,
            817.1711176990074,
        ),
    ),
    "Q": (
        12,
        1,
        0.0008,
        (
            56441.52442587641,
            5631.603586659616,
            14386.45065955026,
            12160.509244783725,
            82242.03723351372,
        ),
        (
            459.13738117459064,
            38.61311274241837,
            116.00997417309038,
            100.99893140823941,
            846.1556627990414,
        ),
    ),
    "S": (
        12,
        60,
        0.010,
        (
            1.7034283709541311e-01,
            1.2975252070034097e-02,
            3.2527926989486055e-02,
            2.6436421275166801e-02,
            1.9211784131744430e-01,
        ),
        (
            4.9976913345811579e-04,
            4.5195666782961927e-05,
            7.3973765172921357e-05,
            7.3821238632439731e-05,
            8.9269630987491446e-04,
        ),
    ),
    "W": (
        24,
        200,
        0.0008,
        (
            0.1125590409344e03,
            0.1180007595731e02,
            0.2710329767846e02,
            0.2469174937669e02,
            0.2638427874317e03,
        ),
        (
            0.4419655736008e01,
            0.4638531260002e00,
            0.1011551749967e01,
            0.9235878729944e00,
            0.1018045837718e02,
        ),
    ),
    "A": (
        64,
        200,
        0.0008,
        (
            1.0806346714637264e02,
            1.1319730901220813e01,
            2.5974354511582465e01,
            2.3665622544678910e01,
            2.5278963211748344e02,
        ),
        (
            4.2348416040525025e00,
            4.4390282496995698e-01,
            9.6692480136345650e-01,
            8.8302063039765474e-01,
            9.7379901770829278e00,
        ),
    ),
}


def eliminate(rows):
    """Gauss-Jordan with the pivots in the first five columns; what remains of the others."""
    for p in range(5):
        row = rows[p]
        inverse = 1.0 / row[0]
        pivot_row = [value * inverse for value in row[1:]]
        for q in range(5):
            if q != p:
                other = rows[q]
                factor = other[0]
                rows[q] = [a - factor * b for a, b in zip(other[1:], pivot_row)]
        rows[p] = pivot_row
    return rows


class BlockTridiagonal:
    """One implicit step in a direction: blocks for each point of a line and its neighbours."""

    def __init__(self, flow):
        self.flow = flow
        self.first = flow.dt * flow.t1
        self.second = flow.dt * flow.t2

    def blocks(self, u, derived, i, normal):
        """What a point's flux gives: to its right neighbour's row, its own, its left one's."""
        first = self.first
        second = self.second
        point = u[i]
        flux = flux_jacobian(point, derived[i], normal)
        column, diagonal, last = viscous_jacobian(derived[i], point[4], normal)
        diffusion = first * DIFFUSION[normal - 1]
        for_right = [[-second * value for value in row] for row in flux]
        own = [[0.0] * 5 for _ in range(5)]
        for_left = [[second * value for value in row] for row in flux]
        for m in range(5):
            if m < 4:
                change = first * column[m]
                if m:
                    for_right[m][0] -= change
                    for_left[m][0] -= change
                    own[m][0] = 2.0 * change
                change = first * diagonal[m]
                for_right[m][m] -= change
                for_left[m][m] -= change
                own[m][m] = 2.0 * change
            else:
                for q in range(5):
                    change = first * last[q]
                    for_right[4][q] -= change
                    for_left[4][q] -= change
                    own[4][q] = 2.0 * change
            for_right[m][m] -= diffusion
            for_left[m][m] -= diffusion
            own[m][m] += 1.0 + 2.0 * diffusion
        return for_right, own, for_left

    def solve(self, u, derived, rhs, normal):
        """Replaces the right-hand sides of a line by the solution; at the faces it is zero."""
        count = self.flow.n - 2
        blocks = [self.blocks(u, derived, i, normal) for i in range(count + 2)]
        # For each point, after elimination: its right side, and the block of the next point.
        solved = [None] * (count + 1)
        for i in range(1, count + 1):
            rows = [[value] + row for value, row in zip(rhs[i], blocks[i][1])]
            if i > 1:
                p, q, r, s, t = solved[i - 1]
                for m, (a, b, c, d, e) in enumerate(blocks[i - 1][0]):
                    rows[m] = [
                        value - a * pv - b * qv - c * rv - d * sv - e * tv
                        for value, pv, qv, rv, sv, tv in zip(rows[m], p, q, r, s, t)
                    ]
            right = blocks[i + 1][2]
            solved[i] = eliminate(
                [row[1:] + row[:1] + behind for row, behind in zip(rows, right)]
            )
        rhs[count][:] = [row[0] for row in solved[count]]
        for i in range(count - 1, 0, -1):
            v, w, x, y, z = rhs[i + 1]
            rhs[i][:] = [
                value - a * v - b * w - c * x - d * y - e * z
                for value, a, b, c, d, e in solved[i]
            ]

    def solve_x(self, k):
        for j in range(1, self.flow.n - 1):
            self.solve(*self.flow.x_lines(k, j), 1)

    def solve_y(self, k):
        for i in range(1, self.flow.n - 1):
            self.solve(*self.flow.y_lines(k, i), 2)

    def solve_z(self, j):
        for i in range(1, self.flow.n - 1):
            self.solve(*self.flow.z_lines(j, i), 3)


def scaled_rhs(flow):
    """The right-hand side times the length of a step."""
    flow.compute_rhs()

    def scale(k):
        for row in flow.rhs[k][1:-1]:
            for point in row[1:-1]:
                point[:] = [flow.dt * value for value in point]

    flow.over_inside(scale)


def step(flow, solver):
    scaled_rhs(flow)
    flow.over_inside(solver.solve_x)
    flow.over_inside(solver.solve_y)
    flow.over_inside(solver.solve_z)
    flow.add(1.0)


def main():
    run_implicit("bt", __doc__, SIZES, BlockTridiagonal, scaled_rhs, step)


if __name__ == "__main__":
    main()
