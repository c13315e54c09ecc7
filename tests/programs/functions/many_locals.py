# Functions with more local variables, decorators and constants than there are registers.
names = [f"v{i}" for i in range(600)]
source = "def f(a, b=2, *c, **d):\n"
for i, name in enumerate(names):
    source += f"    {name} = a + {i}\n"
source += "    def inner():\n        nonlocal v590\n        v590 += 1\n        return v3 + v599 + v590\n"
source += "    first = inner()\n    del v591\n"
source += "    try:\n        v591\n    except UnboundLocalError as error:\n        print(error)\n"
source += "    total = sum((v595 + v596, v595 + v597))\n"
source += "    return first, v590, total, sorted(locals())[:4], len(locals())\n"
space = {}
exec(source, space)
f = space["f"]
print(f(1000))
print(f(1, 3, 4, e=5))
print(f.__code__.co_nlocals, f.__code__.co_freevars, len(f.__code__.co_varnames))
print(f.__code__.co_varnames[:6], f.__closure__)

generator = "def g(n):\n" + "".join(f"    {name} = n\n" for name in names)
generator += "    for v300 in range(3):\n        v599 += v300\n        yield v599\n"
generator += "    for [v400, v401] in [(1, 2)]:\n        yield v400 + v401\n"
generator += "    with open('/dev/null') as v402:\n        yield v402.name\n"
generator += "    try:\n        1 / 0\n    except ZeroDivisionError as v403:\n        yield str(v403)\n"
generator += "    import sys as v404\n    yield v404.__name__\n    yield [v599 := v599 + 1, v599]\n"
exec(generator, space)
print(list(space["g"](5)), list(space["g"](7)))


class A:
    exec(source, locals())

    def method(self):
        return self.f is not None


print(A().method())
print(f.__get__(3)())


def count(n):
    def decorator(function):
        order.append(n)
        return function
    return decorator


order = []
decorated = "".join(f"@count({i})\n" for i in range(200)) + "def h(): return 'h'\n"
exec(decorated, space := {"count": count})
print(space["h"](), order[:3], order[-1], len(order))
exec("".join(f"@count({i})\n" for i in range(60)) + "class C: pass\n", space)
print(space["C"].__name__)

print(eval("1+" * 5000 + "1"), eval("-" * 5000 + "1"), eval("'  a '" + ".strip()" * 2000))
