# Entities without end, deep nesting and broken documents: an error each, and in good time.
import random
import xml.etree.ElementTree as ElementTree
from xml.dom import minidom
from xml.parsers import expat

lines = ['<!ENTITY e0 "%s">' % ("ha" * 5000)] + [f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 10)]
bomb = "<!DOCTYPE a [" + "\n".join(lines) + "]><a>&e9;</a>"
try:
    ElementTree.fromstring(bomb)
except ElementTree.ParseError as error:
    print(error.code, str(error).split(":")[0])
long = '<!DOCTYPE a [<!ENTITY e "' + "x" * 100_000 + '">]><a>' + "&e;" * 100_000 + "</a>"
parser = expat.ParserCreate()
try:
    parser.Parse(long, True)
except expat.ExpatError as error:
    print(error.code)

deep = "<a>" * 3000 + "</a>" * 3000
root = ElementTree.fromstring(deep)
depth = 0
while len(root):
    root, depth = root[0], depth + 1
print(depth)

numbers = random.Random(3)
good = """<?xml version='1.0'?><!DOCTYPE r [<!ENTITY e "t<b/>"><!ATTLIST b k CDATA 'v'>]>
<r a='1' b="2"><!-- c --><?p i?><![CDATA[x]]>&e;&amp;&#9;<x:y xmlns:x='u'>text</x:y></r>"""
outcomes = {"parsed": 0}
for turn in range(150):
    broken = list(good)
    for _ in range(numbers.randrange(1, 4)):
        place = numbers.randrange(len(broken))
        broken[place:place + numbers.randrange(3)] = numbers.choice(["<", "&", "'", "]]>", "\0", "é", " ", ">", ";"])
    try:
        minidom.parseString("".join(broken).encode())
        outcomes["parsed"] += 1
    except expat.ExpatError as error:
        outcomes[error.code] = outcomes.get(error.code, 0) + 1
print(outcomes["parsed"] > 5, sum(outcomes.values()))
# long
