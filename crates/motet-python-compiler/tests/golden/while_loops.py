def f(n):
    i = 0
    while i < n and n != 7:
        i += 1
        if i == 3:
            continue
        if i > 100:
            break
    else:
        i = -1
    while True:
        if not g(i):
            break
    while not i < n:
        i -= 1
    return i
