//! `_ast_core`: syntax trees and tokens of the compiler as objects, and trees as code. The classes
//! of the nodes are Python (`_ast`, in the library), and so are the checks of a tree that a program
//! has made.
//!
//! Trees that come back for compiling are made of tuples: a node is (class name, fields, place), a
//! constant (value,), an expression whose text counts (node, text).

use motet_python_objects::classes::code_object::{self, FLAG_ANNOTATIONS};
use motet_python_objects::model::module_def::ModuleDef;
use motet_python_objects::model::text;
use motet_python_objects::types::host::{
    TREE_BYTES_PER_BYTE, check_compiler_memory, need_native_stack,
};
use motet_python_objects::types::syntax_error;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use motet_python_bytecode::SURROGATE_MARK;
use motet_python_compiler::{
    Mode, Node, Options, PlainState, TREE_DEPTH_MAX, TokenClass, Tree, TreeError, plain_line,
};
use motet_tm::{Root, Unwind, Value};

use motet_python_objects::classes::globals;
use motet_python_objects::classes::globals::Globals;
use motet_python_objects::model::exception::{
    RECURSION_ERROR, SYNTAX_ERROR, TYPE_ERROR, VALUE_ERROR,
};
use motet_python_objects::model::layouts::*;
use motet_python_objects::model::native::{Arguments, NativeFunction, Outcome};
use motet_python_objects::model::surrogates;
use motet_python_objects::model::thread::Thread;
use motet_python_objects::types::tables::integer_argument;
use motet_python_objects::types::{bytes, complex, dict, float, int, list, set, string, tuple};
use motet_vm::symbol::Symbol;

/// The functions of the module.
pub(crate) const FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::calling("parse", 4, 4, parse),
    NativeFunction::calling("compile", 5, 5, compile),
    NativeFunction::leaf("tokens", 5, 5, tokens),
    NativeFunction::leaf("line_tokens", 4, 4, line_tokens),
];

fn text_argument(thread: &Thread, arguments: Arguments, index: usize) -> Outcome<&str> {
    let value = arguments.get(thread, index);
    text::as_text(thread, value).ok_or_else(|| thread.raise(TYPE_ERROR, "a str is needed"))
}

fn mode_argument(thread: &Thread, arguments: Arguments, index: usize) -> Outcome<Mode> {
    Ok(match text_argument(thread, arguments, index)? {
        "exec" => Mode::Exec,
        "eval" => Mode::Eval,
        "single" => Mode::Single,
        _ => {
            let message = "compile() mode must be 'exec', 'eval' or 'single'";
            return Err(thread.raise(VALUE_ERROR, message));
        }
    })
}

fn broken(thread: &Thread) -> Unwind {
    thread.raise(TYPE_ERROR, "a table of classes is needed")
}

/// The state of making nodes. A tree is as large as its source, so collections come in between:
/// what is made is held by roots.
struct Maker<'t> {
    thread: &'t mut Thread,
    /// For the name of each class its object (or its only instance) and its fields.
    table: Root,
    /// Those that were looked up.
    classes: FxHashMap<String, Class>,
    place: [Symbol; 4],
}

/// A class of nodes, if they are not all one instance, and the names of its fields.
type Class = (Option<ClassNumber>, Rc<[Symbol]>);

impl Maker<'_> {
    fn new(thread: &mut Thread, table: Root) -> Outcome<Maker<'_>> {
        if dict::as_dict(thread, thread.get(table)).is_none() {
            return Err(broken(thread));
        }
        let symbols = &thread.machine().symbols;
        let place = ["lineno", "col_offset", "end_lineno", "end_col_offset"]
            .map(|name| symbols.intern(thread, name));
        Ok(Maker {
            thread,
            table,
            classes: FxHashMap::default(),
            place,
        })
    }

    /// The class of a name (or its only instance), and its fields.
    fn entry(&self, name: &str) -> Outcome<[Value<'_>; 2]> {
        let thread = &*self.thread;
        let symbols = &thread.machine().symbols;
        let key = symbols.object(symbols.intern(thread, name)).value();
        let entry = dict::get_leaf(thread, thread.object_at(self.table), key)?.flatten();
        let Some(entry) = entry else {
            let message = format!("there is no class of nodes named {name}");
            return Err(thread.raise(TYPE_ERROR, message));
        };
        let entry = tuple::as_tuple(thread, entry).ok_or_else(|| broken(thread))?;
        let entry = tuple::values(thread, entry).try_into();
        entry.map_err(|_| broken(thread))
    }

    fn class(&mut self, name: &str) -> Outcome<Class> {
        if let Some(known) = self.classes.get(name) {
            return Ok(known.clone());
        }
        let thread = &*self.thread;
        let [class, fields] = self.entry(name)?;
        let fields = tuple::as_tuple(thread, fields).ok_or_else(|| broken(thread))?;
        let names = tuple::values(thread, fields).into_iter().map(|field| {
            let field = text::as_text(thread, field).ok_or_else(|| broken(thread))?;
            Ok(thread.machine().symbols.intern(thread, field))
        });
        let found = (
            thread.class_number_of(class),
            names.collect::<Outcome<_>>()?,
        );
        self.classes.insert(name.to_owned(), found.clone());
        Ok(found)
    }

    fn object(&mut self, tree: &Tree) -> Outcome<Root> {
        let made = match tree {
            Tree::List(items) => {
                let items = self.objects(items)?;
                list::from_values(self.thread, &self.values(&items))?
            }
            Tree::Tuple(items) | Tree::FrozenSet(items) => {
                let items = self.objects(items)?;
                tuple::from_values(self.thread, &self.values(&items))?
            }
            Tree::Texted(inner, _) => return self.object(inner),
            Tree::Node(node) => return self.node(node),
            constant => self.constant(constant)?,
        };
        Ok(self.thread.root(made))
    }

    fn constant(&self, tree: &Tree) -> Outcome<Value<'_>> {
        let thread = &*self.thread;
        Ok(match tree {
            Tree::Bool(truth) => boolean(*truth),
            Tree::Ellipsis => ELLIPSIS,
            Tree::Int(number) => int::from_big(thread, number)?,
            Tree::Float(number) => float::from_f64(thread, *number),
            Tree::Complex(real, imaginary) => {
                let parts = complex::Complex {
                    real: *real,
                    imaginary: *imaginary,
                };
                complex::from_parts(thread, parts)
            }
            Tree::Text(text) if text.contains(SURROGATE_MARK) => {
                surrogates::announce();
                string::new(thread, &text.replace(SURROGATE_MARK, ""))?
            }
            Tree::Text(text) => string::new(thread, text)?,
            Tree::Bytes(content) => bytes::new(thread, content)?,
            _ => NONE,
        })
    }

    fn objects(&mut self, trees: &[Tree]) -> Outcome<Vec<Root>> {
        trees.iter().map(|tree| self.object(tree)).collect()
    }

    fn values(&self, roots: &[Root]) -> Vec<Value<'_>> {
        roots.iter().map(|root| self.thread.get(*root)).collect()
    }

    /// A node. The roots of what it holds go with its end.
    fn node(&mut self, node: &Node) -> Outcome<Root> {
        need_native_stack(self.thread, "during ast construction")?;
        self.thread.collect_in_native()?;
        let (Some(number), names) = self.class(&node.class)? else {
            let [instance, _] = self.entry(&node.class)?;
            return Ok(self.thread.root(instance));
        };
        let made = self.thread.new_instance(self.thread.class(number));
        let made = self.thread.root(made);
        let before = self.thread.root_count();
        for (name, field) in names.iter().zip(&node.fields) {
            let field = self.object(field)?;
            let (thread, object) = (&*self.thread, self.thread.object_at(made));
            thread.set_own_attribute(object, *name, thread.get(field))?;
        }
        let (thread, object) = (&*self.thread, self.thread.object_at(made));
        for (name, number) in self.place.iter().zip(node.place.iter().flatten()) {
            let number = int::from_length(u64::from(*number));
            thread.set_own_attribute(object, *name, number)?;
        }
        thread.truncate_roots(before);
        Ok(made)
    }
}

/// `parse(source, filename, mode, classes)`: the tree of a text.
fn parse<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let source = text_argument(thread, arguments, 0)?;
    let filename = text_argument(thread, arguments, 1)?;
    let mode = mode_argument(thread, arguments, 2)?;
    if source.contains('\0') {
        let message = "source code string cannot contain null bytes";
        return Err(thread.raise(SYNTAX_ERROR, message));
    }
    check_compiler_memory(thread, source, TREE_BYTES_PER_BYTE)?;
    let (tree, warnings) = motet_python_compiler::parse_tree(source, filename, mode)
        .map_err(|error| syntax_error::raise(thread, &error))?;
    syntax_error::warn(thread, &warnings)?;
    let classes = thread.root(arguments.get(thread, 3));
    let made = Maker::new(thread, classes)?.object(&tree)?;
    Ok(thread.get(made))
}

fn malformed(thread: &Thread) -> Unwind {
    thread.raise(TYPE_ERROR, "this is no tree")
}

/// Makes sure that a tree may be so deep.
fn need_depth(thread: &Thread, depth: usize) -> Outcome<()> {
    if depth >= TREE_DEPTH_MAX {
        let message = "maximum recursion depth exceeded during compilation";
        return Err(thread.raise(RECURSION_ERROR, message));
    }
    need_native_stack(thread, "during compilation")
}

/// A tree of tuples.
fn tree(thread: &Thread, value: Value<'_>, depth: usize) -> Outcome<Tree> {
    need_depth(thread, depth)?;
    if let Some(items) = list::as_list(thread, value) {
        let items = list::values(thread, items);
        let items = items.iter().map(|item| tree(thread, *item, depth + 1));
        return Ok(Tree::List(items.collect::<Outcome<_>>()?));
    }
    let Some(parts) = tuple::as_tuple(thread, value) else {
        return constant(thread, value, depth);
    };
    match tuple::values(thread, parts)[..] {
        [value] => constant(thread, value, depth),
        [inner, text] => {
            let text = text::as_text(thread, text).ok_or_else(|| malformed(thread))?;
            let inner = tree(thread, inner, depth + 1)?;
            Ok(Tree::Texted(Box::new(inner), text.to_owned()))
        }
        [class, fields, place] => {
            let class = text::as_text(thread, class).ok_or_else(|| malformed(thread))?;
            let Tree::List(fields) = tree(thread, fields, depth + 1)? else {
                return Err(malformed(thread));
            };
            let node = Node {
                class: class.to_owned(),
                fields,
                place: place_of(thread, place)?,
            };
            Ok(Tree::Node(Box::new(node)))
        }
        _ => Err(malformed(thread)),
    }
}

fn place_of(thread: &Thread, value: Value<'_>) -> Outcome<Option<[u32; 4]>> {
    let Some(numbers) = tuple::as_tuple(thread, value) else {
        return Ok(None);
    };
    let mut place = [0; 4];
    for (number, value) in place.iter_mut().zip(tuple::values(thread, numbers)) {
        *number = u32::try_from(integer_argument(thread, value)?).unwrap_or(0);
    }
    Ok(Some(place))
}

/// A constant that a program has put into a tree.
fn constant(thread: &Thread, value: Value<'_>, depth: usize) -> Outcome<Tree> {
    need_depth(thread, depth)?;
    Ok(match value {
        NONE => Tree::None,
        TRUE => Tree::Bool(true),
        FALSE => Tree::Bool(false),
        ELLIPSIS => Tree::Ellipsis,
        _ => {
            if let Some(number) = int::to_big(thread, value) {
                Tree::Int(number)
            } else if let Some(number) = float::exact_f64(thread, value) {
                Tree::Float(number)
            } else if let Some(number) = complex::as_complex(thread, value) {
                Tree::Complex(number.real, number.imaginary)
            } else if let Some(text) = string::as_text(thread, value) {
                let mark = match surrogates::occur_in(text) {
                    true => SURROGATE_MARK,
                    false => "",
                };
                Tree::Text(format!("{mark}{text}"))
            } else if let Some(content) = bytes::as_bytes(thread, value) {
                Tree::Bytes(bytes::content(thread, content).to_owned())
            } else if let Some(items) = tuple::as_tuple(thread, value) {
                let items = tuple::values(thread, items);
                let items = items.iter().map(|item| constant(thread, *item, depth + 1));
                Tree::Tuple(items.collect::<Outcome<_>>()?)
            } else if set::as_set(thread, value).is_some() {
                Tree::FrozenSet(Vec::new())
            } else {
                return Err(malformed(thread));
            }
        }
    })
}

/// `compile(tree, filename, mode, flags, optimize)`: the code that a tree is.
fn compile<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let tree = tree(thread, arguments.get(thread, 0), 0)?;
    let filename = text_argument(thread, arguments, 1)?;
    let mode = mode_argument(thread, arguments, 2)?;
    let flags = integer_argument(thread, arguments.get(thread, 3))?;
    let optimize = integer_argument(thread, arguments.get(thread, 4))?;
    let options = Options {
        mode,
        annotations_are_texts: flags & FLAG_ANNOTATIONS != 0,
        optimisation: u8::try_from(optimize).ok(),
    };
    let compiled = motet_python_compiler::compile_tree(&tree, filename, options);
    let (code, warnings) = compiled.map_err(|error| match error {
        TreeError::Syntax(error) => syntax_error::raise(thread, &error),
        TreeError::Malformed(message) => thread.raise(VALUE_ERROR, message),
    })?;
    syntax_error::warn(thread, &warnings)?;
    let globals = Globals::Dict(thread.root(NONE));
    let code = globals::link(thread, &code, globals)?;
    Ok(code_object::object(thread, code))
}

/// `tokens(text, filename, extra, hidden, above)`: a list of (type, text, start, end, lines) and an
/// error or None. The first `hidden` lines are not told; above the others stand so many.
fn tokens<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let source = text_argument(thread, arguments, 0)?;
    let filename = text_argument(thread, arguments, 1)?;
    let extra = arguments.get(thread, 2) == TRUE;
    let hidden = integer_argument(thread, arguments.get(thread, 3))?;
    let above = integer_argument(thread, arguments.get(thread, 4))?;
    check_compiler_memory(thread, source, TREE_BYTES_PER_BYTE)?;
    let (found, error) = motet_python_compiler::tokens(source, filename);
    let mut all = Vec::with_capacity(found.len());
    let place = |(line, column): (u32, u32)| {
        let line = (i64::from(line) - hidden).saturating_add(above);
        let numbers = [line, i64::from(column)].map(|number| int::from_i64(thread, number));
        tuple::from_values(thread, &numbers)
    };
    let mut last: Option<(&str, Value<'_>)> = None;
    for token in found
        .iter()
        .filter(|token| i64::from(token.start.0) > hidden)
    {
        let line = match last {
            Some((text, line)) if std::ptr::eq(text, token.line) => line,
            _ => string::new(thread, token.line)?,
        };
        last = Some((token.line, line));
        let parts = [
            int::from_length(token.class.number(token.text, extra)),
            string::new(thread, token.text)?,
            place(token.start)?,
            place(token.end)?,
            line,
        ];
        all.push(tuple::from_values(thread, &parts)?);
    }
    let error = match error {
        Some(error) => syntax_error::make(thread, &error)?,
        None => NONE,
    };
    let all = list::from_values(thread, &all)?;
    tuple::from_values(thread, &[all, error])
}

/// `line_tokens(line, row, indents, open)`: the tokens of one line as `tokens` gives them, how many
/// indentations begin and end in it, and the brackets that are open behind it. `indents` are the
/// texts of the open indentations, `open` the brackets that are due. None if the line is not plain.
fn line_tokens<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let line = text_argument(thread, arguments, 0)?;
    let row = int::from_i64(thread, integer_argument(thread, arguments.get(thread, 1))?);
    let Some(mut state) = plain_state(thread, arguments)? else {
        return Ok(NONE);
    };
    let before = state.indents.len();
    let mut found = Vec::with_capacity(line.len() / 2 + 2);
    if plain_line(line, &mut state, &mut found).is_none() {
        return Ok(NONE);
    }
    let shown = arguments.get(thread, 0);
    let mut all = Vec::with_capacity(found.len());
    for token in &found {
        let (start, end) = (token.start as usize, token.end as usize);
        let text = &line[start..end];
        let places = [start, end].map(|column| [row, int::from_length(column as u64)]);
        let parts = [
            int::from_length(token.class.number(text, true)),
            string::new_ascii(thread, text.as_bytes())?,
            tuple::from_values(thread, &places[0])?,
            tuple::from_values(thread, &places[1])?,
            shown,
        ];
        all.push(tuple::from_values(thread, &parts)?);
    }
    let is_begun = found
        .first()
        .is_some_and(|token| token.class == TokenClass::Indent);
    let ended = before + usize::from(is_begun) - state.indents.len();
    let open = std::str::from_utf8(&state.open).map_err(|_| broken(thread))?;
    let parts = [
        list::from_values(thread, &all)?,
        int::from_length(u64::from(is_begun)),
        int::from_length(ended as u64),
        string::new(thread, open)?,
    ];
    tuple::from_values(thread, &parts)
}

/// What lies above a line. None if an indentation has other characters than blanks.
fn plain_state(thread: &Thread, arguments: Arguments) -> Outcome<Option<PlainState>> {
    let indents = list::as_list(thread, arguments.get(thread, 2));
    let (indents, count) = list::items(thread, indents.ok_or_else(|| broken(thread))?);
    let mut state = PlainState::default();
    for blanks in thread.read_elements(indents, 0, count).skip(1) {
        match text::as_text(thread, blanks) {
            Some(blanks) if blanks.bytes().all(|byte| byte == b' ') => {
                state.indents.push(blanks.len() as u32);
            }
            _ => return Ok(None),
        }
    }
    state
        .open
        .extend(text_argument(thread, arguments, 3)?.bytes());
    Ok(Some(state))
}

/// The module that the program imports.
pub(crate) const MODULES: &[ModuleDef] = &[ModuleDef::new("_ast_core")
    .functions(&[FUNCTIONS])
    .listed_as(&["_ast"])];
