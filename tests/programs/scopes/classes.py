# Names in class bodies, comprehensions in them, global and nonlocal.
x = "global"


class A:
    x = "class"
    y = [x for _ in range(1)]
    z = [i for i in x]
    w = [[x, i] for i in [1] for x in [2]]

    def method(self):
        return x

    f = lambda: x
    del x
    after = x


print(A.y, A.z, A.w, A().method(), A.f(), A.after, hasattr(A, "x"))


def outer():
    x = "outer"

    class B:
        seen = x
        x = "inner"
        again = x

        def method(self):
            return x

        class C:
            seen = x

    return B


B = outer()
print(B.seen, B.again, B().method(), B.C.seen)


def declares():
    global made

    class D:
        global inside
        inside = 1
        made = 2

    made = D.made
    return D


D = declares()
print(made, inside, hasattr(D, "inside"), D.made)


def counter():
    count = 0

    def step():
        nonlocal count
        count += 1

        class E:
            nonlocal count
            count += 10

        return count

    return step


step = counter()
print(step(), step())


class Private:
    __secret = 1

    def __hidden(self, __argument=2):
        __local = self.__secret + __argument
        return __local

    def call(self):
        return self.__hidden(), [__x for __x in (1, 2)]

    class __Inner:
        __value = 3

    inner = __Inner
    import math as __math


print(Private().call(), sorted(name for name in vars(Private) if name.startswith("_Private")))
print(Private.inner.__name__, [name for name in vars(Private.inner) if "value" in name])


class _Under:
    __name = 1


class __:
    __name = 2


print(_Under._Under__name, vars(__)["__name"])


def walrus():
    values = [y := 1, y**2]
    found = [last := n for n in range(3)]
    total = 0
    partial = [total := total + v for v in [1, 2, 3]]
    print(values, found, last, partial, total, y)
    if (n := len(values)) > 1 and (m := n + 1):
        print(n, m)
    while (n := n - 1) > 0:
        print("n", n)
    print(any((hit := v) > 1 for v in [1, 2, 3]), hit)


walrus()
print([top := v for v in "ab"], top)


def unbound():
    try:
        print(later)
    except UnboundLocalError as error:
        print(error)
    later = 1
    del later
    try:
        print(later)
    except UnboundLocalError as error:
        print(error)
    try:
        del later
    except UnboundLocalError as error:
        print(error)


unbound()


def free():
    def inner():
        return value

    try:
        inner()
    except NameError as error:
        print(type(error).__name__, error)
    value = 1
    print(inner())
    del value
    try:
        inner()
    except NameError as error:
        print(error)


free()


def handler_name():
    error = "before"
    try:
        1 / 0
    except ZeroDivisionError as error:
        pass
    try:
        print(error)
    except UnboundLocalError as problem:
        print(problem)


handler_name()
print(__debug__, __name__)
loops = [lambda: i for i in range(3)]
print([f() for f in loops], [f() for f in [lambda i=i: i for i in range(3)]])


def comprehension_scopes():
    x = 1
    print([x for x in range(3)], x, {x: y for x, y in [(1, 2)]}, x, {x for x in "a"}, x)
    print([[y for y in range(x)] for x in range(3)], x)
    f = [lambda: x + y for y in range(2)]
    x = 10
    print([g() for g in f])


comprehension_scopes()
