"""The fast half of `xml.etree.ElementTree`: its elements are native, builder and parser stand here.

A parser whose target is a plain `TreeBuilder` without a factory of its own hands the builder's state
to expat, which lets `_xml_tokens.build` make elements of common tokens; what is not common comes
through the handlers below.
"""

from _elementtree_core import Element, SubElement
from xml.etree import ElementPath as _paths

__all__ = ["Element", "ParseError", "SubElement", "TreeBuilder", "XMLParser"]

# Places in the state of a builder (`xml_build.rs` knows the first nine).
_THIS, _LAST, _ROOT, _TAIL_OF, _DATA, _STACK, _EVENTS, _START, _END, _APPEND = range(10)

_comment_factory = _pi_factory = None


class ParseError(SyntaxError):
    pass


ParseError.__module__ = "xml.etree.ElementTree"


def _set_factories(comment_factory, pi_factory, /):
    global _comment_factory, _pi_factory
    for factory, name in ((comment_factory, "Comment"), (pi_factory, "PI")):
        if not callable(factory) and factory is not None:
            raise TypeError(f"{name} factory must be callable, not {type(factory).__name__}")
    before = _comment_factory, _pi_factory
    _comment_factory, _pi_factory = comment_factory, pi_factory
    return before


# ---- what natives of Element leave to Python

def _find(element, path, namespaces):
    return _paths.find(element, path, namespaces)


def _findtext(element, path, default, namespaces):
    return _paths.findtext(element, path, default, namespaces)


def _findall(element, path, namespaces):
    return _paths.findall(element, path, namespaces)


def _iterfind(element, path, namespaces):
    return _paths.iterfind(element, path, namespaces)


def _warn_of_truth():
    import warnings

    warnings.warn(
        "Testing an element's truth value will always return True in future versions.  "
        "Use specific 'len(elem)' or 'elem is not None' test instead.",
        DeprecationWarning, stacklevel=2,
    )


def _state_of(element):
    return {
        "tag": element.tag,
        "_children": Element.__getitem__(element, slice(None)),
        "attrib": element.attrib,
        "text": element.text,
        "tail": element.tail,
    }


def _set_state(element, state):
    if not isinstance(state, dict):
        raise TypeError(f"Don't know how to unpickle \"{state!r}\" as an Element")
    for name in state:
        if name not in ("tag", "attrib", "text", "tail", "_children"):
            raise TypeError(f"this function got an unexpected keyword argument '{name}'")
    children, attrib = state.get("_children"), state.get("attrib")
    if children is not None and not isinstance(children, list):
        raise TypeError("'_children' is not a list")
    if attrib is not None and not isinstance(attrib, dict):
        what = type(attrib).__name__
        raise TypeError(f"__setstate__() argument 2 must be dict, not {what}")
    element.tag = state.get("tag")
    element.text, element.tail = state.get("text"), state.get("tail")
    if children is not None or attrib is not None:
        element.attrib = {} if attrib is None else attrib
        Element.__setitem__(element, slice(None), children or [])


def _deepcopy(element, memo):
    from copy import deepcopy

    made = Element(deepcopy(element.tag, memo))
    made.attrib = deepcopy(element.attrib, memo)
    made.text, made.tail = deepcopy(element.text, memo), deepcopy(element.tail, memo)
    # A copy of a child may change the children.
    place = 0
    while place < Element.__len__(element):
        made.append(deepcopy(Element.__getitem__(element, place), memo))
        place += 1
    memo[id(element)] = made
    return made


# ---- the builder

def _append_child(parent, child):
    if type(parent) is Element:
        Element.append(parent, child)
    else:
        parent.append(child)


class TreeBuilder:
    __slots__ = (
        "_state", "_factory", "_comment_factory", "_pi_factory", "_insert_comments",
        "_insert_pis", "_reported",
    )

    def __new__(cls, *arguments, **keywords):
        made = object.__new__(cls)
        made._state = [None, None, None, None, [], [], None, None, None, None]
        made._factory = made._comment_factory = made._pi_factory = None
        made._insert_comments = made._insert_pis = False
        # The names of rare events that are wanted.
        made._reported = {}
        return made

    def __init__(self, element_factory=None, *, comment_factory=None, pi_factory=None,
                 insert_comments=False, insert_pis=False):
        self._factory = element_factory
        self._comment_factory = _comment_factory if comment_factory is None else comment_factory
        self._pi_factory = _pi_factory if pi_factory is None else pi_factory
        self._insert_comments = bool(insert_comments)
        self._insert_pis = bool(insert_pis)

    def _flush(self):
        state = self._state
        data = state[_DATA]
        if not data:
            return
        text = data[0] if len(data) == 1 else "".join(data)
        state[_DATA] = []
        element = state[_TAIL_OF]
        name = "text" if element is None else "tail"
        if element is None:
            element = state[_LAST]
        before = getattr(element, name)
        if before is not None:
            text = before + text
        setattr(element, name, text)

    def _report(self, name, what):
        state = self._state
        append = state[_APPEND]
        if append is not None and name is not None:
            append((name, what))

    def data(self, data, /):
        state = self._state
        # Text before the first element is nobody's.
        if state[_LAST] is not None:
            state[_DATA].append(data)

    def start(self, tag, attrs, /):
        if not isinstance(attrs, dict):
            raise TypeError(f"start() argument 2 must be dict, not {type(attrs).__name__}")
        self._flush()
        factory, state = self._factory, self._state
        if factory is None:
            made = Element(tag)
            made.attrib = attrs
        else:
            made = factory(tag, attrs)
        this = state[_THIS]
        state[_TAIL_OF] = None
        if this is not None:
            _append_child(this, made)
        elif state[_ROOT] is not None:
            raise ParseError("multiple elements on top level")
        else:
            state[_ROOT] = made
        state[_STACK].append(this)
        state[_THIS] = state[_LAST] = made
        self._report(state[_START], made)
        return made

    def end(self, tag, /):
        self._flush()
        state = self._state
        if not state[_STACK]:
            raise IndexError("pop from empty stack")
        ended = state[_LAST] = state[_TAIL_OF] = state[_THIS]
        state[_THIS] = state[_STACK].pop()
        self._report(state[_END], ended)
        return ended

    def _insert(self, made, is_inserted):
        this = self._state[_THIS]
        if is_inserted and this is not None:
            _append_child(this, made)
            self._state[_TAIL_OF] = made

    def comment(self, text, /):
        self._flush()
        made = text
        if self._comment_factory is not None:
            made = self._comment_factory(text)
            self._insert(made, self._insert_comments)
        self._report(self._reported.get("comment"), made)
        return made

    def pi(self, target, text=None, /):
        self._flush()
        if self._pi_factory is not None:
            made = self._pi_factory(target, text)
            self._insert(made, self._insert_pis)
        else:
            made = (target, text)
        self._report(self._reported.get("pi"), made)
        return made

    def close(self):
        return self._state[_ROOT]


TreeBuilder.__module__ = "xml.etree.ElementTree"


# ---- the parser

class XMLParser:
    __slots__ = ("_parser", "_entity", "_target", "_version", "_names", "_call")

    def __new__(cls, *arguments, **keywords):
        made = object.__new__(cls)
        made._parser = made._target = made._entity = made._version = None
        return made

    def __init__(self, *, target=None, encoding=None):
        import pyexpat

        if encoding is not None and not isinstance(encoding, str):
            what = type(encoding).__name__
            raise TypeError(f"XMLParser() argument 'encoding' must be str or None, not {what}")
        parser = pyexpat.ParserCreate(encoding, "}")
        target = TreeBuilder() if target is None else target
        self._entity, self._names, self._target = {}, {}, target
        self._version = "Expat %d.%d.%d" % pyexpat.version_info
        self._call = {
            name: getattr(target, name, None)
            for name in ("start_ns", "end_ns", "start", "data", "end", "comment", "pi", "close",
                         "doctype")
        }
        self._parser = parser
        if type(target) is TreeBuilder:
            if target._factory is None:
                parser._builder = target._state
            parser.StartElementHandler, parser.EndElementHandler = self._start, target.end
        else:
            if self._call["start_ns"] is not None or self._call["end_ns"] is not None:
                self._tell_namespaces()
            parser.StartElementHandler, parser.EndElementHandler = self._start, self._end
        parser.DefaultHandlerExpand = self._default
        parser.CharacterDataHandler = self._call["data"] or _ignore
        if self._call["comment"] is not None:
            parser.CommentHandler = self._call["comment"]
        if self._call["pi"] is not None:
            parser.ProcessingInstructionHandler = self._pi
        parser.StartDoctypeDeclHandler = self._doctype

    entity = property(lambda self: self._entity)
    target = property(lambda self: self._target)
    version = property(lambda self: self._version)

    def _known_parser(self):
        if self._parser is None:
            raise ValueError("XMLParser.__init__() wasn't called")
        return self._parser

    # ---- handlers

    def _name(self, name):
        names = self._names
        found = names.get(name)
        if found is None:
            found = names[name] = "{" + name if "}" in name else name
        return found

    def _start(self, tag, attrib):
        start = self._call["start"]
        if start is not None:
            name = self._name
            attrib = {name(key): value for key, value in attrib.items()} if attrib else {}
            start(name(tag), attrib)

    def _end(self, tag):
        end = self._call["end"]
        if end is not None:
            end(self._name(tag))

    def _pi(self, target, text):
        builder = self._target
        if type(builder) is not TreeBuilder or builder._insert_pis or "pi" in builder._reported:
            self._call["pi"](target, text)

    def _default(self, text):
        if len(text) < 2 or text[0] != "&":
            return
        name = text[1:-1]
        if name not in self._entity:
            parser = self._parser
            line, column = parser.CurrentLineNumber, parser.CurrentColumnNumber
            message = f"undefined entity {text[:100]}: line {line}, column {column}"
            raise _made_error(message, 11, line, column)
        if self._call["data"] is not None:
            self._call["data"](self._entity[name])

    def _doctype(self, name, system, public, has_internal_subset):
        if self._call["doctype"] is not None:
            self._call["doctype"](name, public, system)
        elif hasattr(self, "doctype"):
            import warnings

            warnings.warn(
                "The doctype() method of XMLParser is ignored.  "
                "Define doctype() method on the TreeBuilder target.",
                RuntimeWarning,
            )

    def _tell_namespaces(self):
        self._parser.StartNamespaceDeclHandler = self._start_namespace
        self._parser.EndNamespaceDeclHandler = self._end_namespace

    def _start_namespace(self, prefix, uri):
        prefix, uri, builder = prefix or "", uri or "", self._target
        if type(builder) is TreeBuilder:
            builder._report(builder._reported.get("start-ns"), (prefix, uri))
        elif self._call["start_ns"] is not None:
            self._call["start_ns"](prefix, uri)

    def _end_namespace(self, prefix):
        builder = self._target
        if type(builder) is TreeBuilder:
            builder._report(builder._reported.get("end-ns"), None)
        elif self._call["end_ns"] is not None:
            self._call["end_ns"](prefix or "")

    # ---- input

    def _parse(self, data, is_last):
        from pyexpat import ExpatError

        try:
            self._parser.Parse(data, is_last)
        except ExpatError as failure:
            made = _made_error(str(failure), failure.code, failure.lineno, failure.offset)
        else:
            return
        raise made

    def feed(self, data, /):
        self._known_parser()
        if not isinstance(data, str):
            data = bytes(_memory(data))
        self._parse(data, False)

    def close(self):
        self._known_parser()
        self._parse(b"", True)
        if self._call["close"] is not None:
            return self._call["close"]()

    def flush(self):
        parser = self._known_parser()
        was_enabled = parser.GetReparseDeferralEnabled()
        parser.SetReparseDeferralEnabled(False)
        try:
            self._parse(b"", False)
        finally:
            parser.SetReparseDeferralEnabled(was_enabled)

    def _parse_whole(self, file, /):
        self._known_parser()
        read, is_first = file.read, True
        while data := read(64 * 1024):
            if isinstance(data, str):
                data = data.encode("utf-8", "surrogatepass")
                if is_first:
                    # What the document says of its encoding is past.
                    self._parser._encoding = "utf-8"
            elif not isinstance(data, bytes):
                break
            self._parse(data, False)
            is_first = False
        self._parse(b"", True)
        if type(self._target) is TreeBuilder:
            return self._target.close()

    def _setevents(self, events_queue, events_to_report=None, /):
        parser, builder = self._known_parser(), self._target
        if type(builder) is not TreeBuilder:
            raise TypeError("event handling only supported for ElementTree.TreeBuilder targets")
        state = builder._state
        state[_APPEND], state[_EVENTS] = events_queue.append, []
        state[_START] = state[_END] = None
        builder._reported.clear()
        if events_to_report is None:
            state[_END] = "end"
            return
        try:
            events = list(iter(events_to_report))
        except TypeError:
            raise TypeError("events must be a sequence") from None
        for event in events:
            name = event.decode() if isinstance(event, bytes) else event
            if not isinstance(name, str):
                raise ValueError("invalid events sequence")
            if name == "start":
                state[_START] = event
            elif name == "end":
                state[_END] = event
            elif name in ("start-ns", "end-ns"):
                builder._reported[name] = event
                self._tell_namespaces()
            elif name in ("comment", "pi"):
                builder._reported[name] = event
            else:
                raise ValueError(f"unknown event '{name}'")


XMLParser.__module__ = "xml.etree.ElementTree"


def _ignore(data):
    pass


def _memory(data):
    try:
        return memoryview(data)
    except TypeError:
        what = type(data).__name__
        raise TypeError(f"a bytes-like object is required, not '{what}'") from None


def _made_error(message, code, line, column):
    made = ParseError(message)
    made.code, made.position = code, (line, column)
    return made
