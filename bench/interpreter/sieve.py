"""The sieve of Eratosthenes, with a byte array, a list, and slices."""

from support.repeated import run

TURNS = {"T": 1, "S": 240, "W": 1200, "A": 12000}


def by_steps(limit):
    is_prime = [True] * (limit + 1)
    count = 0
    for number in range(2, limit + 1):
        if is_prime[number]:
            count += 1
            for multiple in range(number * number, limit + 1, number):
                is_prime[multiple] = False
    return count


def by_slices(limit):
    is_prime = bytearray([1]) * (limit + 1)
    is_prime[0:2] = b"\0\0"
    number = 2
    while number * number <= limit:
        if is_prime[number]:
            crossed = len(range(number * number, limit + 1, number))
            is_prime[number * number :: number] = bytes(crossed)
        number += 1
    return sum(is_prime)


def work():
    return by_steps(12_000), by_slices(60_000)


if __name__ == "__main__":
    run("sieve", __doc__, TURNS, work, (1_438, 6_057))
