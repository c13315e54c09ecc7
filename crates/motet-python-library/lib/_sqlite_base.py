"""Definitions that the parts of `sqlite3` share: errors, adapters and converters, statements."""

# The module that programs know.
__name__ = "_sqlite3"

import _sqlite_core as core
import _sqlite_numbers as numbers

PARSE_DECLTYPES = 1
PARSE_COLNAMES = 2
LEGACY_TRANSACTION_CONTROL = -1

# ---- errors


def _class(name, *bases):
    made = type(name, bases, {"__module__": "sqlite3"})
    return made


Warning = _class("Warning", Exception)
Error = _class("Error", Exception)
InterfaceError = _class("InterfaceError", Error)
DatabaseError = _class("DatabaseError", Error)
InternalError = _class("InternalError", DatabaseError)
OperationalError = _class("OperationalError", DatabaseError)
ProgrammingError = _class("ProgrammingError", DatabaseError)
IntegrityError = _class("IntegrityError", DatabaseError)
DataError = _class("DataError", DatabaseError)
NotSupportedError = _class("NotSupportedError", DatabaseError)

_CLASSES = {
    2: InternalError, 12: InternalError, 11: DatabaseError, 18: DataError,
    19: IntegrityError, 20: IntegrityError, 21: InterfaceError, 25: InterfaceError,
}
for _code in (1, 3, 4, 5, 6, 8, 9, 10, 13, 14, 15, 16, 17):
    _CLASSES[_code] = OperationalError

_NOT_RESULTS = ("SQLITE_LIMIT_", "SQLITE_DBCONFIG_")
_ACTIONS = frozenset(
    "ALTER_TABLE ANALYZE ATTACH CREATE_INDEX CREATE_TABLE CREATE_TEMP_INDEX CREATE_TEMP_TABLE"
    " CREATE_TEMP_TRIGGER CREATE_TEMP_VIEW CREATE_TRIGGER CREATE_VIEW CREATE_VTABLE DELETE DENY"
    " DETACH DROP_INDEX DROP_TABLE DROP_TEMP_INDEX DROP_TEMP_TABLE DROP_TEMP_TRIGGER"
    " DROP_TEMP_VIEW DROP_TRIGGER DROP_VIEW DROP_VTABLE FUNCTION IGNORE INSERT PRAGMA READ"
    " RECURSIVE REINDEX SAVEPOINT SELECT TRANSACTION UPDATE".split()
)
_NAMES = {
    value: name
    for name, value in vars(numbers).items()
    if name.startswith("SQLITE_")
    and not name.startswith(_NOT_RESULTS)
    and name[7:] not in _ACTIONS
}


def _failure(code, extended, message):
    """The exception of a result of SQLite."""
    if code & 0xff == 7:
        return MemoryError()
    error = _CLASSES.get(code & 0xff, DatabaseError)(message)
    error.sqlite_errorcode = extended
    error.sqlite_errorname = _NAMES.get(extended, "unknown")
    return error


def _undecodable(name, content):
    text = content.decode("ascii", "replace")
    message = f"Could not decode to UTF-8 column '{name}' with text '{text}'"
    return OperationalError(message)


# ---- adapters and converters

adapters = {}
converters = {}


class PrepareProtocol:
    pass


PrepareProtocol.__module__ = "sqlite3"

# The types whose values SQLite takes as they are, unless the program has an adapter for them.
_BASE = frozenset({int, float, str, bytearray})
_PLAIN = frozenset({int, float, str, bytes, type(None)})
# A type with an adapter may not be taken by natives: see `needs_adapters`.
_adapted = set()


def register_adapter(type, adapter, /):
    if not isinstance(type, __builtins_type):
        raise TypeError(f"argument 1 must be type, not {_name_of(type)}")
    if type in _PLAIN or type in _BASE:
        _adapted.add(type)
        core.note_adapters()
    adapters[type, PrepareProtocol] = adapter


__builtins_type = type


def _name_of(value):
    return __builtins_type(value).__name__


def register_converter(typename, converter, /):
    if not isinstance(typename, str):
        raise TypeError(
            f"register_converter() argument 1 must be str, not {_name_of(typename)}"
        )
    converters[typename.upper()] = converter


_NOTHING = object()


def adapt(obj, proto=PrepareProtocol, alt=_NOTHING, /):
    adapter = adapters.get((type(obj), proto))
    if adapter is not None:
        return adapter(obj)
    for holder, name, argument in ((proto, "__adapt__", obj), (obj, "__conform__", proto)):
        method = getattr(holder, name, None)
        if method is not None:
            try:
                adapted = method(argument)
            except TypeError:
                continue
            if adapted is not None:
                return adapted
    if alt is not _NOTHING:
        return alt
    raise ProgrammingError("can't adapt")


def _sql_of(value):
    """The value that SQLite gets for a parameter."""
    kind = type(value)
    if kind in _BASE and kind not in _adapted and not _adapted & _BASE:
        return value
    return adapt(value, PrepareProtocol, value)


def needs_adapters():
    """Whether values of plain types must be looked at one by one."""
    return bool(_adapted)


def check_contiguous(view):
    if not view.c_contiguous:
        raise BufferError("memoryview: underlying buffer is not C-contiguous")


# ---- statements


class Statement:
    """A compiled statement. It is in the hands of one cursor, or in the cache."""

    __slots__ = (
        "handle", "sql", "is_dml", "reads", "count", "names", "columns", "version",
        "description", "keys",
    )

    __module__ = "sqlite3"

    def __new__(cls, *arguments, **named):
        raise TypeError(f"cannot create '{cls.__module__}.{cls.__name__}' instances")

    @classmethod
    def compiled(cls, database, sql):
        self = object.__new__(cls)
        self.handle = 0
        self.handle, rest, self.is_dml, self.reads, self.count = core.prepare(database, sql)
        self.sql = sql
        self.names = None
        self.columns = None
        self.version = -1
        self.description = None
        self.keys = ()
        if rest >= 0:
            raise ProgrammingError("You can only execute one statement at a time.")
        return self

    def __del__(self):
        handle, self.handle = self.handle, 0
        if handle:
            core.release(handle)

    def plain(self, parameters):
        """The values that natives may take as they are; None: they are bound now."""
        if (
            type(parameters) in (tuple, list)
            and len(parameters) == self.count
            and (not self.count or self.names == ())
            and not _adapted
        ):
            return parameters
        self.bind(parameters)
        return None

    def bind(self, parameters):
        """Gives the parameters of the statement their values."""
        if type(parameters) is tuple or type(parameters) is list:
            values = parameters
            if len(values) != self.count:
                self._wrong_count(len(values))
            if self.count and self._names():
                self._check_unnamed()
        elif not isinstance(parameters, dict) and hasattr(type(parameters), "__getitem__") and (
            hasattr(type(parameters), "__len__") and not _is_mapping(parameters)
        ):
            count = len(parameters)
            if count != self.count:
                self._wrong_count(count)
            if count and self._names():
                self._check_unnamed()
            values = [parameters[index] for index in range(count)]
        elif isinstance(parameters, dict) or _is_mapping(parameters):
            values = self._named(parameters)
        else:
            raise ProgrammingError("parameters are of unsupported type")
        if not self.count:
            return
        if not _adapted and core.bind(self.handle, values, False) < 0:
            return
        self._bind_adapted(values)

    def _bind_adapted(self, values):
        adapted = []
        for index in range(self.count):
            value = _sql_of(values[index])
            adapted.append(value)
            if isinstance(value, memoryview):
                check_contiguous(value)
        place = core.bind(self.handle, adapted, True)
        if place < 0:
            return
        value = adapted[place]
        if isinstance(value, str):
            value.encode()
        raise ProgrammingError(
            f"Error binding parameter {place + 1}: type '{type(value).__name__}' is not supported"
        )

    def _wrong_count(self, count):
        raise ProgrammingError(
            "Incorrect number of bindings supplied. The current statement uses "
            f"{self.count}, and there are {count} supplied."
        )

    def _names(self):
        """The names of the parameters, if one has a name."""
        if self.names is None:
            names = core.parameters(self.handle)
            self.names = names if any(name is not None for name in names) else ()
            # Natives take the values of a dict by these.
            self.keys = () if None in self.names else tuple([name[1:] for name in self.names])
        return self.names

    def _check_unnamed(self):
        for index, name in enumerate(self.names):
            if name is not None and name[0] != "?":
                raise ProgrammingError(
                    f"Binding {index + 1} ('{name}') is a named parameter, but you supplied a "
                    "sequence which requires nameless (qmark) placeholders."
                )

    def _named(self, parameters):
        values = []
        names = self._names() or (None,) * self.count
        for index, name in enumerate(names):
            if name is None:
                raise ProgrammingError(
                    f"Binding {index + 1} has no name, but you supplied a dictionary (which has "
                    "only names)."
                )
            name = name[1:]
            try:
                values.append(parameters[name])
            except LookupError:
                raise ProgrammingError(
                    f"You did not supply a value for binding parameter :{name}."
                ) from None
        return values


def _is_mapping(value):
    return hasattr(type(value), "keys") or (
        hasattr(type(value), "__missing__") and not hasattr(type(value), "__len__")
    )
