//! The layers put together: the functions of the interpreter and of the modules that objects may
//! call, and the machine's own code.

use motet_python_interp::call_loops_code::call_loop_code;
use motet_python_interp::calling::{build_class, call, internal_code};
use motet_python_interp::native_loops_code as drain;
use motet_python_interp::{import, run_loop as interp};
use motet_python_modules::builtins::aggregates::{
    GREATEST_END, GREATEST_STEP, LEAST_END, LEAST_STEP,
};
use motet_python_modules::builtins::sums::{SUM_END, SUM_STEP};
use motet_python_modules::native_modules as modules;
use motet_python_objects::classes::attribute;
use motet_python_objects::classes::generic;
use motet_python_objects::model::call_loops::CallLoop;
use motet_python_objects::model::machine::{InternalSources, LoopSources, SharedObjects};
use motet_python_objects::model::upcalls::{NativeModules, Upcalls};
use motet_python_objects::types::bytes;
use motet_python_objects::types::dict_methods;
use motet_python_objects::types::dict_table;
use motet_python_objects::types::float;
use motet_python_objects::types::sort;
use motet_python_objects::types::string_split;
use motet_python_objects::types::tuple;

/// The functions of the layers above objects.
pub(crate) static UPCALLS: Upcalls = Upcalls {
    run_operation: interp::run_operation,
    run_handlers: interp::run_handlers,
    unwind: interp::unwind,
    place_of_event: interp::place_of_event,
    call_with_names: call::call_with_names,
    call_special: call::call_special,
    call_method: call::call_method,
    run_internal: call::run_internal,
    make_type: build_class::type_new,
    generator_next: motet_python_interp::calling::generators::next,
    generator_send: motet_python_modules::type_natives::generators::send,
    generator_close: motet_python_interp::calling::generators::close,
    import_module: import::import_module,
    next_line: motet_python_modules::modules::io_module::streams::next_line,
    get_attribute: attribute::get,
    union: generic::union,
    native_modules: NativeModules {
        names: || modules::native_names().collect(),
        is_native: modules::is_native,
        is_known: modules::is_known,
        fill: modules::fill_native,
    },
};

/// The sources of the machine's own code.
pub(crate) fn internal_sources() -> InternalSources {
    InternalSources {
        initialiser: internal_code::initialiser_code(),
        entries: [internal_code::entry_code(0), internal_code::entry_code(1)],
        loops: LoopSources {
            append: drain::append_code(),
            add: drain::add_code(),
            any: drain::search_code(true),
            all: drain::search_code(false),
            step: drain::step_code(),
            sum: drain::sum_code(),
            mapped_step: drain::mapped_step_code(),
            map: drain::map_code(),
            select: drain::select_code(true),
            reject: drain::select_code(false),
            take: drain::take_code(),
        },
        sum_step: SUM_STEP,
        least_step: LEAST_STEP,
        greatest_step: GREATEST_STEP,
        pair_step: dict_methods::PAIR_STEP,
        of_calls: CallLoop::ALL.map(call_loop_code),
        sum_end: SUM_END,
        least_end: LEAST_END,
        greatest_end: GREATEST_END,
        tuple_end: tuple::TUPLE_END,
        join_end: string_split::JOIN_END,
        sort_step: sort::SORT_STEP,
        sort_calling: sort::SORT_CALLING,
        #[cfg(handlers)]
        deliverer: motet_python_interp::operations::operator_trampoline::deliver_code(),
    }
}

/// The objects that exist once.
pub(crate) fn shared_objects(mutator: &motet_tm::Mutator) -> SharedObjects {
    SharedObjects {
        zero: float::pin_zero(mutator),
        empty_tables: dict_table::pin_empty_tables(mutator),
        byte_strings: bytes::pin_shared(mutator),
        empty_tuple: tuple::pin_empty(mutator),
    }
}
