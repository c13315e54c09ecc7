def f(a, b, c):
    if a and (b or not c):
        return 1
    elif a < b <= 3 or a is None:
        return 2
    elif not (a in b):
        return 3
    else:
        d = 1
    if c is not a and b not in c: d += 1
    if True: d = a
    if 0: d = b
    return d
