//! Native loops that take the place of a native's call (`types/call_loops.rs` enters them, the
//! interpreter's `call_loops_code.rs` has their code): the natives, and the loops that there are.

/// A native that takes all items of its argument, so that a loop can take the place of its call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Looping {
    /// `any(items)`.
    Any,
    /// `all(items)`.
    All,
    /// `sum(items, start)`.
    Sum,
    /// `min(items)`.
    Least,
    /// `max(items)`.
    Greatest,
    /// `sorted(items)`.
    Sorted,
    /// `list(items)`.
    List,
    /// `tuple(items)`.
    Tuple,
    /// `set(items)`.
    Set,
    /// `frozenset(items)`.
    FrozenSet,
    /// `list.extend(items)`.
    Extend,
    /// `separator.join(items)`.
    Join,
}

impl Looping {
    /// The place of the argument that has the items: the class or the receiver stands before it.
    pub fn source(self) -> usize {
        usize::from(self as u8 >= Looping::List as u8)
    }
}

/// A loop that gives what such a call gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum CallLoop {
    /// Searches for a true item.
    Any,
    /// Searches for a false item.
    All,
    /// Appends the items to a list.
    List,
    /// The same with the results of the function of a `map`.
    MappedList,
    /// The same with the items that the function of a `filter` selects.
    SelectedList,
    /// Appends the items to a list, and makes a tuple of it.
    Tuple,
    /// The same with the results of the function of a `map`.
    MappedTuple,
    /// Adds the items to a set.
    Set,
    /// The same with the results of the function of a `map`.
    MappedSet,
    /// Appends the items to a list that the program has.
    Extend,
    /// The same with the results of the function of a `map`.
    MappedExtend,
    /// Appends the items to a list, and joins them.
    Join,
    /// The same with the results of the function of a `map`.
    MappedJoin,
    /// Sums the items.
    Sum,
    /// The same with the results of the function of a `map`.
    MappedSum,
    /// Finds the least item.
    Least,
    /// The same with the results of the function of a `map`.
    MappedLeast,
    /// Finds the greatest item.
    Greatest,
    /// The same with the results of the function of a `map`.
    MappedGreatest,
    /// Finds the item with the least key.
    LeastByKey,
    /// Finds the item with the greatest key.
    GreatestByKey,
    /// Appends the items to a list, and sorts it.
    Sorted,
    /// The same by keys.
    SortedByKey,
    /// Sorts a list by keys.
    ListByKey,
}

impl CallLoop {
    /// All, in the order of their numbers.
    pub const ALL: [CallLoop; 24] = [
        CallLoop::Any,
        CallLoop::All,
        CallLoop::List,
        CallLoop::MappedList,
        CallLoop::SelectedList,
        CallLoop::Tuple,
        CallLoop::MappedTuple,
        CallLoop::Set,
        CallLoop::MappedSet,
        CallLoop::Extend,
        CallLoop::MappedExtend,
        CallLoop::Join,
        CallLoop::MappedJoin,
        CallLoop::Sum,
        CallLoop::MappedSum,
        CallLoop::Least,
        CallLoop::MappedLeast,
        CallLoop::Greatest,
        CallLoop::MappedGreatest,
        CallLoop::LeastByKey,
        CallLoop::GreatestByKey,
        CallLoop::Sorted,
        CallLoop::SortedByKey,
        CallLoop::ListByKey,
    ];
}

/// The loops lie by their numbers in tables that are made of [`CallLoop::ALL`].
const _: () = {
    let mut number = 0;
    while number < CallLoop::ALL.len() {
        assert!(
            CallLoop::ALL[number] as usize == number,
            "the order of the numbers"
        );
        number += 1;
    }
};
