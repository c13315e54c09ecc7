"""A parser of XML with the interface, the events and the errors of expat.

Text is cut into tokens by patterns; all that a parser has to remember lies in its object, so that an
abort takes it back. Text that is no whole token yet stays in `_text`. Declarations of
document types are read by `_expat_declarations`, content by `_expat_content`.
"""

import sys as _sys

import _expat_tables as _tables
from _expat_content import Content as _Content
from _expat_declarations import Declarations as _Declarations
from _expat_tables import DocumentType as _DocumentType

EXPAT_VERSION = "expat_2.7.1"
version_info = (2, 7, 1)
native_encoding = "UTF-8"
features = [
    ("sizeof(XML_Char)", 1), ("sizeof(XML_LChar)", 1), ("XML_DTD", 0), ("XML_CONTEXT_BYTES", 1024),
    ("XML_NS", 0), ("XML_BLAP_MAX_AMP", 100), ("XML_BLAP_ACT_THRES", 8 << 20), ("XML_GE", 0),
]
XML_PARAM_ENTITY_PARSING_NEVER = 0
XML_PARAM_ENTITY_PARSING_UNLESS_STANDALONE = 1
XML_PARAM_ENTITY_PARSING_ALWAYS = 2


class ExpatError(Exception):
    pass


ExpatError.__module__ = "xml.parsers.expat"
error = ExpatError


def ErrorString(code, /):
    return _tables.MESSAGES.get(code)


_module = type(_sys)
errors = _module("pyexpat.errors", "Constants used to describe error conditions.")
for _name, _text in _tables.ERRORS:
    setattr(errors, "XML_ERROR_" + _name, _text)
errors.codes = {text: number for number, text in _tables.MESSAGES.items()}
errors.messages = dict(_tables.MESSAGES)
model = _module("pyexpat.model", "Constants used to interpret content model information.")
(
    model.XML_CTYPE_EMPTY, model.XML_CTYPE_ANY, model.XML_CTYPE_MIXED, model.XML_CTYPE_NAME,
    model.XML_CTYPE_CHOICE, model.XML_CTYPE_SEQ,
) = range(1, 7)
(
    model.XML_CQUANT_NONE, model.XML_CQUANT_OPT, model.XML_CQUANT_REP, model.XML_CQUANT_PLUS,
) = range(4)
_sys.modules["pyexpat.errors"], _sys.modules["pyexpat.model"] = errors, model

_HANDLERS = """
StartElement EndElement ProcessingInstruction CharacterData UnparsedEntityDecl NotationDecl
StartNamespaceDecl EndNamespaceDecl Comment StartCdataSection EndCdataSection Default DefaultExpand
NotStandalone ExternalEntityRef StartDoctypeDecl EndDoctypeDecl EntityDecl XmlDecl ElementDecl
AttlistDecl SkippedEntity
""".split()

_SINGLE = ("utf-8", "us-ascii", "iso-8859-1", "utf-16", "utf-16le", "utf-16be")
_ALIASES = {"utf-8": "utf-8", "us-ascii": "ascii", "iso-8859-1": "latin-1"}
_WIDE = {"utf-16": None, "utf-16le": "utf-16-le", "utf-16be": "utf-16-be"}


_STATE = """
_base _before _buffer _buffer_size _buffered _builder _byte _codec _column _context _decoder _defers
_depth _encoding _error _event _flags _has_begun _has_foreign _is_busy _is_last _known _line
_names _open _parameter_parsing _parent _part _place _public_id _raw _separator _spaces
_system _text _type intern
""".split()


class xmlparser(_Content, _Declarations):
    # A parser has no dict: an attribute that it does not know cannot be set.
    __slots__ = (*_STATE, *("_on_" + name for name in _HANDLERS))

    def __init__(self, encoding, separator, intern):
        if intern is not None and not isinstance(intern, dict):
            raise TypeError("intern must be a dictionary")
        self.intern = {} if intern is None else intern
        self._encoding, self._separator = encoding, separator
        self._names = _tables.PLAIN if separator is None else _tables.QUALIFIED
        for name in _HANDLERS:
            setattr(self, "_on_" + name, None)
        self._type = _DocumentType()
        self._base, self._has_foreign, self._parameter_parsing = None, False, 0
        self._defers, self._before = True, 0
        self._parent = self._context = None
        # The state of a builder of `_elementtree`, which takes what is common at once.
        self._builder = None
        self._flags = [False, False, False, False]
        self._buffer, self._buffered, self._buffer_size = [], 0, 8192
        self._begin("start")

    def _begin(self, part):
        """Parts: start, prolog, declarations, content, after, external, finished."""
        self._part = part
        self._raw, self._decoder, self._codec = b"", None, None
        self._text, self._place = "", 0
        # The place of the event that is told now, and a place of which line and column are known.
        self._event, self._line, self._column, self._byte = 0, 1, 0, 0
        self._known = 0
        self._is_last = self._is_busy = self._has_begun = False
        # How many entities are open whose text is parsed now.
        self._depth = 0
        self._open, self._spaces = [], [{"xml": "http://www.w3.org/XML/1998/namespace"}]
        self._error = 0

    # ---- where it is

    def _move(self, place):
        """Counts lines and columns up to a place."""
        passed = self._text[self._known:place]
        if not passed:
            return
        breaks = passed.count("\n")
        if "\r" in passed:
            breaks += passed.count("\r") - passed.count("\r\n")
            if passed[0] == "\n" and self._known and self._text[self._known - 1] == "\r":
                breaks -= 1
        if breaks:
            self._line += breaks
            self._column = len(passed) - 1 - max(passed.rfind("\n"), passed.rfind("\r"))
        else:
            self._column += len(passed)
        if passed.isascii() or self._codec in ("latin-1", "ascii"):
            self._byte += len(passed) * (2 if (self._codec or "").startswith("utf-16") else 1)
        else:
            self._byte += len(passed.encode(self._codec or "utf-8", "replace"))
        self._known = place

    @property
    def CurrentLineNumber(self):
        self._move(self._event)
        return self._line

    @property
    def CurrentColumnNumber(self):
        self._move(self._event)
        return self._column

    @property
    def CurrentByteIndex(self):
        if not self._has_begun:
            return -1
        self._move(self._event)
        return self._byte

    ErrorLineNumber, ErrorColumnNumber = CurrentLineNumber, CurrentColumnNumber
    ErrorByteIndex = CurrentByteIndex

    @property
    def ErrorCode(self):
        return self._error

    def _fail(self, code, place=None):
        """Raises an error at a place of the text, if it is in the text of the document."""
        if place is not None and self._depth == 0 and place >= self._known:
            self._event = place
        self._error = code
        line, column = self.CurrentLineNumber, self.CurrentColumnNumber
        self._part = "finished"
        raise self._made_error(code, line, column)

    def _made_error(self, code, line, column):
        message = _tables.MESSAGES[code]
        made = ExpatError(f"{message}: line {line}, column {column}")
        made.code, made.lineno, made.offset = code, line, column
        return made

    # ---- input

    def Parse(self, data, isfinal=False, /):
        if isinstance(data, str):
            data = data.encode()
            if self._decoder is None and not self._raw:
                self._encoding = "utf-8"
        elif not isinstance(data, bytes):
            data = bytes(memoryview(data))
        if self._part == "finished":
            code = _tables.FINISHED
            raise self._made_error(code, self.CurrentLineNumber, self.CurrentColumnNumber)
        if self._is_busy:
            raise RuntimeError("cannot call Parse() from within a handler")
        self._is_busy = self._has_begun = True
        try:
            self._is_last = bool(isfinal)
            self._type.direct += len(data)
            self._take(data)
            self._go()
            self._flush()
            if self._is_last:
                self._event = len(self._text)
                self._part = "finished"
                self._move(self._event)
        except ExpatError as failure:
            if self._error:
                self._flush_quietly()
            raise
        except BaseException:
            self._buffer, self._buffered = [], 0
            for name in _HANDLERS:
                setattr(self, "_on_" + name, None)
            raise
        finally:
            self._is_busy = False
        self._forget()
        return 1

    def ParseFile(self, file, /):
        if not hasattr(file, "read"):
            raise TypeError("argument must have 'read' attribute")
        if self._is_busy:
            raise RuntimeError("cannot call ParseFile() from within a handler")
        while True:
            data = file.read(2048)
            if not isinstance(data, (bytes, bytearray)):
                name = type(data).__name__
                raise TypeError(f"read() did not return a bytes object (type={name})")
            if len(data) > 2048:
                raise ValueError(
                    f"read() returned too much data: 2048 bytes requested, {len(data)} returned"
                )
            self.Parse(bytes(data), not data)
            if not data:
                return 1

    def _forget(self):
        """Drops the text that was parsed."""
        if self._place:
            self._move(self._place)
            self._text = self._text[self._place:]
            self._known -= self._place
            self._event = max(self._event - self._place, 0)
            self._place = 0
            if self._known > 0:
                # The last event lies before the text that is kept.
                self._known = 0

    def _take(self, data):
        if self._decoder is None:
            self._raw += data
            if not self._choose():
                return
            data, self._raw = self._raw, b""
        self._text += self._decoder(data, self._is_last)

    def _choose(self):
        """Finds out how the text is encoded; false if there is not enough of it yet."""
        raw = self._raw
        if self._encoding is not None:
            if self._encoding.lower() in _WIDE and len(raw) < 2 and not self._is_last:
                return False
            self._use(self._encoding, raw, True)
            return True
        if len(raw) < 4 and not self._is_last and (not raw or raw[0] in b"\xef\xfe\xff<\0"):
            return False
        for mark, name in (
            (b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16le"), (b"\xfe\xff", "utf-16be"),
        ):
            if raw.startswith(mark):
                self._raw = raw[len(mark):]
                self._byte, self._column = self._byte + len(mark), 1
                self._use(name, raw, True)
                return True
        if b"\0" in raw[:2] and raw:
            self._use("utf-16le" if raw[0] else "utf-16be", raw, True)
            return True
        name = "utf-8"
        if raw.startswith(b"<?xml"):
            end = raw.find(b"?>")
            if end < 0 and not self._is_last:
                return False
            found = _tables.XML.match(raw[:end + 2].decode("latin-1"))
            if found and found[2]:
                name = found[2][1:-1]
        self._use(name, raw, False)
        return True

    def _use(self, name, raw, is_given):
        import codecs

        known = name.lower()
        if known in _WIDE:
            wide = _WIDE[known]
            if not is_given:
                self._event = raw.find(name.encode())
                self._text = raw[:raw.find(b"?>")].decode("latin-1")
                self._fail(_tables.INCORRECT_ENCODING, self._event)
            if wide is None:
                wide = "utf-16-le" if raw[:1] == b"\xff" or raw[1:2] == b"\0" else "utf-16-be"
                if raw[:2] in (b"\xff\xfe", b"\xfe\xff"):
                    self._raw = raw[2:]
            self._codec = wide
        elif known in _ALIASES:
            self._codec = _ALIASES[known]
            if is_given and raw.startswith(b"\xef\xbb\xbf"):
                self._raw = raw[3:]
                self._byte += 3 if self._byte == 0 else 0
        else:
            self._use_table(name)
            return
        incremental = codecs.getincrementaldecoder(self._codec)()

        def decode(data, is_last):
            try:
                text = incremental.decode(data, False)
            except UnicodeDecodeError as failure:
                good = failure.object[:failure.start].decode(self._codec)
                return good + "\uffff"
            if is_last and incremental.getstate()[0]:
                return text + "\uffff\uffff"
            return text

        self._decoder = decode

    def _use_table(self, name):
        """An encoding that expat does not know: one byte each, as the codec has it."""
        try:
            table = bytes(range(256)).decode(name, "replace")
        except LookupError:
            if "\0" in name:
                raise ValueError("embedded null character") from None
            raise
        if len(table) != 256:
            raise ValueError("multi-byte encodings are not supported")
        # No other byte may stand for a character of ASCII, and those themselves must be the same.
        if any(ord(c) < 128 and ord(c) != byte for byte, c in enumerate(table) if c >= " ") or (
            table[32:127] != "".join(map(chr, range(32, 127)))
        ):
            self._fail(_tables.UNKNOWN_ENCODING)
        table = table.replace("\ufffd", "\uffff")
        self._codec = "latin-1"
        self._decoder = lambda data, is_last: data.decode("latin-1").translate(table)

    # ---- settings

    def SetBase(self, base, /):
        if not isinstance(base, str):
            raise TypeError(f"SetBase() argument must be str, not {type(base).__name__}")
        self._base = base

    def GetBase(self):
        return self._base

    def GetInputContext(self):
        if not self._is_busy:
            return None
        return self._text[self._event:].encode(self._codec or "utf-8")

    def UseForeignDTD(self, flag=True, /):
        if self._has_begun:
            raise self._made_error(26, self.CurrentLineNumber, self.CurrentColumnNumber)
        self._has_foreign = bool(flag)

    def SetParamEntityParsing(self, flag, /):
        if self._has_begun:
            return 0
        self._parameter_parsing = flag
        return 1

    def SetReparseDeferralEnabled(self, enabled, /):
        self._defers = bool(enabled)

    def GetReparseDeferralEnabled(self):
        return self._defers

    def _refused(self, message):
        made = ExpatError(message)
        made.code, made.lineno, made.offset = 41, self._line, self._column
        return made

    def _set_protection(self, name, value):
        if self._parent is not None:
            raise self._refused("parser must be a root parser")
        setattr(self._type, name, value)

    def SetBillionLaughsAttackProtectionActivationThreshold(self, threshold, /):
        if not isinstance(threshold, int):
            raise TypeError(f"an integer is required (got type {type(threshold).__name__})")
        if threshold < 0:
            raise ValueError("can't convert negative int to unsigned")
        if threshold >= 1 << 64:
            raise OverflowError("Python int too large to convert to C unsigned long long")
        self._set_protection("threshold", threshold)

    def SetBillionLaughsAttackProtectionMaximumAmplification(self, max_factor, /):
        if not isinstance(max_factor, (int, float)):
            raise TypeError(f"must be real number, not {type(max_factor).__name__}")
        if not max_factor >= 1.0:
            raise self._refused("'max_factor' must be at least 1.0")
        self._set_protection("factor", float(max_factor))

    def _expanded(self, count):
        """So many characters came out of an entity: is that too much for the input?"""
        seen = self._type
        seen.indirect += count
        total = seen.direct + seen.indirect
        if total >= seen.threshold and total > seen.factor * max(seen.direct, 1):
            self._fail(_tables.AMPLIFICATION)

    def ExternalEntityParserCreate(self, context, encoding=None, /):
        if context is not None and not isinstance(context, str):
            raise TypeError(
                "ExternalEntityParserCreate() argument 1 must be str or None, not "
                f"{type(context).__name__}"
            )
        made = _new(encoding, self._separator, self.intern)
        for name in _HANDLERS:
            setattr(made, "_on_" + name, getattr(self, "_on_" + name))
        made._type, made._base, made._parent = self._type, self._base, self
        made._parameter_parsing, made._defers = self._parameter_parsing, self._defers
        made._flags, made._buffer_size = list(self._flags), self._buffer_size
        made._context = context
        made._spaces = [dict(self._spaces[-1])]
        made._part = "external"
        return made

    # ---- characters that wait to be told

    def _characters(self, text):
        handler = self._on_CharacterData
        if not self._flags[0]:
            if handler is not None:
                handler(text)
            elif self._on_Default is not None or self._on_DefaultExpand is not None:
                self._default(text)
            return
        if handler is None:
            self._default(text)
            return
        size = len(text) if text.isascii() else len(text.encode())
        if self._buffered + size > self._buffer_size:
            self._flush()
            handler = self._on_CharacterData
            if handler is None:
                return
        if size > self._buffer_size:
            handler(text)
            self._buffered = 0
        else:
            self._buffer.append(text)
            self._buffered += size

    def _flush(self):
        if self._buffered:
            text, self._buffer, self._buffered = "".join(self._buffer), [], 0
            handler = self._on_CharacterData
            if handler is not None:
                handler(text)

    def _flush_quietly(self):
        self._buffer, self._buffered = [], 0

    def _default(self, text):
        """Text that no other handler takes, as it stands in the document."""
        handler = self._on_DefaultExpand or self._on_Default
        if handler is not None and text:
            if self._buffered:
                self._flush()
            handler(text)

    def _tell(self, handler, *arguments):
        if self._buffered:
            self._flush()
        return handler(*arguments)

    def _ask(self, handler, *arguments):
        """The answer of a handler that decides whether parsing goes on."""
        answer = self._tell(handler, *arguments)
        if not hasattr(answer, "__index__"):
            what = type(answer).__name__
            raise TypeError(f"'{what}' object cannot be interpreted as an integer")
        return answer.__index__()

    @property
    def buffer_used(self):
        return self._buffered

    @property
    def buffer_size(self):
        return self._buffer_size

    @buffer_size.setter
    def buffer_size(self, size):
        if not isinstance(size, int):
            raise TypeError("buffer_size must be an integer")
        if size <= 0:
            raise ValueError("buffer_size must be greater than zero")
        if size > 0x7fffffff:
            raise ValueError("buffer_size must not be greater than 2147483647")
        if size != self._buffer_size:
            self._flush()
            self._buffer_size = size

    def __reduce_ex__(self, protocol):
        raise TypeError("cannot pickle 'pyexpat.xmlparser' object")


def _handler_property(name):
    private = "_on_" + name

    def get(self):
        return getattr(self, private)

    def put(self, handler):
        if name == "CharacterData" and self._buffered:
            self._flush()
        setattr(self, private, handler)

    return property(get, put)


def _flag_property(index):
    def get(self):
        return self._flags[index]

    def put(self, value):
        value = bool(value)
        if index == 0 and not value:
            self._flush()
        self._flags[index] = value

    return property(get, put)


for _name in _HANDLERS:
    _full = "DefaultHandlerExpand" if _name == "DefaultExpand" else _name + "Handler"
    setattr(xmlparser, _full, _handler_property(_name))
for _index, _name in enumerate(
    ("buffer_text", "namespace_prefixes", "ordered_attributes", "specified_attributes")
):
    setattr(xmlparser, _name, _flag_property(_index))

def _refuse(cls, *arguments, **keywords):
    raise TypeError("cannot create 'pyexpat.xmlparser' instances")


def _new(encoding, separator, intern):
    made = object.__new__(xmlparser)
    _initialise(made, encoding, separator, intern)
    return made


_initialise = xmlparser.__init__
xmlparser.__new__ = _refuse
xmlparser.__name__ = xmlparser.__qualname__ = "xmlparser"
xmlparser.__module__ = "pyexpat"
XMLParserType = xmlparser


def ParserCreate(encoding=None, namespace_separator=None, intern=None):
    for value, name in ((encoding, "encoding"), (namespace_separator, "namespace_separator")):
        if value is not None and not isinstance(value, str):
            what = type(value).__name__
            raise TypeError(f"ParserCreate() argument '{name}' must be str or None, not {what}")
    if namespace_separator is not None and len(namespace_separator) > 1:
        raise ValueError(
            "namespace_separator must be at most one character, omitted, or None"
        )
    return _new(encoding, namespace_separator, intern)
