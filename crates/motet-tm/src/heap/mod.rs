//! The heap: one file, N+1 views of it, and which thread may allocate where.
//!
//! - [`memory`] maps the file and is the only place that touches its addresses;
//! - [`place_bytes`] are the locks and marks beside it;
//! - [`space`] hands out the old space in groups of 64 KB, by size class and mutability;
//! - [`groups`] knows the use of each group, and the free ones;
//! - [`promoter`] is a segment's allocation there, [`pinned`] that of objects that never move;
//! - [`nursery`] is where a thread allocates;
//! - [`view`] are the only ways to the fields of an object, read or write;
//! - [`shared`] puts together the parts that all threads share.
//!
//! Nothing here knows threads or transactions.

pub(crate) mod file;
pub(crate) mod finalizers;
pub(crate) mod groups;
pub(crate) mod memory;
pub(crate) mod nursery;
pub(crate) mod pinned;
pub(crate) mod place_bytes;
pub(crate) mod promoter;
pub(crate) mod shared;
pub(crate) mod size_class;
pub(crate) mod space;
pub(crate) mod view;
pub(crate) mod written;
