"""Writes a batch of cases: generate.py KIND SEED COUNT [CASE]

A batch prints `== N` before its case N. With CASE only that one is written, its statements set apart
by lines of `#--`, so that they can be left out one by one.
"""

import importlib
import sys
import warnings

SEPARATOR = "#--\n"


def compiles(statement):
    """Whether a statement is one; what was put together at random may not be."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            compile(statement, "statement", "exec")
        except SyntaxError:
            return False
    return True


def main():
    kind, seed, count, *only = sys.argv[1:]
    generator = importlib.import_module(kind)
    numbers = [int(only[0])] if only else range(int(count))
    out = [generator.prelude(), SEPARATOR]
    for number in numbers:
        statements = generator.case(f"{kind} {seed} {number}")
        statements = [statement for statement in statements if compiles(statement)]
        if only:
            out += [statement + SEPARATOR for statement in statements]
            continue
        body = "".join(statements)
        inside = "".join(f"    {line}\n" for line in body.splitlines())
        out.append(f"print('== {number}')\ndef case_{number}():\n{inside}\ncase_{number}()\n")
    sys.stdout.write("".join(out))


main()
