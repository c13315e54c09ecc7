//! Blobs and backups.

use std::sync::{Arc, Mutex};

use motet_sqlite::{Backup, Blob, codes};

use motet_python_objects::types::prelude::*;
use motet_python_objects::types::{buffer, bytes, int, tuple};

use super::{
    Entry, Shared, c_text, closed, database, entry, failure, is_true, locked, number, register,
    run, small,
};

/// The functions of this file.
pub(super) const FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::calling("blob_open", 6, 6, blob_open),
    NativeFunction::calling("blob_read", 3, 3, blob_read),
    NativeFunction::calling("blob_write", 3, 3, blob_write),
    NativeFunction::calling("backup_begin", 3, 3, backup_begin),
    NativeFunction::calling("backup_step", 2, 2, backup_step),
    NativeFunction::calling("backup_finish", 1, 1, backup_finish),
];

/// `blob_open(database, name, table, column, row, may_write)`: the number of a blob, its length.
fn blob_open<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let shared = database(thread, arguments, 0)?;
    let name = c_text(thread, arguments, 1)?;
    let (table, column) = (c_text(thread, arguments, 2)?, c_text(thread, arguments, 3)?);
    let row = number(thread, arguments, 4)?;
    let may_write = is_true(thread, arguments, 5);
    let _guard = shared.enter(thread)?;
    let opened = run(thread, &shared, || {
        Blob::open(&shared.connection, [&name, &table, &column], row, may_write)
    });
    match opened {
        Ok(blob) => {
            let length = blob.length();
            let handle = register(Entry::Blob(shared.clone(), Arc::new(Mutex::new(blob))));
            let pair = [
                int::from_i64(thread, handle),
                int::from_i64(thread, length.into()),
            ];
            tuple::from_values(thread, &pair)
        }
        Err(code) => Err(failure(thread, &shared.connection, code)),
    }
}

fn blob(thread: &mut Thread, arguments: Arguments) -> Outcome<(Arc<Shared>, Arc<Mutex<Blob>>)> {
    match entry(thread, arguments, 0)? {
        Some(Entry::Blob(shared, blob)) => Ok((shared, blob)),
        _ => Err(closed(thread)),
    }
}

/// `blob_read(blob, offset, length)`.
fn blob_read<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (shared, blob) = blob(thread, arguments)?;
    let (offset, length) = (small(thread, arguments, 1)?, small(thread, arguments, 2)?);
    let _guard = shared.enter(thread)?;
    let mut blob = locked(thread, &blob)?;
    let most = blob.length().max(0);
    let mut content = vec![0; length.clamp(0, most) as usize];
    let code = run(thread, &shared, || blob.read(&mut content, offset));
    if code == codes::OK {
        return bytes::new(thread, &content);
    }
    Err(failure(thread, &shared.connection, code))
}

/// `blob_write(blob, offset, data)`.
fn blob_write<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (shared, blob) = blob(thread, arguments)?;
    let offset = small(thread, arguments, 1)?;
    let content = buffer::required(thread, arguments.get(thread, 2))?.into_owned();
    let _guard = shared.enter(thread)?;
    let mut blob = locked(thread, &blob)?;
    let code = run(thread, &shared, || blob.write(&content, offset));
    if code == codes::OK {
        return Ok(NONE);
    }
    Err(failure(thread, &shared.connection, code))
}

/// `backup_begin(source, name, target)`: the number of a backup.
fn backup_begin<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let source = database(thread, arguments, 0)?;
    let name = c_text(thread, arguments, 1)?;
    let target = database(thread, arguments, 2)?;
    let _guard = source.enter(thread)?;
    let _other = target.enter(thread)?;
    match Backup::begin(&source.connection, &name, &target.connection) {
        Some(backup) => {
            let backup = Arc::new(Mutex::new(backup));
            let handle = register(Entry::Backup(source.clone(), target.clone(), backup));
            Ok(int::from_i64(thread, handle))
        }
        None => {
            let code = target.connection.code();
            Err(failure(thread, &target.connection, code))
        }
    }
}

type Parts = (Arc<Shared>, Arc<Shared>, Arc<Mutex<Backup>>);

fn backup(thread: &mut Thread, arguments: Arguments) -> Outcome<Parts> {
    match entry(thread, arguments, 0)? {
        Some(Entry::Backup(source, target, backup)) => Ok((source, target, backup)),
        _ => Err(closed(thread)),
    }
}

/// `backup_step(backup, pages)`: the result, how many pages are left, how many there are.
fn backup_step<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (source, target, backup) = backup(thread, arguments)?;
    let pages = small(thread, arguments, 1)?;
    let _guard = source.enter(thread)?;
    let _other = target.enter(thread)?;
    let mut backup = locked(thread, &backup)?;
    let host = if target.has_callbacks() {
        &target
    } else {
        &source
    };
    let code = run(thread, host, || backup.step(pages));
    let (left, all) = backup.progress();
    let numbers = [code, left, all].map(|number| int::from_i64(thread, number.into()));
    tuple::from_values(thread, &numbers)
}

/// `backup_finish(backup)`: raises the error of the backup.
fn backup_finish<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (source, target, backup) = backup(thread, arguments)?;
    let handle = number(thread, arguments, 0)?;
    let _guard = source.enter(thread)?;
    let _other = target.enter(thread)?;
    let mut backup = locked(thread, &backup)?;
    super::with_entries(|entries| entries.remove(&handle));
    let code = super::run_here(thread, || backup.finish());
    if code == codes::OK {
        return Ok(NONE);
    }
    Err(failure(thread, &target.connection, code))
}
