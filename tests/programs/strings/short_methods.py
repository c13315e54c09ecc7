"""Methods of texts that are tried without a call: each in ASCII, beyond it, and where it is refused."""


class Text(str):
    def lower(self):
        return "own lower"


WORDS = ["", " ", "a", "A", "baco,", "  Baco difu.\t\n", "ÄÖÜ ß", "ǅ ŉ", "x" * 70 + "Y", "\x1c\x85 e\u2003", "İ"]


def mapped():
    for word in WORDS:
        print([word.lower(), word.upper(), word.swapcase(), word.capitalize(), word.title()])
    print(Text("ABC").lower(), str.lower(Text("ABC")), type(str.lower(Text("abc"))) is str)
    print("ABC def".swapcase(), "aBC dEF".capitalize(), "1ab".capitalize())


def stripped():
    for word in WORDS:
        print([word.strip(), word.lstrip(), word.rstrip(), word.strip(None)])
        print([word.strip(" ,.aÄ"), word.lstrip("xB "), word.rstrip(",.\n\t"), word.strip("")])
    same = "kept as it is"
    print(same.strip() is same, same.strip("xyz") is same, type(Text(" a ").strip()) is str)
    print("aaa".strip("a") == "", "é a é".strip("é"), "ab".strip("é"))


def codes():
    print([ord(letter) for letter in "aZ\x00\x7f\x80é€𝄞"], [chr(code) for code in (0, 65, 127, 128, 233, 8364)])
    print(chr(True), ord(Text("q")), ord(b"b"), ord(bytearray(b"c")))


def affixes():
    text = "header: värde"
    print(text.startswith("head"), text.startswith("v", 8), text.startswith("x"), text.startswith(""))
    print(text.startswith(("a", "h")), text.startswith("h", -1), text.startswith("e", -1), text.startswith("", 99))
    print("abc".startswith("", 3), "abc".startswith("", 4), "abc".startswith("c", 2), "abc".startswith("c", None))
    print("abc".startswith("b", True), "abc".startswith("a", 0, 0), "abc".startswith("a", 10**30))
    print(text.endswith("de"), text.endswith("ärde"), text.endswith(("x", "e")), text.endswith("d", 3, -1))
    print("abc".endswith(""), "abc".endswith("abcd"), "abc".endswith("c", 2), "abc".endswith("b", 0, 2))


def refused():
    calls = [
        lambda: "a".strip(1),
        lambda: "a".lstrip(b"a"),
        lambda: "a".lower(1),
        lambda: str.upper(5),
        lambda: ord("ab"),
        lambda: ord(""),
        lambda: ord(1),
        lambda: chr(-1),
        lambda: chr(0x110000),
        lambda: chr("a"),
        lambda: "a".startswith(1),
        lambda: "a".endswith([]),
        lambda: "a".startswith("a", "b"),
    ]
    for call in calls:
        try:
            print(call())
        except (TypeError, ValueError) as error:
            print(type(error).__name__, error)


def joined():
    print("".join("abc"), "-".join(["a", "", "é", "long one"]), ", ".join(("x",)), "".join([]))
    print("é".join(["a", "b"]), "ab".join(Text(letter) for letter in "xyz"), len("".join(["a"] * 1000)))
    for wrong in (["a", 1], 5, [b"a"]):
        try:
            "".join(wrong)
        except TypeError as error:
            print(error)


def equal():
    base = "0123456789abcdefghij"
    for length in range(len(base) + 1):
        first, second = base[:length], "".join(list(base[:length]))
        others = [second[:place] + "X" + second[place + 1 :] for place in range(length)]
        assert first == second and not first != second
        assert not any(first == other for other in others)
        assert all((first < other) == ("0" <= base[place] < "X") for place, other in enumerate(others))
    print("é" == "é", "é" == "e", "" == "", "a" == "", {"é" * 9: 1}["é" * 9])


mapped()
stripped()
codes()
affixes()
refused()
joined()
equal()
