# Text beyond ASCII: lengths, order, case, repr.
for s in ("é", "ß", "日本", "🎵", "a\u0301", "\u200b", "ÅÄÖ"):
    print(s, len(s), [ord(c) for c in s], repr(s), s.upper(), s.lower())
print("🎵x"[0], "🎵x"[1], "x🎵y"[::-1], "é" < "z", "a" < "é", sorted("zéaß"))
d = {"ключ": "значение", "鍵": 1}
print(d, d["ключ"], "鍵" in d)
print("naïve café".split(), "naïve".replace("ï", "i"), "ÀÉ".isalpha(), "٣".isdigit(), "é".isupper())
print("\N{GREEK SMALL LETTER ALPHA}", "\u00e9" == "é", "\U0001F3B5" == "🎵", f"{'é':>5}|{'日':^5}|")
print(repr("\t\n\r\x01\x7f\x80\xa0\xad"), repr("\ud800"[:0]), repr("\u2028"))
größe = 5
print(größe)
print("abc" + "é" + "🎵", len("abc" + "é" + "🎵"), ("é" * 3 + "🎵" * 2)[2:4])
