//! `_heapq`: heaps in lists.
//!
//! ```text
//!        0            A step goes down along the children that come first (the path), and then
//!      1   2          up again to the place where the new item belongs. Nothing is written
//!     3 4 5 6         before that place is known, or before a comparison has failed: then the
//!                     items lie as CPython leaves them, with the new item where the step was.
//! ```
//!
//! Items are compared where they lie; only a comparison that runs Python code roots them, and
//! looks afterwards whether the list still has its length.

use motet_python_objects::model::exception::RUNTIME_ERROR;
use motet_python_objects::model::module_def::ModuleDef;
use motet_python_objects::types::list;
use motet_python_objects::types::prelude::*;
use motet_python_objects::types::protocol::compare;
use motet_python_objects::types::protocol::operator::Comparison;

/// Which items come first.
#[derive(Clone, Copy, PartialEq)]
enum Order {
    Least,
    Greatest,
}

/// An item that is compared: one of the heap, or the new one.
#[derive(Clone, Copy)]
enum Item {
    At(u64),
    New(Root),
}

/// A heap of a call, and the order of its items.
#[derive(Clone, Copy)]
struct Heap {
    list: Root,
    order: Order,
    /// How many items belong to the heap while the call works on it.
    length: u64,
}

/// A list has at most so many levels.
const LEVELS_MAX: usize = 64;

/// The places that a step has gone along, from the first on.
struct Path {
    places: [u64; LEVELS_MAX],
    count: usize,
}

impl Path {
    fn from(place: u64) -> Path {
        let mut places = [0; LEVELS_MAX];
        places[0] = place;
        Path { places, count: 1 }
    }

    fn last(&self) -> u64 {
        self.places[self.count - 1]
    }

    fn push(&mut self, place: u64) {
        self.places[self.count] = place;
        self.count += 1;
    }
}

impl Heap {
    fn of(thread: &mut Thread, arguments: Arguments, name: &str, order: Order) -> Outcome<Heap> {
        let given = arguments.get(thread, 0);
        let Some(list) = list::as_list(thread, given) else {
            let kind = argument_type(thread, given);
            let place = if arguments.len() > 1 { " 1" } else { "" };
            let message = format!("{name}() argument{place} must be list, not {kind}");
            return Err(type_error(thread, message));
        };
        let length = list::length(thread, list);
        let list = thread.root(list.value());
        Ok(Heap {
            list,
            order,
            length,
        })
    }

    fn object<'a>(&self, thread: &'a Thread) -> Object<'a> {
        thread.object_at(self.list)
    }

    #[inline]
    fn item<'a>(&self, thread: &'a Thread, item: Item) -> Value<'a> {
        match item {
            Item::At(place) => list::get(thread, self.object(thread), place).unwrap_or(NONE),
            Item::New(root) => thread.get(root),
        }
    }

    fn set(&self, thread: &Thread, place: u64, value: Value<'_>) -> Outcome<()> {
        list::set_index(thread, self.object(thread), place as i64, value)
    }

    fn list_length(&self, thread: &Thread) -> u64 {
        list::length(thread, self.object(thread))
    }

    /// Whether an item comes before another one, if that is known without a call of Python code.
    #[inline]
    fn known_order(&self, thread: &Thread, first: Item, second: Item) -> Outcome<Option<bool>> {
        let (first, second) = self.operands(first, second);
        let (a, b) = (self.item(thread, first), self.item(thread, second));
        compare::holds_leaf(thread, Comparison::Less, a, b)
    }

    /// The items in the order in which `<` is asked.
    fn operands(&self, first: Item, second: Item) -> (Item, Item) {
        match self.order {
            Order::Least => (first, second),
            Order::Greatest => (second, first),
        }
    }

    /// Whether an item comes before another one.
    fn compare(&self, thread: &mut Thread, first: Item, second: Item) -> Outcome<bool> {
        match self.known_order(thread, first, second)? {
            Some(known) => Ok(known),
            None => self.ask_order(thread, first, second),
        }
    }

    #[inline(never)]
    fn ask_order(&self, thread: &mut Thread, first: Item, second: Item) -> Outcome<bool> {
        let (first, second) = self.operands(first, second);
        let mark = thread.root_count();
        let first = thread.root(self.item(thread, first));
        let second = thread.root(self.item(thread, second));
        let holds = compare::holds(thread, Comparison::Less, first, second)?;
        thread.truncate_roots(mark);
        Ok(holds)
    }

    /// Whether an item comes before another one: an error if the list has another length then.
    fn is_before(&self, thread: &mut Thread, first: Item, second: Item) -> Outcome<bool> {
        // Only Python code can change the length.
        if let Some(known) = self.known_order(thread, first, second)? {
            return Ok(known);
        }
        let before = self.list_length(thread);
        let is_before = self.ask_order(thread, first, second)?;
        if self.list_length(thread) != before {
            return Err(thread.raise(RUNTIME_ERROR, "list changed size during iteration"));
        }
        Ok(is_before)
    }

    /// Ends a step: the items of the path move up, and the new one goes where it ends. If a
    /// comparison has failed, then only in a list that still has its length.
    fn settle(
        &self,
        thread: &Thread,
        new: Root,
        path: &Path,
        length: u64,
        failure: Outcome<()>,
    ) -> Outcome<()> {
        if self.list_length(thread) == length {
            for pair in path.places[..path.count].windows(2) {
                self.set(thread, pair[0], self.item(thread, Item::At(pair[1])))?;
            }
            self.set(thread, path.last(), thread.get(new))?;
        }
        failure
    }

    /// Lets an item that lies nowhere rise from a place, not above `top`.
    fn rise(&self, thread: &mut Thread, new: Root, top: u64, from: u64) -> Outcome<()> {
        let length = self.list_length(thread);
        let mut path = Path::from(from);
        let mut failure = Ok(());
        while path.last() > top {
            let parent = (path.last() - 1) / 2;
            match self.is_before(thread, Item::New(new), Item::At(parent)) {
                Ok(true) => path.push(parent),
                Ok(false) => break,
                Err(raised) => {
                    failure = Err(raised);
                    break;
                }
            }
        }
        // From here on nothing asks Python code.
        self.settle(thread, new, &path, length, failure)
    }

    /// Lets an item that lies nowhere sink from a place whose item is taken.
    fn sink(&self, thread: &mut Thread, new: Root, from: u64) -> Outcome<()> {
        let length = self.list_length(thread);
        let mut path = Path::from(from);
        let mut failure = self.descend(thread, &mut path);
        // The item rises from the leaf: the path has moved up, so each item is its parent's place.
        while failure.is_ok() && path.count > 1 {
            match self.is_before(thread, Item::New(new), Item::At(path.last())) {
                Ok(true) => path.count -= 1,
                Ok(false) => break,
                Err(raised) => failure = Err(raised),
            }
        }
        // From here on nothing asks Python code.
        self.settle(thread, new, &path, length, failure)
    }

    fn descend(&self, thread: &mut Thread, path: &mut Path) -> Outcome<()> {
        loop {
            let left = 2 * path.last() + 1;
            if left >= self.length {
                return Ok(());
            }
            let right = left + 1;
            let takes_right =
                right < self.length && !self.is_before(thread, Item::At(left), Item::At(right))?;
            path.push(if takes_right { right } else { left });
        }
    }

    fn push(&self, thread: &mut Thread, new: Root) -> Outcome<()> {
        list::push(thread, self.object(thread), thread.get(new))?;
        self.rise(thread, new, 0, self.length)
    }

    fn pop(mut self, thread: &mut Thread) -> Outcome<Root> {
        let Some(last) = list::pop_last(thread, self.object(thread))? else {
            return Err(index_error(thread, "index out of range"));
        };
        let last = thread.root(last);
        self.length -= 1;
        if self.length == 0 {
            return Ok(last);
        }
        let first = thread.root(self.item(thread, Item::At(0)));
        self.sink(thread, last, 0)?;
        Ok(first)
    }

    fn replace(&self, thread: &mut Thread, new: Root) -> Outcome<Root> {
        if self.length == 0 {
            return Err(index_error(thread, "index out of range"));
        }
        let first = thread.root(self.item(thread, Item::At(0)));
        self.sink(thread, new, 0)?;
        Ok(first)
    }

    /// The new item, or the first one if that comes before it, in whose place the new one goes.
    fn push_pop(mut self, thread: &mut Thread, new: Root) -> Outcome<Root> {
        if self.length == 0 || !self.compare(thread, Item::At(0), Item::New(new))? {
            return Ok(new);
        }
        self.length = self.list_length(thread);
        self.replace(thread, new)
    }

    fn order(&self, thread: &mut Thread) -> Outcome<()> {
        for place in (0..self.length / 2).rev() {
            let mark = thread.root_count();
            let item = thread.root(self.item(thread, Item::At(place)));
            self.sink(thread, item, place)?;
            thread.truncate_roots(mark);
        }
        Ok(())
    }
}

/// Whether an item is less than another one, if that is known without a call of Python code.
#[inline]
fn is_less(thread: &Thread, first: Value<'_>, second: Value<'_>) -> Option<bool> {
    compare::holds_leaf(thread, Comparison::Less, first, second).ok()?
}

/// Whether no barrier stands in the way of writing the items of a path.
fn is_open(thread: &Thread, items: Object<'_>, places: &[u64]) -> bool {
    let own = |place: &u64| thread.read_element(items, *place);
    let mut places = places.iter();
    places.all(|place| thread.write_element_open(items, *place, own(place)))
}

/// `heappush` where all that is compared and written is simple.
fn quick_push<'a>(thread: &'a Thread, [heap, new, _]: [Value<'a>; 3]) -> Option<Value<'a>> {
    let heap = exact(thread, heap, CLASS_LIST)?;
    let (items, length) = list::items(thread, heap);
    let mut path = Path::from(length);
    while path.last() > 0 {
        let parent = (path.last() - 1) / 2;
        if !is_less(thread, new, thread.read_element(items, parent))? {
            break;
        }
        path.push(parent);
    }
    let places = &path.places[..path.count];
    if !is_open(thread, items, &places[1..]) || !list::push_open(thread, heap, new) {
        return None;
    }
    put_along(thread, items, places, new).then_some(NONE)
}

/// Moves the items of an open path up, and puts the new one where it ends.
fn put_along(thread: &Thread, items: Object<'_>, places: &[u64], new: Value<'_>) -> bool {
    let mut is_done = true;
    for pair in places.windows(2) {
        let item = thread.read_element(items, pair[1]);
        is_done &= thread.write_element_open(items, pair[0], item);
    }
    let last = places.last().copied().unwrap_or_default();
    is_done & thread.write_element_open(items, last, new)
}

/// `heappop` where all that is compared and written is simple.
fn quick_pop<'a>(thread: &'a Thread, [heap, ..]: [Value<'a>; 3]) -> Option<Value<'a>> {
    let heap = exact(thread, heap, CLASS_LIST)?;
    let (items, length) = list::items(thread, heap);
    let end = length.checked_sub(1)?;
    let item = |place| thread.read_element(items, place);
    if end == 0 {
        return list::pop_open(thread, heap);
    }
    let (new, mut path) = (item(end), Path::from(0));
    loop {
        let left = 2 * path.last() + 1;
        if left >= end {
            break;
        }
        let right = left + 1;
        let takes_right = right < end && !is_less(thread, item(left), item(right))?;
        path.push(if takes_right { right } else { left });
    }
    while path.count > 1 && is_less(thread, new, item(path.last()))? {
        path.count -= 1;
    }
    let places = &path.places[..path.count];
    let first = item(0);
    if !is_open(thread, items, places) {
        return None;
    }
    list::pop_open(thread, heap)?;
    put_along(thread, items, places, new).then_some(first)
}

macro_rules! functions {
    ($($name:literal $function:ident $count:literal $order:ident $work:expr
        $(, shortcut $quick:expr)?;)*) => {
        $(fn $function<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
            let heap = Heap::of(thread, arguments, $name, Order::$order)?;
            let work: fn(&mut Thread, Heap, Arguments) -> Outcome<Option<Root>> = $work;
            let result = work(thread, heap, arguments)?;
            Ok(result.map_or(NONE, |root| thread.get(root)))
        })*

        /// The functions of the module.
        const FUNCTIONS: &[NativeFunction] = &[$(
            NativeFunction::calling($name, $count, $count, $function)$(.with_quick($quick))?,
        )*];
    };
}

fn new_item(thread: &Thread, arguments: Arguments) -> Root {
    thread.root(arguments.get(thread, 1))
}

fn pushed(thread: &mut Thread, heap: Heap, arguments: Arguments) -> Outcome<Option<Root>> {
    let new = new_item(thread, arguments);
    heap.push(thread, new).map(|()| None)
}

fn popped(thread: &mut Thread, heap: Heap, _: Arguments) -> Outcome<Option<Root>> {
    heap.pop(thread).map(Some)
}

fn replaced(thread: &mut Thread, heap: Heap, arguments: Arguments) -> Outcome<Option<Root>> {
    let new = new_item(thread, arguments);
    heap.replace(thread, new).map(Some)
}

fn exchanged(thread: &mut Thread, heap: Heap, arguments: Arguments) -> Outcome<Option<Root>> {
    let new = new_item(thread, arguments);
    heap.push_pop(thread, new).map(Some)
}

fn ordered(thread: &mut Thread, heap: Heap, _: Arguments) -> Outcome<Option<Root>> {
    heap.order(thread).map(|()| None)
}

functions! {
    "heappush" heappush 2 Least pushed, shortcut quick_push;
    "heappop" heappop 1 Least popped, shortcut quick_pop;
    "heapreplace" heapreplace 2 Least replaced;
    "heappushpop" heappushpop 2 Least exchanged;
    "heapify" heapify 1 Least ordered;
    "heappush_max" heappush_max 2 Greatest pushed;
    "heappop_max" heappop_max 1 Greatest popped;
    "heapreplace_max" heapreplace_max 2 Greatest replaced;
    "heappushpop_max" heappushpop_max 2 Greatest exchanged;
    "heapify_max" heapify_max 1 Greatest ordered;
}

/// The module that the program imports.
pub(crate) const MODULES: &[ModuleDef] = &[ModuleDef::new("_heapq").functions(&[FUNCTIONS])];
