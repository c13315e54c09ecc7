# Captured variables are shared cells.
def counter():
    count = 0

    def step(by=1):
        nonlocal count
        count += by
        return count

    def read():
        return count

    return step, read


step, read = counter()
other, _ = counter()
print(step(), step(), step(10), read(), other(), read())


def adders():
    return [lambda x: x + i for i in range(3)]


print([f(10) for f in adders()])


def deep(a):
    def middle(b):
        def inner(c):
            nonlocal a, b
            a += c
            b *= 2
            return (a, b, c)

        return inner

    return middle


f = deep(1)(2)
print(f(3), f(4))
total = 0


def add_global(x):
    global total
    total += x


for i in range(5):
    add_global(i)
print(total)


def late():
    def use():
        return value

    value = "assigned later"
    return use()


print(late())


def unbound():
    print(x)
    x = 1


try:
    unbound()
except UnboundLocalError as error:
    print(error)


def free():
    def use():
        return missing

    if False:
        missing = 1
    return use()


try:
    free()
except NameError as error:
    print(error)
try:
    undefined_name
except NameError as error:
    print(error)
