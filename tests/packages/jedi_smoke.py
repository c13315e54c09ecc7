# jedi completes and finds: names of a source, of the library, signatures, definitions.
import jedi

SOURCE = '''
import json, collections
class Shelf:
    """Books in a row."""
    def __init__(self, books: list[str]):
        self.books = books
    def longest(self) -> str:
        return max(self.books, key=len)
shelf = Shelf(["a", "bb"])
shelf.lo
json.du
"".join
'''
script = jedi.Script(SOURCE)
print([c.name for c in script.complete(10, 8)], [c.name for c in script.complete(11, 7)])
print([(d.name, d.type, d.line) for d in script.infer(9, 3)], [d.docstring() for d in script.infer(9, 10)][:1])
print([(n.name, n.type) for n in script.get_names()])
print([(d.name, d.line, d.column) for d in script.get_references(9, 2)])
call = jedi.Script(SOURCE + "Shelf(")
print([(s.name, [p.name for p in s.params]) for s in call.get_signatures(13, 6)])
print([d.name for d in script.goto(8, 25)], [d.full_name for d in script.infer(8, 16)])
print([e.get_message() for e in jedi.Script("x = = 1\n").get_syntax_errors()])
print(jedi.Script("def f(a):\n    return a.upper()\nf('x')").rename(1, 4, new_name="g").get_diff().splitlines()[3:])
interpreter = jedi.Interpreter("data.app", [{"data": [1, 2]}])
print([c.name for c in interpreter.complete()])
