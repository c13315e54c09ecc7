//! The constructor, the methods and the attributes of `memoryview`.

use crate::model::exception_classes;
use crate::model::type_def::TypeDef;
use crate::types::memoryview;
use crate::types::memoryview::{Format, Shape, Window, as_memoryview, opened};
use crate::types::prelude::*;
use crate::types::protocol::compare;
use crate::types::protocol::contains;
use crate::types::protocol::iterate;
use crate::types::slice::Indices;
use crate::types::special_methods::ITERABLE;
use crate::types::tables::{check_keywords, parameter, wrong_receiver};
use crate::types::{buffer, bytes, bytes_methods, int, list, slice, string, tuple};
use smallvec::smallvec;

fn construct<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    if arguments.len() + arguments.keyword_count() > 2 {
        check_keywords(thread, arguments, "memoryview", &["object"])?;
    }
    let Some(source) = parameter(thread, arguments, 1, "object") else {
        let message = "memoryview() missing required argument 'object' (pos 1)";
        return Err(type_error(thread, message));
    };
    let is_plain = is_builtin(thread, source) || memoryview::whole_of(thread, source).is_some();
    let owner = thread.root(source);
    if is_plain {
        return view_of(thread, thread.get(owner));
    }
    let Some(made) = made_by_class(thread, owner)? else {
        return view_of(thread, thread.get(owner));
    };
    let Some(view) = as_memoryview(thread, thread.get(made)) else {
        let name = type_name(thread, thread.get(made));
        if name == MAP_VIEW {
            return Ok(thread.get(made));
        }
        let message = format!("__buffer__ returned non-memoryview object of type '{name}'");
        return Err(type_error(thread, message));
    };
    let (source, window) = opened(thread, view)?;
    memoryview::new(thread, (source, thread.get(owner)), &window)
}

/// What an object of a program's class gives as its view of itself.
///
/// # Errors
/// Any exception of `__buffer__`.
pub(super) fn made_by_class(thread: &mut Thread, owner: Root) -> Outcome<Option<Root>> {
    let flags = thread.root(Value::from_small(FLAGS_READING));
    thread.call_special(owner, "__buffer__", &[flags])
}

/// The library's class of views of memory outside of the heap (`mmap`).
const MAP_VIEW: &str = "mmap._MapView";

/// The argument of `__buffer__`: the whole buffer, for reading at least.
const FLAGS_READING: i32 = 0x11c;

/// A view of a bytes-like object.
fn view_of<'a>(thread: &'a Thread, value: Value<'a>) -> Outcome<Value<'a>> {
    if let Some(view) = as_memoryview(thread, value) {
        let (_, window) = opened(thread, view)?;
        return memoryview::new(thread, memoryview::source_of(thread, view)?, &window);
    }
    match memoryview::whole_of(thread, value) {
        Some((source, window)) => {
            let owner = if source == value { NONE } else { value };
            memoryview::new(thread, (source, owner), &window)
        }
        None => {
            let name = type_name(thread, value);
            // A method of the library that is native in CPython asks for a view of its argument.
            let is_within_native = thread.has_frame() && thread.code().is_untraced;
            let who = if is_within_native { "" } else { "memoryview: " };
            let message = format!("{who}a bytes-like object is required, not '{name}'");
            Err(type_error(thread, message))
        }
    }
}

/// `__buffer__` of a bytes-like object.
fn buffer_of(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    view_of(thread, arguments.get(thread, 0))
}

/// The method of all types of which there can be memory views.
pub const BUFFER: &[NativeFunction] = &[NativeFunction::leaf("__buffer__", 2, 2, buffer_of)];

/// The constructor.
pub const CONSTRUCTOR: NativeFunction =
    NativeFunction::calling("memoryview", 1, 2, construct).with_keywords();

fn receiver<'a>(thread: &'a Thread, arguments: Arguments, name: &str) -> Outcome<Object<'a>> {
    let value = arguments.get(thread, 0);
    as_memoryview(thread, value).ok_or_else(|| wrong_receiver(thread, "memoryview", name, value))
}

fn view<'a>(thread: &'a Thread, arguments: Arguments, name: &str) -> Outcome<(Value<'a>, Window)> {
    opened(thread, receiver(thread, arguments, name)?)
}

/// The source of the receiver, and the object that it gives as its `obj`.
fn source_of<'a>(
    thread: &'a Thread,
    arguments: Arguments,
    name: &str,
) -> Outcome<(Value<'a>, Value<'a>)> {
    memoryview::source_of(thread, receiver(thread, arguments, name)?)
}

fn release(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    memoryview::release(thread, receiver(thread, arguments, "release")?)?;
    Ok(NONE)
}

fn enter(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    view(thread, arguments, "__enter__")?;
    Ok(arguments.get(thread, 0))
}

fn to_bytes(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    check_keywords(thread, arguments, "tobytes", &["order"])?;
    let (source, window) = view(thread, arguments, "tobytes")?;
    let order = parameter(thread, arguments, 1, "order").filter(|order| *order != NONE);
    let first_varies_first = match order.map(|order| (order, string::as_text(thread, order))) {
        None | Some((_, Some("C" | "A"))) => false,
        Some((_, Some("F"))) => true,
        Some((_, Some(_))) => {
            return Err(value_error(thread, "order must be 'C', 'F' or 'A'"));
        }
        Some((order, None)) => {
            let given = type_name(thread, order);
            let message = format!("tobytes() argument 'order' must be str or None, not {given}");
            return Err(type_error(thread, message));
        }
    };
    let content = match first_varies_first && window.shape.len() > 1 {
        true => with_first_index_fastest(thread, source, &window),
        false => memoryview::bytes_of(thread, source, &window),
    };
    bytes::new(thread, &content)
}

/// The bytes of all items, in the order of Fortran.
fn with_first_index_fastest(thread: &Thread, source: Value<'_>, window: &Window) -> Vec<u8> {
    let mut indices = vec![0; window.shape.len()];
    let mut content = Vec::new();
    for _ in 0..window.count() {
        let place = indices.iter().zip(&window.shape);
        let place = place.fold(0, |place, (index, length)| place * length + index);
        content.extend(memoryview::item(thread, source, window, place));
        for (index, length) in indices.iter_mut().zip(&window.shape) {
            *index += 1;
            if *index < *length {
                break;
            }
            *index = 0;
        }
    }
    content
}

fn hex(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let (source, window) = view(thread, arguments, "hex")?;
    let content = memoryview::bytes_of(thread, source, &window);
    bytes_methods::hex_of(thread, arguments, &content)
}

/// The items from `first` on along the dimensions of `shape`, as nested lists.
fn nested<'a>(
    thread: &'a Thread,
    source: Value<'a>,
    window: &Window,
    shape: &[u64],
    first: u64,
) -> Outcome<Value<'a>> {
    let Some((count, inner)) = shape.split_first() else {
        return memoryview::item_value(thread, source, window, first);
    };
    let width: u64 = inner.iter().product();
    let mut items = Vec::with_capacity(*count as usize);
    for place in 0..*count {
        items.push(nested(
            thread,
            source,
            window,
            inner,
            first + place * width,
        )?);
    }
    list::from_values(thread, &items)
}

fn to_list(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let (source, window) = view(thread, arguments, "tolist")?;
    nested(thread, source, &window, &window.shape, 0)
}

fn to_read_only(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let (_, mut window) = view(thread, arguments, "toreadonly")?;
    window.read_only = true;
    memoryview::new(thread, source_of(thread, arguments, "toreadonly")?, &window)
}

fn cast(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    check_keywords(thread, arguments, "cast", &["format", "shape"])?;
    let (_, window) = view(thread, arguments, "cast")?;
    let Some(format) = parameter(thread, arguments, 1, "format") else {
        let message = "cast() missing required argument 'format' (pos 1)";
        return Err(type_error(thread, message));
    };
    let Some(format) = string::as_text(thread, format) else {
        let name = argument_type(thread, format);
        let message = format!("cast() argument 'format' must be str, not {name}");
        return Err(type_error(thread, message));
    };
    let letter = format.strip_prefix('@').unwrap_or(format);
    let mut letters = letter.chars();
    let size = match (
        letters.next().and_then(memoryview::item_bytes),
        letters.next(),
    ) {
        (Some(size), None) => size,
        _ => {
            let message = "memoryview: destination format must be a native single character \
                           format prefixed with an optional '@'";
            return Err(value_error(thread, message));
        }
    };
    if !window.is_contiguous() {
        let message = "memoryview: casts are restricted to C-contiguous views";
        return Err(type_error(thread, message));
    }
    let is_byte = |letter: char| matches!(letter, 'b' | 'B' | 'c');
    if !is_byte(window.letter()) && !letter.chars().all(is_byte) {
        let message = "memoryview: cannot cast between two non-byte formats";
        return Err(type_error(thread, message));
    }
    let bytes = window.byte_count();
    if bytes % size != 0 {
        let message = "memoryview: length is not a multiple of itemsize";
        return Err(type_error(thread, message));
    }
    let shape = match parameter(thread, arguments, 2, "shape").filter(|shape| *shape != NONE) {
        None => smallvec![bytes / size],
        Some(shape) => shape_argument(thread, shape)?,
    };
    let cast = Window {
        stride: size as i64,
        format: Format::of(format),
        shape,
        ..window
    };
    if cast.byte_count() != bytes {
        let message = "memoryview: product(shape) * itemsize != buffer size";
        return Err(type_error(thread, message));
    }
    memoryview::new(thread, source_of(thread, arguments, "cast")?, &cast)
}

fn shape_argument(thread: &Thread, value: Value<'_>) -> Outcome<Shape> {
    let items = match iterate::values_leaf(thread, value) {
        Some(items) if tuple::as_tuple(thread, value).is_some() => items,
        Some(items) if list::as_list(thread, value).is_some() => items,
        _ => {
            return Err(type_error(thread, "shape must be a list or a tuple"));
        }
    };
    let mut shape = Shape::with_capacity(items.len());
    for item in items {
        let Some(count) = int::to_i64(thread, item) else {
            let message = "memoryview.cast(): elements of shape must be integers";
            return Err(type_error(thread, message));
        };
        if count <= 0 {
            let message = "memoryview.cast(): elements of shape must be integers > 0";
            return Err(value_error(thread, message));
        }
        shape.push(count as u64);
    }
    Ok(shape)
}

/// The meaning of a key: an item, or a slice.
enum Key {
    Item(u64),
    Slice(Indices),
}

fn place_along(thread: &Thread, key: Value<'_>, length: u64, dimension: usize) -> Outcome<u64> {
    let Some(index) = int::to_i64_clamped(thread, key) else {
        return Err(type_error(thread, "memoryview: invalid slice key"));
    };
    if int::to_i64(thread, key).is_none() {
        let message = "cannot fit 'int' into an index-sized integer";
        return Err(index_error(thread, message));
    }
    slice::place(index, length).ok_or_else(|| {
        let message = format!("index out of bounds on dimension {dimension}");
        index_error(thread, message)
    })
}

fn key_of(thread: &Thread, window: &Window, key: Value<'_>) -> Outcome<Key> {
    if let Some(keys) = tuple::as_tuple(thread, key) {
        let keys = tuple::values(thread, keys);
        if keys.len() < window.shape.len() {
            let message = "sub-views are not implemented";
            return Err(thread.raise(exception_classes::NOT_IMPLEMENTED_ERROR, message));
        }
        if keys.len() > window.shape.len() {
            let message = format!(
                "cannot index {}-dimension view with {}-element tuple",
                window.shape.len(),
                keys.len()
            );
            return Err(type_error(thread, message));
        }
        let mut place = 0;
        for (dimension, (key, length)) in keys.iter().zip(&window.shape).enumerate() {
            place = place * length + place_along(thread, *key, *length, dimension + 1)?;
        }
        return Ok(Key::Item(place));
    }
    if window.shape.len() != 1 {
        let message = "multi-dimensional sub-views are not implemented";
        return Err(thread.raise(exception_classes::NOT_IMPLEMENTED_ERROR, message));
    }
    if let Some(slice) = slice::as_slice(thread, key) {
        let indices = slice::indices(thread, slice, window.shape[0])?;
        return indices.map(Key::Slice).ok_or_else(|| {
            let message = "slice indices must be integers or None or have an __index__ method";
            type_error(thread, message)
        });
    }
    place_along(thread, key, window.shape[0], 1).map(Key::Item)
}

fn get_item(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let (source, window) = view(thread, arguments, "__getitem__")?;
    match key_of(thread, &window, arguments.get(thread, 1))? {
        Key::Item(place) => memoryview::item_value(thread, source, &window, place),
        Key::Slice(indices) => {
            let source = source_of(thread, arguments, "__getitem__")?;
            memoryview::new(thread, source, &window.sliced(indices))
        }
    }
}

fn set_item<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (_, window) = view(thread, arguments, "__setitem__")?;
    if window.read_only {
        return Err(type_error(thread, "cannot modify read-only memory"));
    }
    let value = arguments.get(thread, 2);
    match key_of(thread, &window, arguments.get(thread, 1))? {
        Key::Item(place) => {
            let value = thread.root(value);
            let content = memoryview::pack(thread, window.letter(), value)?;
            let (source, window) = view(thread, arguments, "__setitem__")?;
            memoryview::store(thread, source, &window, place, &content)?;
        }
        Key::Slice(indices) => {
            let content = buffer::required(thread, value)?.into_owned();
            let target = window.sliced(indices);
            let format = match as_memoryview(thread, value) {
                Some(other) => opened(thread, other)?.1.letter(),
                None => {
                    memoryview::whole_of(thread, value).map_or('B', |(_, window)| window.letter())
                }
            };
            if content.len() as u64 != target.byte_count() || format != window.letter() {
                let message = "memoryview assignment: lvalue and rvalue have different structures";
                return Err(value_error(thread, message));
            }
            let (source, _) = view(thread, arguments, "__setitem__")?;
            let size = target.item_bytes() as usize;
            for (place, item) in content.chunks(size).enumerate() {
                memoryview::store(thread, source, &target, place as u64, item)?;
            }
        }
    }
    Ok(NONE)
}

fn delete_item(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let (_, window) = view(thread, arguments, "__delitem__")?;
    if window.read_only {
        return Err(type_error(thread, "cannot modify read-only memory"));
    }
    Err(type_error(thread, "cannot delete memory"))
}

fn length(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let (_, window) = view(thread, arguments, "__len__")?;
    Ok(int::from_length(window.shape.first().copied().unwrap_or(1)))
}

/// Shape and items of a bytes-like object.
fn comparable<'a>(thread: &'a Thread, value: Value<'a>) -> Outcome<Option<(Shape, Value<'a>)>> {
    let (source, window) = match as_memoryview(thread, value) {
        Some(view) => match memoryview::open(thread, view) {
            Some(parts) => parts,
            None => return Ok(None),
        },
        None => match memoryview::whole_of(thread, value) {
            Some(parts) => parts,
            None => return Ok(None),
        },
    };
    let items = nested(thread, source, &window, &[window.count()], 0)?;
    Ok(Some((window.shape, items)))
}

fn equal(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let (first, second) = (arguments.get(thread, 0), arguments.get(thread, 1));
    receiver(thread, arguments, "__eq__")?;
    if first == second {
        return Ok(TRUE);
    }
    let (Some(a), Some(b)) = (comparable(thread, first)?, comparable(thread, second)?) else {
        let is_view = as_memoryview(thread, second).is_some();
        return Ok(if is_view { FALSE } else { NOT_IMPLEMENTED });
    };
    if a.0 != b.0 {
        return Ok(FALSE);
    }
    let equal = compare::equal_leaf(thread, a.1, b.1)?;
    Ok(boolean(equal == Some(true)))
}

fn hash(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let (source, window) = view(thread, arguments, "__hash__")?;
    if !window.read_only {
        return Err(value_error(
            thread,
            "cannot hash writable memoryview object",
        ));
    }
    if !matches!(window.letter(), 'B' | 'b' | 'c') {
        let message = "memoryview: hashing is restricted to formats 'B', 'b' or 'c'";
        return Err(value_error(thread, message));
    }
    let content = memoryview::bytes_of(thread, source, &window);
    Ok(int::from_i64(thread, string::hash_bytes(&content)))
}

fn repr(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let object = receiver(thread, arguments, "__repr__")?;
    let identity = thread.identity(object);
    let released = if memoryview::open(thread, object).is_none() {
        "released "
    } else {
        ""
    };
    string::new(thread, &format!("<{released}memory at {identity:#x}>"))
}

fn count<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let items = thread.root(to_list(thread, arguments)?);
    let value = thread.root(arguments.get(thread, 1));
    contains::count_of(thread, items, value)
}

fn index<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let start = slice::limit_argument(thread, arguments, 2)?;
    let stop = slice::limit_argument(thread, arguments, 3)?;
    let length = length(thread, arguments)?.as_integer().unwrap_or(0);
    let window = Indices::fit(start, stop, 1, length as u64);
    let items = thread.root(to_list(thread, arguments)?);
    let value = thread.root(arguments.get(thread, 1));
    match contains::place_in(thread, items, value, window.range())? {
        Some(place) => Ok(int::from_length(place)),
        None => Err(value_error(thread, "memoryview.index(x): x not found")),
    }
}

/// Methods, with the special ones that other types share.
pub const METHODS: &[NativeFunction] = &[
    NativeFunction::leaf("release", 1, 1, release),
    NativeFunction::leaf("tobytes", 1, 2, to_bytes).with_keywords(),
    NativeFunction::leaf("tolist", 1, 1, to_list),
    NativeFunction::leaf("hex", 1, 3, hex)
        .with_keywords()
        .asking_index(&[2]),
    NativeFunction::leaf("cast", 1, 3, cast).with_keywords(),
    NativeFunction::leaf("toreadonly", 1, 1, to_read_only),
    NativeFunction::calling("count", 2, 2, count),
    NativeFunction::calling("index", 2, 4, index),
    NativeFunction::leaf("__enter__", 1, 1, enter),
    NativeFunction::leaf("__exit__", 1, u8::MAX, release),
    NativeFunction::leaf("__getitem__", 2, 2, get_item).asking_index(&[1]),
    NativeFunction::calling("__setitem__", 3, 3, set_item).asking_index(&[1]),
    NativeFunction::leaf("__delitem__", 2, 2, delete_item),
    NativeFunction::leaf("__len__", 1, 1, length),
    NativeFunction::leaf("__eq__", 2, 2, equal),
    NativeFunction::leaf("__hash__", 1, 1, hash),
    NativeFunction::leaf("__repr__", 1, 1, repr),
];

macro_rules! getters {
    ($(
        $function:ident $name:literal
        |$thread:ident, $source:ident, $window:ident| $value:expr;
    )*) => {
        $(fn $function(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
            let ($source, $window) = view(thread, arguments, $name)?;
            let $thread = thread;
            $value
        })*
        /// Attributes.
        pub const GETTERS: &[NativeFunction] = &[
            NativeFunction::leaf("obj", 1, 1, get_object),
            $(NativeFunction::leaf($name, 1, 1, $function)),*
        ];
    };
}

fn get_object(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let (source, owner) = source_of(thread, arguments, "obj")?;
    Ok(if owner == NONE { source } else { owner })
}

fn numbers(thread: &Thread, values: impl Iterator<Item = i64>) -> Outcome<Value<'_>> {
    let values: Vec<Value<'_>> = values.map(|value| int::from_i64(thread, value)).collect();
    tuple::from_values(thread, &values)
}

fn strides_of(window: &Window) -> Vec<i64> {
    let mut strides = Vec::new();
    let mut stride = window.stride;
    for count in window.shape.iter().rev() {
        strides.push(stride);
        stride *= *count as i64;
    }
    strides.reverse();
    strides
}

getters! {
    get_bytes "nbytes" |_thread, _source, window| Ok(int::from_length(window.byte_count()));
    get_read_only "readonly" |_thread, _source, window| Ok(boolean(window.read_only));
    get_item_size "itemsize" |_thread, _source, window| Ok(int::from_length(window.item_bytes()));
    get_format "format" |thread, _source, window| window.format.text(thread);
    get_dimensions "ndim" |_thread, _source, window| {
        Ok(int::from_length(window.shape.len() as u64))
    };
    get_shape "shape" |thread, _source, window| {
        numbers(thread, window.shape.iter().map(|count| *count as i64))
    };
    get_strides "strides" |thread, _source, window| {
        numbers(thread, strides_of(&window).into_iter())
    };
    get_suboffsets "suboffsets" |thread, _source, _window| tuple::from_values(thread, &[]);
    get_c_contiguous "c_contiguous" |_thread, _source, window| {
        Ok(boolean(window.is_contiguous()))
    };
    get_f_contiguous "f_contiguous" |_thread, _source, window| {
        Ok(boolean(window.is_contiguous() && window.shape.len() == 1))
    };
    get_contiguous "contiguous" |_thread, _source, window| Ok(boolean(window.is_contiguous()));
}

/// The definition.
pub const TYPES: &[TypeDef] = &[TypeDef::new("memoryview", CLASS_MEMORYVIEW)
    .constructor(CONSTRUCTOR)
    .methods(&[METHODS, ITERABLE, BUFFER])
    .getters(&[GETTERS])
    .public()
    .weakly_referenced()
    .parameterised()
    .sequence_pattern()];
