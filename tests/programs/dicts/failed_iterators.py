# An iterator whose dict has changed its size fails for ever; smaller sets are gone through.
d = {1:1}
i = iter(d)
d[2] = 2
for _ in range(2):
    try: next(i)
    except RuntimeError as e: print(e)
del d[2]
try: print(next(i))
except RuntimeError as e: print(e)
print({1} & {1.0}, {1.0} & {1}, {1.0, 2} & {1}, {"a": [], "c": 1}.items() & {("b", 1)}, {"a": 1}.keys() & ["a"])
