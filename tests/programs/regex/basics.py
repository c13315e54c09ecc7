import re

print(re.match(r"(\w+) (\w+)", "Isaac Newton, physicist").groups())
print(re.search(r"\d+", "abc 123 def 45"), re.search(r"x", "abc"))
print(re.fullmatch(r"[a-z]+", "abc"), re.fullmatch(r"[a-z]+", "abc1"))
print(re.findall(r"\b\w", "one two three"), re.findall(r"(\w)=(\d)", "a=1 b=2"), re.findall(r"a(b)?", "ab a"))
print([m.span() for m in re.finditer(r"a*", "baac")])
print(re.split(r"[,;]\s*", "a, b;c"), re.split(r"(,)", "a,b,c", maxsplit=1), re.split(r"x*", "axbc"))
print(re.sub(r"\d", "#", "a1b22"), re.subn(r"b", "", "abba"), re.sub(r"(\w)(\d)", r"\2\1", "a1 b2"))
print(re.sub(r"\w+", lambda m: m.group().upper(), "one two", count=1), re.sub(r"(?P<x>a)", r"<\g<x>\g<0>>", "bab"))
print(re.sub("", "-", "abc"), re.sub("x*", "-", "abxd"))
m = re.match(r"(?P<first>\w+)\s(?P<second>\w+)?(?P<third>z)?", "hello world")
print(m.group(), m.group(1), m.group("second"), m.group(1, 2), m["first"], m.groupdict(), m.groupdict("none"))
print(m.start(), m.end(), m.span("second"), m.span("third"), m.lastindex, m.lastgroup, m.pos, m.endpos, m.string)
print(m.expand(r"\2-\g<first>"), m.regs, m.re.groupindex, m.re.groups, m)
p = re.compile(r"(a)|b", re.I | re.M)
print(p, p.flags, p.pattern, p.search("xB"), p.match("ba", 1), p.findall("aBA"), p == re.compile(r"(a)|b", re.I | re.M))
print(re.compile("x", re.X | re.S | re.A), re.compile(b"x"), re.compile("é", re.U))
print(re.findall(rb"\w+", b"ab cd\xff"), re.sub(rb"a", b"\\x", b"banana") if False else re.sub(rb"a", b"o", b"banana"))
print(re.findall(r"^\w", "a\nb\nc", re.M), re.findall(r".", "a\nb"), re.findall(r".", "a\nb", re.S))
print(re.findall(r"(?i)straße", "STRASSE Straße STRAßE"), re.findall(r"\w+", "naïve Ωmega ひらがな"), re.findall(r"\w+", "naïve", re.A))
print(re.findall(r"(?<=a)b", "ab cb"), re.findall(r"(?<!a)b", "ab cb"), re.findall(r"a(?=b)", "ab ac"), re.findall(r"a(?!b)", "ab ac"))
print(re.match(r"(a+)+$", "aaaa").group(), re.match(r"(?:(a)|b)*", "abab").groups(), re.findall(r"a{2,3}?", "aaaaa"), re.findall(r"(?>a+)b", "aab"), re.findall(r"a++", "aaa"))
print(re.match(r"(?P<q>['\"]).*?(?P=q)", "'it' \"x\"").group(), re.match(r"(<)?a(?(1)>|$)", "<a>").group(), re.match(r"(<)?a(?(1)>|$)", "<a"))
print(re.escape("a.b*c d-é"), re.escape(b"a+"))
for bad in [r"(", r"a**", r"[z-a]", r"(?P<n>a)(?P<n>b)", r"\1", r"(?P<1>a)", r"*a", r"a{3,2}", "[", r"(?z)", r"\q", "(?<=a+)b"]:
    try:
        re.compile(bad)
    except re.error as error:
        print(bad, "|", error, "|", error.pos, error.msg)
for action in (lambda: m.group(9), lambda: m.group("no"), lambda: re.match(b"a", "a"), lambda: re.match("a", b"a"),
               lambda: re.match("a", 3), lambda: re.sub("(a)", r"\2", "a"), lambda: re.sub("a", r"\g<zz>", "a"), lambda: re.compile(p, re.I)):
    try:
        print(action())
    except Exception as error:
        print(type(error).__name__, error)
print(re.I, re.IGNORECASE | re.M, repr(re.RegexFlag(2)), type(re.compile("a")).__name__, type(m))
