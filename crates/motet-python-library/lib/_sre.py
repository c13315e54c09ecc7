"""Patterns and matches of `re`, over the matcher of the machine (`_sre_core`)."""

import _sre_core
from _sre_core import (
    CODESIZE,
    MAGIC,
    MAXGROUPS,
    MAXREPEAT,
    ascii_iscased,
    ascii_tolower,
    unicode_iscased,
    unicode_tolower,
)

copyright = ""

_find = _sre_core.find
_find_all = _sre_core.find_all
_LONGEST = (1 << 62) - 1
_UNICODE = 32
_FLAGS = (
    (1, "re.TEMPLATE"),
    (2, "re.IGNORECASE"),
    (4, "re.LOCALE"),
    (8, "re.MULTILINE"),
    (16, "re.DOTALL"),
    (32, "re.UNICODE"),
    (64, "re.VERBOSE"),
    (128, "re.DEBUG"),
    (256, "re.ASCII"),
)


def getcodesize():
    return CODESIZE


def compile(pattern, flags, code, groups, groupindex, indexgroup):
    made = object.__new__(Pattern)
    made.pattern = pattern
    made.flags = flags
    made.groups = groups
    made._names = groupindex
    made._by_number = indexgroup
    made._is_text = isinstance(pattern, str)
    made._code = _sre_core.pack(code)
    return made


def template(pattern, parts):
    return Template(parts)


class Template:
    """What a match is replaced by: texts and numbers of groups in turn."""

    def __init__(self, parts):
        self.literal = parts[0]
        self.rest = [(parts[i], parts[i + 1]) for i in range(1, len(parts), 2)]

    def fill(self, match):
        text = self.literal
        empty = text[:0]
        pieces = [text]
        for group, literal in self.rest:
            part = match.group(group)
            pieces.append(empty if part is None else part)
            pieces.append(literal)
        return empty.join(pieces)


class Pattern:
    """Compiled regular expression object."""

    __module__ = "re"

    def __new__(cls, *args, **kwargs):
        raise TypeError("cannot create 're.Pattern' instances")

    @property
    def groupindex(self):
        return dict(self._names)

    def __class_getitem__(cls, item):
        import types
        return types.GenericAlias(cls, item)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __eq__(self, other):
        if type(other) is not Pattern:
            return NotImplemented
        return (
            self.flags == other.flags
            and self._code == other._code
            and self._is_text == other._is_text
            and self.pattern == other.pattern
        )

    def __hash__(self):
        return hash((self.flags, self._code, self.pattern))

    def __repr__(self):
        flags = self.flags
        if self._is_text and flags & (4 | 32 | 256) == _UNICODE:
            flags &= ~_UNICODE
        names = [name for bit, name in _FLAGS if flags & bit]
        rest = flags & ~511
        if rest:
            names.append(hex(rest))
        text = repr(self.pattern)[:200]
        if names:
            return f"re.compile({text}, {'|'.join(names)})"
        return f"re.compile({text})"

    def _subject(self, string):
        if isinstance(string, str):
            if self._is_text:
                return string
            if self.pattern is not None:
                raise TypeError("cannot use a bytes pattern on a string-like object")
            return string
        if not isinstance(string, bytes):
            try:
                string = bytes(memoryview(string))
            except TypeError:
                name = type(string).__name__
                message = f"expected string or bytes-like object, got '{name}'"
                raise TypeError(message) from None
        if self._is_text:
            raise TypeError("cannot use a string pattern on a bytes-like object")
        return string

    def _bounds(self, subject, pos, endpos):
        length = len(subject)
        pos = min(max(pos, 0), length)
        return pos, min(max(endpos, 0), length)

    def _one(self, string, pos, endpos, how):
        subject = self._subject(string)
        if pos or endpos != _LONGEST:
            pos, endpos = self._bounds(subject, pos, endpos)
            if pos > endpos:
                return None
        else:
            endpos = len(subject)
        marks = _find(self._code, subject, pos, endpos, how, self.groups)
        if marks is None:
            return None
        return _match(self, string, subject, pos, endpos, marks)

    def search(self, string, pos=0, endpos=_LONGEST):
        return self._one(string, pos, endpos, 0)

    def match(self, string, pos=0, endpos=_LONGEST):
        return self._one(string, pos, endpos, 1)

    def prefixmatch(self, string, pos=0, endpos=_LONGEST):
        return self._one(string, pos, endpos, 1)

    def fullmatch(self, string, pos=0, endpos=_LONGEST):
        return self._one(string, pos, endpos, 2)

    def _all(self, subject, pos, endpos, most=0):
        pos, endpos = self._bounds(subject, pos, endpos)
        if pos > endpos:
            return pos, endpos, []
        return pos, endpos, _find_all(self._code, subject, pos, endpos, most, self.groups)

    def findall(self, string, pos=0, endpos=_LONGEST):
        subject = self._subject(string)
        found = self._all(subject, pos, endpos)[2]
        if self.groups == 0:
            return [subject[marks[1]:marks[2]] for marks in found]
        if self.groups == 1:
            return [_part(subject, marks, 3) for marks in found]
        places = range(3, 3 + 2 * self.groups, 2)
        return [tuple([_part(subject, marks, place) for place in places]) for marks in found]

    def finditer(self, string, pos=0, endpos=_LONGEST):
        subject = self._subject(string)
        pos, endpos, found = self._all(subject, pos, endpos)
        return map(lambda marks: _match(self, string, subject, pos, endpos, marks), found)

    def scanner(self, string, pos=0, endpos=_LONGEST):
        return Scanner(self, string, pos, endpos)

    def split(self, string, maxsplit=0):
        subject = self._subject(string)
        found = self._all(subject, 0, _LONGEST, maxsplit)[2] if maxsplit >= 0 else []
        pieces = []
        last = 0
        for marks in found:
            pieces.append(subject[last:marks[1]])
            for place in range(3, 3 + 2 * self.groups, 2):
                start = marks[place]
                pieces.append(None if start < 0 else subject[start:marks[place + 1]])
            last = marks[2]
        pieces.append(subject[last:])
        return pieces

    def sub(self, repl, string, count=0):
        return self.subn(repl, string, count)[0]

    def subn(self, repl, string, count=0):
        subject = self._subject(string)
        fill = None
        if callable(repl):
            fill = repl
        elif (b"\\" if isinstance(repl, bytes) else "\\") in repl:
            import re
            template = re._compile_template(self, repl)
            if template.rest:
                fill = template.fill
            else:
                repl = template.literal
        pos, endpos, found = self._all(subject, 0, _LONGEST, count)
        if not found or count < 0:
            return string, 0
        pieces = []
        last = 0
        for marks in found:
            pieces.append(subject[last:marks[1]])
            if fill is None:
                pieces.append(repl)
            else:
                new = fill(_match(self, string, subject, pos, endpos, marks))
                if new is not None:
                    pieces.append(new)
            last = marks[2]
        pieces.append(subject[last:])
        return subject[:0].join(pieces), len(found)


def _part(subject, marks, place):
    start = marks[place]
    return subject[:0] if start < 0 else subject[start:marks[place + 1]]


def _match(pattern, string, subject, pos, endpos, marks):
    made = object.__new__(Match)
    made.re = pattern
    made.string = string
    made.pos = pos
    made.endpos = endpos
    made._subject = subject
    made._marks = marks
    return made


class Match:
    """The result of re.match() and re.search()."""

    __module__ = "re"

    def __new__(cls, *args, **kwargs):
        raise TypeError("cannot create 're.Match' instances")

    def __class_getitem__(cls, item):
        import types
        return types.GenericAlias(cls, item)

    def __repr__(self):
        return f"<re.Match object; span={self.span()!r}, match={self.group()!r}>"

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def _place(self, group):
        number = group
        if not isinstance(number, int):
            if hasattr(number, "__index__"):
                number = number.__index__()
            else:
                try:
                    number = self.re._names.get(group)
                except TypeError:
                    number = None
        if number is None or not 0 <= number <= self.re.groups:
            raise IndexError("no such group")
        return 1 + 2 * number

    def _get(self, group, default=None):
        place = self._place(group)
        start = self._marks[place]
        return default if start < 0 else self._subject[start:self._marks[place + 1]]

    def group(self, *groups):
        if not groups:
            return self._subject[self._marks[1]:self._marks[2]]
        if len(groups) == 1:
            return self._get(groups[0])
        return tuple([self._get(group) for group in groups])

    def __getitem__(self, group):
        return self._get(group)

    def groups(self, default=None):
        return tuple([self._get(number, default) for number in range(1, self.re.groups + 1)])

    def groupdict(self, default=None):
        return {name: self._get(name, default) for name in self.re._names}

    def start(self, group=0, /):
        return self._marks[self._place(group)]

    def end(self, group=0, /):
        return self._marks[self._place(group) + 1]

    def span(self, group=0, /):
        place = self._place(group)
        return self._marks[place], self._marks[place + 1]

    @property
    def regs(self):
        marks = self._marks
        return tuple([(marks[i], marks[i + 1]) for i in range(1, len(marks), 2)])

    @property
    def lastindex(self):
        last = self._marks[0]
        return last if last > 0 else None

    @property
    def lastgroup(self):
        last = self._marks[0]
        names = self.re._by_number
        return names[last] if 0 < last < len(names) else None

    def expand(self, template):
        import re
        return re._compile_template(self.re, template).fill(self)


class Scanner:
    """One match after the other."""

    def __init__(self, pattern, string, pos, endpos):
        self.pattern = pattern
        self._string = string
        self._subject = pattern._subject(string)
        self._pos, self._endpos = pattern._bounds(self._subject, pos, endpos)
        self._next = self._pos
        self._was_empty = False

    def _step(self, how):
        if self._next is None:
            return None
        pattern = self.pattern
        start = self._next
        marks = _find(pattern._code, self._subject, start, self._endpos, how, pattern.groups)
        if marks is not None and self._was_empty and marks[1] == marks[2] == start:
            # An empty match was there already: from the next character on.
            if start >= self._endpos or how == 1:
                marks = None
            else:
                start += 1
                marks = _find(
                    pattern._code, self._subject, start, self._endpos, how, pattern.groups
                )
        if marks is None:
            self._next = None
            return None
        self._next = marks[2]
        self._was_empty = marks[1] == marks[2]
        return _match(pattern, self._string, self._subject, self._pos, self._endpos, marks)

    def match(self):
        return self._step(1)

    def search(self):
        return self._step(0)
