# Trees of long chains: from texts, from a program, and as code.

import ast


def attempt(function, *arguments):
    try:
        return function(*arguments)
    except Exception as error:
        return type(error).__name__


COUNT = 2000
for name, text, variables in (
    ("sums", "1" + "+a" * COUNT, {"a": 1}),
    ("products", "1" + "*a" * COUNT, {"a": 1}),
    ("items", "a" + "[0]" * COUNT, None),
    ("attributes", "a" + ".real" * COUNT, {"a": 3}),
    ("calls", "f" + "()" * COUNT, None),
    ("mixed", "a" + ".b[0]()" * 500, None),
):
    tree = ast.parse(text, mode="eval")
    code = compile(tree, "f", "eval")
    print(name, type(tree.body).__name__, attempt(eval, code, variables) if variables else "")

# A loop is no tree; a tree may be too deep.
node = ast.Attribute(None, "a", ast.Load(), lineno=1, col_offset=0)
node.value = node
print(attempt(compile, ast.Expression(node), "f", "eval"))
node = ast.UnaryOp(ast.Not(), None, lineno=1, col_offset=0)
node.operand = node
print(attempt(compile, ast.Expression(node), "f", "eval"))
node = ast.Name("a", ast.Load(), lineno=1, col_offset=0)
for _ in range(300_000):
    node = ast.Attribute(node, "a", ast.Load(), lineno=1, col_offset=0)
print(attempt(compile, ast.Expression(node), "f", "eval"))

# What belongs to no chain is refused as before.
for broken in (
    ast.Attribute(3, "a", ast.Load(), lineno=1, col_offset=0),
    ast.BinOp(None, ast.Add(), ast.Constant(1, lineno=1, col_offset=0), lineno=1, col_offset=0),
    ast.Call(ast.Name("f", ast.Store(), lineno=1, col_offset=0), [], [], lineno=1, col_offset=0),
):
    try:
        compile(ast.Expression(broken), "f", "eval")
    except (TypeError, ValueError) as error:
        print(type(error).__name__, error)
# long
