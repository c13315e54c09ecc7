//! Python as a language of the language-neutral machine: the functions that `motet_vm`'s driver
//! calls. The operations are the interpreter's, and are reached through the table of upcalls.

use crate::classes::running_frames;
use crate::classes::signals;
use crate::classes::threads;
use crate::classes::weak;
use motet_tm::{Root, Unwind, Word};
use motet_vm::Language;

use crate::model::machine::Machine;
use crate::model::native::Outcome;
use crate::model::thread::Thread;

impl Language for Thread {
    type Machine = Machine;

    const HAS_HANDLERS: bool = cfg!(handlers);

    fn shared(&self) -> &'static Machine {
        self.machine()
    }

    fn with_thread(thread: motet_vm::Thread, machine: &'static Machine) -> Thread {
        Thread::around(thread, machine)
    }

    #[inline]
    fn run_operation(&mut self) -> Outcome<()> {
        (self.machine().upcalls.run_operation)(self)
    }

    fn run_handlers(&mut self) -> Outcome<()> {
        (self.machine().upcalls.run_handlers)(self)
    }

    fn unwind(&mut self, bottom: *mut Word) -> Outcome<bool> {
        (self.machine().upcalls.unwind)(self, bottom)
    }

    fn rolled_back(&mut self) {
        self.keeps_traceback.set(false);
        self.forget_keywords();
        running_frames::watch(self);
    }

    fn place_of_event(&self) -> *const u32 {
        (self.machine().upcalls.place_of_event)(self)
    }

    fn raise_out_of_memory(&mut self) -> Unwind {
        self.no_memory()
    }

    fn raise_too_deep(&mut self) -> Unwind {
        self.too_deep()
    }

    fn finalize(&mut self, object: Root) -> Outcome<()> {
        weak::finalize(self, object)
    }

    fn has_signal_handlers(&self) -> bool {
        signals::has_handlers(self)
    }

    fn handle_signal(&mut self, signal: i32) -> Outcome<()> {
        signals::handle(self, signal)
    }

    fn enter_thread(&mut self, object: Root) -> Outcome<()> {
        threads::enter(self, object);
        Ok(())
    }

    fn leave_thread(&mut self, outcome: Outcome<()>) -> Outcome<Option<String>> {
        threads::leave(self, outcome)
    }
}
