# Matches that fail at their first character, and those that only seem to.
import re

patterns = [
    "a", "[ab]", "[^ab]", "a+", "[ab]+c", "a*b", "(a)", "(?:a|b)", "(?:ab|cd|)", r"\ba", r"\Ba",
    "^a", "a$", "$", "", "(?=a)b", "(?!a)b", "(?<=x)a", "(?<!x)a", "(?>ab|a)", "a++", "(a|b)+",
    "(?:a*|b)c", "(?i:A)", "(?i)[A-C]", "é", "[é-ü]", ".", r"\d", r"\w+", r"\s", "(?s:.)", "(a)?b",
    "(?P<n>[a-c])(?P=n)", "(x)?(?(1)a|b)", "(?:(?:a|b)|c)d", "[^a]$", "(?:a|bc|d[ef])+?x", "a{2,}",
    "(?:ab){2}", "(?:ab)*c", "|".join("word%d" % n for n in range(40)),
]
texts = [
    "", "a", "b", "ab", "xa", "cc", "aab", "éa", "5", " ", "\n", "A", "\ud800a", "abab",
    "word17", "x" * 70 + "a",
]
for pattern in patterns:
    compiled = re.compile(pattern)
    row = []
    for text in texts:
        for begin, end in ((0, 99), (1, 99), (1, 1), (0, 1), (2, 2), (70, 71)):
            found = compiled.match(text, begin, end)
            full = compiled.fullmatch(text, begin, end)
            row.append("-" if found is None else "%d,%d" % found.span())
            row.append("" if full is None else "!")
    print(ascii(pattern)[:40], "".join(row))
for pattern in (b"a", b"[\xe9a]", b"\xe9", b"."):
    compiled = re.compile(pattern)
    contents = (b"a", b"\xe9", b"", bytearray(b"\xe9a"))
    print([bool(compiled.match(text, begin)) for text in contents for begin in (0, 1)])

# Characters of texts that are not of ASCII, by place.
long = "é" * 100 + "\ud800" + "漢" * 100 + "😀" + "z"
for text in ("é", "aé", "éa", "漢字", "a\udcffb", long):
    first = [text[place] for place in range(min(len(text), 4))]
    print(ascii(first), ascii(text[-1]), ascii(text[-2:]))
print(ascii(long[99:103]), ascii(long[200:]), len(long[50:150]), ascii(long[63] + long[64] + long[65]))
print(all(long[place] == part for place, part in enumerate(long)))
print(all(long[place : place + 70] == "".join(list(long)[place : place + 70]) for place in range(205)))
for place in (-1, 202, 203, -203, -204):
    try:
        print(ascii(long[place]))
    except IndexError as error:
        print(error)
