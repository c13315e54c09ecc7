def f(x):
    y = x + (x := 2)
    if (n := g()) and (m := h(n)):
        return n, m
    print([last := i for i in x if (k := i)])
    a[x] += (x := 3)
    return last
