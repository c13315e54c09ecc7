"""The primality test of Miller and Rabin on a range of numbers: powers modulo n, in whole numbers.

Independent work, as in the STM paper; a lock guards the number of the next block of candidates.
"""

from support.options import Benchmark
from support.workers import Tasks, in_threads

START = 10**12
BLOCK = 200
# How many numbers from START on are looked at, and how many of these are prime.
SIZES = {"T": (400, 16), "S": (60_000, 2170), "W": (600_000, 21769), "A": (6_000_000, 216809)}
# With these bases the test is exact for numbers below 3 * 10 ** 14.
BASES = (2, 3, 5, 7, 11, 13, 17)


def power(base, exponent, modulus):
    """base ** exponent % modulus, in the language itself: `pow` would be one native call."""
    result = 1
    while exponent:
        if exponent & 1:
            result = result * base % modulus
        base = base * base % modulus
        exponent >>= 1
    return result


def is_prime(n):
    for base in BASES:
        if n % base == 0:
            return n == base
    odd = n - 1
    twos = 0
    while not odd & 1:
        odd >>= 1
        twos += 1
    for base in BASES:
        x = power(base, odd, n)
        if x == 1 or x == n - 1:
            continue
        for _ in range(twos - 1):
            x = x * x % n
            if x == n - 1:
                break
        else:
            return False
    return True


def main():
    benchmark = Benchmark("miller_rabin", __doc__, SIZES)
    count, expected = benchmark.problem
    blocks = Tasks(count // BLOCK)

    def work(index):
        found = 0
        block = blocks.take()
        while block is not None:
            first = START + block * BLOCK
            for n in range(first, first + BLOCK):
                if is_prime(n):
                    found += 1
            block = blocks.take()
        return found

    benchmark.start()
    found = in_threads(benchmark.threads, work)
    benchmark.stop()
    benchmark.equal("the number of primes", sum(found), expected)
    benchmark.finish()


if __name__ == "__main__":
    main()
