def f(a, i):
    a[i] = a[0]
    a[i, 1] = a[1:i]
    a[:] = a[::2]
    a[i] += 1
    a.b.c = a.b
    a.b -= i
    del a[i], a.b, a[1:2]
    return a[-1]
