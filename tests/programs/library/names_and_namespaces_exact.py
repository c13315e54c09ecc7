# Names of characters are taken as they are written, namespaces without the separator of names.
import re
import unicodedata
import xml.etree.ElementTree as tree
import xml.parsers.expat as expat

for name in (
    "DIGIT ONE", "digit one", "DIGIT  ONE", "DIGIT\nONE", "DIGIT-ONE", "DIGIT_ONE", "DIGITONE", " DIGIT ONE",
    "DIGIT ONE ", "HYPHEN-MINUS", "HYPHEN MINUS", "HANGUL SYLLABLE GAG", "hangul syllable gag",
    "HANGUL SYLLABLE  GAG", "CJK UNIFIED IDEOGRAPH-4E00", "CJK UNIFIED IDEOGRAPH4E00", "NULL",
    "LATIN SMALL LETTER GHA", "LATIN SMALL LETTER E WITH ACUTE", "DIGIT\u00a0ONE",
    "TIBETAN MARK TSA -PHRU", "HANGUL JUNGSEONG O-E", "HANGUL JUNGSEONG OE",
):
    try:
        print(repr(name), ascii(unicodedata.lookup(name)))
    except KeyError as error:
        print(type(error).__name__, ascii(error))
    for text in (f'"\\N{{{name}}}"', f're.compile(r"\\N{{{name}}}").pattern'):
        try:
            print(ascii(eval(text)), end=" ")
        except (SyntaxError, re.error) as error:
            print(type(error).__name__, end=" ")
    print()

for uri in ("}", "a}b", "a b", "{", "http://x/y", ""):
    text = f"<r xmlns:x='{uri}'><x:y/></r>" if uri else "<r xmlns=''/>"
    try:
        print(tree.tostring(tree.fromstring(text)))
    except tree.ParseError as error:
        print("ParseError", error)
    for separator in (" ", "}", "/", "!"):
        parser = expat.ParserCreate(namespace_separator=separator)
        names = []
        parser.StartElementHandler = lambda name, pairs: names.append(name)
        try:
            parser.Parse(text, True)
            print(separator, names)
        except expat.ExpatError as error:
            print(separator, error)
# long
