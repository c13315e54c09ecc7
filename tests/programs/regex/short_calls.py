"""match, fullmatch and search with one or two arguments: places outside of the text, other kinds of texts, long searches."""
import re


class Text(str):
    pass


class Place:
    def __init__(self, place):
        self.place = place

    def __index__(self):
        return self.place


def show(match):
    if match is None:
        return None
    return match.span(), match.groups(), match.pos, match.endpos, match.lastindex, match[0], match.string


PATTERNS = [r"b", r"(a)?b", r"\bc", r"(?<=b)c", r"^b", r"(?m)^b", r"b*$", r"", r"(\w+)-(\d+)?", r"[^a-z]+", r"é(.)"]
TEXTS = ["", "b", "abc", "xyz-12 b", "aéb\nbé-1", "\U0001f600b\U0001f600c", "bbb\n", Text("abc"), "é"]
for source in PATTERNS:
    pattern = re.compile(source)
    for text in TEXTS:
        for place in (None, 0, 1, 2, 5, 100, -1, -100, True, 2**62, Place(1)):
            arguments = (text,) if place is None else (text, place)
            found = [show(way(*arguments)) for way in (pattern.match, pattern.fullmatch, pattern.search)]
            assert found == [show(way(*arguments, 10**9)) if place is not None else show(way(string=text))
                             for way in (pattern.match, pattern.fullmatch, pattern.search)]
            if any(found) and place in (None, 1, -1, 100):
                print(repr(source), ascii(text), place, ascii(found))

for pattern, text in ((rb"b", "b"), (r"b", b"b"), (r"b", 1), (r"b", bytearray(b"b")), (rb"b", bytearray(b"ab"))):
    for way in ("match", "fullmatch", "search"):
        try:
            print(way, show(getattr(re.compile(pattern), way)(text)))
        except TypeError as error:
            print(way, error)
for arguments in ((), ("b", "0"), ("b", 0, 1, 2), ("b", None)):
    try:
        print(re.compile("b").match(*arguments))
    except TypeError as error:
        print(error)

# The given text and its begin are kept by the match.
given = Text("xb")
assert re.compile("b").search(given).string is given
# A search that takes long is begun anew where signals are looked at.
print(re.compile("(x+x+)+y").search("x" * 17 + "z"), re.compile("(?:a|b)*c").search("ab" * 60000 + "c").span())
print(show(re.compile("(a)|(b)").match("b", 0)), re.compile("(?P<n>b)").match("b").groupdict())
