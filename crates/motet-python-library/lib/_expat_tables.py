"""Tables of `pyexpat`: the errors with expat's numbers and texts, and the patterns of tokens."""

import re

ERRORS = """
NO_MEMORY out of memory
SYNTAX syntax error
NO_ELEMENTS no element found
INVALID_TOKEN not well-formed (invalid token)
UNCLOSED_TOKEN unclosed token
PARTIAL_CHAR partial character
TAG_MISMATCH mismatched tag
DUPLICATE_ATTRIBUTE duplicate attribute
JUNK_AFTER_DOC_ELEMENT junk after document element
PARAM_ENTITY_REF illegal parameter entity reference
UNDEFINED_ENTITY undefined entity
RECURSIVE_ENTITY_REF recursive entity reference
ASYNC_ENTITY asynchronous entity
BAD_CHAR_REF reference to invalid character number
BINARY_ENTITY_REF reference to binary entity
ATTRIBUTE_EXTERNAL_ENTITY_REF reference to external entity in attribute
MISPLACED_XML_PI XML or text declaration not at start of entity
UNKNOWN_ENCODING unknown encoding
INCORRECT_ENCODING encoding specified in XML declaration is incorrect
UNCLOSED_CDATA_SECTION unclosed CDATA section
EXTERNAL_ENTITY_HANDLING error in processing external entity reference
NOT_STANDALONE document is not standalone
UNEXPECTED_STATE unexpected parser state - please send a bug report
ENTITY_DECLARED_IN_PE entity declared in parameter entity
FEATURE_REQUIRES_XML_DTD requested feature requires XML_DTD support in Expat
CANT_CHANGE_FEATURE_ONCE_PARSING cannot change setting once parsing has begun
UNBOUND_PREFIX unbound prefix
UNDECLARING_PREFIX must not undeclare prefix
INCOMPLETE_PE incomplete markup in parameter entity
XML_DECL XML declaration not well-formed
TEXT_DECL text declaration not well-formed
PUBLICID illegal character(s) in public id
SUSPENDED parser suspended
NOT_SUSPENDED parser not suspended
ABORTED parsing aborted
FINISHED parsing finished
SUSPEND_PE cannot suspend in external parameter entity
RESERVED_PREFIX_XML reserved prefix (xml) must not be undeclared or bound to another namespace name
RESERVED_PREFIX_XMLNS reserved prefix (xmlns) must not be declared or undeclared
RESERVED_NAMESPACE_URI prefix must not be bound to one of the reserved namespace names
INVALID_ARGUMENT invalid argument
NO_BUFFER a successful prior call to function XML_GetBuffer is required
AMPLIFICATION_LIMIT_BREACH limit on input amplification factor (from DTD and entities) breached
NOT_STARTED parser not started
"""
ERRORS = [line.split(" ", 1) for line in ERRORS.strip().splitlines()]
MESSAGES = {number: text for number, (_, text) in enumerate(ERRORS, 1)}

(
    SYNTAX, NO_ELEMENTS, INVALID_TOKEN, UNCLOSED_TOKEN, PARTIAL_CHAR, TAG_MISMATCH,
    DUPLICATE_ATTRIBUTE, JUNK, PARAM_ENTITY_REF, UNDEFINED_ENTITY, RECURSIVE_ENTITY, ASYNC_ENTITY,
    BAD_CHAR_REF, BINARY_ENTITY, ATTRIBUTE_EXTERNAL, MISPLACED_XML, UNKNOWN_ENCODING,
    INCORRECT_ENCODING, UNCLOSED_CDATA, EXTERNAL_HANDLING, NOT_STANDALONE,
) = range(2, 23)
UNBOUND_PREFIX, UNDECLARING_PREFIX, INCOMPLETE_PE, XML_DECL, TEXT_DECL, PUBLICID = range(27, 33)
FINISHED, RESERVED_XML, RESERVED_XMLNS, RESERVED_URI, AMPLIFICATION = 36, 38, 39, 40, 43

# Characters that no document may contain. U+FFFF also stands for bytes that no text is made of.
_BAD = "\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\ufffe\uffff"
_FIRST = (
    "A-Za-z_\\xc0-\\xd6\\xd8-\\xf6\\xf8-\u02ff\u0370-\u037d\u037f-\u1fff\u200c\u200d"
    "\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\U00010000-\U000effff"
)
_LATER = _FIRST + "0-9.\\-\\xb7\u0300-\u036f\u203f\u2040"
_PLAIN = f"[{_FIRST}:][{_LATER}:]*"
_QUALIFIED = f"[{_FIRST}][{_LATER}]*(?::[{_FIRST}][{_LATER}]*)?"
S = "[ \\t\\r\\n]"


class Names:
    """The patterns in which names stand: with or without the rules of namespaces."""

    def __init__(self, name):
        value = f"\"[^<\"{_BAD}]*\"|'[^<'{_BAD}]*'"
        self.name = re.compile(name)
        self.start_tag = re.compile(
            f"<({name})((?:{S}+{name}{S}*={S}*(?:{value}))*){S}*(/?)>"
        )
        self.attributes = re.compile(f"({name}){S}*={S}*({value})")
        self.end_tag = re.compile(f"</({name}){S}*>")
        self.instruction = re.compile(f"<\\?({name})(?:{S}+((?s:.*?)))?\\?>")
        self.reference = re.compile(f"&({_PLAIN});")


PLAIN, QUALIFIED = Names(_PLAIN), Names(_QUALIFIED)
NAME = PLAIN.name
# Possessive: what has matched is never tried another way, so no place of a long text is remembered.
TEXT = re.compile(f"(?:[^<&\\]\\r\\n{_BAD}]++|\\](?!\\]>))++")
LONG_TEXT = re.compile(f"(?:[^<&\\]\\r{_BAD}]++|\\](?!\\]>))++")
IN_SECTION = re.compile(f"(?:[^\\]\\r\\n{_BAD}]++|\\](?!\\]>))++")
IN_VALUE = re.compile(f"[^<&{_BAD}]*")
BAD = re.compile(f"[{_BAD}]")
SPACE = re.compile(f"{S}+")
# A character of a URI, as RFC 3986 has them.
IN_URI = re.compile(r"[-A-Za-z0-9._~:/?#\[\]@!$&'()*+,;=%]")
CHARACTER = re.compile("&#(?:x([0-9a-fA-F]+)|([0-9]+));")
_LITERAL = "\"[^\"]*\"|'[^']*'"
ID = f"(?:SYSTEM{S}+({_LITERAL})|PUBLIC{S}+({_LITERAL}){S}+({_LITERAL}))"
DOCTYPE = re.compile(f"<!DOCTYPE{S}+({_PLAIN})(?:{S}+{ID})?{S}*([\\[>])")
DECLARATION = re.compile("<!(?:[^\"'<>]++|\"[^\"]*+\"|'[^']*+')*+>")
PARAMETER = re.compile(f"%({_PLAIN});")
XML = re.compile(
    f"<\\?xml(?:{S}+version{S}*={S}*(\"1\\.[0-9]+\"|'1\\.[0-9]+'))?"
    f"(?:{S}+encoding{S}*={S}*(\"[A-Za-z][A-Za-z0-9._-]*\"|'[A-Za-z][A-Za-z0-9._-]*'))?"
    f"(?:{S}+standalone{S}*={S}*(\"(?:yes|no)\"|'(?:yes|no)'))?{S}*\\?>"
)
_PARTS = [
    (re.compile(f"{S}+{name}{S}*={S}*[\"']"), re.compile(value))
    for name, value in (
        ("version", "1\\.[0-9]+"), ("encoding", "[A-Za-z][A-Za-z0-9._-]*"), ("standalone", "yes|no"),
    )
]
_PLAIN_VALUE = re.compile("[A-Za-z0-9._-]*")
_BLANKS = re.compile(f"{S}*")


def place_of_fault(text):
    """Where an XML declaration is wrong."""
    place = 5
    for opening, value in _PARTS:
        found = opening.match(text, place)
        if found:
            start = found.end()
            end = _PLAIN_VALUE.match(text, start).end()
            if text[end:end + 1] != text[start - 1]:
                return end
            if not value.fullmatch(text, start, end):
                return start
            place = end + 1
        elif place == 5:
            break
    return _BLANKS.match(text, place).end()


PUBLIC = re.compile("[ \\r\\na-zA-Z0-9\\-'()+,./:=?;!*#@$_%]*\\Z")

PREDEFINED = {"lt": "<", "gt": ">", "amp": "&", "quot": '"', "apos": "'"}


def character(match):
    """The character that a reference by number stands for; None if there is none."""
    digits, base = (match[1], 16) if match[1] else (match[2], 10)
    digits = digits.lstrip("0") or "0"
    if len(digits) > 8:
        return None
    number = int(digits, base)
    if number > 0x10ffff or 0xd800 <= number < 0xe000:
        return None
    made = chr(number)
    return None if BAD.match(made) else made


def one_line_break(text):
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


class Entity:
    """An entity of a document type: `text` is None for one outside of the document."""

    __slots__ = ("name", "text", "base", "system", "public", "notation", "is_open", "in_parameter")

    def __init__(self, name, text, base, system, public, notation, in_parameter):
        self.name, self.text, self.base = name, text, base
        self.system, self.public, self.notation = system, public, notation
        self.is_open, self.in_parameter = False, in_parameter


class DocumentType:
    """The declarations of a document: shared by a parser and those of its external entities."""

    def __init__(self):
        self.entities, self.parameters = {}, {}
        # Of each element: name of an attribute to (type is CDATA, default or None).
        self.attributes = {}
        self.is_standalone = False
        self.has_parameters = False
        # Declarations after a parameter entity that was not read are not to be relied on.
        self.keeps_processing = True
        # For the limit of amplification, in bytes.
        self.direct, self.indirect = 0, 0
        self.threshold, self.factor = 8 << 20, 100.0
