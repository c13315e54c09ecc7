# Where the code of `exec` has globals and locals of its own, what a function inside declares
# global is global for the code around it, too.

SOURCE = """
def f():
    y = 1
    def g():
        global y
        return y
    def h():
        return y + 1
    return g, h
y = 9
z = 10
g, h = f()
results = g(), h(), [y for _ in range(2)]
for y in "ab":
    pass
del z
"""

for _ in range(2):
    names, local_names = {}, {}
    exec(SOURCE, names, local_names)
    print(names["y"], local_names["results"])
    print(sorted(name for name in names if not name.startswith("__")), sorted(local_names))
    names = {}
    exec(SOURCE, names)
    print(names["y"], names["results"])

names, local_names = {}, {}
exec("def set():\n global made\n made = 1\nset()\nmade += 1\n", names, local_names)
print(names["made"], sorted(local_names))
