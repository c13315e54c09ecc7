# Documents whose tokens are cut natively: events, places, names, and handlers that change what follows.
import xml.parsers.expat as expat


def events(text, separator=None, pieces=None, **flags):
    parser = expat.ParserCreate(namespace_separator=separator)
    for name, value in flags.items():
        setattr(parser, name, value)
    told = []

    def teller(name):
        def tell(*arguments):
            told.append((name, *arguments, parser.CurrentLineNumber, parser.CurrentColumnNumber))
        return tell

    for name in ("StartElement", "EndElement", "CharacterData", "Comment", "ProcessingInstruction",
                 "StartNamespaceDecl", "EndNamespaceDecl", "StartCdataSection"):
        setattr(parser, name + "Handler", teller(name))
    try:
        for piece in [text[at:at + pieces] for at in range(0, len(text), pieces)] if pieces else [text]:
            parser.Parse(piece)
        parser.Parse("", True)
    except expat.ExpatError as error:
        told.append((str(error), error.code, error.lineno, error.offset))
    return told


DOCUMENTS = [
    "<a>one<b x='1' y=\"2\"/>two\nthree</a>",
    "<é ü='ä'>größe &amp; &#x41;&#66;&lt;<ñ/></é>\n",
    "<a>]]</a>", "<a>x]]>y</a>", "<a>]</a>", "<a>a]b]</a>",
    "<a x='1' x='2'/>", "<a x='1'y='2'/>", "<a x=1/>", "<a></b>", "<a/><b/>", "<a/>text", "<a>",
    "<a x='&lt;\n&#9;'>\r\n\r</a>", "<a><!-- c --><?pi data?><![CDATA[<x>]]></a>",
    "<a>&unknown;</a>", "<a>&#0;</a>", "<a>\x01</a>", "<a b='\x01'/>", "<a:b:c/>", "<a:b/>", "< a/>",
    "<a" + "".join(f" k{n}='{n}'" for n in range(40)) + "/>",
    "<a>" + "<b>x</b>\n" * 300 + "</a>",
]
for document in DOCUMENTS:
    whole = events(document)
    print(ascii(document[:40]), len(whole), ascii(whole[:4]), ascii(whole[-3:]))
    joined = events(document, buffer_text=True, ordered_attributes=True)
    print("   joined", ascii(joined[:3]), ascii(joined[-2:]))

SPACES = [
    "<a xmlns='u' xmlns:p='v'><p:b p:x='1' y='2'/><c/></a>", "<p:a/>", "<a p:x='1'/>",
    "<a xmlns:p='u' xmlns:q='u' p:x='1' q:x='2'></a>", "<a xmlns:xml='u'/>", "<a xmlns='u'><b xmlns=''><c/></b></a>",
]
for document in SPACES:
    print(ascii(document), events(document, separator=" "))
    print("   prefixes", events(document, separator=" ", namespace_prefixes=True)[-3:])


def without_text(told):
    """The events without character data, of which the parts differ with the pieces that arrive."""
    return [event for event in told if event[0] != "CharacterData"]


for document in DOCUMENTS[:2] + DOCUMENTS[-2:]:
    pieces = {n: without_text(events(document, pieces=n)) for n in (1, 3, 7)}
    print(all(told == without_text(events(document)) for told in pieces.values()))

# A handler that fails, one that takes handlers away, one that changes how text is cut.
class Stop(Exception):
    pass


parser = expat.ParserCreate()
seen = []


def start(name, attributes):
    seen.append(name)
    if name == "stop":
        raise Stop(name)


parser.StartElementHandler = start
try:
    parser.Parse("<a><b/><stop/><c/></a>", True)
except Stop as error:
    print("stopped", seen, parser.StartElementHandler)

parser = expat.ParserCreate()
told = []


def switch(name, attributes):
    told.append(name)
    parser.buffer_text = name == "joined"
    if name == "last":
        parser.CharacterDataHandler = None


parser.StartElementHandler = switch
parser.CharacterDataHandler = told.append
parser.Parse("<a>x\ny<joined>x\ny\nz</joined>w<apart>x\ny</apart><last>gone</last></a>", True)
print(told)

names = {}
parser = expat.ParserCreate(intern=names)
parser.StartElementHandler = lambda name, attributes: told.append((name, attributes))
parser.Parse("<a x='1'><a x='2'/><b/></a>", True)
print(sorted(names), all(key is value for key, value in names.items()))

try:
    parser.unknown = 1
except AttributeError as error:
    print(type(error).__name__)
# long
