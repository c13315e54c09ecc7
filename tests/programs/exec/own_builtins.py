# What `__builtins__` in a dict of globals may be: the module, its dict, another of either.
import builtins
import types

SOURCE = """
def size(value):
    return len(value)

def again(value):
    return [len(value) for _ in range(2)]
"""


def outcome(given):
    names = {"__builtins__": given}
    exec(SOURCE, names)
    results = []
    for name in ("size", "again"):
        for value in ("abc", [1]):
            try:
                results.append(names[name](value))
            except Exception as error:
                results.append(f"{type(error).__name__}: {error}")
    return results


other = types.ModuleType("builtins")
other.len, other.range = (lambda value: "other"), range
print(outcome(builtins))
print(outcome(builtins.__dict__))
print(outcome(dict(builtins.__dict__, len=lambda value: "copy")))
print(outcome(other))
print(outcome(other.__dict__))
print(outcome({}))
print(outcome({"len": len}))
names = {"__builtins__": builtins}
exec(SOURCE, names)
print(names["size"]("ab"))
builtins.len, kept = (lambda value: "changed"), len
print(names["size"]("ab"), outcome(builtins))
builtins.len = kept
names["len"] = lambda value: "global"
print(names["size"]("ab"))
del names["len"]
print(names["size"]("ab"))
