"""Characters read by index, compared, iterated."""

from support.repeated import run

TURNS = {"T": 1, "S": 180, "W": 1800, "A": 18000}


TEXT = "transactional memory" * 10


def work():
    total = 0
    for _ in range(40):
        for character in TEXT:
            if character == "a":
                total += 1
        for place in range(len(TEXT)):
            if TEXT[place] > "m":
                total += 1
    return total


if __name__ == "__main__":
    run("str_index", __doc__, TURNS, work, 5_200)
