# Code objects through `marshal`, `types.CodeType` and `replace`; damaged bytes are refused.
import marshal
import types


def f(x, y=2, *a, k=1, **kw):
    "Doc."
    z = lambda q: q + x
    try:
        return z(y) + BASE
    except ZeroDivisionError:
        pass


def generate(n):
    for k in range(n):
        yield k, [j for j in range(k)]


NAMES = (
    "argcount posonlyargcount kwonlyargcount nlocals stacksize flags code consts names varnames filename name qualname "
    "firstlineno linetable exceptiontable freevars cellvars"
).split()
code = f.__code__
again = marshal.loads(marshal.dumps(code))
print(types.FunctionType(again, {"BASE": 100}, "g", (5,))(1, k=2), again == code, hash(again) == hash(code), again is code)
print(code == generate.__code__, code == code.replace(co_filename="x"), code == code.replace(co_name="x"), code == 1)
print(again.co_name, again.co_varnames == code.co_varnames, again.co_firstlineno == code.co_firstlineno)
made = marshal.loads(marshal.dumps(generate.__code__))
print(list(types.FunctionType(made, {"range": range})(3)))
module = compile("a = 1\ndef g(): return a + 1\nclass C:\n  x = 3\n", "x.py", "exec")
space = {}
exec(marshal.loads(marshal.dumps(module)), space)
print(space["g"](), space["C"].x, space["g"].__code__.co_filename)
print(marshal.loads(marshal.dumps([module, (code, 1)]))[1][1])
for call in (
    lambda: marshal.dumps(code, allow_code=False),
    lambda: marshal.loads(marshal.dumps(code), allow_code=False),
):
    try:
        call()
    except ValueError as error:
        print(error)
arguments = {name: getattr(code, "co_" + name) for name in NAMES}
arguments |= {"filename": "other.py", "firstlineno": 77}
other = types.CodeType(*arguments.values())
print(other.co_filename, other.co_firstlineno, other.co_name, types.FunctionType(other, {"BASE": 1})(2, 3, k=1))
for arguments in (), (1,) * 5, ("x",) * 18:
    try:
        types.CodeType(*arguments)
    except (TypeError, ValueError) as error:
        print(type(error).__name__)
good = marshal.dumps((1, "x", [2.5]))
refused = 0
for place in range(len(good)):
    for byte in 0, 255, good[place] ^ 1:
        damaged = bytearray(good)
        damaged[place] = byte
        try:
            marshal.loads(bytes(damaged))
        except (ValueError, EOFError, TypeError, UnicodeDecodeError):
            refused += 1
print(refused > 10)
