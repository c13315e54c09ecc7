def f(a, b, c):
    a = b or a
    x = a and b and c
    y = a < b < c
    z = a if b == 1 else c
    return x or y, not z
