# expected output written by hand: needs 3.14
name = "World"
t = t"Hello {name}!"
print(t.strings, t.values, t.interpolations)
print(t)
print(type(t).__name__, type(t).__module__)
one = t"{name!r:>10}".interpolations[0]
print(one.value, one.expression, one.conversion, one.format_spec)
width = 7
print(t"{1 + 1:{width}}".interpolations[0].format_spec)
print(t"{name=}")
print(t"{name=:>5}".interpolations[0].conversion)
print(t"".strings, t"".values, t"plain".strings)
print(t"{name}{width}".strings)
print([part for part in t"a{name}b{width}"])
print([part for part in t"{name}{width}c"])
both = t"one {name}" t" two {width}"
print(both.strings, both.values)
total = t"a{name}" + t"b{width}c"
print(total.strings, total.values)
try:
    t"a" + "b"
except TypeError as error:
    print(error)


def render(template):
    out = []
    for part in template:
        if isinstance(part, str):
            out.append(part)
        else:
            match part:
                case type_(value, expression):
                    pass
            value = part.value
            if part.conversion == "r":
                value = repr(value)
            out.append(format(value, part.format_spec))
    return "".join(out)


type_ = type(t.interpolations[0])
print(render(t"<{name!r:>10}> {width:03} {3.14159:.2f}"))
print(rt"\n{name}".strings, t'{"nested"}'.values)
calls = []


def note(value):
    calls.append(value)
    return value


lazy = t"{note(1)} {note(2)}"
print(calls, lazy.values)
print(t"{{}}".strings, t"{ name }".interpolations[0].expression)
try:
    one.value = 5
except AttributeError:
    print("read-only")
