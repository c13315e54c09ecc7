# locals(), eval and their like inside of comprehensions see the comprehension's variables.
y = 5
shown = [locals() for x in [1, 2]][0]
print(shown is globals(), shown)
print([eval("x") for x in [1, 2]], [eval("y") for x in [1, 2]], "x" in globals())
print([sorted(vars()) for x in [1]], [dir() for x in [1]])
exec("print([locals() for z in [1]], [eval('z') for z in (1,)])", {"q": 1})
exec("print([locals() for z in [1]], [eval('z + w') for z in (1,) for w in [z]])", {"q": 1}, {"w": 2})
print([list(locals()) for x in [1] for t in [2]], {x: eval("-x") for x in {3}})


class C:
    a = 1
    print([locals()["x"] for x in [1]])
    print([eval("x") for x in [1]], a)
    try:
        print([eval("a") for x in [1]])
    except NameError as error:
        print(error)

    def method(self):
        return __class__, [eval("v") for v in [4]]


print(C().method()[1], hasattr(C, "x"))


def f(a, x):
    b = 2
    print([locals() for x in [3]], locals())
    print([eval("x + a") for x in [3]], [[locals() for z in [1]] for w in [1]])
    print({locals()["k"]: list(locals()) for k in [1]})
    print([(lambda: x)() + eval("x") for x in [1]], eval("x"))
    exec("print([x for x in [9]], x)")
    try:
        [eval("x / 0") for x in [1]]
    except ZeroDivisionError:
        print(locals())
    print([len(dir()) for q in [1]], sorted(f.__code__.co_varnames))
    for turn in range(2):
        print([eval("turn * n") for n in range(3) if eval("n")])
    return [locals() for b in [3] if b]


print(f(1, 7))
print([dict(locals()) for a, (b, *c) in [(1, (2, 3))] if (d := 4)])


def generator():
    for value in [eval("item") for item in [1, 2]]:
        yield value, [sorted(locals()) for item in [value]]


print(list(generator()))
print((lambda p: [eval("p + q") for q in [1]])(2))


def captures():
    return [(lambda: v, locals()) for v in [1, 2]]


print([(function(), names) for function, names in captures()])
