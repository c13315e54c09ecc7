"""NAS CG: the smallest eigenvalue of a large sparse matrix, by conjugate gradients.

From the NAS Parallel Benchmarks 3.0 (NASA report NAS-02-008), after its published description; the
sizes S, W and A are the official classes with their official results. Irregular reads of one
vector, and five short phases for each of the 25 inner steps: what it costs to start a phase
decides.
"""

from math import sqrt

from support.npb_random import NpbRandom
from support.options import Benchmark
from support.workers import Team, share

# Order of the matrix, nonzeros of a random vector, shift, iterations, expected eigenvalue estimate.
# T and Q are no official classes.
SIZES = {
    "T": (60, 3, 5.0, 2, 2.8729805736034444),
    "Q": (420, 5, 8.0, 2, 5.199044135127439),
    "S": (1400, 7, 10.0, 15, 8.5971775078648),
    "W": (7000, 8, 12.0, 15, 10.362595087124),
    "A": (14000, 11, 20.0, 15, 17.130235054029),
}
INNER_STEPS = 25
CONDITION = 0.1
TOLERANCE = 1e-10


def sparse_vector(n, nonzeros, forced, random):
    """A random vector as {place: value}, with 0.5 at the place `forced`."""
    power = 2
    while power < n:
        power *= 2
    vector = {}
    while len(vector) < nonzeros:
        value = random.next()
        place = int(power * random.next())
        if place < n and place not in vector:
            vector[place] = value
    vector[forced] = 0.5
    return vector


def make_matrix(n, nonzeros, shift):
    """Columns and values of each row: a weighted sum of outer products of random vectors."""
    random = NpbRandom()
    # The first number is drawn and not used.
    random.next()
    rows = [{} for _ in range(n)]
    weight = 1.0
    ratio = CONDITION ** (1.0 / n)
    for number in range(n):
        vector = sparse_vector(n, nonzeros, number, random)
        for row, left in vector.items():
            scaled = weight * left
            entries = rows[row]
            for column, right in vector.items():
                entries[column] = entries.get(column, 0.0) + scaled * right
        weight *= ratio
    for number in range(n):
        rows[number][number] += CONDITION - shift
    columns = [list(row.keys()) for row in rows]
    values = [list(row.values()) for row in rows]
    return columns, values


class Solver:
    """The vectors of the method, whose parts belong to the threads of a team."""

    def __init__(self, team, n, nonzeros, shift):
        self.team = team
        self.n = n
        self.shift = shift
        self.columns, self.values = make_matrix(n, nonzeros, shift)
        self.x = [1.0] * n
        self.z = [0.0] * n
        self.p = [0.0] * n
        self.q = [0.0] * n
        self.r = [0.0] * n
        # One sum of each thread, which the master adds up in their order.
        self.partial = [0.0] * team.size

    def phase(self, work):
        """Calls work(first, end) in each thread; the sum of what they return."""

        def run(index):
            first, end = share(self.n, self.team.size, index)
            self.partial[index] = work(first, end)

        self.team.run(run)
        total = 0.0
        for part in self.partial:
            total += part
        return total

    def begin(self, first, end):
        """z = 0, r = p = x; r.r"""
        total = 0.0
        for j in range(first, end):
            value = self.x[j]
            self.z[j] = 0.0
            self.r[j] = value
            self.p[j] = value
            total += value * value
        return total

    def multiply(self, source, target, first, end):
        """target = A source"""
        all_columns = self.columns
        all_values = self.values
        for j in range(first, end):
            total = 0.0
            values = all_values[j]
            place = 0
            for column in all_columns[j]:
                total += values[place] * source[column]
                place += 1
            target[j] = total

    def multiply_direction(self, first, end):
        """q = A p; p.q"""
        self.multiply(self.p, self.q, first, end)
        p = self.p
        q = self.q
        total = 0.0
        for j in range(first, end):
            total += p[j] * q[j]
        return total

    def advance(self, alpha, first, end):
        """z = z + alpha p, r = r - alpha q; r.r"""
        z = self.z
        p = self.p
        r = self.r
        q = self.q
        total = 0.0
        for j in range(first, end):
            z[j] += alpha * p[j]
            rest = r[j] - alpha * q[j]
            r[j] = rest
            total += rest * rest
        return total

    def turn(self, beta, first, end):
        """p = r + beta p"""
        p = self.p
        r = self.r
        for j in range(first, end):
            p[j] = r[j] + beta * p[j]
        return 0.0

    def residual(self, first, end):
        """The square of x - A z."""
        self.multiply(self.z, self.r, first, end)
        total = 0.0
        for j in range(first, end):
            rest = self.x[j] - self.r[j]
            total += rest * rest
        return total

    def conjugate_gradients(self):
        """Solves A z = x nearly; returns the residual's norm."""
        rho = self.phase(self.begin)
        for _ in range(INNER_STEPS):
            alpha = rho / self.phase(self.multiply_direction)
            before = rho
            rho = self.phase(lambda first, end: self.advance(alpha, first, end))
            beta = rho / before
            self.phase(lambda first, end: self.turn(beta, first, end))
        return sqrt(self.phase(self.residual))

    def iterate(self, iterations):
        """The inverse power method: the estimate and the last residual."""
        zeta = 0.0
        residual = 0.0
        for _ in range(iterations):
            residual = self.conjugate_gradients()
            product = 0.0
            square = 0.0
            for x, z in zip(self.x, self.z):
                product += x * z
                square += z * z
            zeta = self.shift + 1.0 / product
            factor = 1.0 / sqrt(square)
            for j, z in enumerate(self.z):
                self.x[j] = factor * z
        return zeta, residual


def main():
    benchmark = Benchmark("cg", __doc__, SIZES)
    n, nonzeros, shift, iterations, expected = benchmark.problem
    team = Team(benchmark.threads)
    solver = Solver(team, n, nonzeros, shift)
    # As the original does: one iteration to warm up, and again from the start.
    solver.iterate(1)
    solver.x = [1.0] * n
    benchmark.start()
    zeta, residual = solver.iterate(iterations)
    benchmark.stop()
    team.close()
    difference = abs(zeta - expected)
    benchmark.check(difference <= TOLERANCE, f"zeta is {zeta!r}, not {expected!r}")
    benchmark.check(residual < 1e-10, f"the residual is {residual!r}")
    benchmark.finish()


if __name__ == "__main__":
    main()
