# Searches and iterators over elements: plain tags, paths, changes on the way, tags that are asked.
import xml.etree.ElementTree as ET

root = ET.fromstring(
    "<r>0<a i='1'>1<b>2</b>3<a>4</a>5</a>6<b>7<c/>8</b>9<n:a xmlns:n='u'>10</n:a>11</r>"
)


def names(elements):
    return [(element.tag, element.text) for element in elements]


def tell(label, function, *arguments, **keywords):
    try:
        print(label, function(*arguments, **keywords))
    except Exception as error:
        print(label, type(error).__name__, error)


for tag in ("a", "b", "none", "{u}a", "*", ".//a", "a/b", "./b", "{*}a", "{}a", "a[@i]", "."):
    found = root.find(tag)
    print(tag, found is not None and (found.tag, found.text), names(root.findall(tag)),
          root.findtext(tag), root.findtext(tag, "d"), names(root.iterfind(tag)))
print(names(root.findall("p:a", {"p": "u"})), root.find("p:a", namespaces={"p": "u"}).text)
print(repr(root.findtext("b/c", default="d")), repr(root[1].findtext("c")))
for name in ("find", "findall", "findtext", "iterfind"):
    tell(name, getattr(root, name))
    tell(name, getattr(root, name), "a", wrong=1) if name != "iterfind" else None
print(root.find(path="b").text, root.findtext(path="x", default=3))

for tag in (None, "*", "a", "b", "{u}a", "none", b"*", 5):
    print(tag, names(root.iter(tag)))
print(names(root.iter(tag="b")), list(root.itertext()), "".join(root[0].itertext()))
iterator = root.iter()
print(type(iterator).__name__, iter(iterator) is iterator, next(iterator).tag, next(iterator).tag)
print(len(list(iterator)), next(iterator, "end"))


class Tag:
    """A tag that is equal to some texts."""

    def __init__(self, *equal):
        self.equal = equal

    def __eq__(self, other):
        return other in self.equal

    __hash__ = None


print(names(root.iter(Tag("a", "c"))), names(root.findall(Tag("a"))) if False else "")
odd = ET.Element(Tag("x"))
odd.append(ET.Element(Tag("y")))
odd.append(ET.Element("x"))
print(len(list(odd.iter("x"))), len(odd.findall("y")), odd.find("x") is odd[1], odd.find("z"))


class Failing:
    def __eq__(self, other):
        raise ValueError("asked")

    def __bool__(self):
        raise KeyError("truth")


tell("iter", lambda: list(root.iter(Failing())))
odd = ET.Element("o")
odd.text = Failing()
tell("itertext", lambda: list(odd.itertext()))
odd.text = ["list"]
odd.append(ET.Comment("remark"))
odd[0].tail = "behind"
print(list(odd.itertext()))

# changes on the way
grown = ET.Element("g")
seen = 0
for element in grown.iter():
    seen += 1
    if seen < 6:
        ET.SubElement(element, "more")
print(seen, ET.tostring(grown))
shrunk = ET.fromstring("<s><a><b/></a><c/><d/></s>")
seen = []
for element in shrunk.iter():
    seen.append(element.tag)
    if element.tag == "a":
        element.clear()
        shrunk.remove(shrunk[1])
print(seen)


class Below(ET.Element):
    def __len__(self):
        return 99

    def __getitem__(self, index):
        if index > 2:
            raise IndexError
        return index


below = Below("below")
below.append(ET.Element("inside"))
print(list(below), names(below.iter()), names(below.findall("inside")), len(below))
for _ in range(3):
    print([child for child in below], [child.tag for child in root])
