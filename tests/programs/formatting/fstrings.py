# f-strings: expressions, conversions, nesting.
name = "voice"
count = 3
ratio = 2 / 3
print(f"{name} {count} {ratio}")
print(f"{name!r} {name!s} {count!r:>5}|")
print(f"{count + 1} {name.upper()} {[1, 2][0]} {{literal}} {'quoted'}")
print(f"{count=} {ratio=:.2f} {name = }")
width = 10
digits = 3
print(f"{ratio:{width}.{digits}f}|{name:>{width}}|{name:<{width}}|{name:^{width}}|")
print(f"{name}" f"-{count}" "-plain")
print(f"{'nested ' + f'{count}'} {(lambda value: value * 2)(4)}")
print(f"{None} {True} {[1, 'a']} {(1,)} {{'a': 1}} { {'a': 1} }")
print(f"""multi {count}
line {name}""")


class Loud:
    def __format__(self, spec):
        return "<" + spec + ">"

    def __str__(self):
        return "loud-str"

    def __repr__(self):
        return "loud-repr"


print(f"{Loud()} {Loud():abc} {Loud()!r} {Loud()!s:>10}")
