"""Pancakes: how many flips bring the first number of a permutation down to 1, at most?

Small lists that are reversed in part, again and again. A thread takes all permutations with the
same first two numbers at once.
"""

from support.options import Benchmark
from support.workers import Tasks, in_threads

# The length, and the largest number of flips, which is known for each length.
SIZES = {"T": (5, 7), "S": (9, 30), "W": (10, 38), "A": (11, 51)}


def flips_of(permutation):
    numbers = permutation[:]
    flips = 0
    first = numbers[0]
    while first:
        numbers[: first + 1] = numbers[first::-1]
        flips += 1
        first = numbers[0]
    return flips


def next_permutation(numbers, start):
    """The next one in the order of a dictionary, of the places from `start` on."""
    pivot = len(numbers) - 2
    while pivot >= start and numbers[pivot] > numbers[pivot + 1]:
        pivot -= 1
    if pivot < start:
        return False
    other = len(numbers) - 1
    while numbers[other] < numbers[pivot]:
        other -= 1
    numbers[pivot], numbers[other] = numbers[other], numbers[pivot]
    numbers[pivot + 1 :] = numbers[: pivot : -1]
    return True


def main():
    benchmark = Benchmark("fannkuch", __doc__, SIZES)
    n, expected = benchmark.problem
    tasks = Tasks(n * (n - 1))

    def work(index):
        most = 0
        count = 0
        task = tasks.take()
        while task is not None:
            first, second = divmod(task, n - 1)
            rest = [number for number in range(n) if number != first]
            permutation = [first, rest.pop(second)] + rest
            going_on = True
            while going_on:
                most = max(most, flips_of(permutation))
                count += 1
                going_on = next_permutation(permutation, 2)
            task = tasks.take()
        return most, count

    benchmark.start()
    parts = in_threads(benchmark.threads, work)
    benchmark.stop()
    benchmark.equal("the largest number of flips", max([part[0] for part in parts]), expected)
    factorial = 1
    for factor in range(2, n + 1):
        factorial *= factor
    benchmark.equal("the number of permutations", sum([part[1] for part in parts]), factorial)
    benchmark.finish()


if __name__ == "__main__":
    main()
