# `Element.__init__` of an element that is there, and indices that clear the element.
import xml.etree.ElementTree as ET


class Clears:
    def __init__(self, value, element):
        self.value, self.element = value, element

    def __index__(self):
        self.element.clear()
        return self.value


def made():
    element = ET.Element("r")
    for index in range(5):
        element.append(ET.Element(f"c{index}"))
    return element


def attempt(function):
    try:
        print(function())
    except Exception as error:
        print(type(error).__name__, error)


element = made()
element.text, element.tail = "text", "tail"
element.__init__("again")
print(element.tag, element.attrib, element.text, element.tail, len(element))
element.__init__("again", {"key": "value"})
print(element.tag, element.attrib, element.text, element.tail, len(element))
new = ET.Element("n")
KEYS = (
    lambda element: Clears(1, element), lambda element: slice(Clears(0, element), 3),
    lambda element: slice(0, Clears(3, element)), lambda element: slice(0, 5, Clears(2, element)),
    lambda element: slice(Clears(5, element), 3),
)
for key in KEYS:
    element = made()
    attempt(lambda: element[key(element)])
    element = made()
    attempt(lambda: element.__delitem__(key(element)))
    element = made()
    attempt(lambda: element.__setitem__(key(element), [new] if isinstance(key(element), slice) else new))
    print([child.tag for child in element])
    element = made()
    attempt(lambda: element.__setitem__(key(element), [new, new]))
    print([child.tag for child in element])
