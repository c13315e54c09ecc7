//! The Python virtual machine.
