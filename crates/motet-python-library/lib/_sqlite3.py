"""`sqlite3`'s native half, made of `_sqlite_core`: connections, and the functions beside them."""

import _thread
import sys
import warnings

import _sqlite_core as core
from _sqlite_base import (
    LEGACY_TRANSACTION_CONTROL,
    PARSE_COLNAMES,
    PARSE_DECLTYPES,
    DatabaseError,
    DataError,
    Error,
    IntegrityError,
    InterfaceError,
    InternalError,
    NotSupportedError,
    OperationalError,
    PrepareProtocol,
    ProgrammingError,
    Statement,
    Warning,
    _failure,
    _undecodable,
    adapt,
    adapters,
    check_contiguous,
    converters,
    register_adapter,
    register_converter,
)
from _sqlite_cursor import Cursor, _connections, retried
from _sqlite_hooks import (
    Given,
    _on_authorize,
    _on_compare,
    _on_final,
    _on_function,
    _on_inverse,
    _on_now,
    _on_progress,
    _on_step,
    _on_trace,
    enable_callback_tracebacks,
    forget,
)
from _sqlite_numbers import *
from _sqlite_rows import Blob, Row

sqlite_version = core.version
threadsafety = 3

_OPEN_READWRITE, _OPEN_CREATE, _OPEN_URI = 2, 4, 0x40
_LEVELS = ("", "DEFERRED", "IMMEDIATE", "EXCLUSIVE")


def complete_statement(statement):
    if not isinstance(statement, str):
        name = type(statement).__name__
        raise TypeError(f"complete_statement() argument 'statement' must be str, not {name}")
    return core.complete(statement)


def _level(value):
    if value is None:
        return None
    if not isinstance(value, str):
        raise TypeError("isolation_level must be str or None")
    if "\0" in value:
        raise ValueError("embedded null character")
    level = str.upper(value)
    if level not in _LEVELS or not value.isascii():
        raise ValueError(
            "isolation_level string must be '', 'DEFERRED', 'IMMEDIATE', or 'EXCLUSIVE'"
        )
    return level


def _mode(value):
    """A value for `autocommit`."""
    if value is True or value is False:
        return value
    if isinstance(value, int) and value == LEGACY_TRANSACTION_CONTROL:
        return LEGACY_TRANSACTION_CONTROL
    raise ValueError(
        "autocommit must be True, False, or sqlite3.LEGACY_TRANSACTION_CONTROL"
    )


def _path(database):
    import os

    path = os.fsencode(database)
    if b"\0" in path:
        raise ValueError("embedded null character")
    return path


def _deprecated(function, names, given):
    """Warns of arguments that will be positional only."""
    if given:
        listed = ", ".join(f"'{name}'" for name in names[:-1])
        listed = f"{listed} and '{names[-1]}'" if listed else f"'{names[-1]}'"
        many = "s" if len(names) > 1 else ""
        warnings.warn(
            f"Passing keyword argument{many} {listed} to _sqlite3.Connection.{function}() is "
            f"deprecated. Parameter{many} {listed} will become positional-only in Python 3.15.",
            DeprecationWarning,
            stacklevel=4,
        )


_MISSING = object()


def _parameters(function, names, positional, keywords):
    """Arguments that may still be given by name."""
    values = list(positional)
    if len(values) > len(names):
        raise TypeError(
            f"{function}() takes at most {len(names)} positional arguments ({len(values)} given)"
        )
    for name in names[len(values):]:
        if name not in keywords:
            raise TypeError(
                f"{function}() missing required argument '{name}' (pos {len(values) + 1})"
            )
        values.append(keywords.pop(name))
    for name in keywords:
        raise TypeError(f"{function}() got an unexpected keyword argument '{name}'")
    _deprecated(function, names, len(positional) < len(names))
    return values


class Connection:
    _motet_closed = True
    __module__ = "sqlite3"

    Warning = Warning
    Error = Error
    InterfaceError = InterfaceError
    DatabaseError = DatabaseError
    InternalError = InternalError
    OperationalError = OperationalError
    ProgrammingError = ProgrammingError
    IntegrityError = IntegrityError
    DataError = DataError
    NotSupportedError = NotSupportedError

    _is_set_up = False
    _thread = None
    _database = 0
    _hooks = None
    # How many statements were begun.
    _begun = 0

    def __init__(
        self, database, *positional, timeout=_MISSING, detect_types=_MISSING,
        isolation_level=_MISSING, check_same_thread=_MISSING, factory=_MISSING,
        cached_statements=_MISSING, uri=_MISSING, autocommit=LEGACY_TRANSACTION_CONTROL,
    ):
        names = (
            "timeout", "detect_types", "isolation_level", "check_same_thread", "factory",
            "cached_statements", "uri",
        )
        given = {
            "timeout": timeout, "detect_types": detect_types,
            "isolation_level": isolation_level, "check_same_thread": check_same_thread,
            "factory": factory, "cached_statements": cached_statements, "uri": uri,
        }
        if positional:
            if len(positional) > len(names):
                raise TypeError(
                    "Connection() takes at most 8 positional arguments "
                    f"({len(positional) + 1} given)"
                )
            warnings.warn(
                "Passing more than 1 positional argument to _sqlite3.Connection() is deprecated. "
                "Parameters 'timeout', 'detect_types', 'isolation_level', 'check_same_thread', "
                "'factory', 'cached_statements' and 'uri' will become keyword-only parameters in "
                "Python 3.15.",
                DeprecationWarning,
                stacklevel=2,
            )
            for name, value in zip(names, positional):
                if given[name] is not _MISSING:
                    raise TypeError(f"argument for Connection() given by name ('{name}') and position")
                given[name] = value
        self._open(database, autocommit, {
            name: value for name, value in given.items() if value is not _MISSING
        })

    def _open(self, database, autocommit, given):
        path = _path(database)
        sys.audit("sqlite3.connect", database)
        isolation_level = _level(given.get("isolation_level", ""))
        timeout = given.get("timeout", 5.0)
        if not isinstance(timeout, (int, float)):
            raise TypeError(f"must be real number, not {type(timeout).__name__}")
        cached = given.get("cached_statements", 128)
        if not isinstance(cached, int):
            raise TypeError(
                f"'{type(cached).__name__}' object cannot be interpreted as an integer"
            )
        detect_types = given.get("detect_types", 0)
        if not isinstance(detect_types, int):
            raise TypeError(
                f"'{type(detect_types).__name__}' object cannot be interpreted as an integer"
            )
        autocommit = _mode(autocommit)
        if self._is_set_up:
            # Cursors go on with the old database.
            self._is_set_up = False
            database, self._database = self._database, 0
            if database:
                core.release(database)
        flags = _OPEN_READWRITE | _OPEN_CREATE | (_OPEN_URI if given.get("uri", False) else 0)
        self._database = core.open(path, flags, max(0, min(int(timeout * 1000), 0x7fffffff)))
        self._hooks = {}
        self._cache = {}
        self._cache_size = cached
        self._detect_types = detect_types
        self._isolation_level = isolation_level
        self._autocommit = autocommit
        self._thread = _thread.get_ident() if given.get("check_same_thread", True) else None
        self._row_factory = None
        self._text_factory = str
        self._is_set_up = True
        sys.audit("sqlite3.connect/handle", self)
        if autocommit is False:
            self._run("BEGIN")

    # ---- state

    def _check_thread(self):
        if not self._is_set_up:
            raise ProgrammingError("Base Connection.__init__ not called.")
        thread = self._thread
        if thread is not None and thread != _thread.get_ident():
            raise ProgrammingError(
                "SQLite objects created in a thread can only be used in that same thread. The "
                f"object was created in thread id {thread} and this is thread id "
                f"{_thread.get_ident()}."
            )

    def _check(self):
        thread = self._thread
        if not self._is_set_up or thread is not None and thread != _thread.get_ident():
            self._check_thread()
        if not self._database:
            raise ProgrammingError("Cannot operate on a closed database.")

    def _check_open(self):
        """As `_check`, from any thread."""
        if not self._is_set_up:
            raise ProgrammingError("Base Connection.__init__ not called.")
        if not self._database:
            raise ProgrammingError("Cannot operate on a closed database.")

    @property
    def row_factory(self):
        return self._row_factory

    @row_factory.setter
    def row_factory(self, factory):
        self._row_factory = factory

    @row_factory.deleter
    def row_factory(self):
        raise AttributeError("cannot delete row_factory attribute")

    @property
    def text_factory(self):
        return self._text_factory

    @text_factory.setter
    def text_factory(self, factory):
        self._text_factory = factory

    @property
    def total_changes(self):
        self._check_open()
        return core.state(self._database)[1]

    @property
    def in_transaction(self):
        self._check_open()
        return core.state(self._database)[0]

    @property
    def isolation_level(self):
        self._check_open()
        return self._isolation_level

    @isolation_level.setter
    def isolation_level(self, value):
        if value is None:
            self._isolation_level = None
            if self._autocommit == LEGACY_TRANSACTION_CONTROL:
                self.commit()
        else:
            self._isolation_level = _level(value)

    @isolation_level.deleter
    def isolation_level(self):
        raise AttributeError("cannot delete attribute")

    @property
    def autocommit(self):
        self._check()
        return self._autocommit

    @autocommit.setter
    def autocommit(self, value):
        self._check()
        mode = _mode(value)
        if mode is True:
            if core.state(self._database)[0]:
                self._run("COMMIT")
        elif mode is False and not core.state(self._database)[0]:
            self._run("BEGIN")
        self._autocommit = mode

    @autocommit.deleter
    def autocommit(self):
        raise AttributeError("cannot delete autocommit attribute")

    # ---- statements

    def _run(self, sql):
        """Runs a statement without rows."""
        self._begun += 1
        retried(core.run, self._database, sql)

    def _take_statement(self, sql):
        if not isinstance(sql, str):
            raise TypeError(f"execute() argument 1 must be str, not {type(sql).__name__}")
        statement = self._cache.pop(sql, None)
        if statement is None:
            statement = self._compiled(sql)
        return statement

    def _compiled(self, sql):
        length = len(sql if sql.isascii() else sql.encode())
        if length > core.limit(self._database, 1, -1):
            raise DataError("query string is too large")
        if "\0" in sql:
            raise ProgrammingError("the query contains a null character")
        return Statement.compiled(self._database, sql)

    def _give_back(self, statement):
        cache = self._cache
        if not self._database or not statement.handle:
            return
        if self._cache_size > 0 and statement.sql not in cache:
            while len(cache) >= self._cache_size:
                try:
                    del cache[next(iter(cache))]
                except (StopIteration, KeyError, RuntimeError):
                    pass
            cache[statement.sql] = statement

    def _changes(self, statement):
        return core.changes(self._database)

    def __call__(self, sql=_MISSING, /):
        # Whether it is closed is told before what is missing.
        self._check()
        if sql is _MISSING:
            raise TypeError("function takes exactly 1 argument (0 given)")
        if not isinstance(sql, str):
            raise TypeError(f"argument 1 must be str, not {type(sql).__name__}")
        return self._compiled(sql)

    def cursor(self, factory=Cursor):
        if factory is Cursor:
            cursor = core.new_cursor(Cursor, self)
            if cursor is not None:
                return cursor
        self._check()
        cursor = factory(self)
        if not issubclass(type(cursor), Cursor):
            raise TypeError(
                f"factory must return a cursor, not {type(cursor).__name__}"
            )
        if self._row_factory is not None:
            cursor.row_factory = self._row_factory
        return cursor

    def execute(self, sql, parameters=(), /):
        return self.cursor().execute(sql, parameters)

    def executemany(self, sql, parameters, /):
        return self.cursor().executemany(sql, parameters)

    def executescript(self, sql_script, /):
        return self.cursor().executescript(sql_script)

    # ---- transactions

    def commit(self):
        self._check()
        if self._autocommit is True:
            return
        if core.state(self._database)[0]:
            self._run("COMMIT")
        if self._autocommit is False:
            self._run("BEGIN")

    def rollback(self):
        self._check()
        if self._autocommit is True:
            return
        if core.state(self._database)[0]:
            self._run("ROLLBACK")
        if self._autocommit is False:
            self._run("BEGIN")

    def __enter__(self):
        self._check()
        return self

    def __exit__(self, type, value, traceback, /):
        if type is not None:
            self.rollback()
            return False
        try:
            self.commit()
        except BaseException:
            try:
                self.rollback()
            except BaseException:
                pass
            raise
        return False

    def close(self):
        self._check_thread()
        if not self._database:
            return
        if self._autocommit is False and core.state(self._database)[0]:
            self._run("ROLLBACK")
        self._shut()

    def _shut(self):
        database, self._database = self._database, 0
        self._cache = {}
        if database:
            core.close(database)
        forget(self._hooks.values())
        self._hooks = {}

    def __del__(self):
        if not self._database:
            return
        from _motet_unraisable import warn_of_open
        warn_of_open(self, f"database connection {self!r}", f"database in {self!r}")
        self._shut()

    def interrupt(self):
        self._check_open()
        core.interrupt(self._database)

    # ---- functions that SQLite calls back

    def _hook(self, key, callable):
        """The number for a callable; 0 for None. The one it replaces is forgotten when SQLite has
        the new one."""
        old = self._hooks.pop(key, None)
        if callable is None:
            if old is not None:
                forget((old,))
            return 0
        given = Given(callable)
        self._hooks[key] = given
        return given.number

    def _define(self, name, count, kind, call, deterministic, message):
        most = core.limit(self._database, SQLITE_LIMIT_FUNCTION_ARG, -1)
        if not -1 <= count <= most:
            what = ("narg", "n_arg", "num_params")[kind]
            raise ProgrammingError(f"'{what}' must be between -1 and {most}, not {count}")
        if not isinstance(name, str):
            raise TypeError(f"argument 'name' must be str, not {type(name).__name__}")
        key = (kind, name.lower(), count)
        old = self._hooks.get(key)
        if call is None and kind == 2:
            number = self._hook(key, None)
        else:
            # CPython defines None as a function too, which fails when it is called.
            given = self._hooks[key] = Given(call)
            number = given.number
        try:
            retried(
                core.define_function,
                self._database, name, count, bool(deterministic), kind, number,
            )
            if old is not None:
                forget((old,))
        except Error:
            if message is None:
                raise
            raise OperationalError(message) from None

    def create_function(self, *positional, deterministic=False, **keywords):
        name, narg, func = _parameters(
            "create_function", ("name", "narg", "func"), positional, keywords
        )
        self._check()
        self._define(name, narg, 0, func, deterministic, "Error creating function")

    def create_aggregate(self, *positional, **keywords):
        name, n_arg, aggregate_class = _parameters(
            "create_aggregate", ("name", "n_arg", "aggregate_class"), positional, keywords
        )
        self._check()
        self._define(name, n_arg, 1, aggregate_class, False, "Error creating aggregate")

    def create_window_function(self, name, num_params, aggregate_class, /):
        self._check()
        self._define(name, num_params, 2, aggregate_class, False, None)

    def create_collation(self, name, callback, /):
        self._check()
        if not isinstance(name, str):
            raise TypeError(f"argument 1 must be str, not {type(name).__name__}")
        name.encode()
        if callback is not None and not callable(callback):
            raise TypeError("parameter must be callable")
        number = self._hook(("collation", name.lower()), callback)
        retried(core.define_collation, self._database, name, number)

    def set_authorizer(self, *positional, **keywords):
        call, = _parameters("set_authorizer", ("authorizer_callback",), positional, keywords)
        self._check()
        core.set_hook(self._database, 0, self._hook("authorizer", call), 0)

    def set_progress_handler(self, *positional, **keywords):
        if len(positional) == 1 and "n" in keywords:
            call, n = positional[0], keywords.pop("n")
            _deprecated("set_progress_handler", ("progress_handler",), False)
        else:
            if "progress_handler" in keywords and "n" in keywords and not positional:
                call, n = keywords.pop("progress_handler"), keywords.pop("n")
                _deprecated("set_progress_handler", ("progress_handler",), True)
            else:
                call, n = _pair("set_progress_handler", positional)
        self._check()
        core.set_hook(self._database, 1, self._hook("progress", call), n)

    def set_trace_callback(self, *positional, **keywords):
        call, = _parameters("set_trace_callback", ("trace_callback",), positional, keywords)
        self._check()
        core.set_hook(self._database, 2, self._hook("trace", call), 0)

    # ---- the rest

    def enable_load_extension(self, enable, /):
        self._check()
        core.enable_extensions(self._database, bool(enable))

    def load_extension(self, name, /, *, entrypoint=None):
        sys.audit("sqlite3.load_extension", self, name)
        self._check()
        core.load_extension(self._database, name, entrypoint)

    def iterdump(self, *, filter=None):
        self._check()
        from sqlite3.dump import _iterdump

        return _iterdump(self, filter=filter)

    def backup(self, target, *, pages=-1, progress=None, name="main", sleep=0.250):
        if not isinstance(target, Connection):
            raise TypeError(
                "backup() argument 'target' must be sqlite3.Connection, not "
                f"{type(target).__name__}"
            )
        self._check()
        target._check()
        if target is self:
            raise ValueError("target cannot be the same connection instance")
        if progress is not None and not callable(progress):
            raise TypeError("progress argument must be a callable")
        import time

        if not isinstance(pages, int):
            raise TypeError(
                f"'{type(pages).__name__}' object cannot be interpreted as an integer"
            )
        pages = pages or -1
        handle = core.backup_begin(self._database, name, target._database)
        try:
            while True:
                code, remaining, count = core.backup_step(handle, pages)
                if progress is not None:
                    progress(code, remaining, count)
                if code in (5, 6):
                    time.sleep(sleep)
                elif code:
                    break
        except BaseException:
            core.release(handle)
            raise
        core.backup_finish(handle)

    def blobopen(self, table, column, rowid, /, *, readonly=False, name="main"):
        self._check()
        if not isinstance(rowid, int):
            raise TypeError(
                f"'{type(rowid).__name__}' object cannot be interpreted as an integer"
            )
        if not -(1 << 63) <= rowid < 1 << 63:
            raise OverflowError("Python int too large to convert to SQLite INTEGER")
        handle, length = core.blob_open(
            self._database, name, table, column, rowid, not readonly
        )
        return Blob._open(self, handle, length)

    def setlimit(self, category, limit, /):
        self._check()
        before = core.limit(self._database, category, limit)
        if before < 0:
            raise ProgrammingError("'category' is out of bounds")
        return before

    def getlimit(self, category, /):
        return self.setlimit(category, -1)

    def getconfig(self, op, /):
        self._check()
        _known_config(op)
        return core.config(self._database, op, None)

    def setconfig(self, op, enable=True, /):
        self._check()
        _known_config(op)
        if core.config(self._database, op, bool(enable)) != bool(enable):
            raise OperationalError("Unable to set config")

    def serialize(self, *, name="main"):
        self._check()
        data = core.serialize(self._database, name)
        if data is None:
            raise OperationalError(f"unable to serialize '{name}'")
        return data

    def deserialize(self, data, /, *, name="main"):
        self._check()
        if isinstance(data, str):
            data = data.encode()
        if isinstance(data, memoryview):
            check_contiguous(data)
        core.deserialize(self._database, name, data)


_connections.append(Connection)


def _pair(function, positional):
    if len(positional) != 2:
        raise TypeError(f"{function}() takes 2 positional arguments ({len(positional)} given)")
    return positional


def _known_config(op):
    if not isinstance(op, int):
        raise TypeError(f"'{type(op).__name__}' object cannot be interpreted as an integer")
    if not SQLITE_DBCONFIG_ENABLE_FKEY <= op <= SQLITE_DBCONFIG_TRUSTED_SCHEMA:
        raise ValueError(f"unknown config 'op': {op}")


def connect(database, *positional, factory=Connection, **keywords):
    if positional:
        warnings.warn(
            "Passing more than 1 positional argument to sqlite3.connect() is deprecated. "
            "Parameters 'timeout', 'detect_types', 'isolation_level', 'check_same_thread', "
            "'factory', 'cached_statements' and 'uri' will become keyword-only parameters in "
            "Python 3.15.",
            DeprecationWarning,
            stacklevel=2,
        )
        if len(positional) > 4:
            factory = positional[4]
        return factory(database, *positional, **keywords)
    if factory is not Connection:
        keywords["factory"] = factory
    return factory(database, **keywords)
