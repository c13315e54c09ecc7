"""Sets and repeats over characters of ASCII and others: categories, ranges, opposites, letters
whatever their case, possessive and lazy ones, limits."""

import re

text = "".join(chr(code) for code in range(128)) + "éÉßſKİı日本１２\xa0\u2003\x85\u2028"
sets = [
    r"\d", r"\D", r"\w", r"\W", r"\s", r"\S", r"[\d]", r"[^\d]", r"[\w.]", r"[^\w\s]", r"[a-f]",
    r"[^a-f]", r"[a-fx-z_]", r"[\x00-\x1f]", r"[a-zé-ü]", r"[^\x00-\x7f]", r"[\s,:]", r"[\D\d]",
    r"[^\D\d]", r"[-az]", r"[\]\\^]", r"[^\n]", r"[日-本a]", r"[A-Z\d_]", r"[^A-Z]", r"[@-\[]", r".",
]
for one in sets:
    for flags in (0, re.A, re.I, re.I | re.A, re.S):
        pattern = re.compile(one + "+", flags)
        found = pattern.findall(text)
        single = "".join(re.findall(one, text, flags))
        assert single == "".join(found), (one, flags)
        print(one, int(flags), len(found), ascii("".join(found)[:14]), ascii(single[-6:]))
data = bytes(range(256))
for one in (rb"\d", rb"\W", rb"\s", rb"[^\w]", rb"[\x80-\xff]", rb"[a-f\xe9]", rb"[^a-z]", rb"."):
    for flags in (0, re.I, re.L):
        found = re.findall(one + b"+", data, flags)
        assert b"".join(found) == b"".join(re.findall(one, data, flags))
        print(one, int(flags), len(found), sum(map(len, found)), found[-1][-3:])

line = "2026-11-23 [warn] user.ab@host: took 37 ms, id=-9, é12"
for pattern in (
    r"(\d{4})-(\d\d)-(\d\d)", r"-?\d+", r"\d{2,3}", r"\d{2,3}?", r"\d{2,3}+", r"\w*?a", r"[a-z.]+@",
    r"[\s,:]+", r"\d++\d", r"\d*+é", r"(?>\w+)\b", r"[a-z]{3}", r"[a-z]{9}", r"\w{2,}\s",
    r"\d{0}x?",
    r"[^ ]* ", r"(\w+) (\w+),", r"\S+$", r"^\S+", r"é\d+", r"[é\d]+", r"(?<=\d)[a-z ]+",
    r"(?i)[A-K]+",
):
    print(pattern, re.findall(pattern, line), re.split(pattern, line)[:5])
    match = re.search(pattern, line)
    print(match and match.span(), re.match(pattern, line), re.sub(pattern, "<>", line, count=3))
print(re.compile(r"\d+").findall("a1b22c333", 2, 6), re.compile(r"\w+").fullmatch("ab c", 0, 2))
print(re.findall(r"\w+", "x" * 1000 + " " + "é" * 700 + "y")[0] == "x" * 1000)

# How a match may begin, where it is not one literal: what is looked for first must miss nothing.
subject = "a1 b22 -3 +44 (x) [y] é5 日6 _z \x80q AB ab"
for pattern in (
    r"-?\d+", r"[+-]?\d", r"(?:a|b)\d", r"(?:x|\d|é)", r"(a|-)?\d", r"(?:[a-b]|\()\S", r"a*?b",
    r"a*b",
    r"(?:\d|[é日])+", r"[é日]?\d", r"(?:a?)\d", r"(?:ab|[A-Z]{2})", r"(?i:ab)",
    r"(?:(?:x|y)|(?:z|q))",
    r"(?:a|)\d", r"(?=\d)\d", r"\b\d", r"(?:\W\w)+", r"\D?\d+", r"[^a-z ]+?\w", r"(?:é|日)\d", r"x*",
    r"(?P<sign>[-+])?(?P<number>\d+)", r"(?:-|\+)?(?:3|44)", r"(?>a?)\d", r"a?+\d", r"(?:ab){1,2}",
    r"$",
):
    compiled = re.compile(pattern)
    places = [match.span() for match in compiled.finditer(subject)]
    naive, at = [], 0
    while at <= len(subject):
        match = compiled.match(subject, at)
        if match is None or (naive and match.span() == naive[-1]):
            at += 1
            continue
        naive.append(match.span())
        at = max(match.end(), at + (match.end() == at))
    print(pattern, places, compiled.search(subject) and compiled.search(subject).span())
    if "*" not in pattern and pattern != "$":
        assert places == naive, (pattern, places, naive)
for pattern in (rb"-?\d+", rb"[\x80-\xff]?\d", rb"(?:a|\xe9)\d"):
    print(pattern, [match.span() for match in re.finditer(pattern, subject.encode())])
