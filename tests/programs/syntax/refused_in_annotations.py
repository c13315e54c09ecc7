# Expressions that no annotation, bound, default or alias may contain, evaluated or not.
HEADS = ("", "from __future__ import annotations\n")
AROUND = ("{}", "def around():\n {}", "async def around():\n {}", "class Around:\n {}")
STATEMENTS = (
    "x: {}", "x: {} = 1", "(x): {}", "x.y: {}", "x[0]: {}", "x: list[{}]", "x: f'{{({})}}'",
    "def f(x: {}): pass", "def f(*x: {}): pass", "def f(*, x: {}): pass", "def f() -> {}: pass",
    "type X = {}", "type X[T] = {}", "def f[T: {}](): pass", "class C[T: {}]: pass",
    "def f[T = {}](): pass", "def f[*T = {}](): pass", "def f[**T = {}](): pass",
)
EXPRESSIONS = ("(yield)", "(yield from y)", "(y := 1)", "await y", "[y async for y in z]", "lambda: (yield)")
for statement in STATEMENTS:
    for expression in EXPRESSIONS:
        told = []
        for head in HEADS:
            for around in AROUND:
                if "async for" in expression and "[" in statement[:12] and statement[0] != "x":
                    continue
                try:
                    compile(head + around.format(statement.format(expression)), "f", "exec")
                except SyntaxError as error:
                    told.append(error.msg)
                else:
                    told.append("taken")
        print(statement, expression, *(told if len(set(told)) > 1 else told[:1]), sep=" | ")
