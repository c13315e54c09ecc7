//! The compiler's warnings: about programs that compile, and hardly mean their text. What stands
//! right behind a number is looked at here; some of it is an error.

use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{
    BytesLiteral, CmpOp, Expr, ExprCall, ExprCompare, ExprSubscript, FString,
    InterpolatedStringElement, ModModule, Number, Stmt, StringFlags, StringLiteral, TString,
};
use ruff_text_size::{Ranged, TextRange};

use crate::error::Fault;
use crate::source::Source;

/// The characters behind the backslash of an escape that strings have, bytes too.
const ESCAPES: &[u8] = b"\n\r\\'\"bfnrtvax01234567";
/// Those that only strings have.
const ESCAPES_OF_TEXT: &[u8] = b"NuU";

/// The beginnings of what a number may have right behind it with a warning.
const KEYWORDS_BEHIND: [&str; 8] = ["and", "else", "for", "if", "in", "is", "or", "not"];

/// Whether a text begins with what a number may have right behind it. Of the words of two letters
/// that begin with `i`, CPython looks at no more than these.
pub(crate) fn has_keyword(rest: &str) -> bool {
    let is_part = |next: char| next.is_alphanumeric() || next == '_';
    KEYWORDS_BEHIND.iter().any(|word| {
        let behind = rest.strip_prefix(word);
        behind.is_some_and(|behind| word.starts_with('i') || !behind.starts_with(is_part))
    })
}

/// The warnings of a module, in the order in which CPython tells them: those of the parser, and
/// those of the passes behind it.
///
/// # Errors
/// A number right behind which a name begins, or a keyword that no number may have there.
pub(crate) fn find(
    module: &ModModule,
    source: &Source<'_>,
) -> Result<(Vec<Fault>, Vec<Fault>), Fault> {
    let mut finder = Finder {
        text: source.text(),
        escapes: Vec::new(),
        exits: Vec::new(),
        others: Vec::new(),
        finally: Finally::No,
        refused: None,
    };
    finder.visit_body(&module.body);
    let mut later = finder.exits;
    later.extend(finder.others);
    match finder.refused {
        None => Ok((finder.escapes, later)),
        Some(fault) => Err(fault),
    }
}

/// The place of a statement that may leave a `finally` block.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Finally {
    /// In none.
    No,
    /// In one.
    Inside,
    /// In a loop that is in one: `break` and `continue` stay there.
    InLoop,
}

struct Finder<'a> {
    text: &'a str,
    escapes: Vec<Fault>,
    exits: Vec<Fault>,
    others: Vec<Fault>,
    finally: Finally,
    refused: Option<Fault>,
}

fn fault(range: TextRange, message: String) -> Fault {
    Fault::new(message, range.start().to_usize(), range.end().to_usize())
}

impl Finder<'_> {
    fn warn(&mut self, range: TextRange, message: impl Into<String>) {
        self.others.push(fault(range, message.into()));
    }

    fn with_finally(&mut self, finally: Finally, body: &[Stmt]) {
        let before = std::mem::replace(&mut self.finally, finally);
        self.visit_body(body);
        self.finally = before;
    }

    /// Notes a `return`, `break` or `continue` that swallows the exception or jump for which a
    /// `finally` block is run.
    fn leaves(&mut self, word: &str, range: TextRange) {
        let message = format!("'{word}' in a 'finally' block");
        self.exits.push(fault(range, message));
    }

    /// The first escape of a literal's content that there is none of.
    fn escapes(&mut self, start: usize, content: &str, of_text: bool) {
        let bytes = content.as_bytes();
        let mut at = 0;
        while at + 1 < bytes.len() {
            if bytes[at] != b'\\' {
                at += 1;
                continue;
            }
            let next = bytes[at + 1];
            let digits = &content[at + 1..];
            let octal = digits
                .bytes()
                .take(3)
                .take_while(u8::is_ascii_digit)
                .count();
            let is_large = octal == 3 && (b'4'..=b'7').contains(&next);
            let is_known = ESCAPES.contains(&next) || of_text && ESCAPES_OF_TEXT.contains(&next);
            if is_known && !is_large {
                at += 2;
                continue;
            }
            let escape = match is_large {
                true => &digits[..3],
                false => &digits[..digits.chars().next().map_or(0, char::len_utf8)],
            };
            let article = if is_large {
                "an invalid octal"
            } else {
                "an invalid"
            };
            let message = format!(
                "\"\\{escape}\" is {article} escape sequence. Such sequences will not work in the \
                 future. Did you mean \"\\\\{escape}\"? A raw string is also an option."
            );
            let (first, end) = (start + at, start + at + 1 + escape.len());
            self.escapes.push(Fault::new(message, first, end));
            return;
        }
    }

    /// A literal with quotes.
    fn literal(&mut self, range: TextRange, opener: usize, closer: usize, of_text: bool) {
        let start = range.start().to_usize() + opener;
        let end = range.end().to_usize().saturating_sub(closer);
        if let Some(content) = self.text.get(start..end) {
            self.escapes(start, content, of_text);
        }
    }

    /// The parts of a formatted literal that are text.
    fn elements(&mut self, elements: &[InterpolatedStringElement]) {
        for element in elements {
            match element {
                InterpolatedStringElement::Literal(literal) => {
                    self.literal(literal.range(), 0, 0, true);
                }
                InterpolatedStringElement::Interpolation(part) => {
                    self.escaped_field(part.start().to_usize());
                    if let Some(format) = &part.format_spec {
                        self.elements(&format.elements);
                    }
                }
            }
        }
    }

    /// A backslash before a field escapes nothing.
    fn escaped_field(&mut self, start: usize) {
        let before = self.text.get(..start).unwrap_or_default();
        let backslashes = before.len() - before.trim_end_matches('\\').len();
        if backslashes % 2 == 1 {
            let message = "\"\\{\" is an invalid escape sequence. Such sequences will not work in \
                           the future. Did you mean \"\\\\{\"? A raw string is also an option.";
            let fault = Fault::new(message.to_owned(), start - 1, start + 1);
            self.escapes.push(fault);
        }
    }

    /// A keyword right behind a number reads as if it were a part of it.
    fn check_number(&mut self, range: TextRange) {
        let (start, end) = (range.start().to_usize(), range.end().to_usize());
        let rest = self.text.get(end..).unwrap_or_default();
        let is_keyword = has_keyword(rest);
        let next = rest.chars().next();
        if !is_keyword && !next.is_some_and(|next| next.is_ascii_alphanumeric() || next == '_') {
            return;
        }
        let number = self.text.get(start..end).unwrap_or_default();
        let kind = match number.get(..2).unwrap_or_default() {
            "0x" | "0X" => "hexadecimal",
            "0o" | "0O" => "octal",
            "0b" | "0B" => "binary",
            _ if number.ends_with(['j', 'J']) => "imaginary",
            _ => "decimal",
        };
        let message = format!("invalid {kind} literal");
        if is_keyword {
            self.escapes.push(Fault::new(message, end - 1, end));
        } else if self.refused.is_none() {
            self.refused = Some(Fault::new(message, end - 1, end - 1));
        }
    }

    /// `is` asks for identity, which literals have by chance.
    fn check_compare(&mut self, node: &ExprCompare) {
        let mut left = &*node.left;
        for (operator, right) in node.ops.iter().zip(&node.comparators) {
            let (word, meant) = match operator {
                CmpOp::Is => ("is", "=="),
                CmpOp::IsNot => ("is not", "!="),
                _ => {
                    left = right;
                    continue;
                }
            };
            let literal = [left, right].into_iter().find(|side| is_literal(side));
            if let Some(class) = literal.and_then(class_of) {
                let message =
                    format!("\"{word}\" with '{class}' literal. Did you mean \"{meant}\"?");
                return self.warn(node.range(), message);
            }
            left = right;
        }
    }

    fn check_call(&mut self, node: &ExprCall) {
        let is_callable = matches!(&*node.func, Expr::Lambda(_));
        if let Some(class) = class_of(&node.func).filter(|_| !is_callable) {
            let message = format!("'{class}' object is not callable; perhaps you missed a comma?");
            self.warn(node.range(), message);
        }
    }

    fn check_subscript(&mut self, node: &ExprSubscript) {
        let Some(class) = class_of(&node.value) else {
            return;
        };
        let is_sequence = matches!(class, "str" | "bytes" | "tuple" | "list");
        if !is_sequence && class != "dict" {
            let message =
                format!("'{class}' object is not subscriptable; perhaps you missed a comma?");
            return self.warn(node.range(), message);
        }
        let index = class_of(&node.slice).filter(|index| !matches!(*index, "int" | "bool"));
        if let Some(index) = index.filter(|_| is_sequence) {
            let message = format!(
                "{class} indices must be integers or slices, not {index}; \
                 perhaps you missed a comma?"
            );
            self.warn(node.range(), message);
        }
    }
}

/// Whether an expression is a literal of a value that may be there more than once.
fn is_literal(expression: &Expr) -> bool {
    match expression {
        Expr::Tuple(node) => node.elts.iter().all(is_constant),
        Expr::NumberLiteral(_) | Expr::StringLiteral(_) | Expr::BytesLiteral(_) => true,
        _ => false,
    }
}

fn is_constant(expression: &Expr) -> bool {
    let is_single = matches!(
        expression,
        Expr::BooleanLiteral(_) | Expr::NoneLiteral(_) | Expr::EllipsisLiteral(_)
    );
    is_single || is_literal(expression) && !expression.is_tuple_expr()
}

/// The name of the class of an expression's value, where its form tells.
fn class_of(expression: &Expr) -> Option<&'static str> {
    Some(match expression {
        Expr::NumberLiteral(node) => match node.value {
            Number::Int(_) => "int",
            Number::Float(_) => "float",
            Number::Complex { .. } => "complex",
        },
        Expr::StringLiteral(_) | Expr::FString(_) => "str",
        Expr::BytesLiteral(_) => "bytes",
        Expr::BooleanLiteral(_) => "bool",
        Expr::NoneLiteral(_) => "NoneType",
        Expr::EllipsisLiteral(_) => "ellipsis",
        Expr::Tuple(_) => "tuple",
        Expr::List(_) | Expr::ListComp(_) => "list",
        Expr::Dict(_) | Expr::DictComp(_) => "dict",
        Expr::Set(_) | Expr::SetComp(_) => "set",
        Expr::Generator(_) => "generator",
        Expr::TString(_) => "string.templatelib.Template",
        Expr::Lambda(_) => "function",
        _ => return None,
    })
}

impl<'a> Visitor<'a> for Finder<'_> {
    fn visit_stmt(&mut self, statement: &'a Stmt) {
        let range = statement.range();
        match statement {
            Stmt::Return(_) if self.finally != Finally::No => self.leaves("return", range),
            Stmt::Break(_) if self.finally == Finally::Inside => self.leaves("break", range),
            Stmt::Continue(_) if self.finally == Finally::Inside => {
                self.leaves("continue", range);
            }
            Stmt::Assert(node) if node.test.as_tuple_expr().is_some_and(|it| !it.is_empty()) => {
                self.warn(
                    range,
                    "assertion is always true, perhaps remove parentheses?",
                );
            }
            Stmt::Try(node) => {
                self.visit_body(&node.body);
                for handler in &node.handlers {
                    self.visit_except_handler(handler);
                }
                self.visit_body(&node.orelse);
                return self.with_finally(Finally::Inside, &node.finalbody);
            }
            Stmt::FunctionDef(_) | Stmt::ClassDef(_) => {
                let before = std::mem::replace(&mut self.finally, Finally::No);
                visitor::walk_stmt(self, statement);
                self.finally = before;
                return;
            }
            Stmt::For(node) if self.finally == Finally::Inside => {
                self.visit_expr(&node.iter);
                self.visit_expr(&node.target);
                self.with_finally(Finally::InLoop, &node.body);
                return self.visit_body(&node.orelse);
            }
            Stmt::While(node) if self.finally == Finally::Inside => {
                self.visit_expr(&node.test);
                self.with_finally(Finally::InLoop, &node.body);
                return self.visit_body(&node.orelse);
            }
            _ => {}
        }
        visitor::walk_stmt(self, statement);
    }

    fn visit_expr(&mut self, expression: &'a Expr) {
        match expression {
            Expr::NumberLiteral(node) => self.check_number(node.range()),
            Expr::Compare(node) => self.check_compare(node),
            Expr::Call(node) => self.check_call(node),
            Expr::Subscript(node) if node.ctx.is_load() => self.check_subscript(node),
            _ => {}
        }
        visitor::walk_expr(self, expression);
    }

    fn visit_string_literal(&mut self, literal: &'a StringLiteral) {
        let flags = literal.flags;
        if !flags.prefix().is_raw() {
            let (opener, closer) = (flags.opener_len(), flags.closer_len());
            self.literal(literal.range(), opener.to_usize(), closer.to_usize(), true);
        }
    }

    fn visit_bytes_literal(&mut self, literal: &'a BytesLiteral) {
        let flags = literal.flags;
        if !flags.prefix().is_raw() {
            let (opener, closer) = (flags.opener_len(), flags.closer_len());
            self.literal(literal.range(), opener.to_usize(), closer.to_usize(), false);
        }
    }

    fn visit_f_string(&mut self, f_string: &'a FString) {
        if !f_string.flags.prefix().is_raw() {
            self.elements(&f_string.elements);
        }
        visitor::walk_f_string(self, f_string);
    }

    fn visit_t_string(&mut self, t_string: &'a TString) {
        if !t_string.flags.prefix().is_raw() {
            self.elements(&t_string.elements);
        }
        visitor::walk_t_string(self, t_string);
    }
}
