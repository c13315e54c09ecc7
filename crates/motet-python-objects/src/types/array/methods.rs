//! The methods of `array.array`.

use super::making::{check_whole, collect, construct, is_text, pack_known};
use super::{
    Kind, Packed, as_array, code, convert, copied, get_leaf, item, kind_of, length, parts,
    parts_in, search,
};
use crate::model::exception_classes::NOT_IMPLEMENTED_ERROR;
use crate::model::module_def::ModuleDef;
use crate::model::surrogates;
use crate::model::type_def::TypeDef;
use crate::model::upcalls;
use crate::types::protocol::operator::Comparison;
use crate::types::protocol::{arithmetic, compare, item as items, iterate};
use crate::types::slice::Indices;
use crate::types::special_methods::comparison_methods;
use crate::types::tables::{integer_argument, place_to_pop, wrong_receiver};
use crate::types::{
    buffer, bytearray, bytes, int, iterators, list, memoryview, memoryview_methods, slice, string,
};

use crate::types::prelude::*;

/// The module of the methods that are Python.
const LIBRARY: &str = "_motet_array";
const OUT_OF_RANGE: &str = "array assignment index out of range";

fn receiver<'a>(thread: &'a Thread, arguments: Arguments, name: &str) -> Outcome<Object<'a>> {
    let value = arguments.get(thread, 0);
    as_array(thread, value).ok_or_else(|| wrong_receiver(thread, "array.array", name, value))
}

/// The array of an argument whose method has found one before.
fn own<'a>(thread: &'a Thread, arguments: Arguments) -> Object<'a> {
    as_array(thread, arguments.get(thread, 0)).expect("the method has checked its receiver")
}

// ---- items

/// The number that a key stands for.
fn index_of(thread: &mut Thread, key: Root) -> Outcome<i64> {
    let given = thread.get(key);
    let is_number = int::is_int(thread, given)
        || !is_builtin(thread, given) && thread.has_special(thread.class_of(given), "__index__");
    if !is_number {
        return Err(type_error(thread, "array indices must be integers"));
    }
    let number = items::index(thread, key)?;
    match int::to_i64(thread, thread.get(number)) {
        Some(index) => Ok(index),
        None => {
            let name = type_name(thread, thread.get(key));
            let message = format!("cannot fit '{name}' into an index-sized integer");
            Err(index_error(thread, message))
        }
    }
}

/// The slice that a key is, fitted to the array in argument 0.
fn slice_of(thread: &mut Thread, arguments: Arguments, key: Root) -> Outcome<Option<Indices>> {
    if slice::as_slice(thread, thread.get(key)).is_none() {
        return Ok(None);
    }
    let key = slice::resolved(thread, key)?;
    let length = length(thread, own(thread, arguments));
    slice::indices(thread, thread.object_at(key), length)
}

fn place_of(thread: &Thread, arguments: Arguments, index: i64, message: &str) -> Outcome<u64> {
    let place = slice::place(index, length(thread, own(thread, arguments)));
    place.ok_or_else(|| index_error(thread, message))
}

fn get_item<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let array = receiver(thread, arguments, "__getitem__")?;
    if let Some(value) = get_leaf(thread, array, arguments.get(thread, 1))? {
        let value = thread.root(value);
        return Ok(thread.get(value));
    }
    let key = thread.root(arguments.get(thread, 1));
    if let Some(indices) = slice_of(thread, arguments, key)? {
        return super::sliced(thread, own(thread, arguments), indices);
    }
    let index = index_of(thread, key)?;
    let place = place_of(thread, arguments, index, "array index out of range")?;
    item(thread, parts(thread, own(thread, arguments)), place)
}

fn set_item<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let array = receiver(thread, arguments, "__setitem__")?;
    let [key, value] = [1, 2].map(|place| arguments.get(thread, place));
    if super::set_leaf(thread, array, key, value)? {
        return Ok(NONE);
    }
    let (key, value) = (thread.root(key), thread.root(value));
    if let Some(indices) = slice_of(thread, arguments, key)? {
        set_slice(thread, arguments, indices)?;
        return Ok(NONE);
    }
    let index = index_of(thread, key)?;
    place_of(thread, arguments, index, OUT_OF_RANGE)?;
    let code = code(thread, own(thread, arguments));
    let bits = convert::packed(thread, code, value)?;
    // What gave the number may have changed the length.
    let place = place_of(thread, arguments, index, OUT_OF_RANGE)?;
    let array = own(thread, arguments);
    super::store(thread, array, parts(thread, array), place, bits)?;
    Ok(NONE)
}

fn set_slice(thread: &Thread, arguments: Arguments, indices: Indices) -> Outcome<()> {
    let array = own(thread, arguments);
    let other = alike(
        thread,
        array,
        arguments.get(thread, 2),
        ["assign", "array slice"],
    )?;
    let size = kind_of(thread, array).size();
    let content = bytearray::content(thread, other);
    if indices.step == 1 {
        let start = indices.start as u64;
        let end = start + indices.length;
        return bytearray::splice(thread, array, start * size, end * size, &content);
    }
    let given = length(thread, other);
    if given == 0 {
        return delete_places(thread, array, indices);
    }
    if given != indices.length {
        let message = format!(
            "attempt to assign array of size {given} to extended slice of size {}",
            indices.length
        );
        return Err(value_error(thread, message));
    }
    for (place, part) in indices.places().zip(content.chunks_exact(size as usize)) {
        bytearray::store(thread, array, place * size, part)?;
    }
    Ok(())
}

/// The array that a value is, of the same code as another one. Otherwise `verb` and `target` tell
/// what cannot be done with it.
fn alike<'a>(
    thread: &'a Thread,
    array: Object<'_>,
    value: Value<'a>,
    [verb, target]: [&str; 2],
) -> Outcome<Object<'a>> {
    let Some(other) = as_array(thread, value) else {
        let name = type_name(thread, value);
        let message = format!("can only {verb} array (not \"{name}\") to {target}");
        return Err(type_error(thread, message));
    };
    if code(thread, array) != code(thread, other) {
        let message = "bad argument type for built-in operation";
        return Err(type_error(thread, message));
    }
    Ok(other)
}

/// Takes the items of a slice out.
fn delete_places(thread: &Thread, array: Object<'_>, indices: Indices) -> Outcome<()> {
    let size = kind_of(thread, array).size();
    if indices.step == 1 {
        let start = indices.start as u64;
        let end = start + indices.length;
        return bytearray::splice(thread, array, start * size, end * size, &[]);
    }
    let content = bytearray::content(thread, array);
    let mut goes = vec![false; length(thread, array) as usize];
    for place in indices.places() {
        goes[place as usize] = true;
    }
    let mut kept = Vec::with_capacity(content.len());
    for (part, goes) in content.chunks_exact(size as usize).zip(goes) {
        if !goes {
            kept.extend_from_slice(part);
        }
    }
    bytearray::splice(thread, array, 0, content.len() as u64, &kept)
}

fn delete_item<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    receiver(thread, arguments, "__delitem__")?;
    let key = thread.root(arguments.get(thread, 1));
    if let Some(indices) = slice_of(thread, arguments, key)? {
        delete_places(thread, own(thread, arguments), indices)?;
        return Ok(NONE);
    }
    let index = index_of(thread, key)?;
    let place = place_of(thread, arguments, index, OUT_OF_RANGE)?;
    delete_at(thread, own(thread, arguments), place)?;
    Ok(NONE)
}

fn delete_at(thread: &Thread, array: Object<'_>, place: u64) -> Outcome<()> {
    let size = kind_of(thread, array).size();
    bytearray::splice(thread, array, place * size, (place + 1) * size, &[])
}

// ---- growing and shrinking

/// The bytes of an argument, for which there is a place already: what gives its number must not
/// make the array shorter.
fn packed_for_place(thread: &mut Thread, arguments: Arguments, argument: usize) -> Outcome<u64> {
    let array = own(thread, arguments);
    let (code, before) = (code(thread, array), length(thread, array));
    let value = thread.root(arguments.get(thread, argument));
    let bits = convert::packed(thread, code, value)?;
    if length(thread, own(thread, arguments)) < before {
        return Err(index_error(thread, OUT_OF_RANGE));
    }
    Ok(bits)
}

fn append<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    receiver(thread, arguments, "append")?;
    let bits = packed_for_place(thread, arguments, 1)?;
    let array = own(thread, arguments);
    super::push(thread, array, kind_of(thread, array), bits)?;
    Ok(NONE)
}

/// `append` to an array that this transaction has written and that has room.
fn quick_append<'a>(thread: &'a Thread, [array, value, _]: [Value<'a>; 3]) -> Option<Value<'a>> {
    let array = exact(thread, array, CLASS_ARRAY)?;
    let view = thread.write_open(array)?;
    let parts = parts_in(view.read());
    let bits = parts.kind.pack(thread, value)?;
    let (end, size) = (parts.bytes, parts.kind.size());
    // What lies behind the end counts for nothing.
    if !bytearray::store_number_open(thread, parts.storage, (end, size), bits) {
        return None;
    }
    view.set(bytearray::LENGTH, int::from_length(end + size));
    Some(NONE)
}

/// `pop` of the last number of such an array.
fn quick_pop<'a>(thread: &'a Thread, [array, place, _]: [Value<'a>; 3]) -> Option<Value<'a>> {
    let array = exact(thread, array, CLASS_ARRAY).filter(|_| place == UNBOUND)?;
    let view = thread.write_open(array)?;
    let parts = parts_in(view.read());
    // Bytes that are no character raise an error.
    if parts.kind == Kind::Character {
        return None;
    }
    let value = item(thread, parts, parts.length().checked_sub(1)?).ok()?;
    let left = parts.bytes - parts.kind.size();
    view.set(bytearray::LENGTH, int::from_length(left));
    Some(value)
}

fn extend<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    receiver(thread, arguments, "extend")?;
    extended(thread, arguments)?;
    Ok(NONE)
}

fn extended(thread: &mut Thread, arguments: Arguments) -> Outcome<()> {
    let array = own(thread, arguments);
    let given = arguments.get(thread, 1);
    if let Some(other) = as_array(thread, given) {
        if code(thread, array) != code(thread, other) {
            let message = "can only extend with array of same kind";
            return Err(type_error(thread, message));
        }
        let content = bytearray::content(thread, other);
        return bytearray::extend(thread, array, &content);
    }
    let source = thread.root(given);
    append_all(thread, arguments, source)
}

/// Appends the items of an iterable: those before the first that is refused stay.
fn append_all(thread: &mut Thread, arguments: Arguments, source: Root) -> Outcome<()> {
    let (code, kind) = {
        let array = own(thread, arguments);
        (code(thread, array), kind_of(thread, array))
    };
    let append_one = |thread: &mut Thread, value: Root| {
        let bits = convert::packed(thread, code, value)?;
        super::push(thread, own(thread, arguments), kind, bits)
    };
    let mut packed = Packed::default();
    let known = pack_known(thread, kind, thread.get(source), &mut packed);
    let Some(left) = known else {
        return iterate::for_each(thread, source, |thread, value| {
            append_one(thread, value)?;
            Ok(true)
        });
    };
    bytearray::extend(thread, own(thread, arguments), &packed.0)?;
    for value in left {
        append_one(thread, value)?;
    }
    Ok(())
}

fn insert<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    receiver(thread, arguments, "insert")?;
    let index = thread.root(arguments.get(thread, 1));
    let index = items::index(thread, index)?;
    let index = integer_argument(thread, thread.get(index))?;
    let bits = packed_for_place(thread, arguments, 2)?;
    let array = own(thread, arguments);
    let size = kind_of(thread, array).size();
    let start = slice::insertion_place(index, length(thread, array)) * size;
    let content = bits.to_le_bytes();
    bytearray::splice(thread, array, start, start, &content[..size as usize])?;
    Ok(NONE)
}

fn pop(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let array = receiver(thread, arguments, "pop")?;
    let parts = parts(thread, array);
    let place = place_to_pop(thread, arguments, parts.length(), "array")?;
    let value = item(thread, parts, place)?;
    delete_at(thread, array, place)?;
    Ok(value)
}

fn clear(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let array = receiver(thread, arguments, "clear")?;
    let end = bytearray::length(thread, array);
    bytearray::splice(thread, array, 0, end, &[])?;
    Ok(NONE)
}

/// Puts other bytes, as many, in the place of all.
fn changed(
    thread: &Thread,
    array: Object<'_>,
    change: impl FnOnce(&mut [u8], usize),
) -> Outcome<Value<'static>> {
    let mut content = bytearray::content(thread, array);
    change(&mut content, kind_of(thread, array).size() as usize);
    bytearray::store(thread, array, 0, &content)?;
    Ok(NONE)
}

fn reverse(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let array = receiver(thread, arguments, "reverse")?;
    changed(thread, array, |content, size| {
        content.reverse();
        content.chunks_exact_mut(size).for_each(<[u8]>::reverse);
    })
}

fn swap_bytes(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let array = receiver(thread, arguments, "byteswap")?;
    changed(thread, array, |content, size| {
        content.chunks_exact_mut(size).for_each(<[u8]>::reverse);
    })
}

// ---- searching

fn index<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    receiver(thread, arguments, "index")?;
    let start = slice::limit_argument(thread, arguments, 2)?;
    let stop = slice::limit_argument(thread, arguments, 3)?;
    let array = own(thread, arguments);
    let length = length(thread, array) as i64;
    let bound = |number: Option<i64>, default: i64| {
        let number = number.unwrap_or(default);
        let number = match number < 0 {
            true => number.saturating_add(length),
            false => number,
        };
        number.clamp(0, length) as u64
    };
    let limits = (bound(start, 0), bound(stop, length));
    match search::find(thread, array, arguments.get(thread, 1), limits) {
        Some(Some(place)) => Ok(int::from_length(place)),
        Some(None) => Err(value_error(thread, "array.index(x): x not in array")),
        None => {
            let limits = [limits.0, limits.1].map(int::from_length);
            let roots = [
                thread.root(arguments.get(thread, 0)),
                thread.root(arguments.get(thread, 1)),
                thread.root(limits[0]),
                thread.root(limits[1]),
            ];
            let found = upcalls::call_python(thread, LIBRARY, "index", &roots)?;
            Ok(thread.get(found))
        }
    }
}

fn count<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let array = receiver(thread, arguments, "count")?;
    let mut count = 0;
    let wanted = arguments.get(thread, 1);
    let is_known = search::each_equal(thread, array, wanted, (0, u64::MAX), |_| {
        count += 1;
        true
    });
    match is_known {
        true => Ok(int::from_length(count)),
        false => upcalls::delegate(thread, arguments, LIBRARY, "count"),
    }
}

fn contains<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let array = receiver(thread, arguments, "__contains__")?;
    match search::find(thread, array, arguments.get(thread, 1), (0, u64::MAX)) {
        Some(place) => Ok(boolean(place.is_some())),
        None => upcalls::delegate(thread, arguments, LIBRARY, "contains"),
    }
}

fn remove<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let array = receiver(thread, arguments, "remove")?;
    match search::find(thread, array, arguments.get(thread, 1), (0, u64::MAX)) {
        Some(Some(place)) => delete_at(thread, array, place).map(|()| NONE),
        Some(None) => Err(value_error(thread, "array.remove(x): x not in array")),
        None => upcalls::delegate(thread, arguments, LIBRARY, "remove"),
    }
}

fn compare_with(
    thread: &mut Thread,
    arguments: Arguments,
    comparison: Comparison,
) -> Outcome<Value<'_>> {
    let first = receiver(thread, arguments, comparison.method())?;
    let Some(second) = as_array(thread, arguments.get(thread, 1)) else {
        return Ok(NOT_IMPLEMENTED);
    };
    if let Some(holds) = search::compared(thread, [first, second], comparison) {
        return Ok(boolean(holds));
    }
    let first = thread.root(search::as_list(thread, first)?);
    let second = thread.root(search::as_list(thread, second)?);
    Ok(boolean(compare::holds(thread, comparison, first, second)?))
}

comparison_methods!(compare_with, EQUALITY, ORDER);

// ---- as a sequence

fn add(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let array = receiver(thread, arguments, "__add__")?;
    let other = alike(thread, array, arguments.get(thread, 1), ["append", "array"])?;
    let mut content = bytearray::content(thread, array);
    content.extend_from_slice(&bytearray::content(thread, other));
    super::new(thread, code(thread, array), &content)
}

fn add_in_place<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    receiver(thread, arguments, "__iadd__")?;
    let value = arguments.get(thread, 1);
    if as_array(thread, value).is_none() {
        let name = type_name(thread, value);
        let message = format!("can only extend array with array (not \"{name}\")");
        return Err(type_error(thread, message));
    }
    extended(thread, arguments)?;
    Ok(arguments.get(thread, 0))
}

/// The bytes of the items several times over.
fn repeated(thread: &mut Thread, arguments: Arguments) -> Outcome<Vec<u8>> {
    let count = thread.root(arguments.get(thread, 1));
    let count = arithmetic::count_of(thread, count)?;
    let content = bytearray::content(thread, own(thread, arguments));
    bytes::repeated(thread, &content, count)
}

fn multiply<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    receiver(thread, arguments, "__mul__")?;
    let content = repeated(thread, arguments)?;
    super::new(thread, code(thread, own(thread, arguments)), &content)
}

fn multiply_in_place<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    receiver(thread, arguments, "__imul__")?;
    let content = repeated(thread, arguments)?;
    let array = own(thread, arguments);
    let end = bytearray::length(thread, array);
    bytearray::splice(thread, array, 0, end, &content)?;
    Ok(arguments.get(thread, 0))
}

fn method_length(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let array = receiver(thread, arguments, "__len__")?;
    Ok(int::from_length(length(thread, array)))
}

fn iter(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let array = receiver(thread, arguments, "__iter__")?;
    Ok(iterators::at_start(
        thread,
        CLASS_ARRAY_ITERATOR,
        array.value(),
    ))
}

fn copy(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    copied(thread, receiver(thread, arguments, "__copy__")?)
}

// ---- other forms

fn to_list(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    search::as_list(thread, receiver(thread, arguments, "tolist")?)
}

fn from_list<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let array = receiver(thread, arguments, "fromlist")?;
    let code = code(thread, array);
    let Some(source) = list::as_list(thread, arguments.get(thread, 1)) else {
        return Err(type_error(thread, "arg must be list"));
    };
    let (before, source) = (list::length(thread, source), thread.root(source.value()));
    let mut packed = Packed::default();
    collect(thread, code, source, &mut packed)?;
    if list::length(thread, thread.object_at(source)) != before {
        let message = "list changed size during iteration";
        return Err(runtime_error(thread, message));
    }
    bytearray::extend(thread, own(thread, arguments), &packed.0)?;
    Ok(NONE)
}

fn to_bytes(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let array = receiver(thread, arguments, "tobytes")?;
    bytes::new(thread, &bytearray::content(thread, array))
}

fn from_bytes<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    receiver(thread, arguments, "frombytes")?;
    let given = arguments.get(thread, 1);
    if buffer::content(thread, given).is_none() && !is_builtin(thread, given) {
        let given = thread.root(given);
        if let Some(view) = memoryview_methods::made_by_class(thread, given)? {
            arguments.set(thread, 1, thread.get(view));
        }
    }
    let array = own(thread, arguments);
    let given = arguments.get(thread, 1);
    let content = buffer::required(thread, given)?;
    if has_wide_items(thread, given) {
        return Err(type_error(thread, "a bytes-like object is required"));
    }
    check_whole(thread, kind_of(thread, array), &content)?;
    bytearray::extend(thread, array, &content)?;
    Ok(NONE)
}

/// Whether the items of a buffer are of several bytes each.
fn has_wide_items(thread: &Thread, value: Value<'_>) -> bool {
    if let Some(array) = as_array(thread, value) {
        return kind_of(thread, array).size() > 1;
    }
    let view = memoryview::as_memoryview(thread, value);
    let opened = view.and_then(|view| memoryview::open(thread, view));
    opened.is_some_and(|(_, window)| window.item_bytes() > 1)
}

fn check_text(thread: &Thread, array: Object<'_>, name: &str) -> Outcome<()> {
    if is_text(code(thread, array)) {
        return Ok(());
    }
    let message = format!("{name}() may only be called on unicode type arrays ('u' or 'w')");
    Err(value_error(thread, message))
}

fn from_unicode(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let array = receiver(thread, arguments, "fromunicode")?;
    let given = arguments.get(thread, 1);
    let Some(text) = string::as_text(thread, given) else {
        let name = argument_type(thread, given);
        let message = format!("fromunicode() argument must be str, not {name}");
        return Err(type_error(thread, message));
    };
    check_text(thread, array, "fromunicode")?;
    let mut packed = Packed::default();
    for character in text.chars() {
        packed.push(Kind::Character, surrogates::code(character).into());
    }
    bytearray::extend(thread, array, &packed.0)?;
    Ok(NONE)
}

fn to_unicode<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let array = receiver(thread, arguments, "tounicode")?;
    check_text(thread, array, "tounicode")?;
    let content = bytearray::content(thread, array);
    let mut characters = Kind::Character.numbers(&content);
    if code(thread, array) == 'w' && characters.any(|bits| char::from_u32(bits as u32).is_none()) {
        // The codec says what is wrong.
        return upcalls::delegate(thread, arguments, LIBRARY, "decoded");
    }
    let mut text = String::with_capacity(content.len());
    for bits in Kind::Character.numbers(&content) {
        match surrogates::character(bits as u32) {
            Some(character) => text.push(character),
            // The error tells which it is.
            None => return Kind::Character.item(thread, bits),
        }
    }
    string::new(thread, &text)
}

fn buffer_info(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    receiver(thread, arguments, "buffer_info")?;
    // Foreign code that used a made-up address would take the process down.
    let message = "the items of an array have no fixed address";
    Err(thread.raise(NOT_IMPLEMENTED_ERROR, message))
}

fn code_attribute(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let array = receiver(thread, arguments, "typecode")?;
    string::from_char(thread, code(thread, array))
}

fn size_attribute(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let array = receiver(thread, arguments, "itemsize")?;
    Ok(int::from_length(kind_of(thread, array).size()))
}

/// Methods that are Python: the name, and that of the function.
macro_rules! delegated {
    ($($function:ident $name:literal;)*) => {
        $(fn $function<'a>(
            thread: &'a mut Thread,
            arguments: Arguments,
        ) -> Outcome<Value<'a>> {
            receiver(thread, arguments, $name)?;
            upcalls::delegate(thread, arguments, LIBRARY, stringify!($function))
        })*
    };
}

delegated! {
    text "__repr__";
    reduced "__reduce_ex__";
    size_of "__sizeof__";
    to_file "tofile";
    from_file "fromfile";
}

const GETTERS: &[NativeFunction] = &[
    NativeFunction::leaf("typecode", 1, 1, code_attribute),
    NativeFunction::leaf("itemsize", 1, 1, size_attribute),
];

const CONSTRUCTOR: NativeFunction = NativeFunction::calling("array", 1, u8::MAX, construct);

const METHODS: &[NativeFunction] = &[
    NativeFunction::calling("append", 2, 2, append).with_quick(quick_append),
    NativeFunction::leaf("buffer_info", 1, 1, buffer_info),
    NativeFunction::leaf("byteswap", 1, 1, swap_bytes),
    NativeFunction::leaf("clear", 1, 1, clear),
    NativeFunction::calling("count", 2, 2, count),
    NativeFunction::calling("extend", 2, 2, extend),
    NativeFunction::calling("fromfile", 3, 3, from_file),
    NativeFunction::calling("fromlist", 2, 2, from_list),
    NativeFunction::calling("frombytes", 2, 2, from_bytes),
    NativeFunction::leaf("fromunicode", 2, 2, from_unicode),
    NativeFunction::calling("index", 2, 4, index),
    NativeFunction::calling("insert", 3, 3, insert),
    NativeFunction::leaf("pop", 1, 2, pop)
        .asking_index(&[1])
        .with_quick(quick_pop),
    NativeFunction::calling("remove", 2, 2, remove),
    NativeFunction::leaf("reverse", 1, 1, reverse),
    NativeFunction::calling("tofile", 2, 2, to_file),
    NativeFunction::leaf("tolist", 1, 1, to_list),
    NativeFunction::leaf("tobytes", 1, 1, to_bytes),
    NativeFunction::calling("tounicode", 1, 1, to_unicode),
    NativeFunction::leaf("__copy__", 1, 1, copy),
    NativeFunction::leaf("__deepcopy__", 2, 2, copy),
    NativeFunction::calling("__reduce_ex__", 2, 2, reduced).of_whole(),
    NativeFunction::calling("__repr__", 1, 1, text).of_whole(),
    NativeFunction::calling("__sizeof__", 1, 1, size_of).of_whole(),
    NativeFunction::leaf("__len__", 1, 1, method_length),
    NativeFunction::calling("__getitem__", 2, 2, get_item),
    NativeFunction::calling("__setitem__", 3, 3, set_item),
    NativeFunction::calling("__delitem__", 2, 2, delete_item),
    NativeFunction::calling("__contains__", 2, 2, contains),
    NativeFunction::leaf("__iter__", 1, 1, iter),
    NativeFunction::leaf("__add__", 2, 2, add),
    NativeFunction::calling("__iadd__", 2, 2, add_in_place).of_whole(),
    NativeFunction::calling("__mul__", 2, 2, multiply),
    NativeFunction::calling("__rmul__", 2, 2, multiply),
    NativeFunction::calling("__imul__", 2, 2, multiply_in_place).of_whole(),
];

/// The definition.
pub const TYPES: &[TypeDef] = &[TypeDef::new("array", CLASS_ARRAY)
    .checked()
    .in_module("array")
    .constructor(CONSTRUCTOR)
    .methods(&[METHODS, EQUALITY, ORDER, memoryview_methods::BUFFER])
    .getters(&[GETTERS])
    .unhashable()
    .weakly_referenced()
    .parameterised()
    .sequence_pattern()];

/// The module that the program imports.
pub const MODULES: &[ModuleDef] =
    &[ModuleDef::new("_array_core").shows(&[CLASS_ARRAY, CLASS_ARRAY_ITERATOR])];
