"""`f(*a, **k)`: names that no code has named before, names that are not all strings, dicts that
have lost keys, mappings that are no dicts, and what is left of the call when binding fails."""


def show(*positional, first=None, **named):
    return positional, first, list(named.items())


def fixed(a, b=2, *, c=3):
    return a, b, c


made = {"".join(["na", "me", str(number)]): number for number in range(4)}
print(show(**made), show(*range(3), **made), show(*[], **{}), show(**{"first": 1}))
del made["name1"]
made["first"] = "late"
print(show(0, *(1, 2), **made, other=5), show(**{**made, "name0": 9}))
print(fixed(**{"a": 1, "c": 5}), fixed(*(1, 2), **{"c": 4}), fixed(*[1], **{}))
print(show(**{"with space": 1, "": 2, "é": 3, "class": 4}))
many = {f"key{number}": number for number in range(300)}
print(len(show(*range(300), **many)[0]), show(*range(300), **many)[2][-1])


class Mapping:
    def keys(self):
        return ["a", "b"]

    def __getitem__(self, key):
        return key * 2


class Name(str):
    pass


print(fixed(**Mapping()), show(**{Name("first"): 1, Name("x"): 2}))


class Record:
    def __init__(self, name, amount=0, tags=()):
        self.name, self.amount, self.tags = name, amount, tags

    def __call__(self, *values, **named):
        return self.name, values, named


fields = {"name": "n", "amount": 1}
fields.update({"amount": 2})
record = Record(**fields)
print(record.name, record.amount, record.tags, record(*"ab", **fields))
print(record.__call__(**fields), "{a}{b}".format(**Mapping()), dict(**fields, z=1), max(*[3, 9, 4]))
for call in (
    lambda: show(**{1: 2}),
    lambda: show(**{"a": 1, 2: 3}),
    lambda: fixed(**{"a": 1, "z": 2}),
    lambda: fixed(1, **{"a": 1}),
    lambda: fixed(*range(5)),
    lambda: fixed(**{"c": 1}),
    lambda: fixed(**{"a": 1}, **{"a": 2}),
    lambda: Record(**{"amount": 1}),
    lambda: Record(**{"nmae": 1}),
):
    try:
        print(call())
    except TypeError as error:
        print(str(error).replace("__main__.", ""))


def deep(depth, **named):
    return named if depth == 0 else deep(depth - 1, **named)


print(deep(50, a=1, b=2))
