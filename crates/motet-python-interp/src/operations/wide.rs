//! The generic form of `Wide`: another operation with an index of 32 bits, where code has more
//! constants, names or variables than its own 16 bits tell apart.

use motet_python_bytecode::Opcode;
use motet_python_bytecode::encode::{a, wide};
use motet_python_objects::model::exception::SYSTEM_ERROR;
use motet_python_objects::model::native::Outcome;
use motet_python_objects::model::thread::Thread;
use motet_tm::Unwind;

use super::family::operations;
use super::{calls, statements, variables};

operations! {
    Wide => |thread, word| run(thread, wide(word), a(word), thread.extension() as usize);
}

fn run(thread: &mut Thread, opcode: Option<Opcode>, a: u8, index: usize) -> Outcome<()> {
    let Some(opcode) = opcode else {
        return Err(no_index(thread));
    };
    match opcode {
        Opcode::LoadConst => thread.set_register(a, thread.constant(index)),
        Opcode::CheckBound => variables::check_bound(thread, a, index)?,
        Opcode::LoadGlobal => variables::load_global(thread, a, index)?,
        Opcode::StoreGlobal => variables::store_global(thread, a, index)?,
        Opcode::DeleteGlobal => variables::delete_global(thread, index)?,
        Opcode::LoadDictGlobal => variables::load_dict_global(thread, a, index)?,
        Opcode::StoreDictGlobal => variables::store_dict_global(thread, a, index)?,
        Opcode::DeleteDictGlobal => variables::delete_dict_global(thread, index)?,
        Opcode::LoadClosure => variables::load_closure(thread, a, index),
        Opcode::LoadFree => variables::load_free(thread, a, index)?,
        Opcode::StoreFree => variables::store_free(thread, a, index)?,
        Opcode::DeleteFree => variables::delete_free(thread, index)?,
        Opcode::LoadName => variables::load_name(thread, a, index)?,
        Opcode::StoreName => variables::store_name(thread, a, index)?,
        Opcode::DeleteName => variables::delete_name(thread, index)?,
        Opcode::MakeFunction => calls::make_function(thread, a, index)?,
        Opcode::LoadInternal => calls::load_internal(thread, a, index)?,
        Opcode::ImportName => statements::import_name(thread, a, index)?,
        _ => return Err(no_index(thread)),
    }
    Ok(())
}

/// The error of an operation that has no index into a table: the verifier has refused it.
#[cold]
fn no_index(thread: &Thread) -> Unwind {
    thread.raise(SYSTEM_ERROR, "a wide operation without an index")
}
