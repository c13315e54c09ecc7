//! `_asyncio_core`: the common cases of what asyncio does for each task, each step and each
//! callback. The classes are the library's (`_asyncio`), in Python: so each step of a task runs in
//! the interpreter's own loop, where its transactions end. A native here decides before its first
//! change whether the case is common; else it returns None or False, and the library goes on.
//!
//! ```text
//!   Future, Task   instances whose first attributes are FUTURE and TASK, in that order (fields.rs)
//!   state          Future  Task  Handle  Context  call_soon  _call_soon  task_wakeup  texts …
//!                  (an array that is never written again: threads read it without a conflict)
//!   loop           `_ready`: deque of handles;  `_waiting_tasks`: ring of its tasks
//!   ring           anchor ⇄ task ⇄ task ⇄ … ⇄ anchor, by `_previous` and `_next`
//! ```

mod fields;
mod natives;
mod schedule;

use motet_python_objects::model::module_def::ModuleDef;
use motet_python_objects::types::prelude::*;

/// The functions of the module.
const FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::leaf("new_state", 9, 9, fields::new_state),
    NativeFunction::leaf("new_counter", 0, 0, natives::new_counter),
    NativeFunction::leaf("take_number", 1, 1, natives::take_number),
    NativeFunction::leaf("new_task", 4, 4, natives::new_task),
    NativeFunction::leaf("new_future", 2, 2, natives::new_future),
    NativeFunction::leaf("call_soon", 5, 5, natives::call_soon),
    NativeFunction::leaf("link", 1, 1, natives::link),
    NativeFunction::leaf("unlink", 1, 1, natives::unlink),
    NativeFunction::leaf("start_step", 2, 2, natives::start_step),
    NativeFunction::leaf("await_result", 2, 2, natives::await_result),
    NativeFunction::leaf("end_task", 2, 2, natives::end_task),
    NativeFunction::leaf("is_future", 1, 1, natives::is_future),
    NativeFunction::leaf("add_waiter", 2, 2, natives::add_waiter),
];

/// The functions that become methods of the library's classes.
const METHODS: &[NativeFunction] = &[NativeFunction::calling(
    "set_result",
    2,
    2,
    natives::set_result,
)];

/// The module that the program imports.
pub(crate) const MODULES: &[ModuleDef] = &[ModuleDef::new("_asyncio_core")
    .functions(&[FUNCTIONS])
    .methods(&[METHODS])
    .listed_as(&["_asyncio"])];
