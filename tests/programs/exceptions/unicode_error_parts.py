# The parts of Unicode errors are checked when they are made, and may be changed.
import _codecs

ERRORS = [
    (UnicodeDecodeError, ["ascii", b"g\xfcrk", 1, 2, "ouch"]),
    (UnicodeEncodeError, ["ascii", "g\xfcrk", 1, 2, "ouch"]),
    (UnicodeTranslateError, ["g\xfcrk", 1, 2, "ouch"]),
]
for kind, parts in ERRORS:
    for given in parts[:-1], parts + [1]:
        try:
            kind(*given)
        except TypeError as error:
            print(kind.__name__, error)
    for place in range(len(parts)):
        for wrong in b"x", "x", 42, None:
            given = parts[:place] + [wrong] + parts[place + 1:]
            try:
                print(place, kind(*given))
            except TypeError as error:
                print(place, error)
    error = kind(*parts)
    print(error, error.args)
    error.start, error.end, error.reason = 0, 1, 17
    print(error, error.start, error.end, error.reason, error.args == tuple(parts))
    error.object = b"zz" if isinstance(error.object, bytes) else "zz"
    error.encoding = 5
    print(error)
    try:
        error.start = "x"
    except TypeError as raised:
        print(raised)


class Own(UnicodeDecodeError):
    def __init__(self, content):
        super().__init__("own", content, 0, len(content), "because")


try:
    raise Own(b"ab")
except UnicodeError as error:
    print(error, error.object)


for name in "strict", "surrogatepass":
    try:
        _codecs._unregister_error(name)
    except ValueError as error:
        print(error)
