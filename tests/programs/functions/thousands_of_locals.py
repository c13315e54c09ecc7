# A function with more local variables than registers: each is found at once, wherever it stands.
COUNT = 6000
lines = [f"    name{number} = {number}" for number in range(COUNT)]
scope = {}
exec("def many():\n" + "\n".join(lines) + f"\n    del name1\n    return name{COUNT - 1} + name{COUNT // 2} + len(locals())", scope)
print(scope["many"](), scope["many"].__code__.co_nlocals)
