"""The content of documents: the text before, in and after the first element."""

import re

import _expat_tables as tables
from _expat_tables import character, one_line_break
from _xml_tokens import build, scan

_XML_SPACE = "http://www.w3.org/XML/1998/namespace"
_XMLNS_SPACE = "http://www.w3.org/2000/xmlns/"
# Text that expat must convert reaches the handlers in pieces of this length.
_PIECE = 1024
# The numbers of common tokens, and the bits of the rules by which they are cut.
_TEXT, _START, _EMPTY, _END, _CHARACTER, _PREDEFINED = range(6)
_JOINS_LINES, _IS_QUALIFIED = 1, 2


def _is_cut(text, end):
    """Whether a text ends with the colon behind a prefix: the rest of the name may follow."""
    return end + 1 == len(text) and text[end] == ":"


class Content:
    __slots__ = ()

    def _go(self):
        """Parses the text that has arrived."""
        if self._text == "" and not self._is_last:
            return
        have = len(self._text) - self._place
        if self._defers and not self._is_last and self._before and have < 2 * self._before:
            return
        before = self._place
        while True:
            part = self._part
            if part == "start" or part == "external":
                goes_on = self._start()
            elif part == "prolog" or part == "after":
                goes_on = self._outside()
            elif part == "declarations":
                goes_on = self._internal_subset()
            elif part == "content":
                goes_on = self._document_content()
            elif part == "subset":
                goes_on = self._external_subset()
            else:
                return
            if not goes_on:
                break
        self._before = have if self._place == before else 0

    # ---- the beginning

    def _start(self):
        text, is_external = self._text, self._part == "external"
        self._event = self._place
        if not text.startswith("<?xml"[:len(text)]) and text or self._is_last and not text:
            self._part = self._after_start(is_external)
            return True
        if len(text) < 6:
            if not self._is_last:
                return False
            self._part = self._after_start(is_external)
            return True
        if text[5] not in " \t\r\n":
            self._part = self._after_start(is_external)
            return True
        end = text.find("?>")
        if end < 0 and not self._is_last:
            return False
        found = tables.XML.match(text)
        code = tables.TEXT_DECL if is_external else tables.XML_DECL
        if not found:
            if end < 0:
                self._fail(tables.UNCLOSED_TOKEN, 0)
            self._fail(code, tables.place_of_fault(text))
        version, encoding, standalone = [part and part[1:-1] for part in found.groups()]
        if is_external:
            if standalone or not encoding:
                self._fail(code, 5)
        elif version is None:
            self._fail(code, tables.place_of_fault(text))
        self._declared(found[0], version, encoding, standalone, is_external)
        self._place = found.end()
        self._part = self._after_start(is_external)
        return True

    def _declared(self, raw, version, encoding, standalone, is_external):
        if standalone == "yes":
            self._type.is_standalone = True
        if self._on_XmlDecl is not None:
            number = -1 if standalone is None else int(standalone == "yes")
            self._tell(self._on_XmlDecl, version, encoding, number)
        else:
            self._default(raw)

    def _after_start(self, is_external):
        if not is_external:
            return "prolog"
        return "subset" if self._context is None else "content"

    # ---- before and after the element

    def _outside(self):
        text, place = self._text, self._place
        self._event = place
        if place >= len(text):
            if self._is_last and self._part == "prolog":
                self._fail(tables.NO_ELEMENTS, len(text))
            return False
        space = tables.SPACE.match(text, place)
        if space:
            if text.endswith("\r") and space.end() == len(text) and not self._is_last:
                return False
            self._default(space[0])
            self._place = space.end()
            return True
        char = text[place]
        if char == "<":
            return self._markup_outside(text, place)
        if tables.BAD.match(char):
            self._fail(self._code_of_bad(text, place), place)
        if char in "&;" or not (tables.NAME.match(char) or char in "%[](|)'\"#,>"):
            self._fail(tables.INVALID_TOKEN, place)
        name = tables.NAME.match(text, place)
        if name and text[name.end():name.end() + 1] not in tuple(" \t\r\n>),|[%+*?") + ("",):
            self._fail(tables.INVALID_TOKEN, name.end())
        self._fail(tables.SYNTAX if self._part == "prolog" else tables.JUNK, place)

    def _markup_outside(self, text, place):
        following = text[place + 1:place + 2]
        if following == "?":
            return self._advance(self._instruction(text, place))
        if following == "!":
            if text.startswith("<!--", place):
                return self._advance(self._comment(text, place))
            if text.startswith("<!DOCTYPE", place) and self._part == "prolog":
                return self._document_type(text, place)
            rest = text[place:place + 9]
            if any(start.startswith(rest) for start in ("<!--", "<!DOCTYPE")):
                return self._incomplete(text, place)
            if self._part == "after" and text.startswith("<!DOCTYPE", place):
                self._fail(tables.JUNK, place)
            word = re.compile("<![A-Za-z]*").match(text, place).end()
            ok = word > place + 2 and text[word:word + 1] in tuple(" \t\r\n[%")
            self._fail(tables.SYNTAX if ok else tables.INVALID_TOKEN, place if ok else word)
        if not following:
            return self._incomplete(text, place)
        if tables.NAME.match(following):
            if self._part == "after":
                self._fail(tables.JUNK, place)
            self._part = "content"
            if self._has_foreign:
                self._has_foreign = False
                self._foreign_subset()
            return True
        self._fail(tables.INVALID_TOKEN, place + 1)

    def _advance(self, place):
        if place < 0:
            return False
        self._place = place
        return True

    def _incomplete(self, text, place):
        """Waits for more; an error if there is none."""
        if not self._is_last and self._depth == 0:
            return False
        if text.endswith("\uffff\uffff"):
            self._fail(self._code_of_bad(text, len(text) - 2), len(text) - 2)
        self._fail(tables.UNCLOSED_TOKEN, place)

    # ---- tokens: each answers with where the next begins, or -1 if it is not whole yet

    def _comment(self, text, place):
        end = text.find("--", place + 4)
        stop = len(text) if end < 0 else end
        bad = tables.BAD.search(text, place + 4, stop)
        if bad:
            self._fail(self._code_of_bad(text, bad.start()), bad.start())
        if end < 0 or end + 2 >= len(text):
            self._incomplete(text, place)
            return -1
        if text[end + 2] != ">":
            self._fail(tables.INVALID_TOKEN, end + 2)
        if self._on_Comment is not None:
            self._tell(self._on_Comment, one_line_break(text[place + 4:end]))
        else:
            self._default(text[place:end + 3])
        return end + 3

    def _code_of_bad(self, text, place):
        is_partial = text.startswith("\uffff\uffff", place)
        if is_partial and self._codec.startswith("utf-16"):
            return tables.UNCLOSED_TOKEN
        return tables.PARTIAL_CHAR if is_partial else tables.INVALID_TOKEN

    def _instruction(self, text, place):
        end = text.find("?>", place + 2)
        if end < 0:
            name = self._names.name.match(text, place + 2)
            if len(text) > place + 2 and not name:
                self._fail(tables.INVALID_TOKEN, place + 2)
            bad = tables.BAD.search(text, place)
            if bad:
                self._fail(self._code_of_bad(text, bad.start()), bad.start())
            self._incomplete(text, place)
            return -1
        found = self._names.instruction.match(text, place, end + 2)
        if not found:
            name = self._names.name.match(text, place + 2)
            self._fail(tables.INVALID_TOKEN, name.end() if name else place + 2)
        bad = tables.BAD.search(text, place, end)
        if bad:
            self._fail(tables.INVALID_TOKEN, bad.start())
        target = found[1]
        if target.lower() == "xml":
            if target == "xml":
                self._fail(tables.MISPLACED_XML, place)
            self._fail(tables.INVALID_TOKEN, place + 2)
        if self._on_ProcessingInstruction is not None:
            data = one_line_break(found[2] or "")
            self._tell(self._on_ProcessingInstruction, target, data)
        else:
            self._default(found[0])
        return found.end()

    # ---- the element

    def _document_content(self):
        is_external = self._context is not None
        end = self._content(self._text, self._place, 0)
        if end < 0:
            return False
        self._place = self._event = end
        if self._part == "after":
            return True
        if self._is_last and self._part == "content":
            if self._open:
                self._fail(tables.ASYNC_ENTITY if is_external else tables.NO_ELEMENTS, end)
            if not is_external:
                self._fail(tables.NO_ELEMENTS, end)
            self._part = "end"
        return False

    def _content(self, text, place, floor):
        """Parses content until its end, or the end of the outermost element. Elements below `floor`
        were opened elsewhere. Answers with where it stopped."""
        size, depth = len(text), self._depth
        names = self._names
        while place < size:
            if depth == 0:
                next_place = self._common(text, place, floor)
                if self._part == "after":
                    return next_place
                if next_place > place:
                    place = next_place
                    continue
                self._event = self._place = place
            char = text[place]
            if char == "<":
                found = names.start_tag.match(text, place)
                if found:
                    pairs = self._pairs(found, place) if found[2] else {}
                    is_empty, place = found[3] == "/", found.end()
                    self._element(found[1], pairs, is_empty, text, found.start(), place)
                    if is_empty and not self._open and not floor and self._is_whole():
                        self._part = "after"
                        return place
                    continue
                following = text[place + 1:place + 2]
                if following == "/":
                    next_place = self._end_tag(text, place, floor)
                elif following == "!":
                    next_place = self._section_or_comment(text, place)
                elif following == "?":
                    next_place = self._instruction(text, place)
                else:
                    next_place = self._broken_tag(text, place)
                if next_place < 0:
                    return place
                place = next_place
                if self._part == "after" and not depth:
                    return place
                continue
            if char == "&":
                next_place = self._reference(text, place, floor)
                if next_place < 0:
                    return place
                place = next_place
                continue
            if char == "\n":
                self._characters("\n")
                place += 1
                continue
            if char == "\r":
                if place + 1 == size and not self._is_last and not depth:
                    return place
                place += 2 if text.startswith("\r\n", place) else 1
                self._characters("\n")
                continue
            place = self._run(text, place)
            if place < 0:
                return self._place
        return place

    def _common(self, text, place, floor):
        """Tells the common tokens at a place. Answers with where the first other one begins."""
        if self._builder is not None and not floor and not self._type.attributes:
            return self._built(text, place, self._builder)
        joins_lines = self._flags[0]
        rules = joins_lines * _JOINS_LINES + (self._separator is not None) * _IS_QUALIFIED
        is_in_pieces = self._codec != "utf-8"
        for kind, begin, end, content, pairs in scan(text, place, rules):
            self._event = self._place = place = begin
            if kind == _TEXT:
                if self._flags[0] is not joins_lines:
                    # A handler has changed where text is cut.
                    return place
                if is_in_pieces and end - begin > _PIECE:
                    self._pieces(content)
                else:
                    self._characters(content)
            elif kind == _END:
                self._end(content, text, begin, end, floor)
                if self._part == "after":
                    return end
            elif kind < _CHARACTER:
                self._element(content, pairs or {}, kind == _EMPTY, text, begin, end)
                if kind == _EMPTY and not self._open and not floor and self._is_whole():
                    self._part = "after"
                    return end
            else:
                self._character(content, kind == _PREDEFINED, text[begin:end])
            place = end
        return place

    def _built(self, text, place, state):
        """As `_common`; the tokens become elements of a builder at once."""
        end, references = build(text, place, self._open, self._spaces[-1], state)
        self._event = self._place = end
        if references:
            self._expanded(references)
        events, append = state[6], state[9]
        if events:
            for event in events:
                append(event)
            events.clear()
        if end > place and not self._open and self._is_whole():
            self._part = "after"
        return end

    def _is_whole(self):
        """Whether the end of the outermost element ends the content."""
        return self._context is None and self._depth == 0

    def _run(self, text, place):
        """Text without markup and without line breaks that expat tells by themselves."""
        pattern = tables.LONG_TEXT if self._flags[0] else tables.TEXT
        found = pattern.match(text, place)
        end = found.end() if found else place
        if text.startswith("]]>", end):
            self._fail(tables.INVALID_TOKEN, end + 2)
        if end == len(text) and not self._is_last and not self._depth:
            # The beginning of `]]>` may stand here.
            while end > place and len(text) - end < 2 and text[end - 1] == "]":
                end -= 1
            if end == place:
                return -1
        if end == place:
            self._fail(self._code_of_bad(text, place), place)
        if self._codec == "utf-8" or end - place <= _PIECE:
            self._characters(text[place:end])
        else:
            self._pieces(text[place:end])
        return end

    def _pieces(self, text):
        for start in range(0, len(text), _PIECE):
            self._characters(text[start:start + _PIECE])

    def _section_or_comment(self, text, place):
        if text.startswith("<!--", place):
            return self._comment(text, place)
        if text.startswith("<![CDATA[", place):
            return self._section(text, place)
        rest = text[place:place + 9]
        if any(start.startswith(rest) for start in ("<!--", "<![CDATA[")):
            self._incomplete(text, place)
            return -1
        self._fail(tables.INVALID_TOKEN, place + 2)

    def _section(self, text, place):
        # A section is told as a whole; expat tells the part of it that has arrived.
        end = text.find("]]>", place + 9)
        if end < 0:
            bad = tables.BAD.search(text, place)
            if bad:
                self._fail(self._code_of_bad(text, bad.start()), bad.start())
            if self._is_last or self._depth:
                self._fail(tables.UNCLOSED_CDATA, len(text))
            return -1
        if self._on_StartCdataSection is not None:
            self._tell(self._on_StartCdataSection)
        else:
            self._default("<![CDATA[")
        at = place + 9
        while at < end:
            if self._depth == 0:
                self._event = at
            if text[at] in "\r\n":
                at += 2 if text.startswith("\r\n", at) else 1
                self._characters("\n")
                continue
            found = tables.IN_SECTION.match(text, at, end)
            if not found:
                if text[at] == "]":
                    self._characters("]")
                    at += 1
                    continue
                self._fail(tables.INVALID_TOKEN, at)
            self._characters(found[0])
            at = found.end()
        if self._depth == 0:
            self._event = end
        if self._on_EndCdataSection is not None:
            self._tell(self._on_EndCdataSection)
        else:
            self._default("]]>")
        return end + 3

    def _broken_tag(self, text, place):
        """Finds the error of a start tag, or that it is not whole."""
        names, size, at = self._names, len(text), place + 1
        found = names.name.match(text, at)
        if not found:
            if at < size:
                self._fail(self._code_of_bad(text, at), at)
            self._incomplete(text, place)
            return -1
        at = found.end()
        while at < size and not _is_cut(text, at):
            space = tables.SPACE.match(text, at)
            following = space.end() if space else at
            if following >= size:
                break
            char = text[following]
            if char == "/":
                if following + 1 < size:
                    self._fail(tables.INVALID_TOKEN, following + 1)
                break
            name = names.name.match(text, following) if space else None
            if not name:
                self._fail(self._code_of_bad(text, following), following)
            at = name.end()
            if _is_cut(text, at):
                break
            space = tables.SPACE.match(text, at)
            at = space.end() if space else at
            if at >= size:
                break
            if text[at] != "=":
                self._fail(tables.INVALID_TOKEN, at)
            space = tables.SPACE.match(text, at + 1)
            at = space.end() if space else at + 1
            if at >= size:
                break
            quote = text[at]
            if quote not in "\"'":
                self._fail(tables.INVALID_TOKEN, at)
            wrong = re.compile(f"[{quote}<]|{tables.BAD.pattern}").search(text, at + 1)
            if not wrong:
                break
            if wrong[0] != quote:
                self._fail(self._code_of_bad(text, wrong.start()), wrong.start())
            at = wrong.end()
        self._incomplete(text, place)
        return -1

    # ---- elements

    def _element(self, raw, pairs, is_empty, text, place, end):
        """Tells the start tag between two places of a text, and the end of an empty element."""
        name, declared, spaces, specified = raw, self._type.attributes, (), len(pairs)
        if declared:
            for key, (_, default) in declared.get(raw, {}).items():
                if default is not None and key not in pairs:
                    pairs[key] = default
        if self._separator is not None and (pairs or ":" in raw or "" in self._spaces[-1]):
            name, pairs, spaces, specified = self._qualified(raw, pairs, specified, place)
        handler = self._on_StartElement
        if handler is not None:
            if self._buffered:
                self._flush()
                handler = self._on_StartElement
        intern = self.intern
        name = intern.setdefault(name, name)
        if handler is not None:
            if pairs:
                if self._flags[3] and specified < len(pairs):
                    pairs = dict(list(pairs.items())[:specified])
                pairs = {intern.setdefault(key, key): value for key, value in pairs.items()}
            if self._flags[2]:
                pairs = [part for pair in pairs.items() for part in pair]
            handler(name, pairs)
        else:
            self._default(text[place:end])
        if is_empty:
            if self._depth == 0:
                self._event = end
            if self._on_EndElement is not None:
                self._tell(self._on_EndElement, name)
            elif handler is not None:
                self._default("")
            if spaces:
                self._close_spaces(spaces)
        else:
            self._open.append((raw, name, spaces))

    def _pairs(self, found, place):
        pairs, declared = {}, self._type.attributes.get(found[1])
        for match in self._names.attributes.finditer(found[2]):
            key, value = match[1], match[2][1:-1]
            if key in pairs:
                self._fail(tables.DUPLICATE_ATTRIBUTE, found.start(2) + match.start(1))
            at = found.start(2) + match.start(2) + 1
            if "&" in value or "\n" in value or "\t" in value or "\r" in value:
                value = self._value(value, at)
            if declared and key in declared and not declared[key][0]:
                value = " ".join([part for part in value.split(" ") if part])
            pairs[key] = value
        return pairs

    def _value(self, value, at, is_nested=False):
        """The value of an attribute, from its text in the document."""
        if not is_nested:
            value = one_line_break(value)
        value = value.replace("\n", " ").replace("\t", " ").replace("\r", " ")
        if "&" not in value:
            return value
        out, place = [], 0
        while place < len(value):
            plain = tables.IN_VALUE.match(value, place)
            out.append(plain[0])
            place = plain.end()
            if place >= len(value):
                break
            if value[place] != "&":
                self._fail(tables.INVALID_TOKEN, at + place)
            found = tables.CHARACTER.match(value, place)
            if found:
                char = character(found)
                if char is None:
                    self._fail(tables.BAD_CHAR_REF, at + place)
                out.append(char)
            else:
                found = tables.PLAIN.reference.match(value, place)
                if not found:
                    name = tables.NAME.match(value, place + 1)
                    self._fail(tables.INVALID_TOKEN, at + (name.end() if name else place + 1))
                out.append(self._entity_in_value(found[1], at + place))
            place = found.end()
        return "".join(out)

    def _entity_in_value(self, name, at):
        if name in tables.PREDEFINED:
            return tables.PREDEFINED[name]
        entity = self._type.entities.get(name)
        if entity is None:
            if not self._type.has_parameters or self._type.is_standalone:
                self._fail(tables.UNDEFINED_ENTITY, at)
            return ""
        if entity.is_open:
            self._fail(tables.RECURSIVE_ENTITY, at)
        if entity.notation is not None:
            self._fail(tables.BINARY_ENTITY, at)
        if entity.text is None:
            self._fail(tables.ATTRIBUTE_EXTERNAL, at)
        entity.is_open = True
        self._depth += 1
        try:
            self._expanded(len(entity.text))
            return self._value(entity.text, at, True)
        finally:
            self._depth -= 1
            entity.is_open = False

    def _end_tag(self, text, place, floor):
        found = self._names.end_tag.match(text, place)
        if not found:
            name = self._names.name.match(text, place + 2)
            at = name.end() if name else place + 2
            is_cut = name is not None and _is_cut(text, at)
            space = tables.SPACE.match(text, at) if name else None
            at = space.end() if space else at
            if at < len(text) and not is_cut:
                self._fail(self._code_of_bad(text, at), at)
            self._incomplete(text, place)
            return -1
        self._end(found[1], text, place, found.end(), floor)
        return found.end()

    def _end(self, raw, text, place, end, floor):
        """Tells the end tag between two places of a text."""
        if len(self._open) <= floor:
            self._fail(tables.ASYNC_ENTITY, place)
        opened, name, spaces = self._open[-1]
        if opened != raw:
            self._fail(tables.TAG_MISMATCH, place + 2)
        self._open.pop()
        handler = self._on_EndElement
        if handler is not None:
            if self._buffered:
                self._flush()
            handler(name)
        else:
            self._default(text[place:end])
        if spaces:
            self._close_spaces(spaces)
        if not self._open and self._is_whole():
            self._part = "after"

    # ---- namespaces

    def _bind(self, prefix, uri, place):
        if prefix == "xmlns":
            self._fail(tables.RESERVED_XMLNS, place)
        if (prefix == "xml") != (uri == _XML_SPACE):
            self._fail(tables.RESERVED_XML if prefix == "xml" else tables.RESERVED_URI, place)
        if uri == _XMLNS_SPACE:
            self._fail(tables.RESERVED_URI, place)
        if prefix and not uri:
            self._fail(tables.UNDECLARING_PREFIX, place)
        separator = self._separator
        # A name could not be taken apart again. (A separator that URIs may have is the program's.)
        if separator and separator in uri and not tables.IN_URI.fullmatch(separator):
            self._fail(tables.SYNTAX, place)

    def _qualified(self, raw, pairs, specified, place):
        """The names of an element and its attributes with their namespaces."""
        bound, others = [], pairs
        if "xmlns" in raw or any(key.startswith("xmlns") for key in pairs):
            others = {}
            for index, (key, uri) in enumerate(pairs.items()):
                if key == "xmlns" or key.startswith("xmlns:"):
                    prefix = key[6:]
                    self._bind(prefix, uri, place)
                    bound.append((prefix, uri))
                    specified -= index < specified
                else:
                    others[key] = uri
        if bound:
            self._spaces.append(dict(self._spaces[-1]))
            for prefix, uri in bound:
                self._spaces[-1][prefix] = uri
                if self._on_StartNamespaceDecl is not None:
                    self._tell(self._on_StartNamespaceDecl, prefix or None, uri or None)
        known, made, expanded = self._spaces[-1], {}, set()
        for key, value in others.items():
            if ":" in key:
                prefix, local = key.split(":", 1)
                key = self._joined(prefix, local, known, place)
                # Two prefixes may stand for one namespace.
                if (known[prefix], local) in expanded:
                    self._fail(tables.DUPLICATE_ATTRIBUTE, place)
                expanded.add((known[prefix], local))
            made[key] = value
        if ":" in raw:
            prefix, local = raw.split(":", 1)
            name = self._joined(prefix, local, known, place)
        else:
            name = self._joined("", raw, known, place) if known.get("") else raw
        return name, made, tuple(prefix for prefix, _ in bound), specified

    def _joined(self, prefix, local, known, place):
        uri = known.get(prefix)
        if not uri:
            self._fail(tables.UNBOUND_PREFIX, place)
        name = f"{uri}{self._separator}{local}"
        return f"{name}{self._separator}{prefix}" if self._flags[1] and prefix else name

    def _close_spaces(self, spaces):
        self._spaces.pop()
        if self._on_EndNamespaceDecl is not None:
            for prefix in reversed(spaces):
                self._tell(self._on_EndNamespaceDecl, prefix or None)

    # ---- references

    def _reference(self, text, place, floor):
        found = tables.CHARACTER.match(text, place)
        if found:
            char = character(found)
            if char is None:
                self._fail(tables.BAD_CHAR_REF, place)
            self._character(char, False, found[0])
            return found.end()
        found = self._names.reference.match(text, place)
        if not found:
            partial = re.compile("&(?:#(?:x[0-9a-fA-F]*|[0-9]*))?").match(text, place)
            at = partial.end()
            name = tables.NAME.match(text, at) if at == place + 1 else None
            at = name.end() if name else at
            if at < len(text):
                self._fail(self._code_of_bad(text, at), at)
            self._incomplete(text, place)
            return -1
        name = found[1]
        plain = tables.PREDEFINED.get(name)
        if plain is not None:
            self._character(plain, True, found[0])
            return found.end()
        entity = self._type.entities.get(name)
        self._entity(name, entity, found[0], place)
        return found.end()

    def _character(self, char, is_entity, raw):
        """Tells the character that a reference stands for."""
        if is_entity:
            self._expanded(1)
        if self._on_CharacterData is not None:
            self._characters(char)
        else:
            self._default(raw)

    def _entity(self, name, entity, raw, place):
        known = self._type
        if entity is None:
            if not known.has_parameters or known.is_standalone:
                self._fail(tables.UNDEFINED_ENTITY, place)
            self._skipped(name, raw)
            return
        if known.is_standalone and entity.in_parameter:
            self._fail(tables.ENTITY_DECLARED_IN_PE, place)
        if entity.is_open:
            self._fail(tables.RECURSIVE_ENTITY, place)
        if entity.notation is not None:
            self._fail(tables.BINARY_ENTITY, place)
        if entity.text is None:
            self._external(entity, raw, place)
            return
        if self._on_Default is not None and self._on_DefaultExpand is None:
            # The default handler asks that entities are not expanded.
            self._skipped(name, raw)
            return
        entity.is_open = True
        self._depth += 1
        floor = len(self._open)
        try:
            self._expanded(len(entity.text))
            end = self._content(entity.text, 0, floor)
            if end < len(entity.text):
                self._fail(tables.UNCLOSED_TOKEN)
            if len(self._open) != floor:
                self._fail(tables.ASYNC_ENTITY)
        finally:
            self._depth -= 1
            entity.is_open = False

    def _skipped(self, name, raw):
        if self._on_SkippedEntity is not None:
            self._tell(self._on_SkippedEntity, name, 0)
        else:
            self._default(raw)

    def _external(self, entity, raw, place):
        if self._on_ExternalEntityRef is None:
            self._default(raw)
            return
        entity.is_open = True
        try:
            open_names = [other.name for other in self._type.entities.values() if other.is_open]
            bindings = [f"{p}={u}" for p, u in self._spaces[-1].items() if p]
            context = "\f".join(bindings * (self._separator is not None) + open_names)
            answer = self._ask(
                self._on_ExternalEntityRef, context, entity.base, entity.system, entity.public
            )
        finally:
            entity.is_open = False
        if not answer:
            self._fail(tables.EXTERNAL_HANDLING, place)


