# Events and errors of the parser of XML, whole documents and pieces of one character.
from xml.parsers import expat

HANDLERS = """StartElement EndElement CharacterData ProcessingInstruction Comment StartCdataSection
EndCdataSection XmlDecl StartDoctypeDecl EndDoctypeDecl ElementDecl AttlistDecl EntityDecl
NotationDecl UnparsedEntityDecl StartNamespaceDecl EndNamespaceDecl SkippedEntity""".split()


def events(document, pieces=0, separator=None, default=False, ordered=False):
    parser = expat.ParserCreate(namespace_separator=separator)
    parser.buffer_text, parser.ordered_attributes = True, ordered
    out = []
    for name in HANDLERS:
        def handler(*arguments, name=name):
            where = (parser.CurrentLineNumber, parser.CurrentColumnNumber)
            has_place = not (pieces or name == "CharacterData" or "Decl" in name)
            out.append((name, *arguments, where) if has_place else (name, *arguments))
        setattr(parser, name + "Handler", handler)
    if default:
        parser.DefaultHandlerExpand = lambda text: out.append(("default", text))
    data = document.encode() if isinstance(document, str) else document
    try:
        if pieces:
            parser.SetReparseDeferralEnabled(False)
            for at in range(0, len(data), pieces):
                parser.Parse(data[at:at + pieces])
            parser.Parse(b"", True)
        else:
            parser.Parse(data, True)
    except expat.ExpatError as error:
        out.append((str(error), error.code, error.lineno, error.offset))
    return out


DOCUMENTS = [
    "<a/>", "<a>text<b x='1' y=\"2 &lt; 3\"/>more\r\nlines &#65;&#x42;<!-- c -->]]</a>\n<?pi data ?>",
    "<?xml version='1.0' encoding='utf-8' standalone='yes'?><r><![CDATA[<&>]] x]]></r>",
    """<!DOCTYPE r [<!ELEMENT r (#PCDATA|b)*><!ELEMENT b ((c|d)+,e?)>
<!ATTLIST r k CDATA "v" n (x|y) #REQUIRED i ID #IMPLIED>
<!ENTITY e "<b>in &#38;amp; out</b>"><!ENTITY u SYSTEM "u.gif" NDATA gif>
<!NOTATION gif PUBLIC "p  id" "s">]><r n='x'>&e;&e;</r>""",
    "<p:a xmlns:p='urn:p' xmlns='urn:d' p:x='1' y='2'><b xmlns=''/></p:a>",
    "<é ü='ö'>日本語 \U0001f600</é>",
    "", "  ", "text", "<a>", "<a></b>", "<a x='1' x='2'/>", "<a>&nope;</a>", "<a>&#0;</a>",
    "<a>]]></a>", "<a b>", "<a b=c/>", "<a 'b'/>", "<a/><b/>", "<a/>text", "<1/>", "\ufeff<a></b>", "<a>\x01</a>",
    "<a><!-- -- --></a>", "<?xml version='1.0'?><?xml version='1.0'?><a/>", " <?xml version='1.0'?><a/>",
    "<a>&lt</a>", "<a>& b</a>", "<a x='<'/>", "<!DOCTYPE a [<!ENTITY e '&e;'>]><a>&e;</a>",
    "<!DOCTYPE a [<!ENTITY e '<b>'>]><a>&e;</b></a>", "<x:a/>", "<a xmlns:b=''/>", "<!DOCTYPE a", "<a", "<a>x",
]
for document in DOCUMENTS:
    print(repr(document)[:60])
    for line in events(document):
        print("   ", line)
    whole = [event[:-1] if event[0] in HANDLERS and event[0] != "CharacterData" and
             "Decl" not in event[0] else event for event in events(document)]
    for size in (1, 7):
        if "CDATA[" not in document and events(document, size) != whole:
            print("    pieces differ", size, events(document, size))
for document in DOCUMENTS[4:5] + ["<q:a/>", "<a xmlns:xml='x'/>", "<a xmlns:xmlns='x'/>"]:
    print(events(document, 0, "}"))
    print(events(document, 0, " ", ordered=True))
print(events(DOCUMENTS[3], default=True)[:9])
print(events("<a>\xe9</a>".encode("utf-16-le")), events("<a>x</a>".encode("utf-16-be")))
print(events("<?xml version='1.0' encoding='koi8-r'?><a>д</a>".encode("koi8-r")))
print(events(b"<a>\xff</a>"), events(b"<a>\xc3"))
# long
