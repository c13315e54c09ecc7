# The limits that CPython has of its own, and what they say.

import ast
import sys


def attempt(text, mode="exec"):
    try:
        compile(text, "f", mode)
    except SyntaxError as error:
        print(type(error).__name__, error.msg)
        print("  ", error.lineno, error.offset, error.end_lineno, error.end_offset)
    else:
        print("compiles")


for count in 199, 200, 201, 20_000:
    attempt("x = " + "(" * count + "1" + ")" * count)
attempt("x = [\n" + "\n[" * 200 + "1")
attempt("x = 1\ny = a b\nz=(" + "\n[" * 200 + "1")
attempt("x = $\nz=(" + "\n{" * 200 + "1")
attempt("f(" * 201)
attempt("'('" * 500)

for count in 149, 150, 151:
    attempt("f'{" * count + "1" + "}'" * count)
attempt("x = 1\nf(" + 'f"{' * 199)
attempt("t'{" * 150 + "1" + "}'" * 150)
attempt("x =1\nf'{a:{b:{c}}}'")
attempt("x =1\nf'{a:{b:{c:{d}}}}'")
attempt("x =1\nt'{a:{b:{c:{d}}}}'")
attempt("x =1\nf'''{a:{b:{c:{d:{e}}}}}'''")
attempt("f'{a:{f'{b:{c:{d}}}'}}'")


def indented(count):
    return "".join(" " * depth + "if a:\n" for depth in range(count)) + " " * count + "pass\n"


for count in 99, 100, 101:
    attempt(indented(count))
attempt("x = a b\n" + indented(100))
attempt(indented(100) + "x = a b\n")

for count in 4300, 4301:
    attempt("x = " + "1" * count)
    attempt("x = -" + "1" * count + "+2")
    attempt("x = 1\ny = foo(" + "1_" * (count - 1) + "1, 2)")
    attempt("a b\nx =" + "1" * count)
    attempt("x =" + "1" * count + "\na b")
    attempt("x =" + "1" * count + "j")
    attempt("x =" + "1" * count + ".")
attempt("x =" + "0" * 5000)
attempt("x =0x" + "1" * 5000)
attempt("match a:\n case " + "1" * 5000 + ":pass")
attempt('f"{' + "1" * 5000 + '}"')
sys.set_int_max_str_digits(640)
attempt("x = " + "1" * 641)
for parse in ast.parse, ast.literal_eval, eval:
    try:
        parse("1" * 641)
    except SyntaxError as error:
        print(str(error)[:60], error.lineno, error.offset)
sys.set_int_max_str_digits(0)
attempt("x = " + "1" * 5641)
sys.set_int_max_str_digits(4300)
