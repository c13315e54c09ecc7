"""More arguments than fit in sixteen bits, to natives, functions and constructors."""
import functools
import io
import itertools
import operator

COUNT = 70000
numbers = range(COUNT)


def counted(*arguments, **keywords):
    return len(arguments), len(keywords)


class Counted:
    def __init__(self, *arguments):
        self.count = len(arguments)


print(max(*numbers), min(*numbers), counted(*numbers), Counted(*numbers).count)
print([len(row) for row in zip(*[(number, -number) for number in numbers])])
out = io.StringIO()
print(*numbers, sep="", file=out)
print(len(out.getvalue()), out.getvalue()[-5:])
print("{69999} {65536} {4464}".format(*numbers))
print(sum(itertools.chain(*[[number] for number in numbers])))
print(functools.partial(max, *numbers)(5), operator.itemgetter(*numbers)(numbers)[-1])
keywords = {f"k{number}": number for number in numbers}
print(counted(**keywords), dict(**keywords)["k69999"])
