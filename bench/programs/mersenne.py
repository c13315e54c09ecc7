"""Which 2 ** p - 1 are prime? The Lucas-Lehmer test: few, ever larger whole numbers.

From the STM paper: easy to do in parallel, but the last few numbers need most of the time, so that
more than a few threads do not help. Largest first, to make the best of it.
"""

from support.options import Benchmark
from support.workers import Tasks, in_threads

SIZES = {"T": 100, "S": 1_800, "W": 3_600, "A": 5_000}
KNOWN = [2, 3, 5, 7, 13, 17, 19, 31, 61, 89, 107, 127, 521, 607, 1279, 2203, 2281, 3217, 4253, 4423]


def primes_to(limit):
    marks = [True] * (limit + 1)
    primes = []
    for n in range(2, limit + 1):
        if marks[n]:
            primes.append(n)
            for multiple in range(n * n, limit + 1, n):
                marks[multiple] = False
    return primes


def is_mersenne_prime(p):
    """Whether 2 ** p - 1 is prime, for a prime p."""
    if p == 2:
        return True
    mersenne = (1 << p) - 1
    s = 4
    for _ in range(p - 2):
        s = s * s - 2
        # The remainder by 2 ** p - 1, without a division.
        s = (s & mersenne) + (s >> p)
        if s >= mersenne:
            s -= mersenne
    return s == 0


def main():
    benchmark = Benchmark("mersenne", __doc__, SIZES)
    limit = benchmark.problem
    exponents = primes_to(limit)
    tasks = Tasks(len(exponents))

    def work(index):
        found = []
        number = tasks.take()
        while number is not None:
            exponent = exponents[-1 - number]
            if is_mersenne_prime(exponent):
                found.append(exponent)
            number = tasks.take()
        return found

    benchmark.start()
    parts = in_threads(benchmark.threads, work)
    benchmark.stop()
    found = []
    for part in parts:
        found.extend(part)
    benchmark.equal("the list", sorted(found), [p for p in KNOWN if p <= limit])
    benchmark.finish()


if __name__ == "__main__":
    main()
