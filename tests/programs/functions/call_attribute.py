# What is called has `__call__`; code knows the line where its definition begins.
def plus(a, b=2, *, c=0):
    return a + b + c


class Holder:
    def method(self, x):
        return x


print(plus.__call__(1), plus.__call__(1, 3, c=4), len.__call__([1, 2]))
print(Holder().method.__call__(3), [].append.__call__(1), plus.__call__.__call__(5))
try:
    plus.__call__()
except TypeError as error:
    print(error)


def generator():
    # a comment
    yield 1


@(lambda function: function)
def decorated():
    return 1


class Inside:
    def later(self):

        return 1


for function in plus, generator, decorated, Inside.later, lambda: 3:
    print(function.__name__, function.__code__.co_firstlineno)
print((x for x in ()).__name__, compile("\n\nx", "f", "exec").co_firstlineno)
moved = plus.__code__.replace(co_firstlineno=40)
print(moved.co_firstlineno)
