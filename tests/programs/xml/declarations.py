# The version of an XML declaration is 1 and a number; where a declaration is wrong is told.
import xml.etree.ElementTree as ET

DOCUMENTS = [f"<?xml version='{version}'?><r/>" for version in (
    "1.0", "1.1", "1.05", "1.", "1.0a", "10", "10.0", "1.x", "1", "01.0", "1.0.0", "a.0", " 1.0", "1.0 ", "-", "1:", "2:0", "",
)]
DOCUMENTS += [
    "<?xml version='1.0' encoding='u:8'?><r/>", "<?xml version='1.0' encoding='utf-8' standalone='x'?><r/>",
    "<?xml version = '2.0' ?><r/>", "<?xml encoding='utf-8'?><r/>", "<?xml version='1.0' encoding=''?><r/>",
    "<?xml version='1.0' encoding='8'?><r/>", "<?xml version='1.0' x='y'?><r/>", "<?xml version='1.0'encoding='utf-8'?><r/>",
    "<?xml version='2.0'?><!DOCTYPE r [<!ENTITY e 'x'>]><r>&e;</r>",
]
for document in DOCUMENTS:
    try:
        print(document, ET.tostring(ET.fromstring(document.encode())))
    except ET.ParseError as error:
        print(document, error)
