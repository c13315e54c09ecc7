"""NAS SP: a flow in a cube by an implicit method, with pentadiagonal systems along all lines.

From the NAS Parallel Benchmarks 3.0 (NASA report NAS-02-008), after its published description; the
sizes S, W and A are the official classes with their official results. The equations are made
diagonal first, so that each variable has a system of its own. Many short phases for each step: at
size S the barriers between them decide.
"""

from math import sqrt

from support.npb_flow import (
    C1C5,
    C2,
    C3C4,
    CON43,
    DIFFUSION,
    DISSIPATION,
    INVERSE_DENSITY,
    SOUND,
    Flow,
    run_implicit,
)

# The side of the cube, steps, their length; norms of residual and error for each variable.
# T and Q are no official classes.
SIZES = {
    "T": (
        6,
        2,
        0.0015,
        (
            17332.237446783925,
            1535.2899904149306,
            4326.619113571392,
            3654.996816623752,
            29635.27712992756,
        ),
        (
            362.86725576317406,
            27.093277432420738,
            91.93567706751318,
            81.0957632959219,
            758.8621788146204,
        ),
    ),
    "Q": (
        12,
        1,
        0.0015,
        (
            49835.19360578776,
            4902.390247511837,
            12652.678034691826,
            10708.708385124019,
            73196.71771255015,
        ),
        (
            436.7914649915942,
            36.2844051110115,
            110.28660372556627,
            96.13657403327667,
            814.1976538335152,
        ),
    ),
    "S": (
        12,
        100,
        0.015,
        (
            2.7470315451339479e-02,
            1.0360746705285417e-02,
            1.6235745065095532e-02,
            1.5840557224455615e-02,
            3.4849040609362460e-02,
        ),
        (
            2.7289258557377227e-05,
            1.0364446640837285e-05,
            1.6154798287166471e-05,
            1.5750704994480102e-05,
            3.4177666183390531e-05,
        ),
    ),
    "W": (
        36,
        400,
        0.0015,
        (
            0.1893253733584e-02,
            0.1717075447775e-03,
            0.2778153350936e-03,
            0.2887475409984e-03,
            0.3143611161242e-02,
        ),
        (
            0.7542088599534e-04,
            0.6512852253086e-05,
            0.1049092285688e-04,
            0.1128838671535e-04,
            0.1212845639773e-03,
        ),
    ),
    "A": (
        64,
        400,
        0.0015,
        (
            2.4799822399300195,
            1.1276337964368832,
            1.5028977888770491,
            1.4217816211695179,
            2.1292113035138280,
        ),
        (
            1.0900140297820550e-04,
            3.7343951769282091e-05,
            5.0092785406541633e-05,
            4.7671093939528255e-05,
            1.3621613399213001e-04,
        ),
    ),
}
BT = sqrt(0.5)


def to_characteristics(point, derived, values):
    """From the five variables to those in which the systems are nearly independent."""
    inverse, x, y, z, _, kinetic, sound = derived
    a, b, c, d, e = values
    t1 = C2 / (sound * sound) * (kinetic * a - x * b - y * c - z * d + e)
    t2 = BT * inverse * (x * a - b)
    t3 = BT * inverse * sound * t1
    values[:] = (a - t1, -inverse * (z * a - d), inverse * (y * a - c), t3 - t2, t2 + t3)


def from_x_to_y(point, derived, values):
    a, b, c, d, e = values
    t1 = BT * c
    t2 = 0.5 * (d + e)
    values[:] = (-b, a, BT * (d - e), t2 - t1, t1 + t2)


def from_y_to_z(point, derived, values):
    a, b, c, d, e = values
    t1 = BT * a
    t2 = 0.5 * (d + e)
    values[:] = (BT * (d - e), -c, b, t2 - t1, t1 + t2)


def from_characteristics(point, derived, values):
    """Back to the five variables."""
    _, x, y, z, _, kinetic, sound = derived
    a, b, c, d, e = values
    density = point[0]
    scaled = BT * density
    t1 = scaled / sound * (d + e)
    t2 = c + t1
    t3 = scaled * (d - e)
    values[:] = (
        t2,
        x * t2 - density * b,
        density * a + y * t2,
        z * t2 + t3,
        density * (y * a - x * b) + kinetic * t2 + sound * sound / C2 * t1 + z * t3,
    )


def eliminate(rows, values, variables):
    """Solves a pentadiagonal system, whose rows begin with the coefficient of the last but one.

    `values` holds a line's points; the given variables are the right sides, then the solution.
    """
    count = len(rows)
    for i in range(count):
        row = rows[i]
        inverse = 1.0 / row[2]
        one = row[3] * inverse
        two = row[4] * inverse
        row[3] = one
        row[4] = two
        point = values[i]
        for m in variables:
            point[m] *= inverse
        if i + 1 < count:
            below = rows[i + 1]
            factor = below[1]
            below[2] -= factor * one
            below[3] -= factor * two
            next_point = values[i + 1]
            for m in variables:
                next_point[m] -= factor * point[m]
        if i + 2 < count:
            below = rows[i + 2]
            factor = below[0]
            below[1] -= factor * one
            below[2] -= factor * two
            next_point = values[i + 2]
            for m in variables:
                next_point[m] -= factor * point[m]
    for i in range(count - 2, -1, -1):
        one = rows[i][3]
        two = rows[i][4]
        point = values[i]
        near = values[i + 1]
        for m in variables:
            point[m] -= one * near[m]
        if i + 2 < count:
            far = values[i + 2]
            for m in variables:
                point[m] -= two * far[m]


class Pentadiagonal:
    """One implicit step in a direction."""

    def __init__(self, flow):
        self.flow = flow
        self.first = flow.dt * flow.t1
        self.second = flow.dt * flow.t2
        fourth = flow.dt * DISSIPATION
        inner = flow.n - 2
        # The part of each row that is the same in all lines.
        self.dissipation = []
        for i in range(inner):
            self.dissipation.append(
                [
                    fourth if i > 1 else 0.0,
                    -4.0 * fourth if i > 0 else 0.0,
                    (5.0 if i == 0 or i == inner - 1 else 6.0) * fourth,
                    -4.0 * fourth if i < inner - 1 else 0.0,
                    fourth if i < inner - 2 else 0.0,
                ]
            )

    def spread(self, derived, normal):
        """How strongly a point acts on its neighbours by viscosity and dissipation."""
        viscous = C3C4 * derived[INVERSE_DENSITY]
        diffusion = DIFFUSION[normal - 1]
        # Each variable has its viscosity; the dissipation is the same for all. This is the largest.
        return diffusion + max(CON43, C1C5) * viscous

    def solve(self, u, derived, rhs, normal):
        """Replaces the right-hand sides of a line by the solution; at the faces it is zero."""
        first = self.first
        second = self.second
        inner = self.flow.n - 2
        velocity = [second * point[normal] for point in derived]
        spread = [first * self.spread(point, normal) for point in derived]
        sound = [second * point[SOUND] for point in derived]
        slow = []
        plus = []
        minus = []
        for i in range(inner):
            a, b, c, d, e = self.dissipation[i]
            c += 1.0 + 2.0 * spread[i + 1]
            # The faces' values are zero: what would be multiplied by them is left out.
            if i > 0:
                b -= velocity[i] + spread[i]
                left = sound[i]
            else:
                left = 0.0
            if i < inner - 1:
                d += velocity[i + 2] - spread[i + 2]
                right = sound[i + 2]
            else:
                right = 0.0
            slow.append([a, b, c, d, e])
            plus.append([a, b - left, c, d + right, e])
            minus.append([a, b + left, c, d - right, e])
        values = rhs[1 : inner + 1]
        eliminate(slow, values, (0, 1, 2))
        eliminate(plus, values, (3,))
        eliminate(minus, values, (4,))

    def solve_x(self, k):
        for j in range(1, self.flow.n - 1):
            self.solve(*self.flow.x_lines(k, j), 1)

    def solve_y(self, k):
        for i in range(1, self.flow.n - 1):
            self.solve(*self.flow.y_lines(k, i), 2)

    def solve_z(self, j):
        for i in range(1, self.flow.n - 1):
            self.solve(*self.flow.z_lines(j, i), 3)


def for_each_point(flow, change):
    """A phase that calls change(point, derived, right-hand sides) for all points inside."""

    def change_plane(k):
        for j in range(1, flow.n - 1):
            u, derived, rhs = flow.x_lines(k, j)
            for i in range(1, flow.n - 1):
                change(u[i], derived[i], rhs[i])

    flow.over_inside(change_plane)


def scaled_rhs(flow):
    """The right-hand side times the length of a step."""
    flow.compute_rhs()

    def scale(point, derived, values):
        values[:] = [flow.dt * value for value in values]

    for_each_point(flow, scale)


def step(flow, solver):
    scaled_rhs(flow)
    for_each_point(flow, to_characteristics)
    flow.over_inside(solver.solve_x)
    for_each_point(flow, from_x_to_y)
    flow.over_inside(solver.solve_y)
    for_each_point(flow, from_y_to_z)
    flow.over_inside(solver.solve_z)
    for_each_point(flow, from_characteristics)
    flow.add(1.0)


def main():
    run_implicit("sp", __doc__, SIZES, Pentadiagonal, scaled_rhs, step)


if __name__ == "__main__":
    main()
