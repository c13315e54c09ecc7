"""pickle and copy: instances written, read and copied."""

import copy
import pickle

from support.repeated import run

TURNS = {"T": 1, "S": 3000, "W": 15000, "A": 150000}

class Item:
    def __init__(self, number):
        self.number, self.tags = number, ["a", number]


def work():
    items = [Item(number) for number in range(30)]
    back = pickle.loads(pickle.dumps(items))
    copies = copy.deepcopy(back)
    return [item.number for item in copies] == list(range(30)), copies[3].tags


if __name__ == "__main__":
    run("pickled_objects", __doc__, TURNS, work, (True, ['a', 3]))
