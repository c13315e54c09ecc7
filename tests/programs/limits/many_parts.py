# Statements and expressions of more parts than a frame has registers.


def joined(count, form, by=", "):
    return by.join(form.format(i) for i in range(count))


def run(source, **variables):
    exec(source, variables)
    return variables


def refused(source, **variables):
    try:
        run(source, **variables)
    except (ValueError, TypeError) as error:
        print(type(error).__name__, error)


class Counting:
    def __init__(self, count):
        self.count = count

    def __iter__(self):
        for i in range(self.count):
            yield i
        print("asked for more")


for count in (179, 180, 181, 250, 256, 300, 5000):
    # Assignment to many targets, at the level of a module and within a function.
    names = joined(count, "x{}")
    v = run(f"{names} = q", q=range(count))
    print(count, v["x0"], v[f"x{count - 1}"])
    f = run(f"def f(q):\n    {names} = q\n    return [{names}]")["f"]
    print(f(range(count)) == list(range(count)), f(Counting(count)) == list(range(count)))
    for wrong in (range(count - 1), [0] * (count + 1), (0,) * (count + 2), Counting(count + 1), 5):
        refused(f"{names} = q", q=wrong)
    v = run(f"[{joined(count, 'a[{}]')}] = q", q="b" * count, a={})
    print(len(v["a"]), v["a"][count - 1])
    v = run(f"*r, {joined(min(count, 250), 'x{}')} = q", q=range(count + 3))
    print(len(v["r"]), v["x0"], v["x99"])
    refused(f"*r, {joined(min(count, 250), 'x{}')} = q", q=[1])
    v = run(f"for {names} in [q]: y = x0, x{count - 1}", q=list(range(count)))
    print(v["y"])
    v = run(f"({names}), z = q, 3\n{names} = {joined(count, '{}.5')}", q=range(count))
    print(v["z"], v[f"x{count - 1}"])

    # Comparisons in a chain; each operand is evaluated once, none after one that fails.
    seen = []

    def ask(value):
        seen.append(value)
        return value

    v = run(f"y = {joined(count, 'ask({})', ' < ')}", ask=ask)
    print(v["y"], len(seen))
    v = run(f"if {joined(count, 'ask({})', ' < ')} < 7: y = 1\nelse: y = 2", ask=ask)
    print(v["y"], len(seen))
    v = run(f"y = {joined(count, 'ask(-{})', ' < ')}\nz = 1 if {joined(count, 'x', ' is ')} else 2", ask=ask, x=0)
    print(v["y"], v["z"], len(seen))

    # Decorators and type parameters.
    order = []

    def mark(number):
        order.append(number)
        return lambda function: order.append(-number) or function

    decorators = "".join(f"@mark({i})\n" for i in range(1, count))
    v = run(decorators + "def f(): return 'f'\n" + decorators + "class C: pass\n", mark=mark)
    print(v["f"](), v["C"].__name__, len(order), order[:2], order[-2:], sum(order))
    parameters = joined(count, "T{}")
    v = run(f"class C[{parameters}]: pass\ndef f[{parameters}](x: T0) -> T{count - 1}: return x\ntype A[{parameters}] = T{count - 1}")
    print([len(v[name].__type_params__) for name in "CfA"], v["f"](1), v["f"].__annotations__["return"], v["A"].__value__)


# Calls within the arguments of calls.
def same(*arguments, **named):
    return arguments[0] + len(arguments) + sum(named.values())


class Text(str):
    def same(self, other):
        return Text(self + other)


for depth in (1, 10, 11, 12, 13, 30, 60):
    v = run(f"y = {'same(' * depth}1{')' * depth}", same=same)
    w = run(f"y = {'same(' * depth}1{', *(5, 6), 7)' * depth}", same=same)
    x = run(f"y = {'same(' * depth}1{', k=2)' * depth}", same=same)
    t = run(f"y = {'t.same(' * depth}t{')' * depth}", t=Text("a"))
    print(depth, v["y"], w["y"], x["y"], t["y"])
print(run(f"y = {'same(' * 190}1{')' * 190}", same=same)["y"])
print(run(f"y = {'same(' * 60}1{', **k)' * 60}", same=same, k={"n": 1})["y"])
try:
    run(f"y = {'same(' * 20}1{', k=3, **k)' * 20}", same=same, k={"k": 1})
except TypeError as error:
    print(str(error).replace("__main__.", ""))
try:
    run(f"y = {'same(' * 20}no(){')' * 20}", same=same)
except NameError as error:
    print(error)
# long
