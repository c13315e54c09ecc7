def f(xs, n):
    a = [x * n for x in xs if x if x > 1]
    b = {x for x in a}
    c = {x: y for x, y in b}
    d = [(x, y) for x in xs for y in x]
    e = [lambda: x for x in xs]
    return [[y for y in x] for x in d]
g = [x for x in range(3)]
class A:
    h = [i for i in range(4)]
