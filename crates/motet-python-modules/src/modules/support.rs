//! Helpers that the native halves of library modules share.

use motet_python_objects::model::upcalls;
use motet_tm::{Root, Unwind};

use motet_python_objects::model::native::Outcome;
use motet_python_objects::model::thread::Thread;
use motet_python_objects::types::string;

/// Raises an exception of a class that a module of the library defines.
#[cold]
pub(crate) fn raise_of(thread: &mut Thread, module: &str, class: &str, message: &str) -> Unwind {
    let raised = (|| -> Outcome<Root> {
        let message = thread.root(string::new(thread, message)?);
        upcalls::call_python(thread, module, class, &[message])
    })();
    match raised {
        Ok(exception) => thread.raise_value(thread.get(exception)),
        Err(unwind) => unwind,
    }
}
