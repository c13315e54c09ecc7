# `from module import *` run by exec binds in the globals or the mapping that it was given.
import collections

plain = {}
exec("from math import *", plain)
print(plain["sqrt"](9), eval("floor(2.5) + pi > 5", plain, {}), "sqrt" in globals())

own, local = {}, {}
exec("from string import *\ncount = len(digits)", own, local)
print(sorted(own), local["digits"], local["count"])


class Told(dict):
    def __setitem__(self, key, value):
        if key.startswith("bisect_"):
            print("set", key)
        super().__setitem__(key, value)


told = Told()
exec("from bisect import *", {}, told)
print(told["bisect_left"]([1, 2], 2))


def inside():
    names = {}
    exec("from keyword import *", globals(), names)
    return sorted(names)


print(inside())
code = compile("from bisect import *", "<text>", "exec")
for _ in range(2):
    target = collections.UserDict()
    exec(code, {}, target)
    print(sorted(target))
exec("from operator import *")
print(add(1, 2))
