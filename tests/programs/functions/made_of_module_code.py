# A function that is made of the code of a module or class body: its variables are the globals.
import types


def try_it(what):
    try:
        print("gave", what())
    except BaseException as error:
        print(type(error).__name__, error)


code = compile("total = 1\nfor step in range(3):\n    total += step\n", "<made>", "exec")
names = {}
function = types.FunctionType(code, names)
try_it(function)
print(names["total"], names["step"])

# Whatever lies on the stack is not taken for the namespace.
single = compile("ends()", "<made>", "single")


def ends():
    raise SystemExit("the end")


try_it(types.FunctionType(single, {"ends": ends}))
value = types.FunctionType(compile("[part * 2 for part in parts]", "<made>", "eval"), {"parts": [1, 2]})
try_it(value)
print(list(map(lambda _: value(), range(2))))

# Arguments.
try_it(lambda: function(1))
try_it(lambda: function(1, 2))
try_it(lambda: function(total=1))
try_it(lambda: function(*[], **{}))
try_it(lambda: function(*[3]))


class Holder:
    method = function


try_it(Holder().method)

# The body of a class.
outer = compile("class C:\n    field = 5\n    def method(self): return field\n", "<made>", "exec")
body = next(constant for constant in outer.co_consts if isinstance(constant, types.CodeType))
names = {"__name__": "made"}
try_it(types.FunctionType(body, names))
print(names["field"], names["method"](None), names["__qualname__"])

# With globals that a module has.
module = types.ModuleType("module")
try_it(types.FunctionType(code, module.__dict__))
print(module.total)

# Many times, deep in other calls.
counted = {"count": 0}
increase = types.FunctionType(compile("count += 1", "<made>", "exec"), counted)
for _ in range(5000):
    increase()
print(counted["count"])
