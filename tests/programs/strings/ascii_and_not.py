# Methods that go byte by byte where all is ASCII answer the same as where it is not.

texts = ["", " ", "abc", " a b ", "\t\n\x0b\x0c\r\x1c\x1d\x1e\x1fx\x1f y\x00z\x7f ", "xxaxbxx", "-.x.-"]
others = ["é", " é a ", "\x85a\xa0b\u2003", "xéx", "ßİĳ"]
for text in texts + others:
    for argument in (None, "", "x", " ", "x.-", "é", "éx", "zz"):
        answers = text.strip(argument), text.lstrip(argument), text.rstrip(argument)
        print(ascii(answers), end=" ")
    print()
    print(ascii((text.lower(), text.upper(), text.casefold(), text.split(), text.split(None, 1), text.rsplit())))
text = "abc" * 10
print(text.strip() is text, text.strip("x") is text, text.lower() == text, len(text.upper()))
print(("Ab" * 500 + "É").lower()[-3:], ("Ab" * 500).upper().count("B"), "AbÇ".swapcase(), "dž".upper())


class Text(str):
    pass


print(type(Text(" a ").strip()), type(Text("a").strip()), type(Text("a").lower()), Text(" a b").split())
