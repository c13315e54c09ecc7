//! The handlers of operations: the tables of all families, for each mode.

use motet_python_bytecode::Opcode;

use super::generator_handlers::for_generator;
use super::handler_support::*;
use super::iteration_handlers::*;
use super::operator_trampoline::{DELIVER, deliver};
use super::{
    attribute_handlers, bound_call_handlers, call_handlers, container_handlers, generator_handlers,
    iteration_handlers, matching_handlers, operator_handlers, statement_handlers,
    variable_handlers,
};
use motet_python_objects::model::layouts::*;
use motet_python_objects::model::thread::Thread;
use motet_tm::{GilMode, HtmMode, StmMode};
use motet_vm::handlers::Dispatch;

const _: () = assert!(Opcode::ALL.len() <= DELIVER);

/// The handlers by opcode; the generic form runs where there is none.
const fn table<M: FastMode>() -> [Handler; 256] {
    let mut table: [Handler; 256] = [generic::<Thread, _, M>; 256];
    attribute_handlers::fill::<M>(&mut table);
    bound_call_handlers::fill::<M>(&mut table);
    call_handlers::fill::<M>(&mut table);
    container_handlers::fill::<M>(&mut table);
    generator_handlers::fill::<M>(&mut table);
    iteration_handlers::fill::<M>(&mut table);
    matching_handlers::fill::<M>(&mut table);
    operator_handlers::fill::<M>(&mut table);
    statement_handlers::fill::<M>(&mut table);
    variable_handlers::fill::<M>(&mut table);
    table[DELIVER] = deliver::<M>;
    table[PAUSE] = pause;
    table[LEAVE] = leave;
    table
}

/// The handlers of `ForLoop` of a mode.
pub(crate) const fn loops<M: FastMode>() -> Loops {
    let mut table: Loops = [for_leaf::<M>; LOOP_KINDS];
    table[CLASS_LIST_ITERATOR as usize] = for_list::<M>;
    table[CLASS_GENERATOR as usize] = for_generator::<M>;
    table[CLASS_TUPLE_ITERATOR as usize] = for_tuple::<M>;
    table[CLASS_ZIP as usize] = for_zip::<M>;
    table[CLASS_ENUMERATE as usize] = for_enumerate::<M>;
    table[CLASS_DICT_ITEM_ITERATOR as usize] = for_pair::<M>;
    table
}

macro_rules! modes {
    ($($mode:ident)*) => {
        $(
            impl Dispatch<Thread, HandlerSet> for $mode {
                const TABLE: &'static [Handler; 256] = &table::<$mode>();
            }

            impl FastMode for $mode {
                const LOOPS: &'static Loops = &loops::<$mode>();
            }
        )*
    };
}

modes!(GilMode HtmMode StmMode);
