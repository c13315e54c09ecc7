//! The tokens of a source text as Python's `tokenize` shows them, with comments and empty lines.

use ruff_python_ast::token::TokenKind;
use ruff_python_parser::{
    LexicalErrorType, Mode, ParseError, ParseErrorType, ParseOptions, parse_unchecked,
};
use ruff_text_size::Ranged;

use crate::error::{Fault, SyntaxError, SyntaxErrorKind};
use crate::source::Source;

/// The kind of a token, by the names of Python's module `token`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are those of Python's module")]
pub enum TokenClass {
    EndMarker,
    Name,
    Number,
    String,
    NewLine,
    Indent,
    Dedent,
    Operator,
    FStringStart,
    FStringMiddle,
    FStringEnd,
    TStringStart,
    TStringMiddle,
    TStringEnd,
    Comment,
    EmptyLine,
}

impl TokenClass {
    /// The number in Python's `token`; operators have numbers of their own unless only their kind
    /// asked for.
    pub fn number(self, text: &str, is_kind: bool) -> u64 {
        match self {
            TokenClass::EndMarker => 0,
            TokenClass::Name => 1,
            TokenClass::Number => 2,
            TokenClass::String => 3,
            TokenClass::NewLine => 4,
            TokenClass::Indent => 5,
            TokenClass::Dedent => 6,
            TokenClass::Operator if is_kind => 55,
            TokenClass::Operator => {
                let place = OPERATORS.iter().position(|operator| *operator == text);
                place.map_or(55, |place| place as u64 + 7)
            }
            TokenClass::FStringStart => 59,
            TokenClass::FStringMiddle => 60,
            TokenClass::FStringEnd => 61,
            TokenClass::TStringStart => 62,
            TokenClass::TStringMiddle => 63,
            TokenClass::TStringEnd => 64,
            TokenClass::Comment => 65,
            TokenClass::EmptyLine => 66,
        }
    }
}

/// The operators in the order of their numbers, from 7.
const OPERATORS: &[&str] = &[
    "(", ")", "[", "]", ":", ",", ";", "+", "-", "*", "/", "|", "&", "<", ">", "=", ".", "%", "{",
    "}", "==", "!=", "<=", ">=", "~", "^", "<<", ">>", "**", "+=", "-=", "*=", "/=", "%=", "&=",
    "|=", "^=", "<<=", ">>=", "**=", "//", "//=", "@", "@=", "->", "...", ":=", "!",
];

/// A token, where it lies (line from 1, character from 0), and the lines that it lies on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceToken {
    /// Its kind.
    pub class: TokenClass,
    /// Its text.
    pub text: String,
    /// Its start.
    pub start: (u32, u32),
    /// Its end.
    pub end: (u32, u32),
    /// The lines that it lies on.
    pub line: String,
}

fn class_of(kind: TokenKind) -> Option<TokenClass> {
    Some(match kind {
        TokenKind::EndOfFile => TokenClass::EndMarker,
        TokenKind::Int | TokenKind::Float | TokenKind::Complex => TokenClass::Number,
        TokenKind::String => TokenClass::String,
        TokenKind::Newline => TokenClass::NewLine,
        TokenKind::NonLogicalNewline => TokenClass::EmptyLine,
        TokenKind::Indent => TokenClass::Indent,
        TokenKind::Dedent => TokenClass::Dedent,
        TokenKind::Comment => TokenClass::Comment,
        TokenKind::FStringStart => TokenClass::FStringStart,
        TokenKind::FStringMiddle => TokenClass::FStringMiddle,
        TokenKind::FStringEnd => TokenClass::FStringEnd,
        TokenKind::TStringStart => TokenClass::TStringStart,
        TokenKind::TStringMiddle => TokenClass::TStringMiddle,
        TokenKind::TStringEnd => TokenClass::TStringEnd,
        TokenKind::Name => TokenClass::Name,
        TokenKind::IpyEscapeCommand | TokenKind::Unknown => return None,
        kind if kind.is_keyword() => TokenClass::Name,
        _ => TokenClass::Operator,
    })
}

/// The tokens of a text up to the first that is none, and the error there.
pub fn tokens(source: &str, filename: &str) -> (Vec<SourceToken>, Option<SyntaxError>) {
    crate::on_a_large_stack(source.len(), || tokens_here(source, filename))
}

fn tokens_here(text: &str, filename: &str) -> (Vec<SourceToken>, Option<SyntaxError>) {
    let source = Source::new(text);
    let parsed = parse_unchecked(text, ParseOptions::from(Mode::Module));
    // Only the errors of the scanner count: the meaning of the tokens does not matter.
    let fault = parsed.errors().iter().find_map(scanner_fault);
    let end = fault.as_ref().map_or(text.len(), |fault| fault.start);
    let mut all = Vec::new();
    let mut open = Vec::new();
    for token in parsed.tokens().iter() {
        let (from, to) = (token.start().to_usize(), token.end().to_usize());
        if fault.is_some() && to > end {
            break;
        }
        let class = match class_of(token.kind()) {
            Some(class) => class,
            None if text[from..to].chars().all(is_lone_mark) => TokenClass::Operator,
            None => break,
        };
        match token.kind() {
            TokenKind::Lpar | TokenKind::Lsqb | TokenKind::Lbrace => open.push(from),
            TokenKind::Rpar | TokenKind::Rsqb | TokenKind::Rbrace => drop(open.pop()),
            _ => {}
        }
        if class != TokenClass::EndMarker {
            all.push(made(&source, class, from, to));
        }
    }
    let fault = fault.or_else(|| {
        let message = "unexpected EOF in multi-line statement";
        (!open.is_empty()).then(|| Fault::new(message, text.len(), text.len()))
    });
    if fault.is_none() {
        let last = source.line_and_character(text.len());
        let line = last.0 + u32::from(last.1 > 0);
        all.push(SourceToken {
            class: TokenClass::EndMarker,
            text: String::new(),
            start: (line, 0),
            end: (line, 0),
            line: String::new(),
        });
    }
    let filename = std::sync::Arc::from(filename);
    (all, fault.map(|fault| fault.into_error(&source, &filename)))
}

/// Characters that no program has outside of texts, and that are tokens all the same.
fn is_lone_mark(character: char) -> bool {
    matches!(character, '$' | '?' | '!' | '`')
}

/// The fault, if it is one of the scanner.
fn scanner_fault(error: &ParseError) -> Option<Fault> {
    let ParseErrorType::Lexical(kind) = &error.error else {
        return None;
    };
    if matches!(kind, LexicalErrorType::UnrecognizedToken { tok } if is_lone_mark(*tok)) {
        return None;
    }
    let (start, end) = (error.location.start(), error.location.end());
    let mut fault = Fault::new(kind.to_string(), start.to_usize(), end.to_usize());
    if matches!(kind, LexicalErrorType::IndentationError) {
        fault.kind = SyntaxErrorKind::Indentation;
    }
    Some(fault)
}

fn made(source: &Source<'_>, class: TokenClass, from: usize, to: usize) -> SourceToken {
    let text = source.text();
    let (start, end) = (
        source.line_and_character(from),
        source.line_and_character(to),
    );
    let first = source.line_start(start.0);
    let is_break = matches!(class, TokenClass::NewLine | TokenClass::EmptyLine);
    // The end of a line belongs to that line.
    let end = if is_break {
        (
            start.0,
            start.1 + (text[from..to].chars().count() as u32).max(1),
        )
    } else {
        end
    };
    let last = text[to.max(first)..]
        .find('\n')
        .map_or(text.len(), |found| to + found + 1);
    let last = if is_break && to > from { to } else { last };
    let line = &text[first..last];
    let shown = match class {
        TokenClass::Dedent => "",
        _ => &text[from..to],
    };
    SourceToken {
        class,
        text: shown.to_owned(),
        start,
        end,
        line: line.to_owned(),
    }
}
