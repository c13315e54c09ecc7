# Threads that share a tree: no child and no attribute is lost, and parsers do not disturb each other.
import threading
import xml.etree.ElementTree as ET

root = ET.Element("root")
ROUNDS = 60
texts = []


def work(number):
    for index in range(ROUNDS):
        child = ET.SubElement(root, "child", n=f"{number}.{index}")
        child.text = str(index)
        root.set(f"k{number}", str(index))
        tree = ET.fromstring(f"<a><b>{number}</b><c x='{index}'/></a>")
        assert tree.findtext("b") == str(number) and tree.find("c").get("x") == str(index)
    texts.append("".join(tree.itertext()))


threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(len(root), sorted(root.attrib.items()), sorted(texts))
print(len({child.get("n") for child in root.iter("child")}), len(root.findall("child")))
