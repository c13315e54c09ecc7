import unicodedata

for character in "aÉ5½²٣漢 ́\u200d€ß(\U0001f600\ud800":
    print(
        ascii(character), unicodedata.category(character), unicodedata.bidirectional(character),
        unicodedata.combining(character), unicodedata.mirrored(character),
        unicodedata.east_asian_width(character), unicodedata.decomposition(character),
        unicodedata.decimal(character, None), unicodedata.digit(character, None),
        unicodedata.numeric(character, None), unicodedata.name(character, None),
    )
for form in ("NFC", "NFD", "NFKC", "NFKD"):
    text = unicodedata.normalize(form, "é ﬁ ① Å 한")
    print(form, ascii(text), unicodedata.is_normalized(form, "é"), unicodedata.is_normalized(form, text))
print(unicodedata.lookup("GREEK SMALL LETTER ALPHA"), unicodedata.lookup("em dash"))
print(ascii(unicodedata.lookup("LATIN SMALL LETTER R WITH TILDE")))
print(unicodedata.ucd_3_2_0.unidata_version, unicodedata.ucd_3_2_0.category("\u0221"))
for call in (
    lambda: unicodedata.name("\0"), lambda: unicodedata.lookup("NO SUCH"), lambda: unicodedata.category("ab"),
    lambda: unicodedata.decimal("a"), lambda: unicodedata.normalize("NFX", "a"), lambda: unicodedata.numeric("x"),
):
    try:
        print(call())
    except TypeError:
        print("TypeError")
    except (ValueError, KeyError) as error:
        print(type(error).__name__, str(error)[:30])
