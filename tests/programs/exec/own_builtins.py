# What `__builtins__` in a dict of globals may be: the module, its dict, another of either.
import builtins
import types

SOURCE = """
def size(value):
    return len(value)

def again(value):
    return [len(value) for _ in range(2)]
"""


def outcome(given):
    names = {"__builtins__": given}
    exec(SOURCE, names)
    results = []
    for name in ("size", "again"):
        for value in ("abc", [1]):
            try:
                results.append(names[name](value))
            except Exception as error:
                results.append(f"{type(error).__name__}: {error}")
    return results


other = types.ModuleType("builtins")
other.len, other.range = (lambda value: "other"), range
print(outcome(builtins))
print(outcome(builtins.__dict__))
print(outcome(dict(builtins.__dict__, len=lambda value: "copy")))
print(outcome(other))
print(outcome(other.__dict__))
print(outcome({}))
print(outcome({"len": len}))
names = {"__builtins__": builtins}
exec(SOURCE, names)
print(names["size"]("ab"))
builtins.len, kept = (lambda value: "changed"), len
print(names["size"]("ab"), outcome(builtins))
builtins.len = kept
names["len"] = lambda value: "global"
print(names["size"]("ab"))
del names["len"]
print(names["size"]("ab"))

# What functions and frames tell of their builtins.
import builtins
import sys
import types


def frame_builtins():
    return sys._getframe().f_builtins


own = {"len": 3, "sys": sys}
f = eval("lambda: len", {"__builtins__": own})
print(f.__builtins__ is own, f())
g = types.FunctionType(f.__code__, {"__builtins__": {"len": 4}})
print(g.__builtins__, g())
print(f.__builtins__ is f.__globals__["__builtins__"])
print(frame_builtins.__builtins__ is builtins.__dict__, frame_builtins() is builtins.__dict__)
print(eval("lambda: 0", {"__builtins__": builtins}).__builtins__ is builtins.__dict__)
print(eval("sys._getframe().f_builtins is __builtins__", {"__builtins__": own, "sys": sys}))
names = {}
exec("def made(): pass", names)
print(names["made"].__builtins__ is names["__builtins__"] is builtins.__dict__)
try:
    f.__builtins__ = {}
except AttributeError as error:
    print(error)
