"""Splitting, joining, replacing, counting and translating against loops over the characters."""

TEXTS = [
    "", " ", "a", "é", "ab", "a b", " a  b ", "a,b,,c", ",", ",,", "aaaa", "abab", "ababa", "é,ü,é",
    "日本,語", "a\tb\nc\x1cd\x1fe", "x\u2028y\u00a0z", "\ud800,a", "a\udfff\udfff", "0123456789" * 9 + ",",
    "word " * 20, "ß" * 40 + "," + "ß" * 40, "𝄞,𝄞", "\x00,\x00",
]
PARTS = [",", "a", "ab", "aa", "b", "é", "ü,", " ", "\udfff", "\ud800", "89", "0123456789", "本", ",,", "\x00"]


def split(text, separator, most):
    pieces, start, place = [], 0, 0
    while place + len(separator) <= len(text):
        if most != 0 and text[place : place + len(separator)] == separator:
            pieces.append(text[start:place])
            place += len(separator)
            start = place
            most -= 1
        else:
            place += 1
    return [*pieces, text[start:]]


def same(given, expected):
    assert given == expected and len(given) == len(expected), (given, expected)
    assert [hash(each) for each in given] == [hash(each) for each in expected]


checked = 0
for text in TEXTS:
    for part in PARTS:
        for most in (-1, 0, 1, 2):
            expected = split(text, part, most)
            same(text.split(part, most), expected)
            replaced = "<>".join(expected)
            same([text.replace(part, "<>", most)], [replaced])
            same([text.replace(part, "é", most)], ["é".join(expected)])
            same([text.replace(part, "", most)], ["".join(expected)])
            assert part.join(expected) == text and part.join(tuple(expected)) == text
            assert part.join(each for each in expected) == text
            assert len(part.join(expected)) == len(text)
            checked += 1
        found = len(split(text, part, -1)) - 1
        assert text.count(part) == found
        before = split(text, part, 1)
        assert text.partition(part) == ((before[0], part, before[1]) if found else (text, "", ""))
        places = [at for at in range(len(text)) if text.startswith(part, at)]
        assert text.find(part) == (places[0] if places else -1)
        assert text.rfind(part) == (places[-1] if places else -1)
    words, word = [], ""
    for character in text + " ":
        if character.isspace():
            words += [word] if word else []
            word = ""
        else:
            word += character
    same(text.split(), words)
    assert text.count("") == len(text) + 1
    same([text.replace("", "-")], ["-" + "".join(each + "-" for each in text)])
    same([text.replace("", "-", 2)], ["-" + text[:1] + ("-" if text else "") + text[1:]])
    table = {ord("a"): None, ord("b"): "BB", ord("é"): 101, ord(","): "\udfff"}
    changed = {"a": "", "b": "BB", "é": "e", ",": "\udfff"}
    same([text.translate(table)], ["".join(changed.get(each, each) for each in text)])
    try:
        encoded = text.encode()
        assert encoded.decode() == text and bytes(bytearray(encoded).decode(), "utf-8") == encoded
    except UnicodeEncodeError as error:
        print(error.reason, error.start)
print(checked)


class Table(dict):
    def __missing__(self, key):
        if key == ord("q"):
            raise LookupError("kept")
        return chr(key).upper()


class Failing:
    def __getitem__(self, key):
        raise ValueError(key)


print("aqb".translate(Table()), "ab".translate(["x"] * 98), "ab".translate("0" * 98 + "c"))
for table in (Failing(), 3, {97: 1 << 40}, {97: 1.5}):
    try:
        print("ab".translate(table))
    except (ValueError, TypeError) as error:
        print(type(error).__name__)


class Text(str):
    pass


parts = [Text("a"), "b", Text("é")]
print(",".join(parts), type("".join(parts[:1])).__name__, type(Text(",").join(["a"])).__name__)
print(type(Text("ab").replace("x", "y")).__name__, type(Text("a").split(",")[0]).__name__)
alone = "one of its kind " * 3
print(",".join([alone]) is alone, alone.replace("xyz", "") is alone, ",".join([]) == "")
for wrong in (["a", 1], [1], ("a", None, "b"), 3, [b"a"], {"a": 1, 2: 3}):
    try:
        print(",".join(wrong))
    except TypeError as error:
        print(error)
print("-".join({"a": 1, "b": 2}), "-".join("añb"), "-".join(str(each) for each in range(3)))


def names():
    yield "a"
    raise KeyError("in the middle")


try:
    "".join(names())
except KeyError as error:
    print("KeyError", error)
long = ",".join(["abcdefgh"] * 5000)
print(len(long), long.count("h"), len(long.split(",")), len(long.replace("abc", "x")), long.count("gh,"))
print(b"abc".decode(), b"".decode() == "", ascii(bytearray(b"x").decode()))
try:
    b"\xff".decode()
except UnicodeDecodeError as error:
    print(error)
