# Of objects that die together, those that refer to others are finalized first.
import gc


class Part:
    def __init__(self, name, inner=None):
        self.name = name
        self.inner = inner

    def __del__(self):
        deaths.append(self.name)


deaths = []


def show(order=None):
    gc.collect()
    print(order(deaths) if order else deaths)
    deaths.clear()


def chain(names):
    """The innermost is made first; between two of them there are containers."""
    part = None
    for name in names:
        part = Part(name, {"inner": [part]})
    return part


def die_young():
    chain(["raw", "buffer", "text"])


die_young()
show()

old = chain("abcdef")
gc.collect()
old = None
show()

# One that two others refer to comes after both.
shared = Part("shared")
pair = [Part("left", shared), Part("right", shared)]
gc.collect()
shared = pair = None
show(lambda names: (sorted(names[:2]), names[2:]))

# Those that die while something else lives on.
keep = Part("kept")
outer = Part("outer", [keep, Part("inner", keep)])
gc.collect()
outer = None
show()
print(keep.name)
keep = None
show()
