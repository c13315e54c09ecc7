"""Tables as lines of text: readers and writers for `csv`; `_csv_core` has the common cases."""

from _csv_core import fields as _split, line as _line
from _operator import attrgetter

QUOTE_MINIMAL, QUOTE_ALL, QUOTE_NONNUMERIC, QUOTE_NONE, QUOTE_STRINGS, QUOTE_NOTNULL = range(6)
__version__ = "1.0"

_GIVEN = object()
_dialects = {}
_limit = 128 * 1024


class Error(Exception):
    pass


Error.__module__ = "_csv"


def field_size_limit(new_limit=_GIVEN, /):
    global _limit
    before = _limit
    if new_limit is not _GIVEN:
        if not isinstance(new_limit, int):
            raise TypeError("limit must be an integer")
        _limit = _Reader._field_limit = int(new_limit)
    return before


_DEFAULTS = {
    "delimiter": ",", "doublequote": True, "escapechar": None, "lineterminator": "\r\n",
    "quotechar": '"', "quoting": QUOTE_MINIMAL, "skipinitialspace": False, "strict": False,
}


class Dialect:
    # Besides its values what readers and writers want to know of them.
    __slots__ = (*["_" + name for name in _DEFAULTS], "_read_marks", "_written_marks", "_special")

    def __new__(
        cls, dialect=None, delimiter=_GIVEN, doublequote=_GIVEN, escapechar=_GIVEN,
        lineterminator=_GIVEN, quotechar=_GIVEN, quoting=_GIVEN, skipinitialspace=_GIVEN,
        strict=_GIVEN,
    ):
        given = {
            "delimiter": delimiter, "doublequote": doublequote, "escapechar": escapechar,
            "lineterminator": lineterminator, "quotechar": quotechar, "quoting": quoting,
            "skipinitialspace": skipinitialspace, "strict": strict,
        }
        if isinstance(dialect, str):
            dialect = get_dialect(dialect)
        if dialect is not None and type(dialect) is cls:
            if all(value is _GIVEN for value in given.values()):
                return dialect
        self = object.__new__(cls)
        values = {}
        for name, default in _DEFAULTS.items():
            value = given[name]
            if value is _GIVEN:
                value = getattr(dialect, name, default)
            values[name] = value
        self._set(values, given, dialect)
        return self

    def _set(self, values, given, dialect):
        for name in ("delimiter", "escapechar", "quotechar"):
            _check_character(name, values[name], name != "delimiter")
        if not isinstance(values["lineterminator"], str):
            kind = type(values["lineterminator"]).__name__
            raise TypeError(f'"lineterminator" must be a string, not {kind}')
        quoting = values["quoting"]
        if type(quoting) is not int:
            raise TypeError('"quoting" must be an integer, not ' + type(quoting).__name__)
        if not 0 <= quoting <= 5:
            raise TypeError('bad "quoting" value')
        if values["quotechar"] is None and quoting != QUOTE_NONE:
            asked = given["quoting"] is not _GIVEN or hasattr(dialect, "quoting")
            if asked:
                raise TypeError("quotechar must be set if quoting enabled")
            values["quoting"] = QUOTE_NONE
        for name in ("doublequote", "skipinitialspace", "strict"):
            values[name] = bool(values[name])
        for name in ("delimiter", "quotechar", "escapechar"):
            character = values[name]
            if character is not None and character in "\r\n":
                raise ValueError(f"bad {name} value")
            if character == " " and values["skipinitialspace"] and name != "delimiter":
                raise ValueError(f"bad {name} value")
        for name in ("delimiter", "quotechar", "escapechar"):
            character = values[name]
            if character is not None and character in values["lineterminator"]:
                raise ValueError(f"bad {name} or lineterminator value")
        for first, second in (
            ("delimiter", "escapechar"), ("delimiter", "quotechar"), ("escapechar", "quotechar"),
        ):
            if values[first] is not None and values[first] == values[second]:
                raise ValueError(f"bad {first} or {second} value")
        for name, value in values.items():
            object.__setattr__(self, "_" + name, value)
        self._derive()

    def _derive(self):
        marks = written_marks = None
        is_plain = not self.skipinitialspace
        if self.escapechar is None and self.quotechar is not None and self.doublequote:
            if is_plain and not self.strict and self.quoting in (QUOTE_MINIMAL, QUOTE_ALL):
                marks = self.delimiter + self.quotechar
            if is_plain and self.quoting == QUOTE_MINIMAL:
                written_marks = self.delimiter + self.quotechar + self.lineterminator
        special = {self.delimiter, "\r", "\n", *self.lineterminator}
        special.update([mark for mark in (self.quotechar, self.escapechar) if mark])
        object.__setattr__(self, "_read_marks", marks)
        object.__setattr__(self, "_written_marks", written_marks)
        object.__setattr__(self, "_special", frozenset(special))

    def __setattr__(self, name, value):
        raise AttributeError(f"attribute '{name}' of '_csv.Dialect' objects is not writable")

    def __delattr__(self, name):
        raise AttributeError(f"attribute '{name}' of '_csv.Dialect' objects is not writable")

    def __reduce_ex__(self, protocol):
        raise TypeError("cannot pickle 'Dialect' instances")


for _name in _DEFAULTS:
    setattr(Dialect, _name, property(attrgetter("_" + _name)))
del _name


def _check_character(name, value, may_miss):
    if value is None and may_miss:
        return
    if not isinstance(value, str):
        what = "a unicode character or None" if may_miss else "a unicode character"
        raise TypeError(f'"{name}" must be {what}, not {type(value).__name__}')
    if len(value) != 1:
        what = "a unicode character or None" if may_miss else "a unicode character"
        raise TypeError(f'"{name}" must be {what}, not a string of length {len(value)}')


_usual = Dialect()


def _call_dialect(dialect, options):
    if not options:
        # Dialects never change: one can be shared.
        if dialect is None:
            return _usual
        if isinstance(dialect, str):
            dialect = get_dialect(dialect)
        if type(dialect) is Dialect:
            return dialect
    if dialect is None:
        return Dialect(**options)
    return Dialect(dialect, **options)


def register_dialect(name, /, dialect=None, **options):
    if not isinstance(name, str):
        raise TypeError("dialect name must be a string")
    _dialects[name] = _call_dialect(dialect, options)


def unregister_dialect(name):
    if not _is_known(name):
        raise Error("unknown dialect")
    del _dialects[name]


def get_dialect(name):
    if not _is_known(name):
        raise Error("unknown dialect")
    return _dialects[name]


def _is_known(name):
    return isinstance(name, str) and name in _dialects


def list_dialects():
    return list(_dialects)


# The states of a reader.
(_RECORD, _FIELD_START, _ESCAPED, _FIELD, _QUOTED, _QUOTED_ESCAPE, _QUOTE, _LINE_END,
 _AFTER_ESCAPED_BREAK) = range(9)


class _Reader:
    _motet_closed = True

    # The natives that know streams know this as one.
    locals()[".stream_kind"] = 6
    _field_limit = _limit

    def __init__(self, iterable, dialect, options):
        self._lines = iter(iterable)
        self.dialect = _call_dialect(dialect, options)
        self.line_num = 0
        # A line that was taken and is not common.
        self._pending = None
        self._marks = self.dialect._read_marks

    def __iter__(self):
        return self

    def __next__(self):
        self._fields = own_fields = []
        self._state = _RECORD
        self._text, self._numeric = [], False
        self._quoted = False
        while True:
            line, self._pending = self._pending, None
            if line is None:
                try:
                    line = next(self._lines)
                except StopIteration:
                    return self._at_end()
                if self._fields is not own_fields:
                    raise Error("iterator has already advanced the reader")
            if not isinstance(line, str):
                raise Error(
                    f"iterator should return strings, not {type(line).__name__} "
                    "(the file should be opened in text mode)"
                )
            self.line_num += 1
            if self._state == _RECORD:
                fields = _split(line, self._marks, _limit)
                if fields is not None:
                    return fields
            self._take(line)
            if self._state == _RECORD:
                return self._fields

    def _at_end(self):
        if self._state in (_RECORD,) or (not self._text and self._state == _FIELD_START
                                         and not self._fields):
            raise StopIteration
        if self._state in (_QUOTED, _QUOTED_ESCAPE, _ESCAPED, _AFTER_ESCAPED_BREAK):
            if self.dialect.strict:
                raise Error("unexpected end of data")
            if self._state == _ESCAPED:
                self._text.append("\n")
        self._save()
        return self._fields

    def _save(self):
        text = "".join(self._text)
        self._text = []
        quoting = self.dialect.quoting
        if not self._quoted:
            if not text and quoting in (QUOTE_STRINGS, QUOTE_NOTNULL):
                text = None
            elif self._numeric or (text and quoting == QUOTE_STRINGS):
                text = float(text)
        self._fields.append(text)
        self._numeric = self._quoted = False

    def _add(self, character):
        if len(self._text) >= _limit:
            raise Error(f"field larger than field limit ({_limit})")
        self._text.append(character)

    # tidy: long because it is one state after the other
    def _take(self, line):
        own = self.dialect
        delimiter, quote, escape = own.delimiter, own.quotechar, own.escapechar
        quoting = own.quoting
        state = self._state
        for character in [*line, None]:
            is_break = character is None or character in "\r\n"
            if state == _RECORD:
                if character is None:
                    break
                if is_break:
                    state = _LINE_END
                    continue
                state = _FIELD_START
            if state == _LINE_END:
                if character is None:
                    state = _RECORD
                    break
                if not is_break:
                    self._state = state
                    raise Error(
                        "new-line character seen in unquoted field - do you need to open the file "
                        "with newline=''?"
                    )
                continue
            if state == _FIELD_START:
                if is_break:
                    self._save()
                    state = _RECORD if character is None else _LINE_END
                elif character == quote and quoting != QUOTE_NONE:
                    self._quoted = True
                    state = _QUOTED
                elif character == escape:
                    self._numeric = quoting == QUOTE_NONNUMERIC
                    state = _ESCAPED
                elif character == " " and own.skipinitialspace:
                    pass
                elif character == delimiter:
                    self._save()
                else:
                    self._numeric = quoting == QUOTE_NONNUMERIC
                    self._add(character)
                    state = _FIELD
            elif state == _ESCAPED:
                if character is None:
                    character = "\n"
                self._add(character)
                state = _AFTER_ESCAPED_BREAK if character in "\r\n" else _FIELD
            elif state in (_FIELD, _AFTER_ESCAPED_BREAK):
                if state == _AFTER_ESCAPED_BREAK and character is None:
                    break
                if is_break:
                    self._save()
                    state = _RECORD if character is None else _LINE_END
                elif character == escape:
                    state = _ESCAPED
                elif character == delimiter:
                    self._save()
                    state = _FIELD_START
                else:
                    self._add(character)
                    state = _FIELD
            elif state == _QUOTED:
                if character is None:
                    pass
                elif character == escape:
                    state = _QUOTED_ESCAPE
                elif character == quote and quoting != QUOTE_NONE:
                    state = _QUOTE if own.doublequote else _FIELD
                else:
                    self._add(character)
            elif state == _QUOTED_ESCAPE:
                self._add("\n" if character is None else character)
                state = _QUOTED
            else:
                if quoting != QUOTE_NONE and character == quote:
                    self._add(character)
                    state = _QUOTED
                elif character == delimiter:
                    self._save()
                    state = _FIELD_START
                elif is_break:
                    self._save()
                    state = _RECORD if character is None else _LINE_END
                elif not own.strict:
                    self._add(character)
                    state = _FIELD
                else:
                    raise Error(f"'{delimiter}' expected after '{quote}'")
        self._state = state


_Reader.__name__ = _Reader.__qualname__ = "reader"
_Reader.__module__ = "_csv"
Reader = _Reader


def reader(iterable, /, dialect=None, **options):
    return _Reader(iterable, dialect, options)


class _Writer:
    _motet_closed = True

    def __init__(self, file, dialect, options):
        write = getattr(file, "write", None)
        if not callable(write):
            raise TypeError('argument 1 must have a "write" method')
        self._write = write
        self.dialect = own = _call_dialect(dialect, options)
        self._special, self._marks = own._special, own._written_marks

    def writerow(self, row, /):
        line = _line(row, self._marks)
        if line is not None:
            return self._write(line)
        try:
            fields = iter(row)
        except TypeError:
            raise Error(f"iterable expected, not {type(row).__name__}") from None
        fields = list(fields)
        if type(row) is not list:
            line = _line(fields, self._marks)
            if line is not None:
                return self._write(line)
        parts = [self._field(field, len(fields) == 1) for field in fields]
        return self._write(self.dialect.delimiter.join(parts) + self.dialect.lineterminator)

    def writerows(self, rows, /):
        for row in rows:
            self.writerow(row)

    def _field(self, field, is_only):
        own = self.dialect
        quoting = own.quoting
        is_text = isinstance(field, str)
        quoted = (
            quoting == QUOTE_ALL
            or (quoting == QUOTE_NONNUMERIC and not _is_number(field))
            or (quoting == QUOTE_STRINGS and is_text)
            or (quoting == QUOTE_NOTNULL and field is not None)
        )
        text = field if is_text else "" if field is None else str(field)
        if not self._special.isdisjoint(text):
            text, needs = self._escaped(text, quoted)
            quoted = quoted or needs
        elif text.startswith(" ") and own.skipinitialspace or (
            own.delimiter == " " and own.skipinitialspace and not text
        ):
            if quoting in (QUOTE_NONE, QUOTE_STRINGS, QUOTE_NOTNULL) and (
                quoting == QUOTE_NONE or field is None
            ):
                raise Error("empty field must be quoted if delimiter is a space and "
                            "skipinitialspace is true")
            quoted = True
        if is_only and not text and not quoted:
            if quoting == QUOTE_NONE or (
                field is None and quoting in (QUOTE_STRINGS, QUOTE_NOTNULL)
            ):
                raise Error("single empty field record must be quoted")
            quoted = True
        return f"{own.quotechar}{text}{own.quotechar}" if quoted else text

    def _escaped(self, text, quoted):
        own = self.dialect
        out, needs = [], False
        for character in text:
            if character in self._special:
                escape = False
                if own.quoting == QUOTE_NONE:
                    escape = True
                elif character == own.quotechar:
                    if own.doublequote:
                        out.append(character)
                        needs = True
                    else:
                        escape = True
                elif character == own.escapechar:
                    escape = True
                else:
                    needs = True
                if escape:
                    if own.escapechar is None:
                        raise Error("need to escape, but no escapechar set")
                    out.append(own.escapechar)
            out.append(character)
        return "".join(out), needs


def _is_number(value):
    return (
        isinstance(value, (int, float)) or hasattr(type(value), "__float__")
        or hasattr(type(value), "__index__")
    )


_Writer.__name__ = _Writer.__qualname__ = "writer"
_Writer.__module__ = "_csv"
Writer = _Writer


def writer(fileobj, /, dialect=None, **options):
    return _Writer(fileobj, dialect, options)
