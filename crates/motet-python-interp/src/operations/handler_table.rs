//! Which operation has which fast half.

use motet_python_bytecode::Opcode as O;

use super::attribute_handlers::*;
use super::bound_call_handlers::*;
use super::call_handlers::*;
use super::container_handlers::*;
use super::generator_handlers::*;
use super::handler_support::*;
use super::iteration_handlers::*;
use super::matching_handlers::*;
use super::operator_handlers::*;
use super::operator_trampoline::*;
use super::statement_handlers::*;
use super::variable_handlers::*;
use motet_python_objects::model::layouts::*;
use motet_python_objects::model::thread::Thread;
use motet_tm::{GilMode, HtmMode, StmMode};
use motet_vm::handlers::Dispatch;

const _: () = assert!(O::ALL.len() <= DELIVER);

/// The handlers by opcode; the rest run whole.
// tidy: long because it is the dispatch table
pub(crate) const fn table<M: FastMode>() -> [Handler; 256] {
    let mut table: [Handler; 256] = [generic::<Thread, _, M>; 256];
    table[O::Nop as usize] = nop::<M>;
    table[O::Move as usize] = move_register::<M>;
    table[O::LoadConst as usize] = load_constant::<M>;
    table[O::LoadInt as usize] = load_int::<M>;
    table[O::Unbind as usize] = unbind::<M>;
    table[O::CheckBound as usize] = check_bound::<M>;
    table[O::LoadGlobal as usize] = load_global::<M>;
    table[O::StoreGlobal as usize] = store_global::<M>;
    table[O::LoadCell as usize] = load_cell::<M>;
    table[O::StoreCell as usize] = store_cell::<M>;
    table[O::LoadFree as usize] = load_free::<M>;
    table[O::StoreFree as usize] = store_free::<M>;
    table[O::Add as usize] = binary::<M, ADD>;
    table[O::Subtract as usize] = binary::<M, SUBTRACT>;
    table[O::Multiply as usize] = binary::<M, MULTIPLY>;
    table[O::TrueDivide as usize] = binary::<M, TRUE_DIVIDE>;
    table[O::FloorDivide as usize] = binary::<M, FLOOR_DIVIDE>;
    table[O::Modulo as usize] = binary::<M, MODULO>;
    table[O::ShiftLeft as usize] = binary::<M, SHIFT_LEFT>;
    table[O::ShiftRight as usize] = binary::<M, SHIFT_RIGHT>;
    table[O::BitAnd as usize] = binary::<M, AND>;
    table[O::BitOr as usize] = binary::<M, OR>;
    table[O::BitXor as usize] = binary::<M, XOR>;
    table[O::InplaceAdd as usize] = binary::<M, ADD>;
    table[O::InplaceSubtract as usize] = binary::<M, SUBTRACT>;
    table[O::InplaceMultiply as usize] = binary::<M, MULTIPLY>;
    table[O::InplaceTrueDivide as usize] = binary::<M, TRUE_DIVIDE>;
    table[O::InplaceFloorDivide as usize] = binary::<M, FLOOR_DIVIDE>;
    table[O::InplaceModulo as usize] = binary::<M, MODULO>;
    table[O::InplaceShiftLeft as usize] = binary::<M, SHIFT_LEFT>;
    table[O::InplaceShiftRight as usize] = binary::<M, SHIFT_RIGHT>;
    table[O::InplaceBitAnd as usize] = binary::<M, AND>;
    table[O::InplaceBitOr as usize] = binary::<M, OR>;
    table[O::InplaceBitXor as usize] = binary::<M, XOR>;
    table[O::AddInt as usize] = binary_small::<M, ADD>;
    table[O::SubtractInt as usize] = binary_small::<M, SUBTRACT>;
    table[O::MultiplyInt as usize] = binary_small::<M, MULTIPLY>;
    table[O::FloorDivideInt as usize] = binary_small::<M, FLOOR_DIVIDE>;
    table[O::ModuloInt as usize] = binary_small::<M, MODULO>;
    table[O::ShiftLeftInt as usize] = binary_small::<M, SHIFT_LEFT>;
    table[O::ShiftRightInt as usize] = binary_small::<M, SHIFT_RIGHT>;
    table[O::BitAndInt as usize] = binary_small::<M, AND>;
    table[O::InplaceAddInt as usize] = binary_small::<M, ADD>;
    table[O::InplaceSubtractInt as usize] = binary_small::<M, SUBTRACT>;
    table[O::Power as usize] = binary_leaf::<M, POWER>;
    table[O::InplacePower as usize] = binary_leaf::<M, POWER>;
    table[O::Contains as usize] = contains_leaf::<M, true>;
    table[O::NotContains as usize] = contains_leaf::<M, false>;
    table[O::GetIter as usize] = get_iter::<M>;
    table[O::Unpack as usize] = unpack::<M>;
    table[O::UnpackItem as usize] = unpack::<M>;
    table[O::Feed as usize] = feed::<M>;
    table[O::ListAppend as usize] = list_append::<M>;
    table[O::SetAdd as usize] = set_add::<M>;
    table[O::DictSet as usize] = dict_set::<M>;
    table[O::BuildList as usize] = build_list::<M>;
    table[O::BuildTuple as usize] = build_tuple::<M>;
    table[O::BuildString as usize] = build_string::<M>;
    table[O::FormatValue as usize] = format_value::<M>;
    table[O::Negate as usize] = negate::<M>;
    table[O::Not as usize] = not::<M>;
    table[O::Less as usize] = compare_values::<M, LESS>;
    table[O::LessEqual as usize] = compare_values::<M, LESS_EQUAL>;
    table[O::Equal as usize] = compare_values::<M, EQUAL>;
    table[O::NotEqual as usize] = compare_values::<M, NOT_EQUAL>;
    table[O::Greater as usize] = compare_values::<M, GREATER>;
    table[O::GreaterEqual as usize] = compare_values::<M, GREATER_EQUAL>;
    table[O::Is as usize] = is::<M, true>;
    table[O::IsNot as usize] = is::<M, false>;
    table[O::Jump as usize] = jump::<M>;
    table[O::Loop as usize] = loop_back::<M>;
    table[O::JumpIfTrue as usize] = jump_if::<M, true, false>;
    table[O::JumpIfFalse as usize] = jump_if::<M, false, false>;
    table[O::LoopIfTrue as usize] = jump_if::<M, true, true>;
    table[O::LoopIfFalse as usize] = jump_if::<M, false, true>;
    table[O::JumpIfNone as usize] = jump_if_none::<M, true>;
    table[O::JumpUnlessNone as usize] = jump_if_none::<M, false>;
    table[O::JumpIfLess as usize] = jump_compare::<M, LESS, true, false, false>;
    table[O::JumpIfLessEqual as usize] = jump_compare::<M, LESS_EQUAL, true, false, false>;
    table[O::JumpIfEqual as usize] = jump_compare::<M, EQUAL, true, false, false>;
    table[O::JumpIfNotEqual as usize] = jump_compare::<M, NOT_EQUAL, true, false, false>;
    table[O::JumpIfGreater as usize] = jump_compare::<M, GREATER, true, false, false>;
    table[O::JumpIfGreaterEqual as usize] = jump_compare::<M, GREATER_EQUAL, true, false, false>;
    table[O::JumpUnlessLess as usize] = jump_compare::<M, LESS, false, false, false>;
    table[O::JumpUnlessLessEqual as usize] = jump_compare::<M, LESS_EQUAL, false, false, false>;
    table[O::JumpUnlessEqual as usize] = jump_compare::<M, EQUAL, false, false, false>;
    table[O::JumpUnlessNotEqual as usize] = jump_compare::<M, NOT_EQUAL, false, false, false>;
    table[O::JumpUnlessGreater as usize] = jump_compare::<M, GREATER, false, false, false>;
    table[O::JumpUnlessGreaterEqual as usize] =
        jump_compare::<M, GREATER_EQUAL, false, false, false>;
    table[O::JumpIfLessInt as usize] = jump_compare::<M, LESS, true, false, true>;
    table[O::JumpIfLessEqualInt as usize] = jump_compare::<M, LESS_EQUAL, true, false, true>;
    table[O::JumpIfEqualInt as usize] = jump_compare::<M, EQUAL, true, false, true>;
    table[O::JumpIfNotEqualInt as usize] = jump_compare::<M, NOT_EQUAL, true, false, true>;
    table[O::JumpIfGreaterInt as usize] = jump_compare::<M, GREATER, true, false, true>;
    table[O::JumpIfGreaterEqualInt as usize] = jump_compare::<M, GREATER_EQUAL, true, false, true>;
    table[O::JumpUnlessLessInt as usize] = jump_compare::<M, LESS, false, false, true>;
    table[O::JumpUnlessLessEqualInt as usize] = jump_compare::<M, LESS_EQUAL, false, false, true>;
    table[O::JumpUnlessEqualInt as usize] = jump_compare::<M, EQUAL, false, false, true>;
    table[O::JumpUnlessNotEqualInt as usize] = jump_compare::<M, NOT_EQUAL, false, false, true>;
    table[O::JumpUnlessGreaterInt as usize] = jump_compare::<M, GREATER, false, false, true>;
    table[O::JumpUnlessGreaterEqualInt as usize] =
        jump_compare::<M, GREATER_EQUAL, false, false, true>;
    table[O::LoopIfLess as usize] = jump_compare::<M, LESS, true, true, false>;
    table[O::LoopIfLessEqual as usize] = jump_compare::<M, LESS_EQUAL, true, true, false>;
    table[O::LoopIfEqual as usize] = jump_compare::<M, EQUAL, true, true, false>;
    table[O::LoopIfNotEqual as usize] = jump_compare::<M, NOT_EQUAL, true, true, false>;
    table[O::LoopIfGreater as usize] = jump_compare::<M, GREATER, true, true, false>;
    table[O::LoopIfGreaterEqual as usize] = jump_compare::<M, GREATER_EQUAL, true, true, false>;
    table[O::LoopIfLessInt as usize] = jump_compare::<M, LESS, true, true, true>;
    table[O::LoopIfLessEqualInt as usize] = jump_compare::<M, LESS_EQUAL, true, true, true>;
    table[O::LoopIfEqualInt as usize] = jump_compare::<M, EQUAL, true, true, true>;
    table[O::LoopIfNotEqualInt as usize] = jump_compare::<M, NOT_EQUAL, true, true, true>;
    table[O::LoopIfGreaterInt as usize] = jump_compare::<M, GREATER, true, true, true>;
    table[O::LoopIfGreaterEqualInt as usize] = jump_compare::<M, GREATER_EQUAL, true, true, true>;
    table[O::ForLoop as usize] = for_loop::<M>;
    table[O::Send as usize] = send::<M>;
    table[O::Yield as usize] = yield_value::<M>;
    table[O::MakeGenerator as usize] = make_generator::<M>;
    table[O::EndGenerator as usize] = end_generator::<M>;
    table[O::GetYieldFromIter as usize] = get_yield_from_iter::<M>;
    table[O::EnterHandler as usize] = enter_handler::<M>;
    table[O::LeaveHandler as usize] = leave_handler::<M>;
    table[O::ExceptionMatches as usize] = exception_matches::<M>;
    table[O::IsSequence as usize] = is_sequence::<M>;
    table[O::IsMapping as usize] = is_mapping::<M>;
    table[O::ListToTuple as usize] = list_to_tuple::<M>;
    table[O::YieldFrom as usize] = yield_delegated::<M>;
    table[O::GetAttribute as usize] = get_attribute::<M>;
    table[O::SetAttribute as usize] = set_attribute::<M>;
    table[O::GetItem as usize] = get_item::<M>;
    table[O::SetItem as usize] = set_item::<M>;
    table[O::Call as usize] = call::<M>;
    table[O::CallKeywords as usize] = call_keywords::<M>;
    table[O::CallSpread as usize] = call_spread::<M>;
    table[O::MakeFunction as usize] = make_function::<M>;
    table[O::ListExtend as usize] = list_extend::<M>;
    table[O::DictUpdate as usize] = dict_update::<M>;
    table[O::DictMerge as usize] = dict_update::<M>;
    table[O::BuildDict as usize] = build_dict::<M>;
    table[O::BuildSlice as usize] = build_slice::<M>;
    table[O::CheckManager as usize] = check_manager::<M>;
    table[O::LoadClosure as usize] = load_closure::<M>;
    table[O::MatchClass as usize] = match_class::<M>;
    table[O::MakeCell as usize] = make_cell::<M>;
    table[O::CallMethod as usize] = call_method::<M>;
    table[O::Return as usize] = return_value::<M>;
    table[O::ReturnInstance as usize] = return_instance::<M>;
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
    table[CLASS_DICT_ITERATOR as usize] = for_pair::<M>;
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
