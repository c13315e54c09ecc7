"""Document types: the declarations of elements, attributes, entities and notations."""

import re

import _expat_tables as tables
from _expat_tables import Entity, character, one_line_break

_TOKEN = re.compile(
    "(?P<space>[ \\t\\r\\n]+)|(?P<literal>\"[^\"]*\"|'[^']*')|(?P<sign>[()|,?*+%]|#PCDATA|#[A-Z]+)"
    "|(?P<word>[^ \\t\\r\\n\"'()|,?*+%<>#]+)"
)
_SECTION = re.compile("<!\\[[ \\t\\r\\n]*(INCLUDE|IGNORE)[ \\t\\r\\n]*\\[")
_KINDS = {"DOCTYPE", "ENTITY", "ELEMENT", "ATTLIST", "NOTATION"}
_BEHIND_KIND = re.compile("[ \\t\\r\\n]|%(?![ \\t\\r\\n%])")
# The head of a document type up to its `[` or `>`; the last literal may be open.
_HEAD = re.compile("(?:[^\"'<>\\[]|\"[^\"]*(?:\"|\\Z)|'[^']*(?:'|\\Z))*")
_TYPES = {"CDATA", "ID", "IDREF", "IDREFS", "ENTITY", "ENTITIES", "NMTOKEN", "NMTOKENS"}
_QUANTIFIERS = {"?": 1, "*": 2, "+": 3}
# How deep groups of a content model may lie in each other.
_GROUPS_MAX = 10_000
_EMPTY, _ANY, _MIXED, _NAME, _CHOICE, _SEQUENCE = range(1, 7)


class _Tokens:
    """The tokens of a declaration without its spaces; `spaced` tells where there were some."""

    def __init__(self, parser, text, at, end):
        self.parser, self.items, self.next = parser, [], 0
        spaced, place = False, at
        while place < end:
            found = _TOKEN.match(text, place, end)
            if not found:
                parser._fail(tables.INVALID_TOKEN, place)
            if found.lastgroup == "space":
                spaced = True
            else:
                self.items.append((found.lastgroup, found[0], place, spaced))
                spaced = False
            place = found.end()
        self.end = end

    def peek(self):
        return self.items[self.next][1] if self.next < len(self.items) else None

    def fail(self, code=tables.SYNTAX):
        items = self.items
        self.parser._fail(code, items[self.next][2] if self.next < len(items) else self.end)

    def take(self, *kinds):
        """The next token, which must be of one of these kinds."""
        if self.next >= len(self.items) or self.items[self.next][0] not in kinds:
            self.fail()
        self.next += 1
        return self.items[self.next - 1][1]

    def sign(self, sign):
        """Whether a sign comes next, which is taken then."""
        if self.peek() == sign:
            self.next += 1
            return True
        return False

    def need(self, sign):
        if not self.sign(sign):
            self.fail()

    def name(self):
        word = self.take("word")
        found = tables.NAME.match(word)
        if not found or found.end() < len(word):
            self.next -= 1
            self.fail(tables.INVALID_TOKEN)
        return word

    def literal(self):
        return self.take("literal")[1:-1]

    def finish(self):
        if self.next < len(self.items):
            self.fail()


class Declarations:
    __slots__ = ()
    # ---- the document type

    def _document_type(self, text, place):
        found = tables.DOCTYPE.match(text, place)
        self._refuse_bad(text, place, _HEAD.match(text, place + 1).end())
        if not found:
            self._kind_of(text, place)
            stop = re.compile("(?:[^\"'<>\\[]|\"[^\"]*\"|'[^']*')*([>\\[])").match(text, place + 1)
            if not stop:
                if self._is_last and "\uffff" not in text:
                    self._fail(tables.NO_ELEMENTS, len(text))
                return self._incomplete(text, place)
            name = re.compile(f"<!DOCTYPE{tables.S}+{tables.NAME.pattern}{tables.S}*").match(
                text, place
            )
            self._fail(tables.SYNTAX, name.end() if name else place + 9)
        system = found[2] or found[4]
        public = found[3]
        system = system and system[1:-1]
        if public:
            public = self._public(public[1:-1], found.start(3))
        self._place, known = found.end(), self._type
        self._system, self._public_id = system, public
        has_subset = found[5] == "["
        if system is not None or self._has_foreign:
            known.has_parameters = True
            if not self._parameter_parsing and system is not None:
                self._ask_standalone(place)
        if self._on_StartDoctypeDecl is not None:
            self._tell(self._on_StartDoctypeDecl, found[1], system, public, int(has_subset))
        else:
            self._default(found[0])
        if has_subset:
            self._part = "declarations"
        else:
            self._end_type(place)
        return True

    def _refuse_bad(self, text, place, end):
        bad = tables.BAD.search(text, place, end)
        if bad:
            self._fail(self._code_of_bad(text, bad.start()), bad.start())

    def _kind_of(self, text, place):
        """The word behind `<!`, which a space or a parameter entity must follow."""
        kind = re.compile("<!([A-Za-z_]*)").match(text, place)
        end = kind.end()
        if end < len(text) and not (kind[1] and _BEHIND_KIND.match(text, end)):
            self._fail(tables.INVALID_TOKEN, end)
        if end < len(text) and kind[1] not in _KINDS:
            self._fail(tables.SYNTAX, place)
        return kind

    def _public(self, text, place):
        bad = tables.PUBLIC.match(text)
        if not bad:
            self._fail(tables.PUBLICID, place)
        return " ".join(text.split())

    def _ask_standalone(self, place):
        handler = self._on_NotStandalone
        if not self._type.is_standalone and handler is not None:
            if not self._ask(handler):
                self._fail(tables.NOT_STANDALONE, place)

    def _end_type(self, place):
        self._part = "prolog"
        if self._system is not None or self._has_foreign:
            self._has_foreign = False
            self._load(self._system, self._public_id, place)
        if self._on_EndDoctypeDecl is not None:
            self._tell(self._on_EndDoctypeDecl)

    def _foreign_subset(self):
        self._type.has_parameters = True
        self._load(None, None, self._place)

    def _load(self, system, public, place):
        """The part of the document type that lies outside, if it is wanted."""
        wanted = self._parameter_parsing
        if wanted == 1 and self._type.is_standalone or not wanted:
            return
        handler = self._on_ExternalEntityRef
        if handler is None:
            return
        base = None if system is None else self._base
        if not self._ask(handler, None, base, system, public):
            self._fail(tables.EXTERNAL_HANDLING, place)
        self._ask_standalone(place)

    def _internal_subset(self):
        text, place = self._text, self._place
        self._event = place
        if place >= len(text):
            if self._is_last:
                self._fail(tables.NO_ELEMENTS, place)
            return False
        if text[place] == "]":
            end = re.compile(f"\\]{tables.S}*>").match(text, place)
            if not end:
                rest = re.compile(f"\\]{tables.S}*").match(text, place).end()
                if rest < len(text):
                    self._fail(tables.SYNTAX, rest)
                return self._incomplete(text, place)
            self._place = end.end()
            if self._on_EndDoctypeDecl is None:
                self._default(end[0])
            self._end_type(place)
            return True
        return self._advance(self._declare(text, place, False))

    def _external_subset(self):
        """The declarations of an entity outside of the document, read when it is whole."""
        if not self._is_last:
            return False
        text = self._text[self._place:]
        self._event = self._place
        self._declare_all(text)
        self._place = len(self._text)
        self._part = "end"
        return False

    def _declare_all(self, text):
        place, sections = 0, 0
        self._depth += 1
        try:
            while place < len(text):
                if text.startswith("]]>", place):
                    if not sections:
                        self._fail(tables.SYNTAX)
                    sections -= 1
                    place += 3
                    continue
                if text.startswith("<![", place):
                    place, opened = self._section_of_declarations(text, place)
                    sections += opened
                    continue
                place = self._declare(text, place, True)
                if place < 0:
                    self._fail(tables.UNCLOSED_TOKEN)
            if sections:
                self._fail(tables.INCOMPLETE_PE)
        finally:
            self._depth -= 1

    def _section_of_declarations(self, text, place):
        """A section that counts or not: where parsing goes on, and whether one was opened."""
        head = re.compile("<!\\[([^\\[]*)\\[").match(text, place)
        if not head:
            self._fail(tables.SYNTAX)
        word = self._with_parameters(head[1], 0).strip()
        if word == "INCLUDE":
            return head.end(), 1
        if word != "IGNORE":
            self._fail(tables.SYNTAX)
        depth, at = 1, head.end()
        while depth:
            found = re.compile("<!\\[|\\]\\]>").search(text, at)
            if not found:
                self._fail(tables.UNCLOSED_TOKEN)
            depth += 1 if found[0] == "<![" else -1
            at = found.end()
        return at, 0

    # ---- one declaration: each answers with where the next begins, or -1 if it is not whole

    def _declare(self, text, place, is_outside):
        space = tables.SPACE.match(text, place)
        if space:
            self._default(space[0])
            return space.end()
        if text[place] == "%":
            found = tables.PARAMETER.match(text, place)
            if not found:
                name = tables.NAME.match(text, place + 1)
                at = name.end() if name else place + 1
                if at < len(text):
                    self._fail(tables.INVALID_TOKEN, at)
                self._incomplete(text, place)
                return -1
            self._parameter(found[1], place, found[0])
            return found.end()
        if text.startswith("<?", place):
            return self._instruction(text, place)
        if text.startswith("<!--", place):
            return self._comment(text, place)
        if not text.startswith("<!"[:len(text) - place], place):
            bad = tables.BAD.match(text, place)
            self._fail(tables.INVALID_TOKEN if bad or text[place] == "&" else tables.SYNTAX, place)
        found = tables.DECLARATION.match(text, place)
        if not found:
            if "<!--".startswith(text[place:place + 4]):
                self._incomplete(text, place)
                return -1
            stop = re.compile("<!(?:[^\"'<>]|\"[^\"]*\"|'[^']*')*<").match(text, place)
            if stop:
                self._fail(tables.SYNTAX, stop.end() - 1)
            self._incomplete(text, place)
            return -1
        kind = self._kind_of(text, place)
        if kind[1] == "DOCTYPE":
            self._fail(tables.SYNTAX, place)
        self._refuse_bad(text, place, found.end())
        self._kind(kind[1], found, kind.end(), is_outside)
        return found.end()

    def _kind(self, kind, found, at, is_outside):
        text, end = found.string, found.end() - 1
        if is_outside and "%" in found[0]:
            text = self._with_parameters(text[at:end], 0)
            at, end = 0, len(text)
        if kind == "ENTITY":
            is_told = self._declare_entity(_Tokens(self, text, at, end), is_outside)
        elif kind == "ELEMENT":
            is_told = self._declare_element(_Tokens(self, text, at, end))
        elif kind == "ATTLIST":
            is_told = self._declare_attributes(_Tokens(self, text, at, end))
        else:
            is_told = self._declare_notation(_Tokens(self, text, at, end))
        if not is_told:
            self._default(found[0])

    def _with_parameters(self, text, depth):
        """A declaration with its parameter entities in place, outside of its literals."""
        out = []
        for part in re.split("(\"[^\"]*\"|'[^']*')", text):
            if part[:1] in ("'", '"') or "%" not in part:
                out.append(part)
                continue
            place = 0
            for found in tables.PARAMETER.finditer(part):
                out.append(part[place:found.start()])
                place = found.end()
                entity = self._type.parameters.get(found[1])
                if entity is None or entity.text is None:
                    continue
                if entity.is_open or depth > 1000:
                    self._fail(tables.RECURSIVE_ENTITY)
                entity.is_open = True
                try:
                    self._expanded(len(entity.text))
                    out.append(" " + self._with_parameters(entity.text, depth + 1) + " ")
                finally:
                    entity.is_open = False
            out.append(part[place:])
        return "".join(out)

    def _parameter(self, name, place, raw):
        known = self._type
        known.has_parameters = True
        entity = known.parameters.get(name)
        if not self._parameter_parsing:
            known.keeps_processing = known.is_standalone
            self._default(raw)
            self._ask_standalone(place)
            return
        if entity is not None and entity.is_open:
            self._fail(tables.RECURSIVE_ENTITY, place)
        if entity is None:
            known.keeps_processing = known.is_standalone
            if self._on_SkippedEntity is not None:
                self._tell(self._on_SkippedEntity, name, 1)
            else:
                self._default(raw)
        elif entity.text is not None:
            entity.is_open = True
            try:
                self._expanded(len(entity.text))
                self._declare_all(entity.text)
            finally:
                entity.is_open = False
            return
        elif self._on_ExternalEntityRef is not None:
            entity.is_open = True
            try:
                answer = self._ask(
                    self._on_ExternalEntityRef, None, entity.base, entity.system, entity.public
                )
            finally:
                entity.is_open = False
            if not answer:
                self._fail(tables.EXTERNAL_HANDLING, place)
        self._ask_standalone(place)

    # ---- entities and notations

    def _declare_entity(self, tokens, is_outside):
        is_parameter = tokens.sign("%")
        name = tokens.name()
        base = system = public = notation = text = None
        if tokens.peek() in ("SYSTEM", "PUBLIC"):
            system, public = self._identifiers(tokens, True)
            base = self._base
            if not is_parameter and tokens.peek() == "NDATA":
                tokens.name()
                notation = tokens.name()
        else:
            at = tokens.items[tokens.next][2] if tokens.peek() else 0
            text = self._entity_text(tokens.literal(), at + 1, is_outside, 0)
        tokens.finish()
        known = self._type
        if not known.keeps_processing:
            return False
        table = known.parameters if is_parameter else known.entities
        if name in table or name in tables.PREDEFINED and not is_parameter:
            return False
        in_parameter = is_outside and self._parent is None
        table[name] = Entity(name, text, base, system, public, notation, in_parameter)
        if notation is not None and self._on_UnparsedEntityDecl is not None:
            handler = self._on_UnparsedEntityDecl
            self._tell(handler, name, base, system, public, notation)
            return True
        if self._on_EntityDecl is None:
            return False
        self._tell(
            self._on_EntityDecl, name, int(is_parameter), text, base, system, public, notation
        )
        return True

    def _identifiers(self, tokens, needs_system):
        if tokens.take("word") == "SYSTEM":
            return tokens.literal(), None
        at = tokens.items[tokens.next][2] if tokens.peek() else 0
        public = self._public(tokens.literal(), at)
        if not needs_system and tokens.next == len(tokens.items):
            return None, public
        return tokens.literal(), public

    def _entity_text(self, text, at, is_outside, depth):
        """The text that stands for an entity: references by number and to parameters are replaced."""
        text = one_line_break(text)
        if "&#" not in text and "%" not in text and "&" not in text:
            return text
        out, place = [], 0
        while place < len(text):
            char = text[place]
            if char == "&":
                found = tables.CHARACTER.match(text, place)
                if found:
                    made = character(found)
                    if made is None:
                        self._fail(tables.BAD_CHAR_REF, at + place)
                    out.append(made)
                else:
                    found = tables.PLAIN.reference.match(text, place)
                    if not found:
                        self._fail(tables.INVALID_TOKEN, at + place)
                    out.append(found[0])
                place = found.end()
            elif char == "%":
                found = tables.PARAMETER.match(text, place)
                if not found:
                    self._fail(tables.INVALID_TOKEN, at + place)
                if not is_outside:
                    self._fail(tables.PARAM_ENTITY_REF, at + place)
                out.append(self._parameter_text(found[1], depth))
                place = found.end()
            else:
                plain = re.compile("[^&%]+").match(text, place)
                out.append(plain[0])
                place = plain.end()
        return "".join(out)

    def _parameter_text(self, name, depth):
        entity = self._type.parameters.get(name)
        if entity is None or entity.text is None:
            self._type.keeps_processing = self._type.is_standalone
            return ""
        if entity.is_open or depth > 1000:
            self._fail(tables.RECURSIVE_ENTITY)
        entity.is_open = True
        try:
            self._expanded(len(entity.text))
            return self._entity_text(entity.text, 0, True, depth + 1)
        finally:
            entity.is_open = False

    def _declare_notation(self, tokens):
        name = tokens.name()
        if tokens.peek() not in ("SYSTEM", "PUBLIC"):
            tokens.fail()
        system, public = self._identifiers(tokens, False)
        tokens.finish()
        if self._on_NotationDecl is None:
            return False
        self._tell(self._on_NotationDecl, name, self._base, system, public)
        return True

    # ---- elements

    def _declare_element(self, tokens):
        name = tokens.name()
        if tokens.sign("EMPTY"):
            model = (_EMPTY, 0, None, ())
        elif tokens.sign("ANY"):
            model = (_ANY, 0, None, ())
        else:
            model = self._model(tokens)
        tokens.finish()
        if self._on_ElementDecl is None:
            return False
        self._tell(self._on_ElementDecl, name, model)
        return True

    def _model(self, tokens):
        tokens.need("(")
        if tokens.sign("#PCDATA"):
            names = []
            while tokens.sign("|"):
                names.append((_NAME, 0, tokens.name(), ()))
            tokens.need(")")
            repeats = tokens.sign("*")
            if names and not repeats:
                tokens.fail()
            return (_MIXED, 2 if repeats else 0, None, tuple(names))
        # Groups that are open: their parts, and the sign between these.
        groups, made = [[[], None]], None
        while groups:
            if made is None:
                if tokens.sign("("):
                    groups.append([[], None])
                    if len(groups) > _GROUPS_MAX:
                        raise RecursionError("maximum recursion depth exceeded")
                    continue
                name = tokens.name()
                made = (_NAME, self._quantifier(tokens), name, ())
            group = groups[-1]
            group[0].append(made)
            made = None
            sign = tokens.take("sign")
            if sign == ")":
                groups.pop()
                kind = _CHOICE if group[1] == "|" else _SEQUENCE
                made = (kind, self._quantifier(tokens), None, tuple(group[0]))
            elif sign not in "|," or group[1] not in (None, sign):
                tokens.next -= 1
                tokens.fail()
            else:
                group[1] = sign
        return made

    def _quantifier(self, tokens):
        sign = tokens.peek()
        if sign in _QUANTIFIERS and not tokens.items[tokens.next][3]:
            tokens.next += 1
            return _QUANTIFIERS[sign]
        return 0

    # ---- attributes

    def _declare_attributes(self, tokens):
        element, is_told = tokens.name(), False
        while tokens.next < len(tokens.items):
            name = tokens.name()
            kind = self._attribute_type(tokens)
            is_required, default = False, None
            if tokens.sign("#REQUIRED"):
                is_required = True
            elif not tokens.sign("#IMPLIED"):
                is_required = tokens.sign("#FIXED")
                at = tokens.items[tokens.next][2] if tokens.peek() else 0
                default = self._value(tokens.literal(), at + 1)
                if "<" in default and "&" not in tokens.items[tokens.next - 1][1]:
                    self._fail(tables.INVALID_TOKEN, at + 1)
                if kind != "CDATA":
                    default = " ".join(default.split(" ")) if default.strip() else ""
                    default = " ".join([part for part in default.split(" ") if part])
            if self._type.keeps_processing:
                known = self._type.attributes.setdefault(element, {})
                known.setdefault(name, (kind == "CDATA", default))
            if self._on_AttlistDecl is not None and self._type.keeps_processing:
                is_told = True
                handler = self._on_AttlistDecl
                self._tell(handler, element, name, kind, default, int(is_required))
        return is_told

    def _attribute_type(self, tokens):
        start = ""
        if tokens.peek() != "(":
            kind = tokens.take("word")
            if kind in _TYPES:
                return kind
            if kind != "NOTATION":
                tokens.next -= 1
                tokens.fail()
            start = kind
        tokens.need("(")
        names = [tokens.take("word")]
        while tokens.sign("|"):
            names.append(tokens.take("word"))
        tokens.need(")")
        return f"{start}({'|'.join(names)})"
