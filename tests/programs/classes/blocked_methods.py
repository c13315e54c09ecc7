# A special method that is None: the class says that it has no such thing, and so does the message.
NOTHING = None


class Rows:
    __iter__ = None

    def __getitem__(self, index):
        return index


class Silent:
    __contains__ = None
    __reversed__ = None
    __len__ = None
    __bool__ = None
    __hash__ = None

    def __iter__(self):
        return iter([1])


class Failing:
    def __iter__(self):
        return NOTHING()

    def __contains__(self, item):
        return NOTHING()


USES = """
iter(r) | list(r) | [*r] | 1 in r | sum(r) | dict.fromkeys(r) | set(r) | tuple(r) | map(str, r)
zip(r) | dict(r) | [x for x in r] | max(r) | sorted(r) | [].extend(r) | enumerate(r) | any(r)
print(*r) | print(1, *r) | ''.join(r) | 1 in s | reversed(s) | len(s) | list(s) | bool(s) | hash(s)
not s | s and 1 | list(f) | 1 in f | [*f] | max(*f)
"""
r, s, f = Rows(), Silent(), Failing()
for use in USES.replace("\n", " | ").split(" | "):
    try:
        result = eval(use) if use else ""
    except Exception as error:
        result = f"{type(error).__name__}: {error}"
    print(use, "=", result)

try:
    a, b = r
except TypeError as error:
    print(error)
try:
    for item in r:
        break
except TypeError as error:
    print(error)
