"""argparse: command lines parsed."""

import argparse

from support.packages import short
from support.repeated import run

TURNS = {"T": 1, "S": 910, "W": 4550, "A": 45500}

def parser():
    made = argparse.ArgumentParser(prog="shop")
    made.add_argument("--verbose", "-v", action="count", default=0)
    made.add_argument("--size", type=int, default=3, choices=range(10))
    parts = made.add_subparsers(dest="action")
    sell = parts.add_parser("sell")
    sell.add_argument("items", nargs="*")
    sell.add_argument("--price", type=float)
    return made


def work():
    made = parser()
    lines = (["-vv", "sell", "a", "b", "--price", "1.5"], ["--size", "4"], ["sell"])
    return short([sorted(vars(made.parse_args(line)).items(), key=str) for line in lines * 3])


if __name__ == "__main__":
    run("command_lines", __doc__, TURNS, work, 1974330458)
