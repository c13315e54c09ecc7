# Matches far from a text's begin: places, lookbehind, empty matches, texts of every width.
import re

word = re.compile(r"\w+")
behind = re.compile(r"(?<=, )\w(?=\w*\.)|(?<!a)b$")
texts = {
    "ascii": "one, two. three, four. " * 40,
    "latin": "één, twö. drei, vièr. " * 40,
    "wide": "\u4e00\u4e8c, \u4e09. \U0001f600, b. " * 40,
    "mixed": "a" * 500 + "\xe9" + ", tail. ab",
    "surrogate": "x\ud800y, z. " * 40,
    "empty": "",
}
for name, text in texts.items():
    place = count = total = 0
    while found := word.search(text, place):
        place = found.end()
        count += 1
        total += found.start() * len(found.group())
    print(name, count, total, len(word.findall(text)))
    print([(m.start(), m.group()) for m in behind.finditer(text)][-3:])
    for start, end in ((0, 5), (7, 7), (len(text) - 3, len(text)), (len(text), len(text)), (30, 9)):
        found = word.search(text, start, end), word.match(text, start), word.fullmatch(text, start)
        print([m and m.span() for m in found], end=" ")
    print()
    print(len(re.split(r"[.,] *", text)), ascii(re.sub(r"\b", "|", text)[-20:]))
    print([m.span() for m in re.finditer("", text)][-2:], re.search(r"\Z", text).span())
    print([m.span() for m in re.finditer(r"(\w)(?:\w*)(?!\1)", text)][-2:])

data = "één, twö. ".encode() * 20
print([m.span() for m in re.finditer(rb"\w+", data)][-2:], re.search(rb"\xc3\xb6", data).span())
print(re.compile(rb"tw..").search(data, 150).span())

# A scanner that goes through a long text piece by piece is linear in it.
text = "name = 12 + other; " * 1500
token = re.compile(r"\s*(?:(\w+)|(.))")
place = total = 0
while found := token.match(text, place):
    place = found.end()
    total += found.lastindex
print(place == len(text), total)
