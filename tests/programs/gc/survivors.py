# Closures, bound methods, iterators and exceptions keep what they refer to.
def junk():
    return [[i] * 10 for i in range(2000)]


def make(n):
    data = list(range(n))
    return lambda k: data[k] + n


class Holder:
    def __init__(self, n):
        self.items = [str(n)] * n

    def get(self):
        return self.items[-1] + str(len(self.items))


functions = [make(n) for n in range(1, 40)]
methods = [Holder(n).get for n in range(1, 20)]
iterators = [iter([i, [i], str(i)]) for i in range(30)]
maps = [map(make(5), [0, 1, 2]) for _ in range(10)]
errors = []
for i in range(10):
    try:
        try:
            raise KeyError([i] * 3)
        except KeyError as error:
            raise ValueError(str(i)) from error
    except ValueError as error:
        errors.append(error)
junk()
junk()
print([f(0) for f in functions] == list(range(1, 40)), functions[20](10), methods[4](), methods[-1]())
print([next(it) for it in iterators] == list(range(30)))
junk()
print([next(it)[0] for it in iterators] == list(range(30)), [list(m) for m in maps][3])
print([(str(e), e.__cause__.args) for e in errors][7])
defaults = []
for i in range(20):

    def f(a, b=[i], *, c={"k": i}):
        return (a, b, c)

    defaults.append(f)
junk()
print(defaults[13](1), defaults[2](a=5, c=0))
view = {i: [i] for i in range(100)}.items()
junk()
print(len(view), list(view)[42])
ranges = [range(i, 2 ** 70) for i in range(5)]
junk()
print([r[0] for r in ranges], ranges[3][2 ** 69])
