def f(a):
    if a:
        b = 1
    print(b)
    print(b)
    for c in a:
        d = c
    print(c, d)
    del a
    print(a)
    try:
        e = g()
    except ValueError:
        e = 2
    print(e)
    while True:
        h = 1
        if g(): break
    return h
