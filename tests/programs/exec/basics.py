# eval, exec and compile with strings: namespaces, modes, results.
print(eval("1 + 2"), eval("  3 * 4"), eval("[x * 2 for x in range(3)]"))
x = 10
print(eval("x + 1"), eval("x + 1", {"x": 20}), eval("x + y", {"x": 1}, {"y": 2}))
space = {}
exec("a = 1\nb = a + 1\ndef f(n):\n    return n + b\nc = f(10)", space)
print([name for name in space if name != "__builtins__"], space["c"], space["f"](1))
print("__builtins__" in space)
space["b"] = 100
print(space["f"](1))
exec("global_name = 'made here'")
print(global_name)
locals_ = {}
exec("y = x; z = 2", {"x": 7}, locals_)
print(locals_)
exec("def g():\n    return q", {"q": 5}, locals_)
print(locals_["g"]())
print(exec("1 + 1"))
print(eval("(lambda n: n * x)(3)"))


class Mapping:
    def __init__(self):
        self.seen = []
        self.values = {"k": 1}

    def __getitem__(self, key):
        self.seen.append(("get", key))
        return self.values[key]

    def __setitem__(self, key, value):
        self.seen.append(("set", key))
        self.values[key] = value

    def __delitem__(self, key):
        self.seen.append(("del", key))
        del self.values[key]


m = Mapping()
exec("n = k + 1\nn += 1\ndel k\nm = len('abc')", {}, m)
print(m.values)
print(m.seen)


def function():
    local = 5
    print(eval("local * 2"))
    exec("local = 6")
    print(local)
    inside = {}
    exec("new = local + 1", {"local": 1}, inside)
    print(inside)
    print(eval("[local for _ in range(2)]"))


function()

for mode, text in [("eval", "x + 1"), ("exec", "made = x + 2"), ("single", "x + 3")]:
    code = compile(text, "<made>", mode)
    print(mode, eval(code), code.co_filename, code.co_name)
print(made)
exec(compile("print('first'); print('second')", "f", "exec"))
exec(compile("None", "f", "single"))

code = compile("value = counter + 1", "<c>", "exec")
for counter in range(3):
    there = {"counter": counter}
    exec(code, there)
    print(there["value"], end=" ")
print()
exec(code)
print(value)


def check(function, *arguments, **named):
    try:
        print("fine", function(*arguments, **named))
    except Exception as error:
        print(type(error).__name__, error)


check(eval, 1)
check(exec, 1)
check(eval, "1", 1)
check(exec, "1", 1)
check(exec, "1", {}, 1)
check(eval, "1", {}, 1)
check(compile, "1", "f", "wrong")
check(compile, "1", "f")
check(compile, 1, "f", "exec")
check(eval, "missing")
check(eval, "missing", {})
check(eval, "1\0")
check(exec, "del missing")
check(exec, "del missing", {})
check(eval, "x", {"__builtins__": {}})
check(eval, "len('abc')", {"__builtins__": {}})
check(eval, "len('abc')", {"__builtins__": {"len": lambda text: "own"}})
check(eval, b"2 + 3")
check(eval, b"# coding: latin-1\n'\xe9'")
check(exec, "print('named')", globals={"a": 1})
check(eval, "a + b", globals={"a": 1}, locals={"b": 2})
