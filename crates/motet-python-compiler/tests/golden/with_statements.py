def f(path):
    with open(path) as file, lock:
        for line in file:
            if line:
                return line
            break
    with a.b() as (c, d.e):
        pass
    return c
