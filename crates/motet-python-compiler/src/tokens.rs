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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SourceToken<'a> {
    /// Its kind.
    pub class: TokenClass,
    /// Its text.
    pub text: &'a str,
    /// Its start.
    pub start: (u32, u32),
    /// Its end.
    pub end: (u32, u32),
    /// The lines that it lies on; tokens on the same lines have the same stretch of the text.
    pub line: &'a str,
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

/// Tokens, and the error behind them.
type Found<'a> = (Vec<SourceToken<'a>>, Option<SyntaxError>);

/// The tokens of a text up to the first that is none, and the error there.
pub fn tokens<'a>(source: &'a str, filename: &str) -> Found<'a> {
    let found = crate::with_stack_for(source, || tokens_here(source, filename));
    found.unwrap_or_else(|fault| {
        let error = fault.into_error(&Source::new(source), &filename.into());
        (Vec::new(), Some(error))
    })
}

fn tokens_here<'a>(text: &'a str, filename: &str) -> Found<'a> {
    let source = Source::new(text);
    let parsed = parse_unchecked(text, ParseOptions::from(Mode::Module));
    // Only the errors of the scanner count: the meaning of the tokens does not matter.
    let fault = parsed.errors().iter().find_map(scanner_fault);
    let end = fault.as_ref().map_or(text.len(), |fault| fault.start);
    let mut all = Vec::with_capacity(parsed.tokens().len());
    let mut open = Vec::new();
    let mut ends = LineEnds::default();
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
            all.push(made(&source, &mut ends, class, (from, to)));
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
            text: "",
            start: (line, 0),
            end: (line, 0),
            line: "",
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

/// Finds the ends of lines for places that are asked for in order: most tokens end in the line of
/// the one before.
#[derive(Default)]
struct LineEnds {
    /// The place that was asked for last, and the end of its line.
    known: (usize, usize),
}

impl LineEnds {
    /// The place behind the first line feed from a place on; the end of the text if there is none.
    fn behind(&mut self, text: &str, place: usize) -> usize {
        let (asked, end) = self.known;
        if place < asked || place >= end {
            let found = text[place..].find('\n');
            let end = found.map_or(text.len(), |found| place + found + 1);
            self.known = (place, end);
        }
        self.known.1
    }
}

fn made<'a>(
    source: &Source<'a>,
    ends: &mut LineEnds,
    class: TokenClass,
    (from, to): (usize, usize),
) -> SourceToken<'a> {
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
    let last = match is_break && to > from {
        true => to,
        false => ends.behind(text, to.max(first)),
    };
    let line = &text[first..last];
    let shown = match class {
        TokenClass::Dedent => "",
        _ => &text[from..to],
    };
    SourceToken {
        class,
        text: shown,
        start,
        end,
        line,
    }
}
