//! The object model: tagged words and values, headers and layouts. No addresses, no threads.

pub(crate) mod array;
pub(crate) mod layout;
pub(crate) mod value;
