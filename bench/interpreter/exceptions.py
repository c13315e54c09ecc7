"""Exceptions: raised and handled here and through frames, `finally`, own classes, chains."""

from support.repeated import run

TURNS = {"T": 1, "S": 240, "W": 1200, "A": 12000}


class Refused(Exception):
    def __init__(self, number):
        super().__init__(number)
        self.number = number


def refuse(number, depth):
    if depth:
        return refuse(number, depth - 1)
    raise Refused(number)


def attempt(number, log):
    try:
        if number % 3 == 0:
            refuse(number, 4)
        elif number % 3 == 1:
            return {}[number]
        return number
    except Refused as refused:
        return refused.number * 2
    except KeyError as missing:
        try:
            raise ValueError(number) from missing
        except ValueError as error:
            return error.args[0] + len(error.__cause__.args)
    finally:
        log[0] += 1


def work():
    log = [0]
    total = 0
    for number in range(1_500):
        total += attempt(number, log)
    return total + log[0]


if __name__ == "__main__":
    run("exceptions", __doc__, TURNS, work, 1_500_500)
