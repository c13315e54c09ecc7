import ast

source = '''
@dec
class A(B, metaclass=C):
    x: int = 0
    async def f(self, a, /, b=1, *c, d, e=2, **g) -> int:
        return await x
if a: pass
elif b: pass
else: del x[1:2, ...]
print(f"{x!r:>{w}} y {z=}" "lit", sum(i for i in y), u"ü", 0xffffffffffffffffffff, 2j)
match p:
    case [1, *_, {'a': b, **r}] | C(x, y=-1) if g: pass
    case None | "s": pass
try:
    with a as b, c: import d.e as f
except* (E, F) as g:
    raise X from e
finally:
    from . import h
[a async for b in c if d for e in f]; {a: b, **c}; {*a}; lambda *, k=1: (yield)
type T[X: int, *Y, **Z] = list[X]
global q, r
'''
tree = ast.parse(source)
print(ast.dump(tree, include_attributes=True))
print(ast.unparse(tree))
again = ast.parse(ast.unparse(tree))
print(ast.dump(again) == ast.dump(tree))
print(ast.dump(ast.parse("a + b", mode="eval")), ast.dump(ast.parse("a; b", mode="exec")))
print(ast.dump(ast.parse("x = 1", mode="single")))
print(ast.literal_eval("{'a': [1, -2.5, (3+4j), b'x', None, True, {1, 2}]}"))
print([type(node).__name__ for node in ast.walk(ast.parse("f(x)[0]"))])
print(ast.get_source_segment("a = bcd + e\n", ast.parse("a = bcd + e\n").body[0].value.left))


class Names(ast.NodeVisitor):
    def visit_Name(self, node):
        print("name", node.id, node.lineno, node.col_offset)


Names().visit(ast.parse("é = (b,\n c)"))
for bad in ("a b", "f(", "def f(:", "x = = 1"):
    try:
        ast.parse(bad)
    except SyntaxError as error:
        print(type(error).__name__, error.lineno)
