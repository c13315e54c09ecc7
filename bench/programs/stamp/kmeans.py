"""k-means clustering, as in STAMP: tiny transactions that add points to the centres' sums.

Each thread finds the nearest centre of its points, and adds each point to that centre's sum
atomically. Coordinates are whole numbers, so that sums do not depend on the order and the result is
exact.
"""

from motet import atomic

from support.options import Benchmark
from support.random_stream import RandomStream
from support.workers import Team, share

# The number of points, dimensions and clusters; then the rounds and a checksum of the result.
SIZES = {
    "T": (60, 2, 3, (3, 2074)),
    "S": (2_000, 8, 12, (15, 527274)),
    "W": (8_000, 16, 15, (17, 2497503)),
    "A": (65_536, 32, 15, None),
}
ROUNDS = 30
RANGE = 1_000_000


def make_points(count, dimensions, clusters):
    """Points around as many places as there are to be clusters, and some anywhere."""
    random = RandomStream(count)
    places = [[random.below(RANGE) for _ in range(dimensions)] for _ in range(clusters)]
    points = []
    for number in range(count):
        place = places[random.below(clusters)]
        spread = RANGE if number % 8 == 0 else RANGE // 4
        points.append([value + random.below(spread) - spread // 2 for value in place])
    return points


def nearest(point, centres):
    best = 0
    least = None
    for number, centre in enumerate(centres):
        distance = 0.0
        for value, middle in zip(point, centre):
            difference = value - middle
            distance += difference * difference
        if least is None or distance < least:
            least = distance
            best = number
    return best


class Cluster:
    """What is added up in a round, to become the next centre."""

    def __init__(self, dimensions):
        self.count = 0
        self.sums = [0] * dimensions

    def add(self, point):
        sums = self.sums
        with atomic:
            self.count += 1
            for dimension, value in enumerate(point):
                sums[dimension] += value

    def centre(self, before):
        """The mean of the points, or the old centre if there are none."""
        if self.count == 0:
            return before
        return [total / self.count for total in self.sums]


def cluster(team, points, dimensions, count):
    """Rounds until no point changes its cluster, or too many: members, centres and rounds."""
    members = [[-1] * (end - first) for first, end in parts_of(len(points), team.size)]
    centres = [[float(value) for value in point] for point in points[:count]]
    rounds = 0
    while rounds < ROUNDS:
        clusters = [Cluster(dimensions) for _ in range(count)]
        changes = [0] * team.size

        def assign(index):
            first, end = parts_of(len(points), team.size)[index]
            mine = members[index]
            changed = 0
            for place in range(first, end):
                best = nearest(points[place], centres)
                clusters[best].add(points[place])
                if mine[place - first] != best:
                    mine[place - first] = best
                    changed += 1
            changes[index] = changed

        team.run(assign)
        rounds += 1
        centres = [new.centre(old) for new, old in zip(clusters, centres)]
        if sum(changes) == 0:
            break
    return [best for part in members for best in part], centres, rounds


def parts_of(count, size):
    return [share(count, size, index) for index in range(size)]


def check_means(benchmark, points, members, centres):
    """After the last round each centre is the mean of its members."""
    for number, centre in enumerate(centres):
        mine = [point for point, member in zip(points, members) if member == number]
        if mine:
            means = [sum(column) / len(mine) for column in zip(*mine)]
            benchmark.check(means == centre, f"centre {number} is not the mean of its members")


def main():
    benchmark = Benchmark("kmeans", __doc__, SIZES)
    count, dimensions, cluster_count, expected = benchmark.problem
    points = make_points(count, dimensions, cluster_count)
    team = Team(benchmark.threads)
    benchmark.start()
    members, centres, rounds = cluster(team, points, dimensions, cluster_count)
    benchmark.stop()
    team.close()
    check_means(benchmark, points, members, centres)
    checksum = sum([(place % 97 + 1) * member for place, member in enumerate(members)])
    benchmark.equal("rounds and members", (rounds, checksum), expected)
    benchmark.finish()


if __name__ == "__main__":
    main()
