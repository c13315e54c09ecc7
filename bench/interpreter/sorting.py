"""Sorting: numbers, strings, with keys and lambdas, stable, and by comparing objects."""

from support.repeated import run

TURNS = {"T": 1, "S": 60, "W": 600, "A": 6000}


class Version:
    def __init__(self, major, minor):
        self.major = major
        self.minor = minor

    def __lt__(self, other):
        return (self.major, self.minor) < (other.major, other.minor)


def work():
    numbers = [number * 7_919 % 10_007 for number in range(3_000)]
    texts = [str(number) for number in numbers]
    result = sum(place * number for place, number in enumerate(sorted(numbers)))
    texts.sort()
    result += int(texts[100]) + int(texts[-100])
    by_digits = sorted(numbers, key=lambda number: (number % 10, -number))
    result += by_digits[10] + by_digits[-10]
    versions = [Version(number % 13, number % 101) for number in numbers[:400]]
    versions.sort()
    return result + versions[50].major * 100 + versions[50].minor + numbers.index(max(numbers))


if __name__ == "__main__":
    run("sorting", __doc__, TURNS, work, 30_017_022_104)
