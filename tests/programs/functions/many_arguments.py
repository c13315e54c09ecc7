# Calls with many arguments and deep expression nesting.
def ten(a, b, c, d, e, f, g, h, i, j):
    return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h + 9 * i + 10 * j


def spread(*args):
    return args


print(ten(1, 2, 3, 4, 5, 6, 7, 8, 9, 10), ten(*range(10)), ten(1, 2, 3, 4, 5, j=6, i=7, h=8, g=9, f=10))
print(len(spread(*range(500))), sum(spread(*range(300), *range(200))), max(*range(100)))
print(ten(ten(*range(10)), spread(1, 2)[1], len(spread()), max(1, min(2, 3)), abs(-4), *[5, 6, 7], **{"i": 8, "j": 9}))
kwargs = {"k" + str(i): i for i in range(50)}


def named(**options):
    return sum(options.values())


print(named(**kwargs), named(**kwargs, extra=1000))
try:
    named(**kwargs, k1=5)
except TypeError as error:
    print(error)
value = ((((((1 + 2) * 3 - 4) // 2 + 5) % 6 + 7) ** 2 - 8) * 9 + (((10)))) - (1 - (2 - (3 - (4 - (5 - 6)))))
print(value)
print([[[[[[1]]]]]][0][0][0][0][0], {"a": {"b": {"c": [0, {"d": 5}]}}}["a"]["b"]["c"][1]["d"])
