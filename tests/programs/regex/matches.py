# Matching by regular expressions: what is found where, in texts of all widths.
import array
import copy
import pickle
import re


for pattern, text, flags in [
    (r"(\w+)\s*=\s*(\d+)", "hello = 123, b=4", 0),
    (r"(?:foo|bar|baz)+x?", "foobarx bazq", 0),
    (r"<(.*?)>", "<a><b c><>", 0),
    (r"<(.*)>", "<a><b c><>", 0),
    (r"(a)|b", "ab", 0),
    (r"(?:(a)|b)*", "abab", 0),
    (r"((a)|b){2,3}?", "abab", 0),
    (r"(?<=a)b|(?<!a)c", "abcac", 0),
    (r"(?=(\w)(\w))\w", "abc", 0),
    (r"(?!ab)\w\w", "abcd", 0),
    (r"(<)?\w+(?(1)>|$)", "<tag> word", 0),
    (r"(?P<x>\w)(?P=x)", "aabbc", 0),
    (r"(?>a+)b|a++c", "aaab aac", 0),
    (r"(?>a*)a", "aaa", 0),
    (r"(?:ab){1,2}+ab", "ababab", 0),
    (r"^\w+$", "one\ntwo\n", re.M),
    (r"a.c", "a\nc abc", re.S),
    (r"straße|ÄÖ", "STRASSE Straße äö", re.I),
    (r"[^\W\d]+", "größe 12 日本語 \ud800x", 0),
    (r"\w+", "größe 12 日本語", re.A),
    (r"[à-ü]+|[𝄞-𝄢]", "çé𝄞a", 0),
    (r"(\w)\1", "éé日日ab", 0),
    (r"\b\w|\B-", "une, deux - été --", 0),
    (r"", "aé", 0),
    (r"x*", "axxb", 0),
    (rb"\w+|\xe9", b"caf\xe9 ol\xe9", 0),
    (rb"(?i:A)b", b"ab AB aB", 0),
]:
    print(ascii(pattern), ascii(text), int(flags))
    compiled = re.compile(pattern, flags)
    for name in ("search", "match", "fullmatch"):
        found = getattr(compiled, name)(text)
        if found is not None:
            found = found.span(), ascii(found.group()), ascii(found.groups()), found.lastindex
        print("  ", name, found)
    print("   all", ascii(compiled.findall(text)))
    print("   split", ascii(compiled.split(text)))
    print("   each", [found.regs for found in compiled.finditer(text)])

print("-- bounds")
words = re.compile(r"\w+")
for text in ("one two six", "öne twö sıx"):
    for bounds in [(0,), (1,), (4, 6), (-5, 50), (8, 3), (11,), (12,)]:
        found = words.search(text, *bounds)
        print(bounds, found and (found.span(), found.pos, found.endpos), words.findall(text, *bounds))
print(re.compile("^b").search("ab", 1), re.compile("(?<=a)b").search("ab", 1))
print(words.search(string="ab cd", pos=2).group(), words.match("ab", endpos=1).group())

print("-- matches")
found = re.match(r"(?P<first>é+)(?P<second>\d)?(-)", "éé-")
print(found.groupdict(), found.groupdict("no"), found.groups(0), found["first"], found[3])
print(found.group("first", 2, 3), found.start("second"), found.span(3), found.end(), found.regs)
print(found.lastgroup, found.lastindex, found.re is re.compile(found.re), ascii(found.string))
print(ascii(found), copy.copy(found) is found, copy.deepcopy(found) is found)
print(found.expand(r"[\1|\2|\g<first>|\\]"))
for bad in (4, -1, "third", 1.5, [], 1 << 80):
    try:
        found.group(bad)
    except (IndexError, TypeError) as error:
        print(repr(bad)[:12], type(error).__name__)


class Two:
    def __index__(self):
        return 1


print(found.group(Two()), found[True])

print("-- patterns")
pattern = re.compile(r"(?P<a>x)|(?P<b>y)", re.I | re.M)
print(pattern, pattern.groups, dict(pattern.groupindex), int(pattern.flags), pattern.pattern)
print(pattern.groupindex, repr(pattern.groupindex))
for first, second in ("\ufb05\ufb06", "\u017fS", "k\u212a", "\u1e9e\xdf"):
    print(ascii(re.match(first, second, re.I)), ascii(re.match(f"[{first}x]", second, re.I)))
print(pattern == re.compile(pattern.pattern, re.I | re.M), pattern == re.compile("x"))
print(hash(pattern) == hash(pickle.loads(pickle.dumps(pattern))), copy.deepcopy(pattern) is pattern)
print(re.Pattern[str], type(pattern).__module__, type(pattern).__name__)
for action in (
    lambda: re.Pattern(),
    lambda: re.Match(),
    lambda: type("Below", (re.Pattern,), {}),
    lambda: pickle.dumps(found),
    lambda: setattr(pattern, "flags", 0),
    lambda: pattern.search(b"x"),
    lambda: re.compile(b"x").search("x"),
    lambda: pattern.search(5),
    lambda: pattern.search(),
    lambda: pattern.match("x", "y"),
    lambda: pattern.sub("x"),
):
    try:
        print("no error", action())
    except (TypeError, AttributeError, ValueError) as error:
        print(type(error).__name__)

print("-- buffers")
digits = re.compile(rb"\d+")
for text in (b"a12b345", bytearray(b"a12b345"), memoryview(b"a12b345")):
    found = digits.search(text)
    print(found.group(), digits.findall(text), digits.sub(b"#", text), found.string is text)

changing = bytearray(b"abc")
found = re.match(rb"\w+", changing)
changing[:] = b"xy"
print(found.group(), found.span(), found.string)
print(digits.findall(array.array("B", b"a12b3")), digits.search(array.array("B")))

print("-- scanners")
scanner = re.compile(r"x*|y").scanner("xxyéx")
print(scanner.pattern.pattern)
while (found := scanner.search()) is not None:
    print(found.span(), end=" ")
scanner = re.compile(r"\w").scanner("aé b")
print([scanner.match() and scanner.match() for _ in range(3)])
rules = [(r"\d+", lambda scanner, text: int(text)), (r"\w+", "w"), (r"\s", None)]
print(re.Scanner(rules).scan("12 ab 3 é-"))
