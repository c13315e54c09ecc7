"""inspect: signatures made and arguments bound."""

import inspect

from support.repeated import run

TURNS = {"T": 1, "S": 770, "W": 3850, "A": 38500}

def function(a, b: int = 3, *c, d=4, **e):
    pass


def work():
    bound = [inspect.signature(function).bind(1, 2, d=3) for _ in range(60)]
    return len(bound), str(bound[0].arguments)


if __name__ == "__main__":
    run("signatures", __doc__, TURNS, work, (60, "{'a': 1, 'b': 2, 'd': 3}"))
