# pypdf makes, reads, joins, encrypts and describes documents.
import io

from pypdf import PageObject, PdfReader, PdfWriter, Transformation
from pypdf.annotations import FreeText
from pypdf.generic import ArrayObject, ContentStream, DecodedStreamObject, DictionaryObject, NameObject, NumberObject


def page_with(writer, text):
    page = writer.add_blank_page(width=200, height=100)
    font = DictionaryObject({NameObject("/Type"): NameObject("/Font"), NameObject("/Subtype"): NameObject("/Type1"),
                             NameObject("/BaseFont"): NameObject("/Helvetica")})
    page[NameObject("/Resources")] = DictionaryObject({NameObject("/Font"): DictionaryObject({NameObject("/F1"): font})})
    stream = DecodedStreamObject()
    stream.set_data(f"BT /F1 12 Tf 20 50 Td ({text}) Tj ET".encode("latin-1"))
    page[NameObject("/Contents")] = writer._add_object(stream.flate_encode())
    return page


writer = PdfWriter()
for text in "first page", "second (page)".replace("(", "\\(").replace(")", "\\)"), "third":
    page_with(writer, text)
writer.add_metadata({"/Title": "Títle", "/Author": "Ann"})
outline = writer.add_outline_item("one", 0)
writer.add_outline_item("two", 1, parent=outline)
writer.add_annotation(page_number=0, annotation=FreeText(text="note", rect=(10, 10, 50, 30)))
kept = io.BytesIO()
writer.write(kept)
reader = PdfReader(kept)
print(len(reader.pages), [page.extract_text() for page in reader.pages], reader.metadata.title, reader.metadata.author)
print([item.title if not isinstance(item, list) else [i.title for i in item] for item in reader.outline], reader.pages[0].mediabox)
print(reader.pages[0]["/Annots"][0].get_object()["/Contents"], reader.pages[0].rotate(90).rotation)
joined = PdfWriter()
joined.append(reader, pages=(1, 3))
joined.append(reader, pages=[0])
joined.pages[0].add_transformation(Transformation().scale(0.5).translate(10, 10))
joined.compress_identical_objects()
joined.encrypt("user", "owner", algorithm="RC4-128")
kept = io.BytesIO()
joined.write(kept)
locked = PdfReader(kept)
print(locked.is_encrypted, locked.decrypt("wrong"), locked.decrypt("user"), [p.extract_text() for p in locked.pages])
for damaged in b"", b"not a pdf", kept.getvalue()[:300]:
    try:
        print(len(PdfReader(io.BytesIO(damaged)).pages))
    except Exception as error:
        print(type(error).__name__, error)
