"""Warnings of the parser come from ast.parse too; as errors they say less."""

import ast
import warnings

for mode in ("error","always","default","ignore"):
    with warnings.catch_warnings(record=True) as w:
        warnings.simplefilter(mode)
        for f in (lambda: ast.parse('x = "\\d"'), lambda: compile('x = "\\d"','a','exec'), lambda: compile('1 is 1','a','exec'), lambda: compile('assert (1,2)','a','exec'), ):
            try: f()
            except BaseException as e: print(type(e).__name__, e.msg, e.lineno, e.offset)
        print(mode, [(str(x.message), x.category.__name__, x.filename, x.lineno) for x in w])
