# Functions of more parameters than a frame has registers: those that lie in cells behave as the
# others do.
import inspect


def define(source, name="f"):
    variables = {}
    exec(source, variables)
    return variables[name]


def joined(count, form, first=0):
    return ", ".join(form.format(i) for i in range(first, count))


def refused(function, *arguments, **keywords):
    try:
        function(*arguments, **keywords)
    except TypeError as error:
        text = str(error)
        print("TypeError:", text if len(text) < 120 else text[:60] + " ... " + text[-60:])


for count in (10, 179, 180, 181, 200, 251, 256, 300, 3000):
    f = define(f"def f({joined(count, 'a{}')}): return a0 + a{count - 1} + a{count // 2}, len(locals())")
    print(count, f(*range(count)), f(**{f"a{i}": i for i in range(count)}))
    print(f(*range(count // 2), **{f"a{i}": 2 * i for i in range(count // 2, count)}))
    refused(f)
    refused(f, *range(count - 1))
    refused(f, *range(count + 1))
    refused(f, *range(count), **{f"a{count - 1}": 1})
    refused(f, *range(count), b=1)
    code = f.__code__
    print(code.co_argcount, code.co_nlocals, len(code.co_varnames), code.co_varnames[-1])

    f = define(f"def f({joined(count, 'a{0}=[{0}]')}, *r, k, **more): return a0, a{count - 1}, r, k, more")
    print(f(k=1), f(*range(count + 2), k=2, z=3), f(7, k=4, **{f"a{count - 1}": 5}))
    refused(f)
    print(len(inspect.signature(f).parameters), f.__code__.co_flags & 12)

    f = define(f"def f(*, {joined(count, 'a{0}={0}')}): return a0, a{count - 1}")
    print(f(), f(a3=1, **{f"a{count - 1}": 2}), len(f.__kwdefaults__))
    refused(f, 1)

    f = define(f"f = lambda {joined(count, 'a{}')}: [{joined(count, 'a{}')}]")
    print(sum(f(*range(count))))

    # Variables that are changed, deleted, shared with functions inside.
    f = define(
        f"def f({joined(count, 'a{}')}):\n"
        f"    def g():\n"
        f"        nonlocal a{count - 1}\n"
        f"        a{count - 1} += a0\n"
        f"        return [{joined(count, 'a{}')}]\n"
        f"    a0 = 100\n"
        f"    del a{count - 2}\n"
        f"    try: g()\n"
        f"    except NameError as error: print(error)\n"
        f"    a{count - 2} = -1\n"
        f"    return g()[-3:], a{count - 1}, sorted(locals())[:3]\n"
    )
    print(f(*range(count)), len(f.__code__.co_cellvars), len(f.__code__.co_varnames))

    # Each call has variables of its own; generators keep theirs.
    f = define(
        f"def f({joined(count, 'a{}')}, depth=3):\n"
        f"    a{count - 1} += 1\n"
        f"    below = f({joined(count, 'a{}')}, depth - 1) if depth else 0\n"
        f"    return a{count - 1}, below\n"
    )
    print(f(*range(count)))
    f = define(
        f"def f({joined(count, 'a{}')}):\n"
        f"    x = yield a0\n"
        f"    a{count - 1} += x\n"
        f"    yield a{count - 1}\n"
        f"    yield from [a1, a{count - 1}]\n"
    )
    g = f(*range(count))
    print(g.gi_frame.f_locals[f"a{count - 1}"], next(g), g.send(5), list(g))
    f = define(
        f"class A:\n"
        f"    def __init__(self, {joined(count, 'a{}')}):\n"
        f"        {joined(count, 'self.a{0} = a{0}').replace(',', ';')}\n"
        f"        self.own = __class__\n",
        "A",
    )
    a = f(*range(count))
    print(len(vars(a)), getattr(a, f"a{count - 1}"), a.own is f)

f = define(f"def f({joined(300, 'a{0}: {0}')}) -> 7: pass")
print(len(f.__annotations__), f.__annotations__["a299"], f.__annotations__["return"])
f = define(f"async def f({joined(300, 'a{}')}): return a299")
try:
    f(*range(300)).send(None)
except StopIteration as end:
    print(end.value)
f = define(f"def f({joined(300, 'a{}')}): return a299, a300")
try:
    f(*range(300))
except NameError as error:
    print(error)
