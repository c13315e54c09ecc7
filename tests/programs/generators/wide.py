# Generators with many live registers, of every size that a suspended frame can have.


def make(count):
    names = [f"v{i}" for i in range(count)]
    return names


def g4(a, b, c, d):
    x = yield a
    yield (a, b, c, d, x)


def g20(a):
    b = c = d = e = f = g = h = i = j = k = l = m = n = o = p = q = r = s = t = a
    b += yield b
    t += yield t
    yield [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t]


def nested_temporaries(x):
    return [x, [x, [x, [x, [x, (yield x), x], (yield x + 1)], x], {x: (yield x + 2)}], x + (yield 9)]


def loops():
    for a in range(2):
        for b in range(2):
            for c in range(2):
                for d in range(2):
                    for e in range(2):
                        yield a, b, c, d, e


def arguments(a01, a02, a03, a04, a05, a06, a07, a08, a09, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20,
              a21, a22, a23, a24, a25, a26, a27, a28, a29, a30, a31, a32, a33, a34, a35, a36, a37, a38, a39, a40,
              a41, a42, a43, a44, a45, a46, a47, a48, a49, a50, a51, a52, a53, a54, a55, a56, a57, a58, a59, a60,
              a61, a62, a63, a64, a65, a66, a67, a68, a69, a70):
    x = yield a01 + a70
    y = yield a35 + x
    a01 += y
    yield sum([a01, a02, a03, a10, a20, a30, a40, a50, a60, a61, a62, a63, a64, a65, a66, a67, a68, a69, a70])


def drive(g, *values):
    out = [next(g)]
    for v in values:
        try:
            out.append(g.send(v))
        except StopIteration as e:
            out.append(("end", e.value))
    return out


print(drive(g4(1, 2, 3, 4), "x"))
print(drive(g20(1), 10, 20))
print(drive(nested_temporaries(1), "a", "b", "c", 4))
print(len(list(loops())), list(loops())[13])
print(drive(arguments(*range(70)), 100, 1000))
print(drive(arguments(**{f"a{i:02}": i for i in range(1, 71)}), 1, 2))


def big_locals():
    v = [object() for _ in range(3)]
    data = {i: str(i) * i for i in range(20)}
    for key in data:
        value = data[key]
        yield len(value), len(v)


print(sum(a for a, b in big_locals()))


def swap():
    a, b = 0, 1
    for _ in range(10):
        yield a
        a, b = b, a + b


print(list(swap()))


def mixed():
    i, f, s, t, l, d = 1, 2.5, "s", (1,), [1], {1: 1}
    yield i, f, s, t, l, d
    i, f, s, t = i + 1, f * 2, s + "t", t + (2,)
    l.append(2)
    d[2] = 2
    yield i, f, s, t, l, d
    big = 10**30
    yield big
    yield big + i


print(list(mixed()))


def star(*args, **kwargs):
    yield from args
    yield from kwargs.items()


print(list(star(*range(100), **{f"k{i}": i for i in range(3)}))[95:])
garbage = [list(range(5)) for _ in range(50)]


def keeps():
    kept = [object() for _ in range(20)]
    for i in range(30):
        _ = [[j] * 10 for j in range(20)]
        yield len(kept) + len(garbage[i])


print(sum(keeps()))
