import ast


def run(tree, mode="exec", **names):
    code = compile(tree, "<made>", mode)
    if mode == "eval":
        return eval(code, names)
    exec(code, names)
    return names


source = """
def fib(n):
    a, b = 0, 1
    while a < n:
        yield a
        a, b = b, a + b
class P:
    z: int = 3
    def __init__(self, x, /, y=2, *rest, k, **more): self.all = (x, y, rest, k, more)
result = [list(fib(30)), P(1, 5, 6, k=7, j=8).all, {k: v for k, v in zip('ab', (1, 2))}]
text = f"{result[0][3]!r:>4}|{P.z=}"
match [1, {"k": 2}]:
    case [a, {"k": b}] if a < b: found = a, b
try:
    1 / 0
except ZeroDivisionError as error:
    caught = str(error)
for i in range(3):
    if i == 1: continue
    elif i == 2: break
else:
    i = None
"""
names = run(ast.parse(source))
print(names["result"], names["text"], names["found"], names["caught"], names["i"])


class Double(ast.NodeTransformer):
    def visit_Constant(self, node):
        if isinstance(node.value, int):
            return ast.copy_location(ast.Constant(node.value * 2), node)
        return node


tree = Double().visit(ast.parse("x = 20 + y"))
print(run(ast.fix_missing_locations(tree), y=2)["x"])
expression = ast.Expression(ast.BinOp(ast.Constant(-6), ast.Mult(), ast.Name("n", ast.Load())))
print(run(ast.fix_missing_locations(expression), "eval", n=7))
for value in (None, True, ..., 1.5, -3j, 2 + 3j, "é", b"x", (1, (2, "a")), 10**30, -10**30):
    made = ast.fix_missing_locations(ast.Expression(ast.Constant(value)))
    print(run(made, "eval") == value, end=" ")
print()

# Lines of a tree are those of its tracebacks.
tree = ast.parse("a = 1\nb = 2\nraise ValueError(a)")
ast.increment_lineno(tree, 10)
try:
    run(tree)
except ValueError as error:
    print(error.__traceback__.tb_next.tb_next.tb_lineno)

tree = ast.parse("from __future__ import annotations\ndef f(a: list[int]) -> 'x': pass")
print(run(tree)["f"].__annotations__)


def refused(tree, mode="exec"):
    try:
        compile(tree, "<made>", mode)
    except (TypeError, ValueError, SyntaxError) as error:
        print(type(error).__name__, error)
    else:
        print("accepted")


def module(*body):
    return ast.fix_missing_locations(ast.Module(list(body), []))


name = ast.Name("x", ast.Load())
refused(ast.Expression(ast.Constant(1)))
refused(module(ast.Expr(ast.Name("None", ast.Load()))))
refused(ast.Module([ast.Expr(ast.Name("x", ast.Load()))], []))
refused(module(ast.Assign([name], ast.Constant(1))))
refused(module(ast.Delete([])))
refused(module(ast.FunctionDef("f", ast.arguments(), [], [])))
refused(module(ast.Expr(ast.BoolOp(ast.And(), [name]))))
refused(module(ast.Expr(ast.Dict([name], []))))
refused(module(ast.Expr(ast.Compare(name, [], []))))
refused(module(ast.Expr(5)))
refused(ast.Module("x", []))
refused(module(ast.Raise(None, name)))
refused(module(ast.Try([ast.Pass()], [], [], [])))
refused(module(ast.Expr(ast.Constant([1]))))
refused(module(ast.Return(name)))
refused(module(ast.Expr(ast.ListComp(name, []))))
refused(module(ast.Import([])))
refused(3)
