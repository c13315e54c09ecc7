# Trees of f-strings whose parts are any expressions.
import ast


def joined(*values):
    tree = ast.fix_missing_locations(ast.Expression(ast.JoinedStr(list(values))))
    return eval(compile(tree, "x", "eval"), {"a": lambda: "3", "s": "text"})


call = ast.Call(ast.Name("a", ast.Load()), [], [])
print(joined(ast.Constant("x"), call))
print(joined(call, call, ast.Constant("-"), ast.Name("s", ast.Load())))
print(joined(ast.FormattedValue(call, -1, None), call))
print(joined(ast.JoinedStr([ast.Constant("in"), call]), ast.Constant("out")))
print(joined(ast.IfExp(ast.Constant(True), ast.Name("s", ast.Load()), call)))
print(joined())
