//! What the native halves of library modules share.

use motet_tm::{Root, Unwind};

use crate::native::Outcome;
use crate::objects::string;
use crate::thread::Thread;

/// Raises an exception of a class that a module of the library defines.
#[cold]
pub(super) fn raise_of(thread: &mut Thread, module: &str, class: &str, message: &str) -> Unwind {
    let raised = (|| -> Outcome<Root> {
        let message = thread.root(string::new(thread, message)?);
        crate::upcalls::call_python(thread, module, class, &[message])
    })();
    match raised {
        Ok(exception) => thread.raise_value(thread.get(exception)),
        Err(unwind) => unwind,
    }
}
