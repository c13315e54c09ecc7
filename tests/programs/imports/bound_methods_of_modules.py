"""Variables of modules that are bound methods: called by the module's name, also with long arguments."""

import types


class Counter:
    def __init__(self, start):
        self.count = start

    def next(self, step=1, *more):
        self.count += step
        return self.count, more


module = types.ModuleType("module")
module.next = Counter(0).next
module.upper = "text".upper
module.put = [].append
module.made = Counter
module.texts = dict


def twice(value):
    return module.next(value + value)[0]


for place in range(4):
    print(module.next(), module.next(place), module.next(twice(1), *[place]), module.next(twice(2) if place else 3))
    print(module.upper(), module.put(twice(0)), module.made(twice(0)).count, module.texts(a=twice(0)), module.texts())
    if place == 1:
        module.next = Counter(100).next
    if place == 2:
        module.next = lambda *args: (args, "function")
