# zope.interface in pure Python: interfaces, adapters, verification, inheritance, modules that provide.
import os

os.environ["PURE_PYTHON"] = "1"
from zope.interface import Attribute, Interface, classImplements, directlyProvides, implementedBy, implementer, invariant, providedBy
from zope.interface.adapter import AdapterRegistry
from zope.interface.exceptions import BrokenImplementation, Invalid
from zope.interface.verify import verifyClass, verifyObject


class INamed(Interface):
    name = Attribute("the name")


class IBook(INamed):
    """A book."""

    def read(page, *, fast=False):
        "reads"

    @invariant
    def named(book):
        if not book.name:
            raise Invalid("no name")


class IText(Interface):
    pass


@implementer(IBook)
class Book:
    def __init__(self, name):
        self.name = name

    def read(self, page, *, fast=False):
        return page


@implementer(IBook)
class Wrong:
    def read(self):
        pass


class Text:
    def __init__(self, book):
        self.text = book.name.upper()


classImplements(Text, IText)
print(verifyClass(IBook, Book), verifyObject(IBook, Book("a")), IBook.providedBy(Book("a")), INamed.implementedBy(Book))
for value in Wrong(), 5:
    try:
        verifyObject(IBook, value)
    except Exception as error:
        print(type(error).__name__, str(error).splitlines()[0].split(" object")[0].replace("__main__.", ""))
try:
    IBook.validateInvariants(Book(""))
except Invalid as error:
    print(error)
registry = AdapterRegistry()
registry.register([IBook], IText, "", Text)
registry.register([Interface], IText, "any", str)
print(registry.lookup1(implementedBy(Book), IText)(Book("emma")).text, registry.lookupAll([implementedBy(Book)], IText))
print(list(implementedBy(Book)), list(providedBy(Book("a"))), IBook.getBases(), sorted(IBook), IBook["read"].getSignatureString())
plain = Book.__new__(Book)
directlyProvides(plain, IText)
print([i.__name__ for i in providedBy(plain)], IBook.isOrExtends(INamed), IBook.extends(IText), [i.__name__ for i in IBook.__iro__])
try:
    IText(5)
except TypeError as error:
    print(error.args[0])
print(IText(5, None), IBook.__doc__, hash(IBook) == hash(IBook), IBook == IText, IBook < IText)
