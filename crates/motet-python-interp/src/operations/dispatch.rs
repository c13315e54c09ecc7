//! The whole form of every operation: which function does it.

use motet_python_bytecode::Opcode;
use motet_python_bytecode::encode;
use motet_python_objects::model::exception;
use motet_tm::Value;

use super::{
    attributes, calls, containers, coroutines, generators, iteration, matching, operators,
    statements, variables,
};
use motet_python_objects::model::layouts::*;
use motet_python_objects::model::native::Outcome;
use motet_python_objects::model::thread::Thread;
use motet_python_objects::types::protocol::operator::{Comparison, Operator, Unary};

/// Executes the operation that `fetch` has begun.
// tidy: long because it is the dispatch table
pub(crate) fn execute(thread: &mut Thread, opcode: Opcode) -> Outcome<()> {
    use Comparison as C;
    use Opcode as O;
    let word = thread.word();
    let (a, b) = (encode::a(word), encode::b(word));
    let constant = || usize::from(encode::bx(word));
    match opcode {
        O::Nop => {}
        O::Move => thread.set_register(a, thread.register(b)),
        O::LoadConst => thread.set_register(a, thread.constant(constant())),
        O::LoadInt => thread.set_register(a, Value::from_small(encode::sbx(word).into())),
        O::Unbind => thread.set_register(a, UNBOUND),
        O::CheckBound => return variables::check_bound(thread, a, constant()),
        O::LoadGlobal => return variables::load_global(thread, a, constant()),
        O::StoreGlobal => return variables::store_global(thread, a, constant()),
        O::DeleteGlobal => return variables::delete_global(thread, constant()),
        O::MakeCell => variables::make_cell(thread, a),
        O::LoadCell => return variables::load_cell(thread, a, b),
        O::StoreCell => return variables::store_cell(thread, a, b),
        O::DeleteCell => return variables::delete_cell(thread, a),
        O::LoadClosure => variables::load_closure(thread, a, constant()),
        O::LoadFree => return variables::load_free(thread, a, constant()),
        O::StoreFree => return variables::store_free(thread, a, constant()),
        O::DeleteFree => return variables::delete_free(thread, constant()),
        O::LoadName => return variables::load_name(thread, a, constant()),
        O::StoreName => return variables::store_name(thread, a, constant()),
        O::DeleteName => return variables::delete_name(thread, constant()),
        O::Add => return operators::binary(thread, Operator::Add),
        O::Subtract => return operators::binary(thread, Operator::Subtract),
        O::Multiply => return operators::binary(thread, Operator::Multiply),
        O::TrueDivide => return operators::binary(thread, Operator::TrueDivide),
        O::FloorDivide => return operators::binary(thread, Operator::FloorDivide),
        O::Modulo => return operators::binary(thread, Operator::Modulo),
        O::Power => return operators::binary(thread, Operator::Power),
        O::ShiftLeft => return operators::binary(thread, Operator::ShiftLeft),
        O::ShiftRight => return operators::binary(thread, Operator::ShiftRight),
        O::BitAnd => return operators::binary(thread, Operator::And),
        O::BitOr => return operators::binary(thread, Operator::Or),
        O::BitXor => return operators::binary(thread, Operator::Xor),
        O::MatrixMultiply => return operators::binary(thread, Operator::MatrixMultiply),
        O::InplaceAdd => return operators::inplace(thread, Operator::Add),
        O::InplaceSubtract => return operators::inplace(thread, Operator::Subtract),
        O::InplaceMultiply => return operators::inplace(thread, Operator::Multiply),
        O::InplaceTrueDivide => return operators::inplace(thread, Operator::TrueDivide),
        O::InplaceFloorDivide => return operators::inplace(thread, Operator::FloorDivide),
        O::InplaceModulo => return operators::inplace(thread, Operator::Modulo),
        O::InplacePower => return operators::inplace(thread, Operator::Power),
        O::InplaceShiftLeft => return operators::inplace(thread, Operator::ShiftLeft),
        O::InplaceShiftRight => return operators::inplace(thread, Operator::ShiftRight),
        O::InplaceBitAnd => return operators::inplace(thread, Operator::And),
        O::InplaceBitOr => return operators::inplace(thread, Operator::Or),
        O::InplaceBitXor => return operators::inplace(thread, Operator::Xor),
        O::InplaceMatrixMultiply => return operators::inplace(thread, Operator::MatrixMultiply),
        O::AddInt => return operators::binary_small(thread, Operator::Add),
        O::SubtractInt => return operators::binary_small(thread, Operator::Subtract),
        O::MultiplyInt => return operators::binary_small(thread, Operator::Multiply),
        O::FloorDivideInt => return operators::binary_small(thread, Operator::FloorDivide),
        O::ModuloInt => return operators::binary_small(thread, Operator::Modulo),
        O::ShiftLeftInt => return operators::binary_small(thread, Operator::ShiftLeft),
        O::ShiftRightInt => return operators::binary_small(thread, Operator::ShiftRight),
        O::BitAndInt => return operators::binary_small(thread, Operator::And),
        O::InplaceAddInt => return operators::inplace_small(thread, Operator::Add),
        O::InplaceSubtractInt => return operators::inplace_small(thread, Operator::Subtract),
        O::Negate => return operators::unary(thread, Unary::Negate),
        O::Positive => return operators::unary(thread, Unary::Positive),
        O::Invert => return operators::unary(thread, Unary::Invert),
        O::Not => return operators::not(thread),
        O::Less => return operators::compare(thread, C::Less),
        O::LessEqual => return operators::compare(thread, C::LessEqual),
        O::Equal => return operators::compare(thread, C::Equal),
        O::NotEqual => return operators::compare(thread, C::NotEqual),
        O::Greater => return operators::compare(thread, C::Greater),
        O::GreaterEqual => return operators::compare(thread, C::GreaterEqual),
        O::Is => operators::is(thread, true),
        O::IsNot => operators::is(thread, false),
        O::Contains => return operators::contains(thread, true),
        O::NotContains => return operators::contains(thread, false),
        O::Jump => thread.jump(encode::sj(word)),
        O::Loop => {
            thread.jump(encode::sj(word));
            thread.reach_yield_point();
        }
        O::JumpIfTrue => return operators::jump_if(thread, true, false),
        O::JumpIfFalse => return operators::jump_if(thread, false, false),
        O::LoopIfTrue => return operators::jump_if(thread, true, true),
        O::LoopIfFalse => return operators::jump_if(thread, false, true),
        O::JumpIfLess => return operators::jump_compare(thread, C::Less, true, false),
        O::JumpIfLessEqual => return operators::jump_compare(thread, C::LessEqual, true, false),
        O::JumpIfEqual => return operators::jump_compare(thread, C::Equal, true, false),
        O::JumpIfNotEqual => return operators::jump_compare(thread, C::NotEqual, true, false),
        O::JumpIfGreater => return operators::jump_compare(thread, C::Greater, true, false),
        O::JumpIfGreaterEqual => {
            return operators::jump_compare(thread, C::GreaterEqual, true, false);
        }
        O::JumpUnlessLess => return operators::jump_compare(thread, C::Less, false, false),
        O::JumpUnlessLessEqual => {
            return operators::jump_compare(thread, C::LessEqual, false, false);
        }
        O::JumpUnlessEqual => return operators::jump_compare(thread, C::Equal, false, false),
        O::JumpUnlessNotEqual => {
            return operators::jump_compare(thread, C::NotEqual, false, false);
        }
        O::JumpUnlessGreater => return operators::jump_compare(thread, C::Greater, false, false),
        O::JumpUnlessGreaterEqual => {
            return operators::jump_compare(thread, C::GreaterEqual, false, false);
        }
        O::JumpIfLessInt => return operators::jump_small(thread, C::Less, true, false),
        O::JumpIfLessEqualInt => return operators::jump_small(thread, C::LessEqual, true, false),
        O::JumpIfEqualInt => return operators::jump_small(thread, C::Equal, true, false),
        O::JumpIfNotEqualInt => return operators::jump_small(thread, C::NotEqual, true, false),
        O::JumpIfGreaterInt => return operators::jump_small(thread, C::Greater, true, false),
        O::JumpIfGreaterEqualInt => {
            return operators::jump_small(thread, C::GreaterEqual, true, false);
        }
        O::JumpUnlessLessInt => return operators::jump_small(thread, C::Less, false, false),
        O::JumpUnlessLessEqualInt => {
            return operators::jump_small(thread, C::LessEqual, false, false);
        }
        O::JumpUnlessEqualInt => return operators::jump_small(thread, C::Equal, false, false),
        O::JumpUnlessNotEqualInt => {
            return operators::jump_small(thread, C::NotEqual, false, false);
        }
        O::JumpUnlessGreaterInt => return operators::jump_small(thread, C::Greater, false, false),
        O::JumpUnlessGreaterEqualInt => {
            return operators::jump_small(thread, C::GreaterEqual, false, false);
        }
        O::LoopIfLess => return operators::jump_compare(thread, C::Less, true, true),
        O::LoopIfLessEqual => return operators::jump_compare(thread, C::LessEqual, true, true),
        O::LoopIfEqual => return operators::jump_compare(thread, C::Equal, true, true),
        O::LoopIfNotEqual => return operators::jump_compare(thread, C::NotEqual, true, true),
        O::LoopIfGreater => return operators::jump_compare(thread, C::Greater, true, true),
        O::LoopIfGreaterEqual => {
            return operators::jump_compare(thread, C::GreaterEqual, true, true);
        }
        O::LoopIfLessInt => return operators::jump_small(thread, C::Less, true, true),
        O::LoopIfLessEqualInt => return operators::jump_small(thread, C::LessEqual, true, true),
        O::LoopIfEqualInt => return operators::jump_small(thread, C::Equal, true, true),
        O::LoopIfNotEqualInt => return operators::jump_small(thread, C::NotEqual, true, true),
        O::LoopIfGreaterInt => return operators::jump_small(thread, C::Greater, true, true),
        O::LoopIfGreaterEqualInt => {
            return operators::jump_small(thread, C::GreaterEqual, true, true);
        }
        O::GetIter => return iteration::get_iter(thread, a, b),
        O::ForLoop => return iteration::for_loop(thread, a, b),
        O::CheckManager => return statements::check_manager(thread, a, b),
        O::GetAttribute => return attributes::get_attribute(thread, a, b),
        O::SetAttribute => return attributes::set_attribute(thread, a, b),
        O::DeleteAttribute => return attributes::delete_attribute(thread, a),
        O::GetItem => return containers::get_item(thread, a, b, encode::c(word)),
        O::SetItem => return containers::set_item(thread, a, b, encode::c(word)),
        O::DeleteItem => return containers::delete_item(thread, a, b),
        O::Call => return calls::call(thread, a, b),
        O::CallMethod => return calls::call_method(thread, a, b),
        O::CallKeywords => return calls::call_keywords(thread, a, b),
        O::CallSpread => return calls::call_spread(thread, a),
        O::Return => calls::return_value(thread, a),
        O::ReturnInstance => return calls::return_instance(thread, a),
        O::MakeFunction => calls::make_function(thread, a, constant()),
        O::LoadBuildClass => return calls::load_builtin(thread, a, "__build_class__"),
        O::BuildList => return containers::build_list(thread, a, b, encode::c(word)),
        O::BuildTuple => return containers::build_tuple(thread, a, b, encode::c(word)),
        O::BuildSet => return containers::build_set(thread, a, b, encode::c(word)),
        O::BuildDict => return containers::build_dict(thread, a, b, encode::c(word)),
        O::BuildString => return containers::build_string(thread, a, b, encode::c(word)),
        O::BuildSlice => containers::build_slice(thread, a, b),
        O::FormatValue => return containers::format_value(thread, a, b, encode::c(word)),
        O::ListAppend => return containers::list_append(thread, a, b),
        O::ListExtend => return containers::list_extend(thread, a, b),
        O::ListToTuple => return containers::list_to_tuple(thread, a, b),
        O::SetAdd => return containers::set_add(thread, a, b),
        O::SetUpdate => return containers::set_update(thread, a, b),
        O::DictSet => return containers::dict_set(thread, a, b, encode::c(word)),
        O::DictUpdate => return containers::dict_update(thread, a, b, false),
        O::DictMerge => return containers::dict_update(thread, a, b, true),
        O::Unpack | O::UnpackItem => return iteration::unpack(thread, a, b, encode::c(word)),
        O::Feed => return iteration::feed(thread, a, b),
        O::UnpackStar => return iteration::unpack_star(thread, a, b, encode::c(word)),
        O::Raise => return statements::raise(thread, a, None),
        O::RaiseFrom => return statements::raise(thread, a, Some(b)),
        O::Reraise => return statements::reraise(thread, a),
        O::RaiseCurrent => return statements::raise_current(thread),
        O::EnterHandler => statements::enter_handler(thread, a),
        O::LeaveHandler => statements::leave_handler(thread, a),
        O::ExceptionMatches => return statements::matches(thread, a, b, encode::c(word)),
        O::LoadAssertionError => {
            thread.set_register(a, thread.class_object(exception::ASSERTION_ERROR));
        }
        O::ImportName => return statements::import_name(thread, a, constant()),
        O::ImportFrom => return statements::import_from(thread, a, b),
        O::ImportStar => return statements::import_star(thread, a),
        O::JumpIfNone if thread.register(a) == NONE => thread.jump(encode::sbx(word).into()),
        O::JumpUnlessNone if thread.register(a) != NONE => thread.jump(encode::sbx(word).into()),
        O::JumpIfNone | O::JumpUnlessNone => {}
        O::IsSequence => matching::is_sequence(thread, a, b),
        O::IsMapping => matching::is_mapping(thread, a, b),
        O::GetLength => return matching::get_length(thread, a, b),
        O::MatchKeys => return matching::match_keys(thread, a, b, encode::c(word)),
        O::MatchClass => return matching::match_class(thread, a, b, encode::c(word)),
        O::MakeGenerator => return generators::make_generator(thread),
        O::Yield => return generators::yield_value(thread, b, encode::c(word), true),
        O::YieldFrom => return generators::yield_value(thread, a, encode::c(word), false),
        O::Send => return generators::send(thread, a, b),
        O::EndGenerator => return generators::end_generator(thread, a),
        O::GetYieldFromIter => return generators::get_yield_from_iter(thread, a, b),
        O::GetAwaitable => return coroutines::get_awaitable(thread, a, b, encode::c(word)),
        O::GetAsyncIter => return coroutines::get_async_iter(thread, a, b),
        O::GetAsyncNext => return coroutines::get_async_next(thread, a, b),
        O::EndAsyncFor => return coroutines::end_async_for(thread, a),
        O::LoadNameOrFree => {
            return variables::load_name_or_free(thread, a, b, thread.extension() as usize);
        }
        O::LoadDictGlobal => return variables::load_dict_global(thread, a, constant()),
        O::StoreDictGlobal => return variables::store_dict_global(thread, a, constant()),
        O::DeleteDictGlobal => return variables::delete_dict_global(thread, constant()),
        O::LoadInternal => calls::load_internal(thread, a, constant()),
    }
    Ok(())
}
