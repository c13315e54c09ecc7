//! Native functions: how builtins written in Rust are declared and called.
//!
//! The signature says what may happen: a *leaf* gets `&Thread` and can neither call back, nor
//! collect, nor wait, so it may hold values freely. A *calling* function gets `&mut Thread`: it may
//! call Python code, and the compiler ends every [`Value`] before such a call; a value that must
//! survive it is read again from the arguments (which lie in registers) or kept in a `Root`.

use crate::model::call_loops::Looping;
use crate::model::layouts;
use crate::model::thread::HEADER_CALLABLE;
use motet_python_bytecode::ARGUMENT_OFFSET;
use motet_tm::{Root, Value};
pub use motet_vm::Outcome;
use motet_vm::symbol::Symbol;

use crate::model::thread::Thread;

/// A builtin that cannot call back.
pub type LeafFunction = for<'a> fn(&'a Thread, Arguments) -> Outcome<Value<'a>>;
/// A builtin that may run Python code, collect or wait.
pub type CallingFunction = for<'a> fn(&'a mut Thread, Arguments) -> Outcome<Value<'a>>;

/// The function of a builtin that may turn its call into another.
pub type Enter = fn(&mut Thread, Call<'_>) -> Outcome<Entered>;

/// A builtin that may turn its call into another: see [`NativeCode::Entering`].
#[derive(Clone, Copy)]
pub struct EnteringFunction(pub Enter);

/// A native shortcut of a builtin: the result of a call with these arguments (the receiver first;
/// `UNBOUND` for an absent one), in the common case. It gives up before it changes anything that a
/// program can see, and raises nothing.
pub type QuickFunction = for<'a> fn(&'a Thread, [Value<'a>; 3]) -> Option<Value<'a>>;

/// How a builtin resumes a generator, its first argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Resume {
    /// `next(generator)`, `generator.__next__()`.
    Next,
    /// `generator.send(value)`.
    Send,
    /// `generator.throw(exception)`.
    Throw,
}

/// The code of a builtin.
#[derive(Clone, Copy)]
pub enum NativeCode {
    /// Resumes a generator. If the interpreter calls it with a generator, that runs in a frame of
    /// the interpreter's own loop; else the function is called.
    Resuming(Resume, CallingFunction),
    /// Cannot call back.
    Leaf(LeafFunction),
    /// May run Python code. A native loop may take the place of its call.
    Calling(CallingFunction, Option<Looping>),
    /// Gives a result, or turns the call into a call of another object, which the interpreter's
    /// loop runs.
    Entering(EnteringFunction),
}

/// The argument that a builtin gets before those that a program has given: its messages count only
/// the latter.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Receiver {
    /// Nothing.
    None,
    /// An instance of this class, or the class itself: it is a method.
    Instance(layouts::ClassNumber),
    /// The class that is called.
    Class,
}

/// The value to which a method binds when it is read from an instance or the class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Binding {
    /// The instance.
    Instance,
    /// The class: `fromkeys` and others.
    Class,
    /// Nothing: `maketrans`.
    Nothing,
}

/// What a builtin with one argument asks an instance of a program's class: one special method. A
/// handler enters that as a frame and gives the result what the builtin would give it
/// (`types/protocol/special_results.rs`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Special {
    /// `len`.
    Length,
    /// `hash`.
    Hash,
    /// `repr`.
    Text,
    /// `iter`.
    Iterator,
    /// `next`.
    Next,
    /// `abs`.
    Absolute,
    /// `str`.
    String,
    /// `getattr`, with a name as its second argument.
    Attribute,
}

impl Special {
    /// All, in the order of their numbers.
    pub const ALL: [Special; 8] = [
        Special::Length,
        Special::Hash,
        Special::Text,
        Special::Iterator,
        Special::Next,
        Special::Absolute,
        Special::String,
        Special::Attribute,
    ];

    /// The name of the method.
    pub fn method(self) -> &'static str {
        match self {
            Special::Length => "__len__",
            Special::Hash => "__hash__",
            Special::Text => "__repr__",
            Special::Iterator => "__iter__",
            Special::Next => "__next__",
            Special::Absolute => "__abs__",
            Special::String => "__str__",
            Special::Attribute => "__getattr__",
        }
    }
}

/// A builtin function or method, as the tables of the built-in types declare it.
#[derive(Clone, Copy)]
pub struct NativeFunction {
    /// Its name.
    pub name: &'static str,
    /// The least number of positional arguments (`self` included for methods).
    pub least: u8,
    /// The greatest; `u8::MAX`: any number.
    pub most: u8,
    /// Whether it takes keyword arguments.
    pub keywords: bool,
    /// Of a method: the value to which it binds.
    pub binding: Binding,
    /// Of a method: whether it looks at the class around a value of a class below a built-in one.
    pub of_whole: bool,
    /// Whether its first argument is taken out of an instance of a class below a built-in one; set
    /// when the function is installed.
    pub plain_receiver: bool,
    /// Whether its callers see to it that its first argument is an instance of the class; set when
    /// the function is installed.
    pub checked_receiver: bool,
    /// The places of its arguments whose number `__index__` gives, where they are instances of
    /// classes of the program: it is asked before the function runs.
    pub index_places: &'static [u8],
    /// Whether bytes in these places are taken as they are.
    pub takes_bytes: bool,
    /// Its code.
    pub code: NativeCode,
    /// The native shortcut that the interpreter tries first with up to three arguments.
    #[cfg_attr(
        not(handlers),
        allow(dead_code, reason = "only the fast halves look here")
    )]
    pub quick: Option<QuickFunction>,
    /// Of a function that reads or writes an attribute and that does no more than to read or write
    /// a word of objects of its class: the word. Sites may do it themselves then.
    pub field: Option<u8>,
    /// Of a `__get__`: whether it binds its object to an instance as a function is bound, so that a
    /// call need not make the bound method.
    pub binds: bool,
    /// The special method that it asks, given one argument.
    #[cfg_attr(
        not(handlers),
        allow(dead_code, reason = "only the fast halves look here")
    )]
    pub special: Option<Special>,
    /// The kind of argument 0; set when the function is installed.
    pub receiver: Receiver,
    /// Of a native that stands before a method of the library: the class that has it, with its
    /// module. A program sees it as a method of that class.
    pub shown_of: Option<&'static str>,
}

impl NativeFunction {
    /// A builtin that takes so many positional arguments and no others.
    const fn declared(name: &'static str, least: u8, most: u8, code: NativeCode) -> NativeFunction {
        assert!(
            least <= most,
            "the least number of arguments is above the greatest"
        );
        NativeFunction {
            name,
            least,
            most,
            keywords: false,
            binding: Binding::Instance,
            of_whole: false,
            plain_receiver: false,
            checked_receiver: false,
            index_places: &[],
            takes_bytes: false,
            code,
            quick: None,
            field: None,
            binds: false,
            special: None,
            receiver: Receiver::None,
            shown_of: None,
        }
    }

    /// Whether it takes so many positional arguments.
    #[inline(always)]
    pub fn takes(&self, count: usize) -> bool {
        let (least, most) = (usize::from(self.least), usize::from(self.most));
        count >= least && (count <= most || self.most == u8::MAX)
    }

    /// A builtin without keyword arguments that cannot call back.
    pub const fn leaf(
        name: &'static str,
        least: u8,
        most: u8,
        function: LeafFunction,
    ) -> NativeFunction {
        NativeFunction::declared(name, least, most, NativeCode::Leaf(function))
    }

    /// A builtin without keyword arguments that may run Python code.
    pub const fn calling(
        name: &'static str,
        least: u8,
        most: u8,
        function: CallingFunction,
    ) -> NativeFunction {
        NativeFunction::declared(name, least, most, NativeCode::Calling(function, None))
    }

    /// A method that takes any arguments and may turn its call into another.
    pub const fn entering(name: &'static str, function: Enter) -> NativeFunction {
        let code = NativeCode::Entering(EnteringFunction(function));
        NativeFunction::declared(name, 1, u8::MAX, code).with_keywords()
    }

    /// A builtin that resumes a generator. See [`NativeCode::Resuming`].
    pub const fn resuming(
        name: &'static str,
        least: u8,
        most: u8,
        resume: Resume,
        function: CallingFunction,
    ) -> NativeFunction {
        NativeFunction::declared(name, least, most, NativeCode::Resuming(resume, function))
    }

    /// The same with a native shortcut, for up to three arguments.
    pub const fn with_quick(mut self, quick: QuickFunction) -> NativeFunction {
        self.quick = Some(quick);
        self
    }

    /// The same, which does no more than to read or write a word of the object.
    pub const fn of_field(mut self, word: u8) -> NativeFunction {
        self.field = Some(word);
        self
    }

    /// The same, a `__get__` that binds as functions do.
    pub const fn binding(mut self) -> NativeFunction {
        self.binds = true;
        self
    }

    /// The same, which asks one special method of its first argument if it gets no other.
    pub const fn asking(mut self, special: Special) -> NativeFunction {
        self.special = Some(special);
        self
    }

    /// The same, a native that takes all items of an argument: a native loop takes the place of its
    /// call where Python code makes the items.
    pub const fn looping(mut self, looping: Looping) -> NativeFunction {
        assert!(
            matches!(self.code, NativeCode::Calling(..)),
            "a loop takes the place of a reentrant native's call"
        );
        if let NativeCode::Calling(function, _) = self.code {
            self.code = NativeCode::Calling(function, Some(looping));
        }
        self
    }

    /// What kind of native it is, if a native loop may take the place of its call.
    #[inline(always)]
    pub fn kind_of_loop(&self) -> Option<Looping> {
        match self.code {
            NativeCode::Calling(_, looping) => looping,
            _ => None,
        }
    }

    /// The same, taking keyword arguments too.
    pub const fn with_keywords(mut self) -> NativeFunction {
        self.keywords = true;
        self
    }

    /// The same with arguments whose number `__index__` gives, if they are instances of classes of
    /// the program: the places of them. Those of the names in `INDEX_NAMES` are asked, too.
    pub const fn asking_index(mut self, places: &'static [u8]) -> NativeFunction {
        self.index_places = places;
        self
    }

    /// The same, taking bytes where it takes a number.
    pub const fn taking_bytes(mut self) -> NativeFunction {
        self.takes_bytes = true;
        self
    }

    /// The same as a class method.
    pub const fn of_class(mut self) -> NativeFunction {
        self.binding = Binding::Class;
        self
    }

    /// The same as a static method.
    pub const fn unbound(mut self) -> NativeFunction {
        self.binding = Binding::Nothing;
        self
    }

    /// The same as a method that looks at the class around the value: its receiver is left as it
    /// is, where other methods get the built-in value inside of an instance of a class below.
    pub const fn of_whole(mut self) -> NativeFunction {
        self.of_whole = true;
        self
    }
}

/// The arguments of a call: a stretch of the value stack, so that they are rooted and can be read
/// again after a call. The last `keywords` of them are keyword arguments.
#[derive(Clone, Copy, Debug)]
pub struct Arguments {
    /// Index of the first argument, in words from the start of the value stack.
    pub start: u32,
    /// How many arguments there are, keyword arguments included.
    pub count: u32,
    /// How many of them are keyword arguments; their names are in [`Thread::keyword_name`].
    pub keywords: u32,
}

impl Arguments {
    /// How many positional arguments there are.
    #[inline]
    pub fn len(&self) -> usize {
        (self.count - self.keywords) as usize
    }

    /// Whether there are no positional arguments.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Positional argument `index`. Panics if there are fewer.
    #[inline]
    pub fn get<'a>(&self, thread: &'a Thread, index: usize) -> Value<'a> {
        assert!(index < self.len(), "argument {index} of {}", self.len());
        thread.stack_value(self.start as usize + index)
    }

    /// Changes positional argument `index`, where it lies: for natives of the machine's own, whose
    /// callers look at it there.
    pub fn set(&self, thread: &Thread, index: usize, value: Value<'_>) {
        assert!(index < self.len(), "argument {index} of {}", self.len());
        thread.set_stack_value(self.start as usize + index, value);
    }

    /// Positional argument `index`, if there are so many.
    #[inline]
    pub fn optional<'a>(&self, thread: &'a Thread, index: usize) -> Option<Value<'a>> {
        (index < self.len()).then(|| thread.stack_value(self.start as usize + index))
    }

    /// How many keyword arguments there are.
    pub fn keyword_count(&self) -> usize {
        self.keywords as usize
    }

    /// The value of keyword argument `index`; its name is `thread.keyword_name(index)`.
    pub fn keyword_value<'a>(&self, thread: &'a Thread, index: usize) -> Value<'a> {
        assert!(index < self.keywords as usize);
        thread.stack_value(self.start as usize + self.len() + index)
    }
}

/// The outcome of a call that a builtin has entered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Entered {
    /// A frame was pushed: the loop runs it.
    Frame,
    /// The result is in the header.
    Done,
    /// A generator's frame was pushed, and the exception that is set as raised is to be raised
    /// there.
    Raising,
}

/// A call that is being made: where its header lies, and its arguments.
#[derive(Clone, Copy)]
pub struct Call<'a> {
    /// Stack index of the header.
    pub header: usize,
    /// How many arguments there are, named ones included.
    pub count: usize,
    /// The names of the last arguments.
    pub names: &'a [Symbol],
    /// The instruction to which the frame returns; null: to native code.
    pub returns: *const u32,
}

impl Call<'_> {
    /// Stack index of the first argument.
    pub fn first(&self) -> usize {
        self.header + usize::from(ARGUMENT_OFFSET)
    }

    /// Stack index behind the last argument.
    pub fn end(&self) -> usize {
        self.first() + self.count
    }

    /// Stack index of the callable.
    pub fn callable(&self) -> usize {
        self.header + HEADER_CALLABLE
    }
}

/// The answer of an iterator that cannot call.
pub enum Next<'a> {
    /// The next item.
    Item(Value<'a>),
    /// There are no more.
    End,
    /// Python code must run.
    Call,
}

/// The answer of an iterator that yields pairs, when the caller does not need the pairs themselves.
pub enum NextPair<'a> {
    /// The two items of the next pair.
    Items(Value<'a>, Value<'a>),
    /// There are no more.
    End,
    /// It is another iterator, or Python code must run: nothing has happened.
    Other,
}

/// The positional arguments, as roots.
pub fn positional_roots(thread: &Thread, arguments: Arguments) -> Vec<Root> {
    (0..arguments.len())
        .map(|index| thread.root(arguments.get(thread, index)))
        .collect()
}

/// Positional and named arguments from `first` on, as roots.
pub fn roots_from(thread: &Thread, arguments: Arguments, first: usize) -> (Vec<Root>, Vec<Symbol>) {
    let mut roots: Vec<Root> = (first..arguments.len())
        .map(|index| thread.root(arguments.get(thread, index)))
        .collect();
    let mut keywords = Vec::new();
    for index in 0..arguments.keyword_count() {
        keywords.push(thread.keyword_symbol(index));
        roots.push(thread.root(arguments.keyword_value(thread, index)));
    }
    (roots, keywords)
}
