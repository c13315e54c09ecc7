# Defaults are evaluated once, at definition.
def collect(x, seen=[]):
    seen.append(x)
    return seen


print(collect(1), collect(2), collect(3, []), collect(4))
n = 5


def fixed(x=n):
    return x


n = 10
print(fixed(), fixed(7))


def order(a=print("a evaluated"), b=print("b evaluated")):
    return (a, b)


print(order())
functions = []
for i in range(3):
    functions.append(lambda x, i=i: x + i)
print([f(10) for f in functions])


def documented():
    """One line."""
    return None


print(documented(), documented.__name__, documented.__doc__)


def nothing():
    pass


def early(x):
    if x:
        return "early"


print(nothing(), early(1), early(0))
