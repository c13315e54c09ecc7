//! From nodes to the parser's tree, for the code generator.
//!
//! The rest of the compiler knows places as offsets in a text, and there is none: each node gets
//! offsets of its own, and the source remembers which line and column they stand for.

use ruff_python_ast::{AtomicNodeIndex, Expr, ExprContext, Identifier, ModModule, Stmt, StmtExpr};
use ruff_text_size::{TextRange, TextSize};

use super::{Node, Tree};
use crate::Map;
use crate::source::Source;

/// A result, or the fault of the tree.
pub(super) type Read<T> = Result<T, String>;

/// The mark of a node without a number.
pub(super) fn no_index() -> AtomicNodeIndex {
    AtomicNodeIndex::NONE
}

/// The state of the reading so far.
#[derive(Default)]
pub(super) struct Reader {
    /// Line and column that each offset stands for.
    places: Vec<(u32, u32)>,
    /// Texts of expressions, by the offset at which these begin.
    texts: Map<u32, String>,
}

/// The module that a tree is, and the meaning of its offsets.
pub(super) fn read(tree: &Tree) -> Read<(ModModule, Source<'static>)> {
    let mut reader = Reader::default();
    reader.places.push((1, 0));
    let node = node_of(tree)?;
    let body: Vec<Stmt> = match (&*node.class, &*node.fields) {
        ("Module" | "Interactive", [body, ..]) => reader.body(body)?,
        ("Expression", [body]) => {
            let value = Box::new(reader.expression(body)?);
            let range = ruff_text_size::Ranged::range(&*value);
            vec![Stmt::Expr(StmtExpr {
                node_index: no_index(),
                range,
                value,
            })]
        }
        _ => return Err(unexpected(node)),
    };
    let module = ModModule {
        node_index: no_index(),
        range: TextRange::up_to(TextSize::new(reader.places.len() as u32)),
        body: body.into_iter().collect(),
    };
    reader.places.push((1, 0));
    Ok((module, Source::drawn(reader.places, reader.texts)))
}

pub(super) fn unexpected(node: &Node) -> String {
    format!(
        "a node of class {} with {} fields does not belong here",
        node.class,
        node.fields.len()
    )
}

pub(super) fn node_of(tree: &Tree) -> Read<&Node> {
    match tree {
        Tree::Node(node) => Ok(node),
        _ => Err("a node is expected".to_owned()),
    }
}

pub(super) fn items(tree: &Tree) -> Read<&[Tree]> {
    match tree {
        Tree::List(items) => Ok(items),
        _ => Err("a list is expected".to_owned()),
    }
}

pub(super) fn word(tree: &Tree) -> Read<&str> {
    match tree {
        Tree::Text(text) => Ok(text),
        _ => Err("a name is expected".to_owned()),
    }
}

pub(super) fn whole(tree: &Tree) -> Read<i64> {
    match tree {
        Tree::Int(number) => i64::try_from(number).map_err(|_| "too large".to_owned()),
        Tree::Bool(truth) => Ok(i64::from(*truth)),
        Tree::None => Ok(0),
        _ => Err("a number is expected".to_owned()),
    }
}

impl Reader {
    /// The first offset of a node: to be taken before those of its fields.
    pub(super) fn open(&mut self, node: &Node) -> TextSize {
        let place = node.place.unwrap_or([1, 0, 1, 0]);
        self.offset(place[0], place[1])
    }

    /// The range of a node whose fields are read.
    pub(super) fn close(&mut self, node: &Node, start: TextSize) -> TextRange {
        let place = node.place.unwrap_or([1, 0, 1, 0]);
        TextRange::new(start, self.offset(place[2], place[3]))
    }

    fn offset(&mut self, line: u32, column: u32) -> TextSize {
        self.places.push((line, column));
        TextSize::new(self.places.len() as u32 - 1)
    }

    pub(super) fn set_text(&mut self, range: TextRange, text: &str) {
        self.texts.insert(range.start().to_u32(), text.to_owned());
    }

    /// A name, at the place of the node that has it.
    pub(super) fn identifier(&self, tree: &Tree, start: TextSize) -> Read<Identifier> {
        Ok(Identifier::new(word(tree)?, TextRange::empty(start)))
    }

    pub(super) fn optional_name(&self, tree: &Tree, start: TextSize) -> Read<Option<Identifier>> {
        match tree {
            Tree::None => Ok(None),
            _ => self.identifier(tree, start).map(Some),
        }
    }

    pub(super) fn names(&self, tree: &Tree, start: TextSize) -> Read<Vec<Identifier>> {
        let names = items(tree)?.iter();
        names.map(|name| self.identifier(name, start)).collect()
    }

    pub(super) fn body(&mut self, tree: &Tree) -> Read<Vec<Stmt>> {
        items(tree)?.iter().map(|it| self.statement(it)).collect()
    }

    pub(super) fn boxed(&mut self, tree: &Tree) -> Read<Box<Expr>> {
        self.expression(tree).map(Box::new)
    }

    pub(super) fn optional(&mut self, tree: &Tree) -> Read<Option<Box<Expr>>> {
        match tree {
            Tree::None => Ok(None),
            _ => self.boxed(tree).map(Some),
        }
    }

    pub(super) fn expressions(&mut self, tree: &Tree) -> Read<Vec<Expr>> {
        items(tree)?.iter().map(|it| self.expression(it)).collect()
    }
}

pub(super) fn context(tree: &Tree) -> Read<ExprContext> {
    match &*node_of(tree)?.class {
        "Load" => Ok(ExprContext::Load),
        "Store" => Ok(ExprContext::Store),
        "Del" => Ok(ExprContext::Del),
        _ => Err("expected some sort of expr_context".to_owned()),
    }
}
