# Patterns of more parts than there are registers.


def run(source, subject, **names):
    names["subject"] = subject
    exec(source, names)
    del names["__builtins__"], names["subject"]
    return names


def summary(names):
    return {name: len(value) if isinstance(value, (list, dict)) else value
            for name, value in names.items() if not isinstance(value, type)}


for count in 60, 230, 1000:
    items = range(count)
    # Sequences: of literals, of names, with a star, with wildcards.
    source = f"match subject:\n case [{', '.join(map(str, items))}]: found = True\n case _: found = False"
    print(run(source, list(items)), run(source, [*items[:-1], -1]), run(source, [0]))
    names = [f"a{number}" for number in items]
    source = f"match subject:\n case [{', '.join(names)}]: pass"
    found = run(source, list(items))
    print(len(found), list(found) == names, list(found.values()) == list(items))
    # (CPython takes no more than 255 before a star with a name.)
    few = min(count - 2, 250)
    source = f"match subject:\n case [{', '.join(names[:few])}, *rest, last]: pass"
    found = run(source, range(count + 50))
    print(len(found), len(found["rest"]), found["last"], found["a7"])
    source = f"match subject:\n case [{'_, ' * (count - 2)}x, *_]: pass"
    print(run(source, range(count)))
    source = f"match subject:\n case [*_, {', '.join(names)}]: pass"
    found = run(source, range(count + 5))
    print(len(found), found["a0"])
    # Within each other, and as alternatives that bind the same names.
    source = f"match subject:\n case [[{', '.join(names)}], [x, y]] | [x, y, [{', '.join(names)}]]: pass"
    print(len(run(source, [list(items), [1, 2]])), run(source, [5, 6, list(items)])["x"])
    print(run(source, [5, 6, [1]]))
    # Mappings.
    keys = ", ".join(f"'k{number}': a{number}" for number in items)
    source = f"match subject:\n case {{{keys}, **rest}}: pass"
    mapping = {f"k{number}": number for number in range(count + 3)}
    found = run(source, mapping)
    print(len(found), found["rest"], found["a9"])
    del mapping["k5"]
    print(run(source, mapping))
    # Classes, by names of attributes and by place.
    class Point:
        __match_args__ = tuple(names[:200])

    point = Point()
    for number, name in enumerate(names):
        setattr(point, name, number)
    source = f"match subject:\n case Point({', '.join(f'{name}={name}' for name in names)}): pass"
    found = run(source, point, Point=Point)
    print(len(found), found["a3"])
    source = f"match subject:\n case Point({', '.join(names[:200])}): pass"
    found = run(source, point, Point=Point)
    print(len(found), found["a59"])
    # Literals that are alternatives.
    source = f"match subject:\n case {' | '.join(map(str, items))}: found = True\n case _: found = False"
    print(run(source, count - 1), run(source, count))
    # A pattern that fails binds nothing, a guard that fails everything.
    source = f"match subject:\n case [{', '.join(names)}, 1]: pass\n case _: other = 1"
    print(run(source, range(count + 1)))
    source = f"match subject:\n case [{', '.join(names)}] if a5 > 5: pass\n case _: other = 1"
    print(len(run(source, range(count))))

nested = "a"
subject = 7
for _ in range(60):
    nested, subject = f"[{nested}, 1, 2]", [subject, 1, 2]
print(run(f"match subject:\n case {nested}: pass", subject))


def in_function(subject):
    match subject:
        case [[a, b, *c], {"x": d, **e}, (f, g) | [f, g, _]]:
            return a, b, c, d, e, f, g
        case [1, [2, [3, [4, x]]]] | [x]:
            return x


print(in_function([[1, 2, 3], {"x": 4, "y": 5}, [6, 7, 8]]), in_function([1, [2, [3, [4, 5]]]]))
print(in_function([9]), in_function([]))
