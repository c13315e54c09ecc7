def f(items, pairs):
    total = 0
    for item in items:
        if not item:
            continue
        total += item
    for a, (b, *c) in pairs:
        for d.e in c:
            break
        else:
            continue
        break
    return total, a
for x in range(10):
    print(x)
