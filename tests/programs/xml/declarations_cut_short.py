"""Document types whose words run together or that have characters of no document."""

import xml.parsers.expat as expat

DOCUMENTS = [
    b'<!DOCTYPE r [<!ENTITYe "t">]>\n<r/>',
    b'<!DOCTYPE r [<!ENTIT e "t">]>\n<r>&e;</r>',
    b'<!DOCTYPE r [<!ATTLISTr k CDATA "t">]>\n<r/>',
    b'<!DOCTYPE r [<!ENTITY% e "t">]>\n<r/>',
    b'<!DOCTYPE r [<!ENTITY"e" "t">]>\n<r/>',
    b'<!DOCTYPE r [<! ENTITY e "t">]>\n<r/>',
    b'<!DOCTYPE r [<!DOCTYPE e>]>\n<r/>',
    b'<!DOCTYPEr>\n<r/>',
    b'<!DOCTYPE"r">\n<r/>',
    b'<!DOCTYPE r PUBLIC "-//Apple//DTD" "http://a\x00b"><r/>',
    b'<!DOCTYPE r PUBLIC "-//App\x00le//DTD" "http://ab"><r/>',
    b'<!DOCTYPE r SYSTEM "\x01"><r/>',
    b'<!DOCTYPE r SYSTEM "\xff"><r/>',
    b'<!DOCTYPE r SYSTEM "a\x01',
    b'<!DOCTYPE r [<!ENTITY e SYSTEM "a\x00b">]><r>&e;</r>',
    b'<!DOCTYPE r [<!NOTATION e SYSTEM "a\x01b">]><r/>',
    b'<!DOCTYPE r [<!--\x00-->]><r/>',
    b'<!DOCTYPE r SYSTEM "&a;%b;<!"><r/>',
]


def told(name, *arguments):
    print(" ", name, arguments)


for document in DOCUMENTS:
    for step in (len(document), 3):
        parser = expat.ParserCreate()
        for name in ("StartDoctypeDecl", "EntityDecl", "AttlistDecl", "StartElement"):
            setattr(parser, name + "Handler", lambda *arguments, name=name: told(name, *arguments))
        try:
            for start in range(0, len(document), step):
                parser.Parse(document[start:start + step])
            parser.Parse(b"", True)
        except expat.ExpatError as error:
            print(document, step, error)
        else:
            print(document, step, "read")
# long
