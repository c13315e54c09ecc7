"""Strings cut, replaced and mapped: bytes of ASCII by short ways, other characters beside."""

texts = ["", "a", "aaa", "abcabc", "xaax", "no match", "é", "aéa", "日本a", "a" * 200, "ab" * 100]
pairs = [("a", "b"), ("a", "é"), ("é", "a"), ("ab", "-"), ("aa", "a"), ("a", ""), ("", "-")]
for text in texts:
    print(ascii(text[:12]), len(text))
    for old, new in pairs:
        whole = text.replace(old, new)
        some = [text.replace(old, new, count) for count in (0, 1, 2, -1)]
        print(len(whole), ascii(whole[:12]), [ascii(one[:9]) for one in some])
        if old:
            assert whole == new.join(text.split(old)), (text, old, new)
    print(text.split("ab")[:4], text.split("aa", 1)[:2], text.rsplit("ab", 1)[-1][:9])
    print(ascii([text.upper()[:9], text.lower()[:9], text.swapcase()[:9], text.casefold()[:9]]))
print("ÀÉ ß ﬁ İ".lower().encode(), "ÀÉ ß ﬁ İ".upper().encode())
print("MiXeD 123 !".lower(), "MiXeD 123 !".upper(), "aXbXXc".split("X"), "aXYbXYXYc".split("XY"))
print("XXaXX".split("XX"), "aXaXa".split("XaX"), "aXaXaXa".replace("XaX", "-"))
ascii_text = "".join(chr(code) for code in range(128))
print(ascii_text.lower() == "".join(character.lower() for character in ascii_text))

ends = ["\n", "\r", "\r\n", "\x0b", "\x0c", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\u2029"]
print("a".join(ends).splitlines(), len("a".join(ends).splitlines(keepends=True)))
texts = ["", "one", "one\n", "\none", "a\n\nb", "a\r\r\nb\r", "\n\r\n\r", "a\x1fb\x1eb"]
texts += ["é\x85ü", "â\u2028", "\xc2\n", "\u2027\u202a", "\u2028\u2029é"]
for text in texts:
    print(ascii(text), ascii(text.splitlines()), ascii(text.splitlines(True)))
print("".join(text for text in "a b\tc\nd\x1fe\x85f\xa0g\u2003h".split()))
print(" \t\n a  b\x1c\x1dc \x0b\x0c".split(), "\x1f x \x1c".strip() == "x", "\xa0x\xa0".strip())
for characters in (None, " ", "xy", "yx ", "é", "日x", ""):
    print([ascii(text.strip(characters)) for text in ("xyaxy", "  a ", "éaé", "日x日", "xyxy", "")])
text = "".join(["a", "b"])
print(text.strip() is text, text.replace("x", "y") is text, text.lstrip("x") is text)
