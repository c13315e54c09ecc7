# Trees that the parser builds: namespaces, entities, comments, pieces, events, targets, errors.
import io
import xml.etree.ElementTree as ET

TEXTS = [
    "<a/>",
    "<a>1&lt;2&#65;&#x42;&amp;<b x='1' y=\"2\"/>tail<b>in</b> out </a>",
    "<?xml version='1.0'?><!DOCTYPE a [<!ENTITY e 'ent &#60;b/>'><!ATTLIST a d CDATA 'def'>]>"
    "<a>x&e;y</a>",
    "<a xmlns='u' xmlns:p='v'><b c='1' p:d='2'/><p:e xmlns:p='w'><p:f/></p:e><p:g/></a>",
    "<a>1<!-- remark -->2<?pi data?>3<![CDATA[<4>]]>5\r\n6\r7</a><!-- after -->",
    "<a x='&lt;&#10;' y='a\nb\tc'>\u20ac\U0001f600<\xe9 \xe8='\xe7'/></a>",
    "<a xml:lang='en'><b xmlns=''/></a>",
    "<a>" + "<b><c>t</c></b>" * 1500 + "</a>",
]
for text in TEXTS:
    root = ET.fromstring(text)
    whole = ET.tostring(root, encoding="unicode")
    print(len(whole), whole[:200])
    for size in (1, 2, 7, 100):
        parser = ET.XMLParser()
        data = text.encode()
        for start in range(0, len(data), size):
            parser.feed(data[start:start + size])
        print(ET.tostring(parser.close(), encoding="unicode") == whole, end=" ")
    print(ET.tostring(ET.parse(io.StringIO(text)).getroot(), encoding="unicode") == whole)

BAD = [
    "", "<a>", "<a></b>", "<a><b></a>", "<a>&none;</a>", "<a x='1' x='2'/>", "<p:a/>",
    "<a p:x='1'/>", "<a xmlns:p='u' xmlns:q='u' p:x='1' q:x='2'/>", "<a/><b/>", "<a>]]></a>",
    "text", "<a>\x01</a>", "<a><b x=1/></a>", "<a>line\n<b>\n</c></a>", "<a/>tail",
    "<!DOCTYPE a SYSTEM 'x'><a>&un;</a>", "<a" + ">" + "<b>" * 3,
]
for text in BAD:
    try:
        ET.fromstring(text)
    except ET.ParseError as error:
        print(error, error.code, error.position, type(error).__name__, error.__context__)
    else:
        print("parsed", text)

EVENTS = ("start", "end", "start-ns", "end-ns", "comment", "pi")
for events in (None, ("end",), EVENTS):
    for text in TEXTS[:7]:
        told = []
        for event, what in ET.iterparse(io.BytesIO(text.encode()), events):
            told.append((event, getattr(what, "tag", what) if event in ("start", "end") else
                         getattr(what, "text", what)))
        print(told)
parser = ET.XMLPullParser(["start", "end"])
parser.feed("<a>one<b>two</b>")
for event, element in parser.read_events():
    print(event, element.tag, element.text)
    element.text = "changed"
parser.feed("three</a>")
print([(event, element.tag) for event, element in parser.read_events()])
print(ET.tostring(parser.close() or ET.Element("none")))
try:
    ET.XMLPullParser(["wrong"])
except ValueError as error:
    print(error)


class Factory(list):
    def __init__(self, tag, attrib):
        self.tag, self.attrib, self.text, self.tail = tag, attrib, None, None


def shown(node):
    return (node.tag, node.attrib, node.text, node.tail, [shown(child) for child in node])


parser = ET.XMLParser(target=ET.TreeBuilder(Factory))
parser.feed(TEXTS[1])
print(shown(parser.close()))
parser = ET.XMLParser(target=ET.TreeBuilder(insert_comments=True, insert_pis=True))
parser.feed(TEXTS[4])
print(ET.tostring(parser.close()))


class Builder(ET.TreeBuilder):
    def data(self, data):
        super().data(data.upper())

    def start(self, tag, attrs):
        print("start", tag, attrs)
        return super().start(tag, attrs)


parser = ET.XMLParser(target=Builder())
parser.feed(TEXTS[3])
print(ET.tostring(parser.close()))


class Target:
    def start(self, tag, attrib):
        print("start", tag, attrib)

    def end(self, tag):
        print("end", tag)

    def data(self, data):
        print("data", repr(data))

    def comment(self, text):
        print("comment", text)

    def pi(self, target, data):
        print("pi", target, data)

    def start_ns(self, prefix, uri):
        print("start_ns", repr(prefix), uri)

    def end_ns(self, prefix):
        print("end_ns", repr(prefix))

    def doctype(self, *arguments):
        print("doctype", arguments)

    def close(self):
        return "closed"


for text in (TEXTS[2], TEXTS[3], "<a>1<!-- r --><?p d?>2</a>"):
    parser = ET.XMLParser(target=Target())
    parser.feed(text)
    print(parser.close())

parser = ET.XMLParser()
parser.entity["known"] = "value"
parser.feed("<!DOCTYPE a SYSTEM 'x'><a>&known;</a>")
print(ET.tostring(parser.close()), type(parser.target).__name__, parser.entity)

builder = ET.TreeBuilder()
builder.data("ignored")
print(builder.start("a", {"k": "v"}).tag, builder.data("1"), builder.data("2"))
print(builder.start("b", {}).tag, builder.end("b").tag, builder.data("t"), builder.end("x").tag)
print(ET.tostring(builder.close()))
for call in (lambda: builder.end("a"), lambda: builder.start("a", 3), lambda: ET.XMLParser(encoding=5),
             lambda: ET.XMLParser().feed(5), lambda: ET.TreeBuilder().close(),
             lambda: ET.XMLParser.__new__(ET.XMLParser).feed("x")):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, error)
# long
