"""xml.etree: a document built, written, read and searched."""

import xml.etree.ElementTree as tree

from support.repeated import run

TURNS = {"T": 1, "S": 1300, "W": 6500, "A": 65000}

def work():
    root = tree.Element("shop")
    for number in range(100):
        item = tree.SubElement(root, "item", {"number": str(number)})
        tree.SubElement(item, "price").text = "%d.5" % number
    text = tree.tostring(root, encoding="unicode")
    back = tree.fromstring(text)
    prices = [float(price.text) for price in back.iterfind("item/price")]
    return len(text), sum(prices), back.find("item[@number='7']/price").text


if __name__ == "__main__":
    run("xml_documents", __doc__, TURNS, work, (4393, 5000.0, '7.5'))
