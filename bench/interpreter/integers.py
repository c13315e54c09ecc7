"""Integers: small ones, divisors, powers modulo a number, numbers of a thousand digits."""

from support.repeated import run

TURNS = {"T": 1, "S": 720, "W": 1800, "A": 18000}


def divisor(a, b):
    while b:
        a, b = b, a % b
    return a


def collatz(number):
    steps = 0
    while number != 1:
        number = number // 2 if number % 2 == 0 else 3 * number + 1
        steps += 1
    return steps


def work():
    total = 0
    for number in range(1, 300):
        total += divisor(number * 12, 5_040) + pow(number, 65, 1_009)
    total += sum(collatz(number) for number in range(1, 120))
    factorial = 1
    for number in range(1, 200):
        factorial *= number
    return total, factorial % 1_000_003, len(str(factorial)), bin(factorial).count("1")


if __name__ == "__main__":
    run("integers", __doc__, TURNS, work, (188370, 411985, 373, 519))
