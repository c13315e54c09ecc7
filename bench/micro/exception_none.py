"""A `try` and a `with` in which nothing is raised."""

from support.repeated import run

TURNS = {"T": 1, "S": 150, "W": 1500, "A": 15000}


class Scope:
    def __enter__(self):
        return self

    def __exit__(self, *error):
        return False


def work():
    scope = Scope()
    total = 0
    for number in range(10_000):
        try:
            total += number
        except ValueError:
            total = 0
        finally:
            total += 1
        with scope:
            total += 1
    return total


if __name__ == "__main__":
    run("exception_none", __doc__, TURNS, work, 50_015_000)
