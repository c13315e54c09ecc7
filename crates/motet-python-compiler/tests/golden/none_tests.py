def f(a, b):
    if a is None:
        return 1
    while b is not None:
        b = b.next
    return a is None or b
