"""NAS IS: the ranks of whole numbers, by counting.

From the NAS Parallel Benchmarks 3.0 (NASA report NAS-02-008), after its published description; the
sizes S, W and A are the official classes with their official results. Lists of small numbers,
written at random places. Each thread counts for itself, then the counts are added up; that work
does not become less with more threads. In every iteration all threads change the same two keys (to
the same values): a conflict that belongs to the benchmark.
"""

from support.npb_random import NpbRandom
from support.options import Benchmark
from support.workers import Team, share

ITERATIONS = 10
# Of each official class: bits of the number of keys, bits of the largest key, places of five keys,
# their ranks, how many of these grow with the iterations while the others become smaller, and how
# many iterations late the former and the latter begin with that.
# T and Q are no official classes: its keys are only checked at the end.
SIZES = {
    "T": (9, 6, (), (), 0, 0, 0),
    "Q": (13, 8, (), (), 0, 0, 0),
    "S": (16, 11, (48427, 17148, 23627, 62548, 4431), (0, 18, 346, 64917, 65463), 3, 0, 0),
    "W": (
        20,
        16,
        (357773, 934767, 875723, 898999, 404505),
        (1249, 11698, 1039987, 1043896, 1048018),
        2,
        2,
        0,
    ),
    "A": (
        23,
        19,
        (2112377, 662041, 5336171, 3642833, 4250760),
        (104, 17523, 123928, 8288932, 8388264),
        3,
        1,
        1,
    ),
}


def make_keys(count, largest):
    """Sums of four random numbers: keys in the middle are the most frequent."""
    random = NpbRandom()
    quarter = largest // 4
    keys = [0] * count
    for place in range(count):
        total = random.next()
        total += random.next()
        total += random.next()
        total += random.next()
        keys[place] = int(quarter * total)
    return keys


class Ranking:
    def __init__(self, team, problem):
        key_bits, largest_bits, self.places, self.ranks = problem[:4]
        self.growing, self.late_growth, self.late_decline = problem[4:]
        self.team = team
        self.largest = 1 << largest_bits
        self.keys = make_keys(1 << key_bits, self.largest)
        # How many keys are at most so large: of each thread's keys, and of all.
        self.counts = [None] * team.size
        self.total = [0] * self.largest
        self.passed = 0

    def count(self, iteration, index):
        """Phase 1: counts the thread's keys, and sums the counts up."""
        keys = self.keys
        keys[iteration] = iteration
        keys[iteration + ITERATIONS] = self.largest - iteration
        first, end = share(len(keys), self.team.size, index)
        counts = [0] * self.largest
        for place in range(first, end):
            counts[keys[place]] += 1
        total = 0
        for key, count in enumerate(counts):
            total += count
            counts[key] = total
        self.counts[index] = counts

    def combine(self, first, end):
        """Phase 2: adds up what the threads have counted, for some keys."""
        total = self.total
        for counts in self.counts:
            for key in range(first, end):
                total[key] += counts[key]

    def rank(self, iteration):
        """One iteration, and whether the five known keys have their ranks."""
        self.team.run(lambda index: self.count(iteration, index))
        tested = [self.keys[place] for place in self.places]
        for key in range(self.largest):
            self.total[key] = 0
        self.team.split(self.largest, self.combine)
        for number, key in enumerate(tested):
            if 0 < key < self.largest:
                rank = self.total[key - 1]
                expected = self.ranks[number]
                if number < self.growing:
                    expected += iteration - self.late_growth
                else:
                    expected -= iteration - self.late_decline
                if rank == expected:
                    self.passed += 1

    def is_right(self):
        """Puts the keys into order by their ranks, and says whether they are."""
        place_of = [0] + self.total[:-1]
        in_order = [None] * len(self.keys)
        for key in self.keys:
            in_order[place_of[key]] = key
            place_of[key] += 1
        if None in in_order:
            return False
        for place in range(1, len(in_order)):
            if in_order[place - 1] > in_order[place]:
                return False
        return True


def main():
    benchmark = Benchmark("is", __doc__, SIZES)
    team = Team(benchmark.threads)
    ranking = Ranking(team, benchmark.problem)
    # As the original does: one iteration to warm up.
    ranking.rank(1)
    ranking.passed = 0
    benchmark.start()
    for iteration in range(1, ITERATIONS + 1):
        ranking.rank(iteration)
    benchmark.stop()
    team.close()
    expected = ITERATIONS * len(ranking.places)
    benchmark.equal("the number of right ranks", ranking.passed, expected)
    benchmark.check(ranking.is_right(), "the keys are not in order")
    benchmark.finish()


if __name__ == "__main__":
    main()
