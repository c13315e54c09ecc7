# Every kind of parameter.
def plain(a, b, c=3):
    return (a, b, c)


def star(a, *rest, flag=False, **options):
    return (a, rest, flag, sorted(options.items()))


def positional(a, b=2, /, c=3):
    return (a, b, c)


def keyword(*, a, b=2):
    return (a, b)


def everything(a, /, b, c=30, *args, d, e=50, **kwargs):
    return (a, b, c, args, d, e, kwargs)


print(plain(1, 2), plain(1, b=5), plain(c=1, b=2, a=3), plain(*[1, 2], **{"c": 9}))
print(star(1), star(1, 2, 3), star(1, flag=True, x=1, y=2), star(*range(4), **{"z": 0}))
print(positional(1), positional(1, 5, c=7), keyword(a=1), keyword(b=3, a=4))
print(everything(1, 2, d=4), everything(1, 2, 3, 4, 5, d=6, f=7), everything(1, b=2, d=3, a=4))
for label, function in (
    ("missing", lambda: plain(1)),
    ("missing two", lambda: plain()),
    ("too many", lambda: plain(1, 2, 3, 4)),
    ("unexpected", lambda: plain(1, 2, z=3)),
    ("multiple", lambda: plain(1, 2, a=3)),
    ("keyword only", lambda: keyword()),
    ("positional given", lambda: keyword(1)),
    ("positional only", lambda: positional(a=1)),
    ("not callable", lambda: (5)(1)),
):
    try:
        print(label, function())
    except TypeError as error:
        print(label, error)
