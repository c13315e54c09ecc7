# Classes below str and bytes.
class Path(str):
    def __new__(cls, *parts):
        return super().__new__(cls, "/".join(parts))

    def __truediv__(self, other):
        return type(self)(self, other)

    @property
    def name(self):
        return self.rsplit("/", 1)[-1]


p = Path("a", "b")
q = p / "c.txt"
print(p, q, repr(q), type(q), q.name, len(q), q[0], q[-3:], list(q)[:3], "b" in q)
print(q.upper(), type(q.upper()), q.split("/"), q.replace("a", "z"), q.startswith("a/"), q.endswith((".txt",)))
print(q == "a/b/c.txt", "a/b/c.txt" == q, q != "x", q < "b", "b" > q, hash(q) == hash("a/b/c.txt"))
print({"a/b": 1}[p], {p: 2}["a/b"], p in {"a/b"}, p in ["a/b"], "a" in p)
print("-".join([p, q]), p + "!", "!" + p, p * 2, 2 * p, "%s|%r" % (p, p), f"{p}|{p!r}|{p:>5}", "{}".format(p))
print(str(p), type(str(p)), isinstance(p, str), p.encode(), int(Path("12")), float(Path("1.5")))
print(getattr("x", Path("upper"))(), hasattr(p, Path("name")), sorted([q, p]), min(p, q), bool(Path("")), not Path(""))
p.extra = [1]
p.extra.append(2)
print(p.extra, p.__dict__)


def named(**keywords):
    return keywords


print(named(**{Path("k"): 1}), dict([(Path("x"), 1)]))
print(str.upper(q), str.join(Path(","), ["1", "2"]), str.__len__(q), str.__new__(Path, "z"), type(str.__new__(Path, "z")))
print("abcabc".replace(Path("a"), Path("x")), "a,b".split(Path(",")), "abc".find(Path("c")), "abc".startswith(Path("a")))
print(Path("x") is Path("x"), type(p[:]), type(p.strip()), type(p + ""))
exec_name = Path("hello")
print([exec_name].index("hello"), ("hello",).count(exec_name), {"hello"} & {exec_name})


class Shouting(str):
    def __str__(self):
        return self.upper() + "!"

    def __repr__(self):
        return "S:" + str.__repr__(self)

    def __eq__(self, other):
        return str.__eq__(self.lower(), str(other).lower().rstrip("!"))

    def __hash__(self):
        return hash(self.lower())

    def __len__(self):
        return 99

    def __getitem__(self, key):
        return ("item", key)

    def __iter__(self):
        return iter("iter")

    def __contains__(self, part):
        return part == "magic"

    def __add__(self, other):
        return "added"

    def __mod__(self, other):
        return "modded"


s = Shouting("abc")
print(s, repr(s), f"{s}", f"{s!s}", "%s" % s, "{}".format(s), str(s), [s])
print(s == "ABC", "ABC" == s, s != "ABC", s in {"abc": 1}, len(s), s[1], list(s), "magic" in s, "a" in s)
print(s + "x", s % 1, "x" + s, bool(s), "".join([s]), s.upper(), s * 2, s < "b")
print(dict.fromkeys(["abc"], 1).get(s), {s: 1}.get("abc"))


class Text(str):
    __slots__ = ()


t = Text("t")
try:
    t.a = 1
except AttributeError as error:
    print(error)
for action in (
    lambda: t.missing,
    lambda: t + 1,
    lambda: str.__new__(int, "x"),
    lambda: t["x"],
    lambda: str.upper(5),
):
    try:
        print(action())
    except Exception as error:
        print(type(error).__name__, error)


class Blob(bytes):
    def __new__(cls, *args):
        self = super().__new__(cls, *args)
        self.tag = len(self)
        return self


b = Blob(b"xyz")
print(b, b.tag, b[0], b[1:], b + b"!", b"!" + b, b == b"xyz", b"xyz" == b, hash(b) == hash(b"xyz"), list(b), b.hex())
print({b"xyz": 1}[b], b.decode(), len(b), bytes(b), type(bytes(b)), b"y" in b, b * 2, b < b"z", Blob(3), Blob([65, 66]))
