# Look-ups by name take a name to the letter, but for the case; Hangul syllables have parts.
import unicodedata

for name in (
    "LATIN SMALL LETTER A", "latin small letter a", "LATIN SMALL  LETTER A", " LATIN SMALL LETTER A",
    "LATIN_SMALL_LETTER_A", "NULL", "NULL ", "LF", "line feed", "  SPACE", "KEYCAP NUMBER SIGN",
    "LATIN SMALL LETTER A WITH MACRON AND GRAVE", "LATIN SMLL LETR A",
    "CJK UNIFIED IDEOGRAPH-4E00", "cjk unified ideograph-4e00", "CJK UNIFIED IDEOGRAPH-04E00",
    "CJK UNIFIED IDEOGRAPH-020000", "CJK UNIFIED IDEOGRAPH-20000", "CJK UNIFIED IDEOGRAPH-33FF",
    "CJK UNIFIED IDEOGRAPH-F900", "CJK UNIFIED IDEOGRAPH-17000", "CJK UNIFIED IDEOGRAPH-+4E00",
    "CJK UNIFIED IDEOGRAPH-", "CJK UNIFIED IDEOGRAPH-4E00X", "CJK COMPATIBILITY IDEOGRAPH-F900",
    "CJK COMPATIBILITY IDEOGRAPH-3400", "CJK COMPATIBILITY IDEOGRAPH-0F900",
    "TANGUT IDEOGRAPH-17000", "tangut ideograph-17000", "TANGUT IDEOGRAPH-3400",
    "NUSHU CHARACTER-1B170", "KHITAN SMALL SCRIPT CHARACTER-18B00", "EGYPTIAN HIEROGLYPH-13460",
    "EGYPTIAN HIEROGLYPH-013460", "HANGUL SYLLABLE AC00", "HANGUL SYLLABLE ",
    "HANGUL SYLLABLE HWAELH", "hangul syllable a", "TANGUT IDEOGRAPH-FFFFFFFFF",
):
    for database in unicodedata, unicodedata.ucd_3_2_0:
        try:
            print(name, ascii(database.lookup(name)), end="; ")
        except KeyError as error:
            print(error, end="; ")
    print()

for character in "\uac00\uac01\ud4db\ud7a3\xe9\ufb01a":
    parts = unicodedata.decomposition(character)
    print(ascii(character), parts, unicodedata.ucd_3_2_0.decomposition(character) == parts)


class Text(str):
    pass


for form in "NFC", "NFD", "NFKC", "NFKD":
    for text in "", "abc", "\xe9", "e\u0301":
        made = unicodedata.normalize(form, Text(text))
        print(form, type(made).__name__, ascii(made))
