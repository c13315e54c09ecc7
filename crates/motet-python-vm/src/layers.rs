//! Where the layers are put together: what objects may ask of the interpreter and of the modules,
//! and the machine's own code.

use crate::builtins::{GREATEST_STEP, LEAST_STEP, SUM_STEP};
use crate::interp::drain;
use crate::machine::{InternalSources, LoopSources, SharedObjects};
use crate::upcalls::{NativeModules, Upcalls};
use crate::{attribute, build_class, call, construct, core, import, interp, modules};

/// What is asked of the layers above objects.
pub(crate) static UPCALLS: Upcalls = Upcalls {
    run_operation: interp::run_operation,
    run_handlers: interp::run_handlers,
    unwind: interp::unwind,
    place_of_event: interp::place_of_event,
    call_with_names: call::call_with_names,
    call_special: call::call_special,
    run_internal: call::run_internal,
    make_type: build_class::type_new,
    generator_next: interp::generators::next,
    generator_send: core::generators::send,
    generator_close: interp::generators::close,
    import_module: import::import_module,
    next_line: modules::io_module::next_line,
    get_attribute: attribute::get,
    union: core::generic::union,
    native_modules: NativeModules {
        is_known: modules::is_known,
        fill: modules::fill_native,
    },
};

/// The sources of the machine's own code.
pub(crate) fn internal_sources() -> InternalSources {
    InternalSources {
        initialiser: construct::initialiser_code(),
        entries: [construct::entry_code(0), construct::entry_code(1)],
        loops: LoopSources {
            append: drain::append_code(),
            add: drain::add_code(),
            any: drain::search_code(true),
            all: drain::search_code(false),
            step: drain::step_code(),
            sum: drain::sum_code(),
            mapped_step: drain::mapped_step_code(),
            map: drain::map_code(),
        },
        sum_step: SUM_STEP,
        least_step: LEAST_STEP,
        greatest_step: GREATEST_STEP,
        pair_step: crate::objects::PAIR_STEP,
        #[cfg(handlers)]
        deliverer: interp::fast_special::deliver_code(),
    }
}

/// The objects that exist once.
pub(crate) fn shared_objects(mutator: &motet_tm::Mutator) -> SharedObjects {
    SharedObjects {
        zero: crate::objects::pin_zero(mutator),
        empty_tables: crate::objects::pin_empty_tables(mutator),
    }
}
