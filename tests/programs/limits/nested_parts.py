# Calls and displays within one another, deep and with many parts.
def collect(*arguments, **names):
    return sum(value for value in arguments if type(value) is int) + sum(value for value in names.values() if type(value) is int) + 1


class Holder:
    collect = staticmethod(collect)


holder = Holder()
order = []


def seen(value):
    order.append(value)
    return value


def nested(begin, middle, end, depth):
    return begin * depth + middle + end * depth


FORMS = {
    "one argument": ("collect(", "1", ")", 180),
    "twenty arguments": ("collect(" + "1, " * 19, "1", ")", 180),
    "method": ("holder.collect(1, 2, ", "1", ", 3)", 180),
    "keyword": ("dict(a=", "1", ")", 180),
    "ten keywords": ("collect(" + ", ".join(f"k{n}={n}" for n in range(10)) + ", x=", "1", ")", 180),
    "keyword and mapping": ("collect(1, **{'m': 2}, x=", "1", ")", 35),
    "starred": ("collect(*[1, 2], ", "1", ")", 90),
    "list": ("[1, 2, 3, ", "1", "]", 180),
    "tuple": ("(1, 2, 3, ", "1", ")", 180),
    "dict": ("{'a': 1, 'b': ", "1", ", 'c': [2]}", 180),
    "dict with names": ("{holder: ", "1", "}", 60),
    "set": ("{1, 2, *", "()", "}", 180),
    "format": ("'%s %s' % (1, ", "1", ")", 90),
    "lambda": ("(lambda a, b=", "1", ": a)", 60),
}
for name, (begin, middle, end, depth) in FORMS.items():
    text = nested(begin, middle, end, depth)
    for place, source in ("module", f"result = {text}\n"), ("function", f"def f():\n    local = 1\n    return {text}\nresult = f()\n"):
        names = {"collect": collect, "holder": holder}
        try:
            exec(source, names)
        except Exception as error:
            print(name, place, type(error).__name__, error)
            continue
        result = names["result"]
        shown = repr(result) if not callable(result) else "function"
        print(name, place, len(shown.replace(repr(holder), "holder")), result if type(result) is int else type(result).__name__)

# The order of evaluation, within so many calls that parts are collected one by one.
text = "seen(0)"
for depth in range(40):
    text = f"collect(seen({3 * depth + 1}), [seen('a'), seen('b')], x=seen({3 * depth + 2}), y={text}, z=seen({3 * depth + 3}))"
print(eval(text))
print(order[:60], len(order), order[-12:])
order.clear()
text = "seen(0)"
for depth in range(50):
    text = f"{{seen({2 * depth + 1}): seen('v'), 'constant': {text}, seen({2 * depth + 2}): 1}}"
result, levels = eval(text), 0
while type(result) is dict:
    result, levels = result["constant"], levels + 1
print(result, levels, order[:20], order[-8:])


# A function with nearly as many variables as there are registers.
variables = [f"v{n}" for n in range(175)]
source = "def many():\n" + "".join(f"    {name} = {n}\n" for n, name in enumerate(variables))
source += "    return collect(" + ", ".join(variables) + ", [" + ", ".join(variables[:30]) + "], " + nested("collect(1, 2, 3, x=", "4", ")", 12) + ")\n"
exec(source)
print(many())
# Errors of collected calls.
for text in nested("collect(1, 2, 3, 4, 5, 6, 7, 8, 9, ", "missing(1, x=2)", ")", 40), nested("collect(1, 2, ", "len(1, x=2)", ")", 40), \
        nested("collect(1, 2, ", "collect(**{'a': 1}, a=2)", ")", 30), nested("collect(1, 2, ", "collect(**5)", ")", 30), nested("collect(1, 2, ", "(5)(x=1)", ")", 40):
    try:
        eval(text)
    except Exception as error:
        print(type(error).__name__, error)
