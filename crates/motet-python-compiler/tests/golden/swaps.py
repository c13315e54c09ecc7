def f(a, b, c):
    a, b = b, a
    a, b = 1, 2
    a, b, c = c, a + b, a
    a, c = b = c
    x = y = 0
    [a, *b, c] = x
    o.p, o[a] = a, b
    (a) = b
    return a, (b := c), b
