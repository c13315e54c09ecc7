# Elements of the accelerated ElementTree: fields, children, attributes, errors, copies, pickles.
import copy
import pickle
import warnings
import xml.etree.ElementTree as ET

warnings.simplefilter("ignore")


def tell(label, function, *arguments, **keywords):
    try:
        result = function(*arguments, **keywords)
    except Exception as error:
        print(label, type(error).__name__, error)
    else:
        print(label, "->", result if not isinstance(result, ET.Element) else ET.tostring(result))


def tag_names(elements):
    return [element.tag for element in elements]


e = ET.Element("a", {"x": "1"}, y="2")
print(e.tag, e.text, e.tail, e.attrib, len(e), list(e), bool(e))
for index in range(5):
    ET.SubElement(e, "bcdef"[index], n=str(index)).text = "t" * index
print(tag_names(e), tag_names(e[1:4]), tag_names(e[::-2]), e[-1].tag, e[True].tag, bool(e))

# making
tell("none", ET.Element)
tell("not a dict", ET.Element, "a", 1)
tell("named not a dict", ET.Element, "a", attrib=3)
tell("three", ET.Element, "a", {}, 5)
tell("named and positional", ET.Element, "a", {"q": "1"}, attrib="z", b="2")
tell("named", ET.Element, "a", attrib={"q": "1"}, b="2")
tell("sub none", ET.SubElement)
tell("sub one", ET.SubElement, e)
tell("sub parent", ET.SubElement, 1, "a")
tell("sub not a dict", ET.SubElement, e, "a", 3)
tell("makeelement", e.makeelement, "m", {"k": "v"})
tell("makeelement not a dict", e.makeelement, "m", 3)
given = {"k": "v"}
made = ET.Element("a", given)
print(made.attrib == given, made.attrib is given)
made.attrib = given
print(made.attrib is given, copy.copy(made).attrib is given)
made.__init__("other")
print(made.tag, made.attrib)

# fields
for _ in range(3):
    e.tag, e.text, e.tail = "root", ["any", "value"], 5
    print(e.tag, e.text, e.tail)
e.text = e.tail = None
for name in ("tag", "text", "tail", "attrib"):
    tell("del " + name, delattr, e, name)
tell("attrib", setattr, e, "attrib", None)
tell("other", setattr, e, "other", 1)
tell("get other", getattr, e, "other", "default")

# children
tell("index", e.__getitem__, 9)
tell("index of text", e.__getitem__, "x")
tell("step", lambda: e[::0])
tell("append", e.append, 1)
tell("insert", e.insert, 0, 1)
tell("insert where", e.insert, "x", e)
tell("extend", e.extend, [1])
tell("extend what", e.extend, 3)
tell("remove", e.remove, ET.Element("x"))
tell("remove what", e.remove, 1)
tell("set", e.__setitem__, 0, 1)
tell("set far", e.__setitem__, 99, e)
tell("set text", e.__setitem__, "a", e)
tell("set slice", e.__setitem__, slice(0, 1), 3)
tell("set slice of other", e.__setitem__, slice(0, 1), [3])
tell("set long slice", e.__setitem__, slice(0, 9, 2), [e, e])
tell("delete", e.__delitem__, 99)
tell("delete text", e.__delitem__, "a")
first = e[0]
e.remove(first)
e.insert(100, first)
e.insert(-100, ET.Element("front"))
print(tag_names(e))
e[1:3] = [ET.Element("p"), ET.Element("q"), ET.Element("r")]
print(tag_names(e))
e[::3] = (ET.Element("s") for _ in e[::3])
print(tag_names(e))
del e[0], e[1:3], e[::2]
print(tag_names(e), first in list(e), tag_names(reversed(e)))
e.extend([first, first])
e.extend(ET.Element("g" + str(k)) for k in range(2))
print(tag_names(e))

# changes while it is iterated over
seen = []
for child in e:
    seen.append(child.tag)
    if len(seen) < 3:
        e.append(ET.Element("late"))
    if child.tag == "g0":
        e.remove(child)
print(seen, tag_names(e))
iterator = iter(e)
print(type(iterator).__name__, next(iterator).tag)
e.clear()
print(next(iterator, "end"), len(e), e.text, e.attrib)

# attributes of the document
tell("get", e.get)
print(e.get("k"), e.get("k", "d"), e.get(key="k", default=5), e.keys(), e.items())
e.set("k", "v")
e.set("l", "w")
e.set(key := "k", "again")
print(e.get("k"), e.get("k", "d"), e.keys(), e.items(), e.attrib)
tell("set one", e.set, "a")
tell("unhashable", e.get, [])


class Below(ET.Element):
    def __init__(self, tag, extra=None):
        super().__init__(tag, {"below": "yes"})
        self.extra = extra


below = Below("b", [1])
below.append(Below("c"))
below.text = "text"
print(below.tag, below.text, below.extra, below.attrib, len(below), type(below[0]).__name__)
print([type(x).__name__ for x in below.iter()], ET.tostring(below), below.find("c").extra)
print(type(copy.copy(below)).__name__, type(copy.deepcopy(below)).__name__)
print(Below.__new__(Below).tag, isinstance(below, ET.Element), below == below, below != e)

# copies and states
tree = ET.fromstring("<a x='1'>t<b>u</b>v<c y='2'><d/></c><!-- n --></a>")
tree.append(tree[0])
other = copy.deepcopy(tree)
print(ET.tostring(other), other[0] is other[2], other[0] is tree[0], other.attrib is tree.attrib)
pair = copy.deepcopy([tree, tree[0]])
print(pair[0][0] is pair[1])
tree[1].text = ["not", "text"]
tree[1].attrib["list"] = [1]
other = copy.deepcopy(tree)
print(other[1].text, other[1].text is tree[1].text, other[1].attrib)
tree.append(Below("e"))
print([type(x).__name__ for x in copy.deepcopy(tree)])
tell("memo", e.__deepcopy__, 3)
tell("reduce", e.__reduce__)
print(e.__getstate__(), e.__reduce_ex__(2)[1])
for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
    again = pickle.loads(pickle.dumps(ET.fromstring("<a x='1'>t<b>u</b>v</a>"), protocol))
    print(ET.tostring(again), again.tag)
tell("state", e.__setstate__, 1)
tell("children", e.__setstate__, {"tag": 1, "_children": 3})
e.__setstate__({"tag": "z", "_children": [first], "attrib": {"q": "r"}})
print(e.tag, tag_names(e), e.attrib, e.text)
print(repr(e)[:14], repr(ET.Element(None))[:13])
for name, function in ("copy", copy.copy), ("pickle", pickle.dumps):
    tell(name, function, e.iter())
print(ET.SubElement.__module__, ET.Element.__module__, pickle.loads(pickle.dumps(ET.SubElement)))
