# Each module in whose variables code runs has the builtins among them, as a dict; the main
# program has the module.
import builtins
import json
import types

print(type(__builtins__), "__builtins__" in globals(), "__builtins__" in dir())
print(json.__builtins__ is builtins.__dict__, json.loads.__globals__["__builtins__"]["len"])
print("__builtins__" in dir(json), list(vars(json)).index("__builtins__") < list(vars(json)).index("loads"))
module = types.ModuleType("module")
print("__builtins__" in vars(module))
exec("z = len('abc')", vars(module))
print(sorted(vars(module)))
print(hasattr(builtins, "__builtins__"), eval("__builtins__", {}) is builtins.__dict__)

# What packages that keep functions by value look at: which global variables code uses.
import dis
import opcode


def uses(x):
    global written
    written = base + x
    del written
    return len([x])


kinds = ("LOAD_GLOBAL", "STORE_GLOBAL", "DELETE_GLOBAL")
codes = [opcode.opmap[kind] for kind in kinds]
seen = [(kinds[codes.index(i.opcode)], i.argval) for i in dis.get_instructions(uses) if i.opcode in codes]
print(seen)
