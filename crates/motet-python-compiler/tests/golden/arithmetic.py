def f(a, b):
    c = a + b * 2 - 3
    d = (a // b) % 7 << 2
    e = -a ** ~b
    a += 1
    b -= c
    a *= 3
    return c, d, e, not a, +b, a @ b, a & 127, a & 128
