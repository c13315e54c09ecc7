# symtable: what each block does with names, as CPython's own tables show it.
import _symtable
import symtable

SOURCE = '''
import os.path as path, sys
x: int = 1
if x:
    y: str
class Base[T]:
    z: int
    k = 1
    values = [k for _ in ()]
    def method(self, a: T, /, *rest: int, key=lambda: 0, **more) -> str:
        global g
        g = super().method
        def inner():
            nonlocal a
            a = [self for b in rest if (c := b)]
            return c
        return inner, {d: e for d, e in more.items()}, (f for f in key)
    class __Private:
        __name = 2
type Alias[U: int = str] = list[U]
def generic[V](v: V = 0, *, w=1): return [[v for p in q] for q in v]
async def waits():
    async for i in x: yield i
    try: pass
    except Error as error: del error
    match i:
        case [1, *others] if others: pass
        case {"a": _, **rest}: pass
        case Base(z=found) as whole: pass
with open(x) as file, y: import os
'''


def show(entry, depth=0):
    print("  " * depth, entry.name, entry.type, entry.nested, entry.varnames, entry.lineno)
    print("  " * depth, sorted((name, hex(flags)) for name, flags in entry.symbols.items()))
    for child in entry.children:
        show(child, depth + 1)


show(_symtable.symtable(SOURCE, "example", "exec"))
show(_symtable.symtable("from __future__ import annotations\na: b = 1\ndef f(c: d): e: a", "example", "exec"))
show(_symtable.symtable("[a for a in b]", "example", "eval"))
top = symtable.symtable(SOURCE, "example", "exec")
print(top, top.get_type(), sorted(top.get_identifiers()))
base = top.lookup("Base").get_namespaces()[0].get_children()[-1]
method = base.lookup("method").get_namespaces()[0]
print(base, method, method.get_parameters(), sorted(method.get_locals()), method.get_globals())
for name in "a", "self", "g", "super", "inner":
    symbol = method.lookup(name)
    print(symbol.get_name(), symbol.is_local(), symbol.is_global(), symbol.is_free(), symbol.is_parameter(), symbol.is_referenced())
for source, mode in (("a =", "exec"), ("a", "none"), ("def f(a, a): pass", "exec")):
    try:
        symtable.symtable(source, "example", mode)
    except (SyntaxError, ValueError) as error:
        print(type(error).__name__, error)
