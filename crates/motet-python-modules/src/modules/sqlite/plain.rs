//! `execute` of a cursor in the common case, at once: the statement is in the cache and was
//! executed before, its parameters have no names, no function of the program is involved. All that
//! is not common is found before the first change, and is the library's work.
//!
//! ```text
//!   Cursor ── `_connection` ──▶ Connection ── `_cache` ──▶ dict: text ──▶ Statement ── `handle`
//! ```

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use motet_sqlite::{Code, codes};

use motet_python_objects::model::class::InstanceKind;
use motet_python_objects::model::names;
use motet_python_objects::types::prelude::*;
use motet_python_objects::types::{dict, int, list, string, tuple};
use motet_vm::symbol::Symbol;

use super::rows::{Brought, first_step, may_be_used};
use super::statements::{TextAs, bind_values, count_running, pace_of, step_failure};
use super::{Entry, Held, Shared, failure, locked, run_here, run_step, with_entries};

/// The functions of this file.
pub(super) const FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::calling("execute_plainly", 3, 3, execute_plainly),
    NativeFunction::leaf("new_cursor", 2, 2, new_cursor),
    NativeFunction::leaf("note_adapters", 0, 0, note_adapters),
    NativeFunction::leaf("new_row", 3, 3, new_row),
    NativeFunction::leaf("item_of_row", 2, 2, item_of_row),
    NativeFunction::leaf("take_ready", 1, 1, take_ready),
    NativeFunction::calling("run", 2, 2, run_text),
];

/// Whether the program has ever given an adapter for a plain type. Only ever set; relaxed, as
/// the thread that registers it and those that rely on it are in order by other means.
static HAS_ADAPTERS: AtomicBool = AtomicBool::new(false);

/// `note_adapters()`: from here on parameters of plain types may have adapters.
fn note_adapters<'a>(_: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    HAS_ADAPTERS.store(true, Ordering::Relaxed);
    Ok(NONE)
}

/// `new_cursor(class, connection)`: a cursor as its `__init__` makes it; None if the connection may
/// not be used now.
fn new_cursor<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let class = thread.class_number_of(arguments.get(thread, 0));
    let class = class.map(|number| thread.class(number));
    let class = class.filter(|class| class.kind == InstanceKind::Plain);
    let connection = arguments.get(thread, 1);
    let usable = connection.as_object();
    let usable = usable.filter(|it| super::rows::is_connection_usable(thread, *it));
    let (Some(class), Some(usable)) = (class, usable) else {
        return Ok(NONE);
    };
    let factory = thread.own_attribute(usable, names::ROW_FACTORY);
    let minus_one = int::from_i64(thread, -1);
    let fields: [(Symbol, Value<'_>); 14] = [
        (names::CURSOR_STATEMENT, NONE),
        (names::CURSOR_CONNECTION, connection),
        (names::CLOSED, FALSE),
        (names::CURSOR_LOCKED, FALSE),
        (names::CURSOR_DESCRIPTION, NONE),
        (names::CURSOR_LAST_ROW, NONE),
        (names::CURSOR_ROW_COUNT, minus_one),
        (names::CURSOR_ARRAY_SIZE, Value::from_small(1)),
        (names::ROW_FACTORY, factory.unwrap_or(NONE)),
        (names::READY, NONE),
        (names::CURSOR_FAILURE, NONE),
        (names::CURSOR_AHEAD, Value::from_small(1)),
        (names::CURSOR_CONVERTERS, NONE),
        (names::CURSOR_BEGUN, minus_one),
    ];
    thread.new_filled_instance(class, &fields)
}

/// `new_row(class, data, description)`: an instance of `Row`.
fn new_row<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let [class, data, description] = [0, 1, 2].map(|place| arguments.get(thread, place));
    made_row(thread, class, data, description)
}

fn made_row<'a>(
    thread: &'a Thread,
    class: Value<'a>,
    data: Value<'a>,
    description: Value<'a>,
) -> Outcome<Value<'a>> {
    let class = thread.class_number_of(class).map(|it| thread.class(it));
    let Some(class) = class.filter(|class| class.kind == InstanceKind::Plain) else {
        return Err(type_error(thread, "a class of rows is needed"));
    };
    let fields = [
        (names::ROW_DATA, data),
        (names::ROW_DESCRIPTION, description),
    ];
    thread.new_filled_instance(class, &fields)
}

/// A row as the factory of a cursor shows it; none if a program's factory makes it.
pub(super) fn shown_row<'a>(
    thread: &'a Thread,
    cursor: Object<'a>,
    row: Value<'a>,
) -> Outcome<Option<Value<'a>>> {
    let factory = thread.own_attribute(cursor, names::ROW_FACTORY);
    let factory = factory.unwrap_or(NONE);
    if factory == NONE {
        return Ok(Some(row));
    }
    if !makes_own_rows(thread, factory) {
        return Ok(None);
    }
    let description = thread.own_attribute(cursor, names::CURSOR_DESCRIPTION);
    made_row(thread, factory, row, description.unwrap_or(NONE)).map(Some)
}

/// Whether a factory is None, or `Row` itself: not a class below it.
pub(super) fn makes_own_rows(thread: &Thread, factory: Value<'_>) -> bool {
    let own = || thread.look_up(thread.class_number_of(factory)?, names::NATIVE_ROW);
    factory == NONE || own().is_some_and(|found| found.value == factory)
}

/// `item_of_row(row, key)`: the column of that number or name; `...`, which no column is, if the
/// library has to find it.
fn item_of_row<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let [row, key] = [0, 1].map(|place| arguments.get(thread, place));
    let find = || {
        let row = row.as_object()?;
        let own = |name| exact(thread, thread.own_attribute(row, name)?, CLASS_TUPLE);
        let data = own(names::ROW_DATA)?;
        let count = tuple::length(thread, data);
        if let Some(number) = key.as_integer() {
            let number = u64::try_from(number).ok().filter(|it| *it < count)?;
            return Some(tuple::get(thread, data, number));
        }
        let wanted = string::as_text(thread, key)?;
        let description = own(names::ROW_DESCRIPTION)?;
        let is_wanted = |place: &u64| {
            let column = exact(thread, tuple::get(thread, description, *place), CLASS_TUPLE);
            let name = column.map(|column| tuple::get(thread, column, 0));
            let name = name.and_then(|name| string::as_text(thread, name));
            // (Letters beyond ASCII are told from each other, and then all are.)
            let is_same = |name: &str| {
                name == wanted || wanted.is_ascii() && name.eq_ignore_ascii_case(wanted)
            };
            name.is_some_and(is_same)
        };
        let place = (0..tuple::length(thread, description)).find(is_wanted)?;
        (place < count).then(|| tuple::get(thread, data, place))
    };
    Ok(find().unwrap_or(ELLIPSIS))
}

/// `take_ready(cursor)`: all rows of a cursor whose statement is at its end, if nothing is to be
/// made of them; else None.
fn take_ready<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let parts = || {
        let cursor = arguments.get(thread, 0).as_object()?;
        let is = |name, wanted| thread.own_attribute(cursor, name) == Some(wanted);
        let is_plain = is(names::CURSOR_STATEMENT, NONE)
            && is(names::ROW_FACTORY, NONE)
            && is(names::CURSOR_FAILURE, NONE)
            && may_be_used(thread, cursor);
        let ready = thread
            .own_attribute(cursor, names::READY)
            .filter(|_| is_plain)?;
        Some((cursor, exact(thread, ready, CLASS_LIST)?))
    };
    let Some((cursor, ready)) = parts() else {
        return Ok(NONE);
    };
    let mut rows = list::values(thread, ready);
    rows.reverse();
    thread.set_own_attribute(cursor, names::READY, NONE)?;
    list::from_values(thread, &rows)
}

/// `run(database, sql)`: executes a text that has no rows.
fn run_text<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let shared = super::database(thread, arguments, 0)?;
    let Some(sql) = string::as_text(thread, arguments.get(thread, 1)).map(str::to_owned) else {
        return Err(type_error(thread, "a text is needed"));
    };
    let _guard = shared.enter(thread)?;
    run_sql(thread, &shared, &sql)?;
    Ok(NONE)
}

/// Executes a text that has no rows, by the owner of the database.
fn run_sql(thread: &mut Thread, shared: &Arc<Shared>, sql: &str) -> Outcome<()> {
    let prepared = run_here(thread, || shared.connection.prepare(sql));
    let prepared = prepared.map_err(|code| failure(thread, &shared.connection, code))?;
    let Some(mut statement) = prepared.statement else {
        return Ok(());
    };
    let pace = pace_of(shared, sql, statement.is_reading());
    let code = run_step(thread, shared, pace, || statement.step());
    if code != codes::ROW && code != codes::DONE {
        return Err(step_failure(thread, shared, &mut statement, code));
    }
    run_here(thread, || drop(statement));
    Ok(())
}

/// What is known of a statement that may be executed plainly.
struct Plan {
    handle: i64,
    /// How often it was compiled anew when its columns were looked at.
    version: i64,
    is_dml: bool,
    reads: bool,
    has_parameters: bool,
    /// Whether a transaction is to begin first, if there is none.
    needs_transaction: bool,
}

impl Plan {
    /// Whether the columns of the statement may be others now: the library looks at them.
    fn is_outdated_by(&self, brought: &Brought) -> bool {
        brought.version != self.version
    }
}

/// The connection of a cursor.
fn connection_of<'a>(thread: &'a Thread, cursor: Object<'a>) -> Option<Object<'a>> {
    let connection = thread.own_attribute(cursor, names::CURSOR_CONNECTION)?;
    connection.as_object()
}

/// The cache of the connection of a cursor.
fn cache_of<'a>(thread: &'a Thread, cursor: Object<'a>) -> Option<Object<'a>> {
    let connection = connection_of(thread, cursor)?;
    exact(
        thread,
        thread.own_attribute(connection, names::CONNECTION_CACHE)?,
        CLASS_DICT,
    )
}

/// The values of a plain dict for the parameters with these names; none if one is missing.
fn values_by_name<'a>(
    thread: &'a Thread,
    given: Object<'a>,
    statement: Object<'a>,
) -> Outcome<Option<Value<'a>>> {
    let keys = thread.own_attribute(statement, names::STATEMENT_KEYS);
    let Some(keys) = keys.and_then(|keys| exact(thread, keys, CLASS_TUPLE)) else {
        return Ok(None);
    };
    let mut values = Vec::new();
    for place in 0..tuple::length(thread, keys) {
        let key = tuple::get(thread, keys, place);
        match dict::get_leaf(thread, given, key)?.flatten() {
            Some(value) => values.push(value),
            None => return Ok(None),
        }
    }
    let is_used = !values.is_empty();
    Ok(is_used.then(|| thread.new_tuple(&values)))
}

/// How many parameters there are, if they are a plain list or tuple.
fn parameter_count(thread: &Thread, given: Value<'_>) -> Option<u64> {
    if let Some(items) = exact(thread, given, CLASS_TUPLE) {
        return Some(tuple::length(thread, items));
    }
    exact(thread, given, CLASS_LIST).map(|items| list::length(thread, items))
}

/// The plan of a call, and the statement; none if something is not common.
fn plan<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Option<(Plan, Object<'a>)>> {
    let [sql, given] = [1, 2].map(|place| arguments.get(thread, place));
    let parts = || {
        let cursor = arguments.get(thread, 0).as_object()?;
        let is_idle = thread.own_attribute(cursor, names::CURSOR_STATEMENT) == Some(NONE);
        let may_be_used = is_idle && may_be_used(thread, cursor);
        let connection = connection_of(thread, cursor).filter(|_| may_be_used)?;
        let own = |name| thread.own_attribute(connection, name);
        let hooks = exact(thread, own(names::CONNECTION_HOOKS)?, CLASS_DICT)?;
        let is_plain = dict::length(thread, hooks) == 0
            && own(names::DETECT_TYPES)?.as_integer() == Some(0)
            && own(names::TEXT_FACTORY)? == thread.class_object(CLASS_STR)
            && !HAS_ADAPTERS.load(Ordering::Relaxed);
        let needs_transaction = own(names::CONNECTION_AUTOCOMMIT)?.as_integer() == Some(-1)
            && own(names::ISOLATION_LEVEL)? != NONE;
        exact(thread, sql, CLASS_STR).filter(|_| is_plain)?;
        Some((cache_of(thread, cursor)?, needs_transaction))
    };
    let Some((cache, needs_transaction)) = parts() else {
        return Ok(None);
    };
    let found = dict::get_leaf(thread, cache, sql)?.flatten();
    let Some(statement) = found.and_then(|found| found.as_object()) else {
        return Ok(None);
    };
    let named = match exact(thread, given, CLASS_DICT) {
        Some(given) => values_by_name(thread, given, statement)?,
        None => None,
    };
    if let Some(values) = named {
        // (If the call is made again, the library takes the dict itself.)
        arguments.set(thread, 2, values);
    }
    let Some(count) = parameter_count(thread, named.unwrap_or(given)) else {
        return Ok(None);
    };
    let own = |name| thread.own_attribute(statement, name);
    let number = |name| own(name)?.as_integer();
    let parts = || {
        let has_no_names = exact(thread, own(names::STATEMENT_NAMES)?, CLASS_TUPLE)
            .is_some_and(|it| tuple::length(thread, it) == 0);
        let plan = Plan {
            handle: number(names::STATEMENT_HANDLE)?,
            version: number(names::STATEMENT_VERSION)?,
            is_dml: own(names::STATEMENT_IS_DML)? == TRUE,
            reads: own(names::STATEMENT_READS)? == TRUE,
            has_parameters: count > 0,
            needs_transaction,
        };
        let is_plain = number(names::STATEMENT_COUNT)? as u64 == count
            && (count == 0 || has_no_names || named.is_some())
            && plan.version >= 0
            && (plan.is_dml || plan.reads);
        is_plain.then_some((plan, statement))
    };
    Ok(parts())
}

/// Puts the statement of a call back into the cache, if there is room for it.
fn put_back(thread: &Thread, arguments: Arguments, statement: Root) -> Outcome<()> {
    let sql = arguments.get(thread, 1);
    let cursor = arguments.get(thread, 0).known_object();
    let size = connection_of(thread, cursor)
        .and_then(|it| thread.own_attribute(it, names::CONNECTION_CACHE_SIZE))
        .and_then(|size| size.as_integer());
    if let Some(cache) = cache_of(thread, cursor)
        && (dict::length(thread, cache) as i64) < size.unwrap_or(0)
        && dict::get_leaf(thread, cache, sql)?.flatten().is_none()
    {
        dict::set_leaf(thread, cache, sql, thread.get(statement))?;
    }
    Ok(())
}

/// Gives the parameters their values; false if the library has to do that, or to say what is wrong.
fn bind_plainly(
    thread: &mut Thread,
    shared: &Shared,
    statement: &mut Held,
    arguments: Arguments,
) -> Outcome<bool> {
    let shifted = Arguments {
        start: arguments.start + 1,
        count: arguments.count - 1,
        keywords: 0,
    };
    match bind_values(thread, shared, statement, shifted, false) {
        Ok(-1) => return Ok(true),
        Ok(_) => {}
        Err(Unwind::Raise) => {
            let _ = thread.take_raised();
        }
        Err(unwind) => return Err(unwind),
    }
    statement.clear();
    Ok(false)
}

/// A statement has failed: raises its error, or says False if it is to be tried once more.
fn fail<'a>(
    thread: &mut Thread,
    shared: &Shared,
    statement: &mut Held,
    code: Code,
    arguments: Arguments,
) -> Outcome<Value<'a>> {
    if may_come_right(thread, code) {
        run_here(thread, || statement.reset());
        statement.clear();
        return Ok(FALSE);
    }
    let failure = step_failure(thread, shared, statement, code);
    statement.clear();
    note_begin(thread, arguments)?;
    Err(failure)
}

/// `execute_plainly(cursor, sql, parameters)`: True if all is done; a statement and its version if
/// it was compiled anew, so that its columns are to be looked at; False if nothing was done.
fn execute_plainly<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let Some((plan, statement)) = plan(thread, arguments)? else {
        return Ok(FALSE);
    };
    let object = thread.root(statement.value());
    let entry = with_entries(|entries| entries.get(&plan.handle).cloned());
    let Some(Entry::Statement(shared, held)) = entry else {
        return Ok(FALSE);
    };
    if shared.has_callbacks() {
        return Ok(FALSE);
    }
    let _guard = shared.enter(thread)?;
    if plan.is_dml && plan.needs_transaction && shared.connection.is_in_autocommit() {
        begin_transaction(thread, &shared, arguments)?;
    }
    let mut statement = locked(thread, &held)?;
    if plan.has_parameters && !bind_plainly(thread, &shared, &mut statement, arguments)? {
        return Ok(FALSE);
    }
    let cursor = arguments.get(thread, 0).known_object();
    if let Some(cache) = cache_of(thread, cursor) {
        dict::remove_leaf(thread, cache, arguments.get(thread, 1))?;
    }
    let brought = match first_step(thread, &shared, &mut statement, plan.reads, TextAs::Str)? {
        Ok(brought) => brought,
        Err(code) => {
            let failed = fail(thread, &shared, &mut statement, code, arguments);
            put_back(thread, arguments, object)?;
            return failed;
        }
    };
    drop(statement);
    note_begin(thread, arguments)?;
    note_brought(thread, arguments, &plan, object, &brought)?;
    if !plan.is_outdated_by(&brought) {
        return Ok(TRUE);
    }
    let version = int::from_i64(thread, brought.version);
    tuple::from_values(thread, &[thread.get(object), version])
}

/// Begins a transaction of the cursor's connection. (As the library does, before anything else.)
fn begin_transaction(
    thread: &mut Thread,
    shared: &Arc<Shared>,
    arguments: Arguments,
) -> Outcome<()> {
    let sql = {
        let connection = connection_of(thread, arguments.get(thread, 0).known_object());
        let level = connection.and_then(|it| thread.own_attribute(it, names::ISOLATION_LEVEL));
        let level = level.and_then(|level| string::as_text(thread, level));
        format!("BEGIN {}", level.unwrap_or_default())
    };
    run_sql(thread, shared, &sql).or_else(|unwind| {
        note_begin(thread, arguments)?;
        Err(unwind)
    })
}

/// Whether a statement that has failed may succeed once unreachable statements are gone.
fn may_come_right(thread: &mut Thread, code: Code) -> bool {
    matches!(code & 0xff, codes::BUSY | codes::LOCKED) && count_running(thread) > 0
}

/// Notes that the cursor begins anew.
fn note_begin(thread: &Thread, arguments: Arguments) -> Outcome<()> {
    let cursor = arguments.get(thread, 0).known_object();
    if let Some(connection) = connection_of(thread, cursor) {
        let begun = thread.own_attribute(connection, names::CURSOR_BEGUN);
        let begun = begun.and_then(|begun| begun.as_integer()).unwrap_or(0);
        let begun = int::from_i64(thread, begun + 1);
        thread.set_own_attribute(connection, names::CURSOR_BEGUN, begun)?;
    }
    let fields = [
        (names::READY, NONE),
        (names::CURSOR_FAILURE, NONE),
        (names::CURSOR_AHEAD, Value::from_small(1)),
        (names::CURSOR_DESCRIPTION, NONE),
        (names::CURSOR_CONVERTERS, NONE),
        (names::CURSOR_ROW_COUNT, int::from_i64(thread, -1)),
    ];
    for (name, value) in fields {
        thread.set_own_attribute(cursor, name, value)?;
    }
    Ok(())
}

/// Notes in the cursor what its statement has brought.
fn note_brought(
    thread: &Thread,
    arguments: Arguments,
    plan: &Plan,
    statement: Root,
    brought: &Brought,
) -> Outcome<()> {
    let cursor = arguments.get(thread, 0).known_object();
    let set = |name, value| thread.set_own_attribute(cursor, name, value).map(drop);
    let own = |name| thread.own_attribute(thread.object_at(statement), name);
    let has_columns = own(names::STATEMENT_COLUMNS)
        .and_then(|columns| exact(thread, columns, CLASS_TUPLE))
        .is_some_and(|columns| tuple::length(thread, columns) > 0);
    if has_columns
        && !plan.is_outdated_by(brought)
        && let Some(description) = own(names::STATEMENT_DESCRIPTION)
    {
        set(names::CURSOR_DESCRIPTION, description)?;
    }
    let (changes, last) = brought.counts;
    if plan.is_dml {
        let changes = if brought.is_on_row { 0 } else { changes };
        set(names::CURSOR_ROW_COUNT, int::from_i64(thread, changes))?;
    }
    set(names::CURSOR_LAST_ROW, int::from_i64(thread, last))?;
    if let Some(error) = brought.error {
        set(names::CURSOR_FAILURE, thread.get(error))?;
    }
    if list::length(thread, thread.object_at(brought.rows)) > 0 {
        set(names::READY, thread.get(brought.rows))?;
        let begun = connection_of(thread, cursor)
            .and_then(|it| thread.own_attribute(it, names::CURSOR_BEGUN));
        set(names::CURSOR_BEGUN, begun.unwrap_or(NONE))?;
    }
    if brought.is_on_row {
        return set(names::CURSOR_STATEMENT, thread.get(statement));
    }
    put_back(thread, arguments, statement)
}
