"""Methods of strings: split, strip, replace, find, upper."""

from support.repeated import run

TURNS = {"T": 1, "S": 60, "W": 600, "A": 6000}


LINE = " alpha,beta;gamma delta "


def work():
    total = 0
    for number in range(3_000):
        words = LINE.strip().replace(";", ",").split(",")
        total += len(words) + LINE.find("gamma") + len(words[0].upper())
        if LINE.startswith(" a"):
            total += number
    return total


if __name__ == "__main__":
    run("str_methods", __doc__, TURNS, work, 4_558_500)
