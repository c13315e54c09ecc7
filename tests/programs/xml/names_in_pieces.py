# A document that arrives in two pieces is the same document, wherever it is cut: behind the colon of a prefix too.
import xml.etree.ElementTree as ElementTree
import xml.sax

DOCUMENTS = [
    b'<x:y xmlns:x="u" x:a="1"><x:z/>text<x:z ></x:z ></x:y>',
    b'<!DOCTYPE x:y [<!ENTITY e "t<x:b/>"><!ATTLIST x:y x:k CDATA "v">]><x:y xmlns:x="u">&e;&amp;<![CDATA[x]]></x:y>',
    b"<a><b:c xmlns:b='v' b:d='&lt;'/><?p i?><!-- c --></a>",
]
for document in DOCUMENTS:
    whole = ElementTree.canonicalize(ElementTree.tostring(ElementTree.fromstring(document)))
    print(whole)
    for size in range(1, len(document)):
        parser = ElementTree.XMLParser()
        for start in range(0, len(document), size):
            parser.feed(document[start:start + size])
        if ElementTree.canonicalize(ElementTree.tostring(parser.close())) != whole:
            print("in pieces of", size)
        parser = ElementTree.XMLParser()
        parser.feed(document[:size])
        parser.feed(document[size:])
        if ElementTree.canonicalize(ElementTree.tostring(parser.close())) != whole:
            print("cut at", size)

for broken in b"<x:", b"<x:y", b"<x::y/>", b"<a x:='1'/>", b"<x: y/>", b"<a></a:":
    try:
        ElementTree.fromstring(broken)
    except ElementTree.ParseError as error:
        print(broken, error.code)
# long
