//! `_weakref`: references, proxies, and their counts; and `gc`.

use motet_python_bytecode::ARGUMENT_OFFSET;
use motet_python_objects::classes::weak::unwrapped;
use motet_python_objects::model::function;
use motet_python_objects::model::module_def::ModuleDef;
use motet_python_objects::model::native;
use motet_python_objects::model::type_def::TypeDef;
use motet_python_objects::model::upcalls;
use motet_python_objects::types::module;
use motet_python_objects::types::protocol::truth;
use motet_python_objects::types::tables;
use motet_tm::{Object, Root, Unwind, Value};

use motet_python_objects::classes::attribute;
use motet_python_objects::classes::weak;
use motet_python_objects::model::exception::TYPE_ERROR;
use motet_python_objects::model::layouts::*;
use motet_python_objects::model::machine::Module;
use motet_python_objects::model::native::{Arguments, NativeFunction, Outcome};
use motet_python_objects::model::thread::{HEADER_CALLABLE, Thread, WaitRequest};
use motet_python_objects::types::protocol::{compare, hash as hashes};
use motet_python_objects::types::{dict, int, list, string, tuple};

pub(crate) const FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::leaf("proxy", 1, 2, proxy),
    NativeFunction::leaf("getweakrefcount", 1, 1, count),
    NativeFunction::leaf("getweakrefs", 1, 1, references),
    NativeFunction::calling("_remove_dead_weakref", 2, 2, remove_dead),
];

fn fill(thread: &Thread, module: &Module) -> Outcome<()> {
    for (name, class) in [
        ("ref", CLASS_WEAK_REFERENCE),
        ("ReferenceType", CLASS_WEAK_REFERENCE),
        ("ProxyType", CLASS_WEAK_PROXY),
        ("CallableProxyType", CLASS_WEAK_CALLABLE_PROXY),
    ] {
        crate::filling::set(thread, module, name, thread.class_object(class))?;
    }
    Ok(())
}

/// `weakref.ref(object, callback)`: argument 0 is the class. It has a `__new__` of its own, since a
/// reference of a class below it is linked as a whole.
pub(crate) const REFERENCE_NEW: NativeFunction =
    NativeFunction::leaf("__new__", 3, u8::MAX, new_reference).with_keywords();

/// Makes a reference: argument 0 is `ReferenceType`, argument 1 the class.
fn new_reference<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let Some(class) = thread.class_number_of(arguments.get(thread, 1)) else {
        return Err(thread.raise(TYPE_ERROR, "ref.__new__(X): X is not a type object"));
    };
    let target = arguments.get(thread, 2);
    let callback = arguments.optional(thread, 3).unwrap_or(NONE);
    weak::check(thread, target)?;
    let is_usual = class == CLASS_WEAK_REFERENCE && callback == NONE;
    if is_usual && let Some(known) = usual_reference(thread, target) {
        return Ok(known);
    }
    let reference = weak::new(thread, CLASS_WEAK_REFERENCE, target, callback);
    let whole = if class == CLASS_WEAK_REFERENCE {
        reference
    } else {
        thread.new_boxed(thread.class(class), reference)
    };
    weak::register(thread, target, whole)?;
    Ok(whole)
}

/// The one reference without a callback that all share.
fn usual_reference<'a>(thread: &'a Thread, target: Value<'a>) -> Option<Value<'a>> {
    weak::known(thread, target.as_object()?).find(|known| {
        let reference = thread.object_of(*known, CLASS_WEAK_REFERENCE);
        reference.is_some_and(|reference| {
            thread.read(reference).get(weak::CALLBACK) == NONE
                && weak::target(thread, reference).is_some()
        })
    })
}

fn reference<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Object<'a>> {
    let value = arguments.get(thread, 0);
    let reference = weak::as_reference(thread, value);
    reference.ok_or_else(|| thread.raise(TYPE_ERROR, "a weak reference is needed"))
}

fn init<'a>(_: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    Ok(NONE)
}

fn call<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let reference = reference(thread, arguments)?;
    Ok(weak::target(thread, reference).unwrap_or(NONE))
}

fn quick_call<'a>(thread: &'a Thread, [reference, ..]: [Value<'a>; 3]) -> Option<Value<'a>> {
    let reference = weak::as_reference(thread, reference)?;
    Some(weak::target(thread, reference).unwrap_or(NONE))
}

fn hash<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let object = reference(thread, arguments)?;
    if thread.read(object).get(weak::HASH) != NONE {
        let object = reference(thread, arguments)?;
        return Ok(thread.read(object).get(weak::HASH));
    }
    let Some(target) = weak::target(thread, object) else {
        return Err(thread.raise(TYPE_ERROR, "weak object has gone away"));
    };
    let (whole, target) = (thread.root(object.value()), thread.root(target));
    let hash = hashes::hash(thread, target)?;
    let hash = thread.root(int::from_i64(thread, hash));
    let object = thread.object_at(whole);
    thread.write(object)?.set(weak::HASH, thread.get(hash));
    Ok(thread.get(hash))
}

fn compare_with<'a>(
    thread: &'a mut Thread,
    arguments: Arguments,
    wanted: bool,
) -> Outcome<Value<'a>> {
    let first = reference(thread, arguments)?;
    let Some(second) = weak::as_reference(thread, arguments.get(thread, 1)) else {
        return Ok(NOT_IMPLEMENTED);
    };
    let targets = (weak::target(thread, first), weak::target(thread, second));
    let (Some(a), Some(b)) = targets else {
        return Ok(boolean((first == second) == wanted));
    };
    let (a, b) = (thread.root(a), thread.root(b));
    Ok(boolean(compare::same_or_equal(thread, a, b)? == wanted))
}

fn equal<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    compare_with(thread, arguments, true)
}

fn not_equal<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    compare_with(thread, arguments, false)
}

fn text<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let object = reference(thread, arguments)?;
    let own = thread.identity(object);
    let kind = match thread.host_of(object) {
        CLASS_WEAK_REFERENCE => "weakref",
        _ => "weakproxy",
    };
    let text = match weak::target(thread, object) {
        Some(target) => {
            let name = thread.type_name(target);
            let identity = target
                .as_object()
                .map_or(0, |object| thread.identity(object));
            format!("<{kind} at {own:#x}; to '{name}' at {identity:#x}>")
        }
        None => format!("<{kind} at {own:#x}; dead>"),
    };
    string::new(thread, &text)
}

/// Methods of references.
pub(crate) const REFERENCE_METHODS: &[NativeFunction] = &[
    NativeFunction::leaf("__init__", 1, u8::MAX, init).with_keywords(),
    NativeFunction::leaf("__call__", 1, 1, call).with_quick(quick_call),
    NativeFunction::calling("__hash__", 1, 1, hash),
    NativeFunction::calling("__eq__", 2, 2, equal),
    NativeFunction::calling("__ne__", 2, 2, not_equal),
    NativeFunction::leaf("__repr__", 1, 1, text),
];

fn construct<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let target = arguments.get(thread, 1);
    let callback = arguments.optional(thread, 2).unwrap_or(NONE);
    weak::check(thread, target)?;
    if callback == NONE
        && let Some(known) = usual_reference(thread, target)
    {
        return Ok(known);
    }
    let reference = weak::new(thread, CLASS_WEAK_REFERENCE, target, callback);
    weak::register(thread, target, reference)?;
    Ok(reference)
}

fn proxy<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let target = arguments.get(thread, 0);
    let callback = arguments.optional(thread, 1).unwrap_or(NONE);
    weak::check(thread, target)?;
    let class = if function::is_callable(thread, target) {
        CLASS_WEAK_CALLABLE_PROXY
    } else {
        CLASS_WEAK_PROXY
    };
    if callback == NONE
        && let Some(object) = target.as_object()
    {
        let mut known = weak::known(thread, object);
        let found = known.find(|known| {
            let proxy = thread.object_of(*known, class);
            proxy.is_some_and(|proxy| thread.read(proxy).get(weak::CALLBACK) == NONE)
        });
        if let Some(found) = found {
            return Ok(found);
        }
    }
    let proxy = weak::new(thread, class, target, callback);
    weak::register(thread, target, proxy)?;
    Ok(proxy)
}

/// A special method that a proxy hands on to its target.
struct Forwarded {
    name: &'static str,
    /// Whether it is that of an operator with two operands, which a class need not have.
    is_operator: bool,
}

/// Calls a special method of the target of a proxy.
fn forward<'a>(
    thread: &'a mut Thread,
    arguments: Arguments,
    Forwarded { name, is_operator }: Forwarded,
) -> Outcome<Value<'a>> {
    let all: Vec<Root> = (0..arguments.len())
        .map(|index| {
            let value = unwrapped(thread, arguments.get(thread, index))?;
            Ok(thread.root(value))
        })
        .collect::<Outcome<_>>()?;
    let (rest, keywords) = native::roots_from(thread, arguments, arguments.len());
    let symbol = thread.symbol_of(name);
    let class = thread.class_of(thread.get(all[0]));
    // The operator asks the other operand, or that of a statement the plain one.
    if is_operator && thread.look_up(class, symbol).is_none() {
        return Ok(NOT_IMPLEMENTED);
    }
    let method = attribute::get_from_class(thread, all[0], symbol)?;
    let given: Vec<Root> = all[1..].iter().copied().chain(rest).collect();
    let result = upcalls::call_with_names(thread, method, &given, &keywords)?;
    Ok(thread.get(result))
}

fn truth<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let target = thread.root(unwrapped(thread, arguments.get(thread, 0))?);
    let truth = truth::truth(thread, target)?;
    Ok(boolean(truth))
}

fn refuse_hash<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let name = thread.type_name(arguments.get(thread, 0));
    Err(thread.raise(TYPE_ERROR, format!("unhashable type: '{name}'")))
}

macro_rules! forwarded {
    ($(is_operator: $is_operator:literal { $($function:ident $name:literal;)* })*) => {
        $($(fn $function(thread: &mut Thread, arguments: Arguments) -> Outcome<Value<'_>> {
            forward(thread, arguments, Forwarded { name: $name, is_operator: $is_operator })
        })*)*

        /// Methods of proxies.
        pub(crate) const PROXY_METHODS: &[NativeFunction] = &[
            $($(NativeFunction::calling($name, 1, 4, $function),)*)*
            NativeFunction::calling("__bool__", 1, 1, truth),
            NativeFunction::leaf("__repr__", 1, 1, text),
            NativeFunction::leaf("__hash__", 1, 1, refuse_hash),
        ];
    };
}

forwarded! {
    is_operator: false {
        forward_str "__str__";
        forward_len "__len__";
        forward_getitem "__getitem__";
        forward_setitem "__setitem__";
        forward_delitem "__delitem__";
        forward_contains "__contains__";
        forward_iter "__iter__";
        forward_next "__next__";
        forward_reversed "__reversed__";
        forward_eq "__eq__";
        forward_ne "__ne__";
        forward_lt "__lt__";
        forward_le "__le__";
        forward_gt "__gt__";
        forward_ge "__ge__";
        forward_neg "__neg__";
        forward_pos "__pos__";
        forward_abs "__abs__";
        forward_invert "__invert__";
        forward_int "__int__";
        forward_float "__float__";
        forward_index "__index__";
        forward_enter "__enter__";
        forward_exit "__exit__";
    }
    is_operator: true {
        forward_add "__add__";
        forward_radd "__radd__";
        forward_iadd "__iadd__";
        forward_sub "__sub__";
        forward_rsub "__rsub__";
        forward_isub "__isub__";
        forward_mul "__mul__";
        forward_rmul "__rmul__";
        forward_imul "__imul__";
        forward_matmul "__matmul__";
        forward_rmatmul "__rmatmul__";
        forward_imatmul "__imatmul__";
        forward_truediv "__truediv__";
        forward_rtruediv "__rtruediv__";
        forward_itruediv "__itruediv__";
        forward_floordiv "__floordiv__";
        forward_rfloordiv "__rfloordiv__";
        forward_ifloordiv "__ifloordiv__";
        forward_mod "__mod__";
        forward_rmod "__rmod__";
        forward_imod "__imod__";
        forward_divmod "__divmod__";
        forward_rdivmod "__rdivmod__";
        forward_pow "__pow__";
        forward_rpow "__rpow__";
        forward_ipow "__ipow__";
        forward_lshift "__lshift__";
        forward_rlshift "__rlshift__";
        forward_ilshift "__ilshift__";
        forward_rshift "__rshift__";
        forward_rrshift "__rrshift__";
        forward_irshift "__irshift__";
        forward_and "__and__";
        forward_rand "__rand__";
        forward_iand "__iand__";
        forward_or "__or__";
        forward_ror "__ror__";
        forward_ior "__ior__";
        forward_xor "__xor__";
        forward_rxor "__rxor__";
        forward_ixor "__ixor__";
    }
}

fn forward_call<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let call = Forwarded {
        name: "__call__",
        is_operator: false,
    };
    forward(thread, arguments, call)
}

/// Methods of proxies of callable objects.
pub(crate) const CALLABLE_METHODS: &[NativeFunction] =
    &[NativeFunction::calling("__call__", 1, u8::MAX, forward_call).with_keywords()];

fn count<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let object = arguments.get(thread, 0).as_object();
    let known = object.map_or(0, |object| weak::known(thread, object).count());
    Ok(int::from_length(known as u64))
}

fn references<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let object = arguments.get(thread, 0).as_object();
    let known = object
        .into_iter()
        .flat_map(|object| weak::known(thread, object));
    list::from_values(thread, &known.collect::<Vec<_>>())
}

/// Deletes an entry whose value is a reference to nothing.
fn remove_dead<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let Some(object) = dict::as_dict(thread, arguments.get(thread, 0)) else {
        return Err(thread.raise(TYPE_ERROR, "_remove_dead_weakref() needs a dict"));
    };
    let (dict, key) = (
        thread.root(object.value()),
        thread.root(arguments.get(thread, 1)),
    );
    let is_dead = match dict::get(thread, dict, key)? {
        Some(value) => weak::as_reference(thread, thread.get(value))
            .is_some_and(|reference| weak::target(thread, reference).is_none()),
        None => false,
    };
    if is_dead {
        dict::take(thread, dict, key)?;
    }
    Ok(NONE)
}

// ---- gc

/// `gc.collect`; the importer has it too.
pub(crate) const COLLECT: NativeFunction =
    NativeFunction::calling("collect", 0, 1, collect).with_keywords();

const GC_FUNCTIONS: &[NativeFunction] = &[
    COLLECT,
    NativeFunction::leaf("enable", 0, 0, enable),
    NativeFunction::leaf("disable", 0, 0, disable),
    NativeFunction::leaf("isenabled", 0, 0, is_enabled),
    NativeFunction::leaf("freeze", 0, 0, nothing),
    NativeFunction::leaf("unfreeze", 0, 0, nothing),
    NativeFunction::leaf("get_freeze_count", 0, 0, zero),
    NativeFunction::leaf("get_threshold", 0, 0, threshold),
    NativeFunction::leaf("set_threshold", 1, 3, nothing),
    NativeFunction::leaf("get_count", 0, 0, counts),
    NativeFunction::leaf("get_stats", 0, 0, statistics),
    NativeFunction::leaf("get_debug", 0, 0, zero),
    NativeFunction::leaf("set_debug", 1, 1, nothing),
    NativeFunction::leaf("is_tracked", 1, 1, is_tracked),
    NativeFunction::leaf("is_finalized", 1, 1, is_finalized),
    NativeFunction::calling("get_objects", 0, 1, objects).with_keywords(),
    NativeFunction::calling("get_referents", 0, u8::MAX, referents),
    NativeFunction::calling("get_referrers", 0, u8::MAX, referrers),
];

fn referents<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    ask_referrers(thread, arguments, "get_referents")
}

fn referrers<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    ask_referrers(thread, arguments, "get_referrers")
}

/// `get_objects(generation=None)`.
fn objects<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    tables::check_keywords(thread, arguments, "get_objects", &["generation"])?;
    let generation = tables::parameter(thread, arguments, 0, "generation").unwrap_or(NONE);
    let given = [thread.root(generation)];
    let found = upcalls::call_python(thread, "_motet_referrers", "get_objects", &given)?;
    Ok(thread.get(found))
}

fn ask_referrers<'a>(
    thread: &'a mut Thread,
    arguments: Arguments,
    function: &str,
) -> Outcome<Value<'a>> {
    let given: Vec<Root> = (0..arguments.count as usize)
        .map(|index| thread.root(arguments.get(thread, index)))
        .collect();
    let found = upcalls::call_python(thread, "_motet_referrers", function, &given)?;
    Ok(thread.get(found))
}

fn fill_gc(thread: &Thread, module: &Module) -> Outcome<()> {
    for (name, bits) in [
        ("DEBUG_STATS", 1),
        ("DEBUG_COLLECTABLE", 2),
        ("DEBUG_UNCOLLECTABLE", 4),
        ("DEBUG_SAVEALL", 32),
        ("DEBUG_LEAK", 2 | 4 | 32),
    ] {
        crate::filling::set(thread, module, name, Value::from_small(bits))?;
    }
    for name in ["garbage", "callbacks"] {
        crate::filling::set(thread, module, name, list::new(thread)?)?;
    }
    let enabled = thread.machine().symbols.intern(thread, ENABLED);
    module.namespace.set(thread, enabled, TRUE)
}

/// The variable that remembers the setting of a program: the collector runs nevertheless.
const ENABLED: &str = "_is_enabled";

fn set_enabled(thread: &Thread, enabled: bool) -> Outcome<Value<'_>> {
    if let Some(module) = module::find_true_module(thread, "gc") {
        let symbol = thread.machine().symbols.intern(thread, ENABLED);
        module::namespace_of(thread, module).set(thread, symbol, boolean(enabled))?;
    }
    Ok(NONE)
}

fn enable<'a>(thread: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    set_enabled(thread, true)
}

fn disable<'a>(thread: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    set_enabled(thread, false)
}

fn is_enabled<'a>(thread: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    let symbol = thread.machine().symbols.intern(thread, ENABLED);
    let module = module::find_true_module(thread, "gc");
    let value = module.and_then(|module| module::namespace_of(thread, module).get(thread, symbol));
    Ok(value.unwrap_or(TRUE))
}

fn nothing<'a>(_: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    Ok(NONE)
}

fn zero<'a>(_: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    Ok(Value::from_small(0))
}

fn threshold<'a>(thread: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    let number = Value::from_small;
    tuple::from_values(thread, &[number(2000), number(10), number(0)])
}

fn counts<'a>(thread: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    let zero = Value::from_small(0);
    tuple::from_values(thread, &[zero, zero, zero])
}

/// The smallest object, in bytes.
const OBJECT_BYTES_MIN: u64 = 32;

/// `get_stats()`. Minor collections are those of the first generation, major ones those of the
/// last; what these have found dead is known in bytes, so that the number of objects is the
/// highest that it may be.
fn statistics<'a>(thread: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    let counted = thread.runtime().statistics();
    let freed = counted.major_freed_bytes / OBJECT_BYTES_MIN;
    let row = |collections: u64, collected: u64| -> Outcome<Value<'a>> {
        let made = dict::new(thread)?;
        let fields = [
            ("collections", collections),
            ("collected", collected),
            ("uncollectable", 0),
        ];
        for (name, number) in fields {
            let name = string::new(thread, name)?;
            let number = int::from_u64(thread, number);
            dict::set_leaf(thread, made.known_object(), name, number)?;
        }
        Ok(made)
    };
    let first = row(counted.minor_collections, 0)?;
    let last = row(counted.major_collections, freed)?;
    list::from_values(thread, &[first, row(0, 0)?, last])
}

fn is_tracked<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let value = arguments.get(thread, 0);
    let is_atomic = matches!(
        thread.class_of(value),
        CLASS_INT | CLASS_BOOL | CLASS_FLOAT | CLASS_STR | CLASS_BYTES | CLASS_NONE | CLASS_COMPLEX
    );
    Ok(boolean(value.as_object().is_some() && !is_atomic))
}

fn is_finalized<'a>(_: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    Ok(FALSE)
}

/// `gc.collect()`.
fn collect<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    tables::check_keywords(thread, arguments, "collect", &["generation"])?;
    collect_and_finalize(thread, arguments)?;
    Ok(Value::from_small(0))
}

/// Finalizers may drop objects that have finalizers: so often a collection is repeated.
const ROUNDS_MAX: usize = 8;

/// Does major collections and runs finalizers, until there are none. Objects that the transaction
/// has made die only when it has committed: the first attempt asks for that, as a wait for no time.
///
/// # Errors
/// [`Unwind::Wait`], then the operation is to run again; an abort.
pub(crate) fn collect_and_finalize(thread: &mut Thread, arguments: Arguments) -> Outcome<()> {
    // The stack words above this call, and its header except the callable, are dead; they are
    // cleared because stale references in them would keep objects alive.
    let first = arguments.start as usize;
    let header = first - usize::from(ARGUMENT_OFFSET);
    let above = first + arguments.count as usize..thread.top_index();
    for index in (header..header + HEADER_CALLABLE).chain(above) {
        thread.set_stack_value(index, NONE);
    }
    thread.clear_pending_results();
    let is_first = !thread.has_deadline_here();
    if is_first && thread.may_commit() {
        let now = thread.deadline_in(Some(std::time::Duration::ZERO));
        let now = now.expect("an instant without a delay is the present one");
        thread.request_wait(WaitRequest::Until(now));
        return Err(Unwind::Wait);
    }
    thread.forget_deadline();
    for _ in 0..ROUNDS_MAX {
        thread.collect_major();
        if !weak::run_finalizers(thread)? {
            break;
        }
    }
    Ok(())
}

/// The definitions.
pub(crate) const TYPES: &[TypeDef] = &[
    TypeDef::new("ReferenceType", CLASS_WEAK_REFERENCE)
        .in_module("weakref")
        .layouts(&[LAYOUT_WEAK])
        .constructor(NativeFunction::leaf("ref", 2, 3, construct))
        .own_new(REFERENCE_NEW)
        .methods(&[REFERENCE_METHODS])
        .parameterised(),
    TypeDef::new("ProxyType", CLASS_WEAK_PROXY)
        .in_module("weakref")
        .layouts(&[LAYOUT_WEAK])
        .methods(&[PROXY_METHODS])
        .closed(),
    TypeDef::new("CallableProxyType", CLASS_WEAK_CALLABLE_PROXY)
        .in_module("weakref")
        .layouts(&[LAYOUT_WEAK])
        .methods(&[PROXY_METHODS, CALLABLE_METHODS])
        .closed(),
];

/// The module that the program imports.
pub(crate) const MODULES: &[ModuleDef] = &[
    ModuleDef::new("_weakref")
        .functions(&[FUNCTIONS])
        .types(TYPES)
        .filled_by(fill),
    ModuleDef::new("gc")
        .functions(&[GC_FUNCTIONS])
        .filled_by(fill_gc),
];
