//! Syntax trees as programs see them: the nodes of Python's `ast`, as plain data.
//!
//! The parser's own tree is of another shape (elif clauses, parameters with their defaults, parts
//! of strings): [`parse_tree`] makes a [`Tree`] of it, [`compile_tree`] goes the other way.

mod expressions;
mod read_expressions;
mod read_patterns;
mod read_statements;
mod reader;
mod statements;
mod strings;

use std::sync::Arc;

use motet_python_bytecode::Code;
use num_bigint::BigInt;

use crate::depth::HEIGHT_MAX;
use crate::error::{Fault, SyntaxError};
use crate::source::Source;
use crate::{Mode, Options};

/// How deeply trees may nest, with the lists in them: whoever makes one sees to it.
pub const TREE_DEPTH_MAX: usize = 2 * HEIGHT_MAX;

/// The place of a node: line, column (in bytes), last line, column after the last.
pub type Place = [u32; 4];

/// A node, or the content of a field of one.
#[derive(Clone, Debug, PartialEq)]
pub enum Tree {
    /// Nothing.
    None,
    /// A truth value.
    Bool(bool),
    /// `...`
    Ellipsis,
    /// A whole number.
    Int(BigInt),
    /// A number.
    Float(f64),
    /// A complex number.
    Complex(f64, f64),
    /// A text.
    Text(String),
    /// Bytes.
    Bytes(Vec<u8>),
    /// A field that holds several.
    List(Vec<Tree>),
    /// A constant that is a tuple.
    Tuple(Vec<Tree>),
    /// A constant that is a frozen set.
    FrozenSet(Vec<Tree>),
    /// A node.
    Node(Box<Node>),
    /// An expression and its text, where the text is a value of the program.
    Texted(Box<Tree>, String),
}

/// A node: its class, its fields in the order of the class's `_fields`, its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// The name of its class in `ast`.
    pub class: String,
    /// The contents of its fields.
    pub fields: Vec<Tree>,
    /// Its place, if it is of a kind that has one.
    pub place: Option<Place>,
}

impl Drop for Node {
    /// Takes what lies within apart by a loop: a tree may be deeper than a thread has stack.
    fn drop(&mut self) {
        let mut rest = std::mem::take(&mut self.fields);
        while let Some(tree) = rest.pop() {
            match tree {
                Tree::List(items) | Tree::Tuple(items) | Tree::FrozenSet(items) => {
                    rest.extend(items);
                }
                Tree::Node(mut node) => rest.append(&mut node.fields),
                Tree::Texted(inner, _) => rest.push(*inner),
                _ => {}
            }
        }
    }
}

/// The reason why a tree does not compile.
#[derive(Clone, Debug)]
pub enum TreeError {
    /// It is no tree of a program: the message says why.
    Malformed(String),
    /// The program that it is is wrong.
    Syntax(SyntaxError),
}

/// The tree of a source text: a `Module`, `Expression` or `Interactive`; with the parser's
/// warnings.
///
/// # Errors
/// As [`crate::compile`] for a text that the parser refuses.
pub fn parse_tree(
    source: &str,
    filename: &str,
    mode: Mode,
) -> Result<(Tree, Vec<SyntaxError>), SyntaxError> {
    let filename: Arc<str> = Arc::from(filename);
    let tree = crate::with_stack_for(source, || {
        let source = Source::new(source);
        let report = |fault: Fault| fault.into_error(&source, &filename);
        let module = crate::parse::parse(&source, mode).map_err(report)?;
        let scopes = crate::scope::analyze(&module, Options::default());
        if let Err(fault) = scopes.map(drop)
            && fault.is_too_deep
        {
            // As in `compile`: too deep to be dropped.
            std::mem::forget(module);
            return Err(report(fault));
        }
        let (parsing, _) = crate::warnings::find(&module, &source).map_err(report)?;
        let parsing = parsing.into_iter().map(report).collect();
        let tree = statements::Maker { source: &source }.module(&module, mode);
        Ok((tree, parsing))
    });
    tree.unwrap_or_else(|fault| Err(fault.into_error(&Source::new(source), &filename)))
}

/// Compiles a tree that a program has made or changed; with the compiler's warnings.
///
/// # Errors
/// See [`TreeError`].
pub fn compile_tree(
    tree: &Tree,
    filename: &str,
    options: Options,
) -> Result<(Arc<Code>, Vec<SyntaxError>), TreeError> {
    let compiled = crate::on_a_stack(TREE_DEPTH_MAX, || {
        let (module, source) = reader::read(tree).map_err(TreeError::Malformed)?;
        crate::compile_parsed(module, &source, filename, options).map_err(TreeError::Syntax)
    });
    let report = |fault: Fault| fault.into_error(&Source::new(""), &filename.into());
    compiled.unwrap_or_else(|fault| Err(TreeError::Syntax(report(fault))))
}

/// A node without a place.
fn bare(class: &str, fields: Vec<Tree>) -> Tree {
    Tree::Node(Box::new(Node {
        class: class.to_owned(),
        fields,
        place: None,
    }))
}

fn text(text: &str) -> Tree {
    Tree::Text(text.to_owned())
}

#[cfg(test)]
mod tests;
