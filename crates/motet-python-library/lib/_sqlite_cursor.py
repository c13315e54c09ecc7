"""Cursors of `sqlite3`."""

# The module that programs know.
__name__ = "_sqlite3"

import gc

import _sqlite_core as core
from _sqlite_base import (
    LEGACY_TRANSACTION_CONTROL,
    PARSE_COLNAMES,
    PARSE_DECLTYPES,
    DataError,
    OperationalError,
    ProgrammingError,
    _undecodable,
    converters,
    needs_adapters,
)
from _sqlite_rows import Row

# At most so many rows are read, or executed, in one go of the native half.
_BATCH = 256
# At most so many rows are read ahead of a loop that takes one by one.
_AHEAD = 64


def step(handle):
    """Steps."""
    return retried(core.step, handle)


def retried(function, *arguments):
    """Calls a function of SQLite. A database that is held by unreachable statements is
    set free first: they go away with the next collection only."""
    try:
        return function(*arguments)
    except OperationalError as error:
        if error.sqlite_errorcode & 0xff not in (5, 6) or not core.running():
            raise
    gc.collect()
    return function(*arguments)


# The class `Connection`, which is made later.
_connections = []


class Cursor:
    _motet_closed = True
    __module__ = "sqlite3"

    _connection = None
    _closed = False
    _locked = False
    _statement = None
    # A loop takes rows that are ready without a call of `__next__` (`_io_core`'s streams).
    locals()[".stream_kind"] = 7
    # Rows that were read ahead, the last first, and the error behind them.
    _ready = None
    _failure = None
    # How many rows to read ahead, and what the connection had begun when that was decided.
    _ahead = 1
    _begun = -1
    _converters = None
    _description = None
    _lastrowid = None
    _rowcount = -1
    _arraysize = 1
    _row_factory = None

    def __init__(self, connection, /):
        if not issubclass(type(connection), _connections[0]):
            name = type(connection).__name__
            raise TypeError(f"Cursor() argument 1 must be sqlite3.Connection, not {name}")
        if self._locked:
            raise ProgrammingError("Recursive use of cursors not allowed.")
        self._release()
        self._connection = connection
        self._closed = False
        self._locked = False
        self._description = None
        self._lastrowid = None
        self._rowcount = -1
        self._arraysize = 1
        self._row_factory = None
        connection._check_thread()

    connection = property(lambda self: self._connection)
    description = property(lambda self: self._description)
    lastrowid = property(lambda self: self._lastrowid)
    rowcount = property(lambda self: self._rowcount)

    @property
    def arraysize(self):
        return self._arraysize

    @arraysize.setter
    def arraysize(self, size):
        self._arraysize = _count(size)

    @arraysize.deleter
    def arraysize(self):
        raise AttributeError(
            "attribute 'arraysize' of 'sqlite3.Cursor' objects cannot be deleted"
        )

    @property
    def row_factory(self):
        return self._row_factory

    @row_factory.setter
    def row_factory(self, factory):
        self._row_factory = factory

    @row_factory.deleter
    def row_factory(self):
        raise AttributeError("cannot delete row_factory attribute")

    def _check(self):
        connection = self._connection
        if core.is_usable(self):
            return connection
        if connection is None:
            raise ProgrammingError("Base Cursor.__init__ not called.")
        if self._closed:
            raise ProgrammingError("Cannot operate on a closed cursor.")
        if self._locked:
            raise ProgrammingError("Recursive use of cursors not allowed.")
        connection._check()
        return connection

    def _release(self):
        """Gives the statement back."""
        statement, self._statement = self._statement, None
        if statement is not None:
            core.reset(statement.handle)
            self._connection._give_back(statement)

    def execute(self, sql, parameters=(), /):
        done = core.execute_plainly(self, sql, parameters)
        if done is True:
            return self
        if done:
            self._describe(self._connection, *done)
            return self
        connection = self._check()
        self._locked = True
        try:
            self._begin(connection, sql)
            statement = self._statement
            if statement is None:
                return self
            found = self._start(connection, statement, parameters)
            is_on_row, changes, last, version, rows, self._failure = found
            self._describe(connection, statement, version)
            if statement.is_dml:
                self._rowcount = 0 if is_on_row else changes
            self._lastrowid = last
            if rows:
                self._ready = rows
                self._begun = connection._begun
            if not is_on_row:
                self._statement = None
                connection._give_back(statement)
            elif not statement.is_dml and not statement.reads:
                self._read_ahead(statement)
        except BaseException:
            self._release()
            self._rowcount = -1
            raise
        finally:
            self._locked = False
        return self

    def _start(self, connection, statement, parameters):
        """Begins a statement and, if it is plain, reads its first row: see `_sqlite_core.execute`."""
        text_as = -1
        if statement.reads and not connection._hooks and not connection._detect_types:
            factory = connection._text_factory
            text_as = 0 if factory is str else 1 if factory is bytes else -1
        values = statement.plain(parameters)
        found = retried(core.execute, statement.handle, values, text_as)
        if found is None:
            statement.bind(parameters)
            found = retried(core.execute, statement.handle, None, text_as)
        return found

    def _read_ahead(self, statement):
        """Takes the rows of a statement that may change something (a PRAGMA) at once. Until it is at
        its end nothing is committed, and an unreachable cursor goes away late."""
        rows, has_more = [], True
        while has_more:
            found, has_more, failure = core.fetch(statement.handle, _BATCH, self._text_as())
            rows += found
            if failure is not None:
                raise failure
        if self._text_as() == 2:
            rows = [self._texts(row) for row in rows]
        rows.reverse()
        self._ready = rows
        self._release()

    def _texts(self, row):
        factory = self._connection._text_factory
        return tuple([factory(value[0]) if type(value) is tuple else value for value in row])

    def executemany(self, sql, seq_of_parameters, /):
        connection = self._check()
        self._locked = True
        try:
            rows = seq_of_parameters
            rows = rows if type(rows) in (list, tuple) else iter(rows)
            self._begin(connection, sql, True)
            statement = self._statement
            if statement is None:
                return self
            self._execute_all(connection, statement, rows)
        except BaseException:
            self._release()
            self._rowcount = -1
            raise
        finally:
            self._locked = False
        return self

    def _execute_all(self, connection, statement, rows):
        done, total = 0, 0
        is_plain = type(rows) in (list, tuple) and not statement._names()
        if is_plain and not needs_adapters():
            while done < len(rows):
                count, changes = core.step_many(statement.handle, rows, done, _BATCH)
                if not count:
                    break
                total += changes
                done += count
            rows = rows[done:]
        for parameters in rows:
            statement.bind(parameters)
            has_row, changes, _, version = step(statement.handle)
            self._describe(connection, statement, version)
            while has_row:
                has_row, changes, *_ = core.step(statement.handle)
            core.reset(statement.handle)
            total += changes
        self._rowcount = total if statement.is_dml else -1
        self._release()

    def _begin(self, connection, sql, is_many=False):
        """Takes a statement, and begins a transaction if it is the time."""
        self._release()
        connection._begun += 1
        self._ready = None
        self._failure = None
        self._ahead = 1
        self._description = None
        self._converters = None
        self._rowcount = -1
        statement = connection._take_statement(sql)
        if not statement.handle:
            return
        if is_many and statement.reads:
            connection._give_back(statement)
            raise ProgrammingError("executemany() can only execute DML statements.")
        self._statement = statement
        if statement.is_dml:
            self._rowcount = 0
            if (
                connection._autocommit == LEGACY_TRANSACTION_CONTROL
                and connection._isolation_level is not None
                and not core.state(connection._database)[0]
            ):
                connection._run("BEGIN " + connection._isolation_level)

    def _describe(self, connection, statement, version):
        """The names and types of the columns: known when the statement has begun."""
        if version != statement.version:
            # It is new, or was compiled anew because a table has changed.
            statement.columns = core.columns(statement.handle)
            statement.version = version
            statement.description = None
        columns = statement.columns
        if not columns:
            return
        detected = connection._detect_types
        if detected and converters:
            found = [_converter(column, detected) for column in columns]
            self._converters = found if any(found) else None
        if statement.description is None:
            statement.description = tuple([
                (_shown(name, detected), None, None, None, None, None, None)
                for name, _ in columns
            ])
        if self._description is None:
            self._description = statement.description

    def executescript(self, sql_script, /):
        connection = self._check()
        if not isinstance(sql_script, str):
            name = type(sql_script).__name__
            raise TypeError(f"executescript() argument must be str, not {name}")
        if "\0" in sql_script:
            raise ValueError("embedded null character")
        if len(sql_script.encode()) > core.limit(connection._database, 1, -1):
            raise DataError("query string is too large")
        database = connection._database
        if connection._autocommit == LEGACY_TRANSACTION_CONTROL and core.state(database)[0]:
            connection._run("COMMIT")
        rest = sql_script
        while rest:
            handle, place, *_ = core.prepare(database, rest)
            try:
                while handle and step(handle)[0]:
                    pass
            finally:
                if handle:
                    core.release(handle)
            if place < 0:
                break
            rest = rest[place:]
        return self

    # ---- rows

    def _text_as(self):
        factory = self._connection._text_factory
        return 0 if factory is str else 1 if factory is bytes else 2

    def _converted(self, statement):
        """The current row, by converters and the factory of texts."""
        factory = self._connection._text_factory
        row = list(core.row(statement.handle, 2))
        wanted = self._converters or ()
        for index, converter in enumerate(wanted):
            if converter is not None:
                content = core.column_bytes(statement.handle, index)
                # A value, or a tuple of a text's bytes: a converted value must look like neither.
                row[index] = None if content is None else _Done(converter(content))
        for index, value in enumerate(row):
            if type(value) is tuple:
                row[index] = self._text(statement, index, value[0], factory)
            elif type(value) is _Done:
                row[index] = value.value
        return tuple(row)

    def _text(self, statement, index, content, factory):
        if factory is not str:
            return factory(content)
        try:
            return content.decode()
        except UnicodeDecodeError:
            raise _undecodable(statement.columns[index][0], content) from None

    def _is_simple(self):
        factory = self._connection._text_factory
        return self._converters is None and (factory is str or factory is bytes)

    def __iter__(self):
        return self

    def __next__(self):
        self._check()
        ready = self._ready
        if not ready:
            if self._failure is not None:
                failure, self._failure = self._failure, None
                raise failure
            statement = self._statement
            if statement is None:
                raise StopIteration
            ready = self._read(statement)
        row = ready.pop()
        factory = self._row_factory
        if factory is None:
            return row
        return core.new_row(Row, row, self._description) if factory is Row else factory(self, row)

    def _read(self, statement):
        """The next row, and those behind it that may be read ahead."""
        self._locked = True
        try:
            if self._is_simple():
                count = self._count_ahead(statement)
                rows, has_more, self._failure = core.fetch(statement.handle, count, self._text_as())
                if len(rows) > 1:
                    rows.reverse()
                    self._ready = rows
                if self._failure is not None:
                    self._release()
                    return rows
            else:
                rows = [self._converted(statement)]
                has_more, *_ = core.step(statement.handle)
            if not has_more:
                self._end(statement)
            return rows
        except BaseException as error:
            if type(error) is not OperationalError or self._statement is None:
                self._release()
            elif not core.is_running(statement.handle):
                self._release()
            raise
        finally:
            self._locked = False

    def _count_ahead(self, statement):
        """How many rows to read: more and more, as long as the connection does nothing else. A loop
        that changes rows between sees its changes as if each row was read when it is wanted; and
        functions of the program run when it is."""
        connection = self._connection
        if connection._hooks or not statement.reads:
            return 1
        if connection._begun != self._begun:
            self._begun = connection._begun
            self._ahead = 1
            return 1
        self._ahead = ahead = min(2 * self._ahead, _AHEAD)
        return ahead

    def _end(self, statement):
        if statement.is_dml:
            self._rowcount = self._connection._changes(statement)
        self._release()

    def fetchone(self):
        row = core.ready(self)
        return next(self, None) if row is None else row

    def fetchmany(self, size=None):
        size = self._arraysize if size is None else _count(size)
        return self._fetch(size)

    def fetchall(self):
        rows = core.take_ready(self)
        return self._fetch(None) if rows is None else rows

    def _fetch(self, most):
        self._check()
        rows = []
        if self._row_factory is None and self._statement is not None and self._is_simple():
            rows = self._take_ready(most)
            statement = self._statement
            self._locked = True
            try:
                while self._statement is not None and (most is None or len(rows) < most):
                    count = _BATCH if most is None else min(_BATCH, most - len(rows))
                    found, has_more, failure = core.fetch(
                        statement.handle, count, self._text_as()
                    )
                    rows += found
                    if failure is not None:
                        raise failure
                    if not has_more:
                        self._end(statement)
            except BaseException:
                self._release()
                raise
            finally:
                self._locked = False
            return rows
        while most is None or len(rows) < most:
            try:
                rows.append(self.__next__())
            except StopIteration:
                break
        return rows

    def _take_ready(self, most):
        """Rows that were read ahead, at most so many."""
        ready = self._ready
        if not ready or most == 0:
            return []
        count = len(ready) if most is None else min(most, len(ready))
        rows = ready[-count:]
        del ready[-count:]
        rows.reverse()
        return rows

    def setinputsizes(self, sizes, /):
        pass

    def setoutputsize(self, size, column=None, /):
        pass

    def close(self):
        connection = self._connection
        if connection is None:
            raise ProgrammingError("Base Cursor.__init__ not called.")
        if self._locked:
            raise ProgrammingError("Recursive use of cursors not allowed.")
        connection._check()
        self._release()
        self._ready = None
        self._closed = True


class _Done:
    """The result of a converter."""

    __slots__ = ("value",)

    def __init__(self, value):
        self.value = value


def _count(size):
    """A number of rows."""
    if not hasattr(type(size), "__index__"):
        raise TypeError(f"'{type(size).__name__}' object cannot be interpreted as an integer")
    size = size.__index__()
    if size < 0:
        raise ValueError("Cannot convert negative int")
    if size > 0xffffffff:
        raise OverflowError("Python int too large to convert to C uint32_t")
    return size


def _shown(name, detected):
    """The name of a column, without the type behind it."""
    if detected & PARSE_COLNAMES and "[" in name:
        place = name.index("[")
        if place and name[place - 1] == " ":
            place -= 1
        return name[:place]
    return name


def _converter(column, detected):
    name, declared = column
    if detected & PARSE_COLNAMES:
        start = name.find("[")
        end = name.find("]", start)
        if 0 <= start < end:
            found = converters.get(name[start + 1:end].upper())
            if found is not None:
                return found
    if detected & PARSE_DECLTYPES and declared:
        for place, character in enumerate(declared):
            if character in " (":
                declared = declared[:place]
                break
        return converters.get(declared.upper())
    return None
