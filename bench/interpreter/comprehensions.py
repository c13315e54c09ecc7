"""Comprehensions of lists, dicts and sets, nested and with conditions; zip, map, enumerate."""

from support.repeated import run

TURNS = {"T": 1, "S": 360, "W": 600, "A": 6000}


def work():
    squares = [number * number for number in range(3_000)]
    even = [square for square in squares if not square & 1]
    table = {number: square for number, square in enumerate(even)}
    rest = {square % 97 for square in squares}
    pairs = [(left, right) for left in range(40) for right in range(left)]
    rows = [[row * column for column in range(30)] for row in range(30)]
    columns = [sum(column) for column in zip(*rows)]
    result = sum(table.values()) + sum(rest) + len(pairs) + sum(columns)
    result += sum(map(lambda pair: pair[0] - pair[1], pairs))
    return result + max(left * right for left, right in pairs)


if __name__ == "__main__":
    run("comprehensions", __doc__, TURNS, work, 4_495_705_475)
