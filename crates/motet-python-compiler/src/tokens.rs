//! The tokens of a source text as Python's `tokenize` shows them, with comments and empty lines.

use ruff_python_ast::Mod;
use ruff_python_ast::token::TokenKind;
use ruff_python_parser::{
    LexicalErrorType, Mode, ParseError, ParseErrorType, ParseOptions, parse_unchecked,
};
use ruff_text_size::Ranged;

use crate::error::{Fault, SyntaxError};
use crate::source::Source;
use crate::wording;

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

/// The kind of what the parser's scanner refuses and Python's does not: characters that no
/// identifier has, marks, and literals with a fault inside.
fn class_of_refused(text: &str) -> Option<TokenClass> {
    if text.is_empty() {
        return None;
    }
    if text.chars().all(|character| !character.is_ascii()) {
        return Some(TokenClass::Name);
    }
    if text.chars().all(is_lone_mark) {
        return Some(TokenClass::Operator);
    }
    let is_text = text.len() > 1 && text.ends_with(['\'', '"']);
    is_text.then_some(TokenClass::String)
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
    let error = parsed.errors().iter().find(|error| is_of_scanner(error));
    let end = error.map_or(text.len(), |error| error.location.start().to_usize());
    let mut all = Vec::with_capacity(parsed.tokens().len());
    let mut open = Vec::new();
    let mut ends = LineEnds::default();
    let mut name = LastName::default();
    let mut has_code = false;
    for token in parsed.tokens().iter() {
        let (from, to) = (token.start().to_usize(), token.end().to_usize());
        if error.is_some() && to > end {
            break;
        }
        let known = class_of(token.kind());
        let Some(class) = known.or_else(|| class_of_refused(&text[from..to])) else {
            break;
        };
        let is_foreign = known.is_none() && class == TokenClass::Name;
        if let Some(start) = name.joined(class, is_foreign, (from, to)) {
            all.pop();
            all.push(made(&source, &mut ends, TokenClass::Name, (start, to)));
            continue;
        }
        // A line that begins with a foreign character is none for the parser's scanner.
        let class = match class {
            TokenClass::EmptyLine if has_code && open.is_empty() => TokenClass::NewLine,
            class => class,
        };
        has_code = match class {
            TokenClass::EmptyLine | TokenClass::NewLine => false,
            TokenClass::Comment | TokenClass::Indent | TokenClass::Dedent => has_code,
            _ => true,
        };
        match token.kind() {
            TokenKind::Lpar | TokenKind::Lsqb | TokenKind::Lbrace => open.push(from),
            TokenKind::Rpar | TokenKind::Rsqb | TokenKind::Rbrace => drop(open.pop()),
            _ => {}
        }
        if matches!(class, TokenClass::FStringMiddle | TokenClass::TStringMiddle) {
            let parts = middles(text, (from, to)).into_iter();
            all.extend(parts.map(|part| made(&source, &mut ends, class, part)));
        } else if class != TokenClass::EndMarker {
            all.push(made(&source, &mut ends, class, (from, to)));
        }
    }
    let message = "unexpected EOF in multi-line statement";
    let fault = match (error, parsed.syntax()) {
        (Some(error), Mod::Module(module)) => {
            Some(wording::describe(error, module, parsed.tokens(), &source))
        }
        _ => (!open.is_empty()).then(|| Fault::new(message, text.len(), text.len())),
    };
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

/// The parts of a stretch of literal text in an f-string: each ends with the first of two braces
/// that stand for one, and the second belongs to none.
fn middles(text: &str, (from, to): (usize, usize)) -> Vec<(usize, usize)> {
    let bytes = text.as_bytes();
    let (mut parts, mut start, mut place) = (Vec::new(), from, from);
    while place + 1 < to {
        let is_doubled = matches!(bytes[place], b'{' | b'}') && bytes[place + 1] == bytes[place];
        if is_doubled {
            parts.push((start, place + 1));
            start = place + 2;
        }
        place += 1 + usize::from(is_doubled);
    }
    if start < to {
        parts.push((start, to));
    }
    parts
}

/// The last token, if it is a name. Characters that are not ASCII are parts of names here, though
/// the compiler refuses many of them: `°C` is one name.
#[derive(Default)]
struct LastName {
    /// Where it starts and ends, and whether it has such a character.
    place: Option<(usize, usize, bool)>,
}

impl LastName {
    /// Notes a token. Where the name begins that it continues, if it does.
    fn joined(
        &mut self,
        class: TokenClass,
        is_foreign: bool,
        (from, to): (usize, usize),
    ) -> Option<usize> {
        let before = self.place.take();
        let before =
            before.filter(|(_, end, has_foreign)| *end == from && (is_foreign || *has_foreign));
        let continues = match class {
            TokenClass::Name => true,
            TokenClass::Number => before.is_some(),
            _ => false,
        };
        if !continues {
            return None;
        }
        let start = before.map(|(start, ..)| start);
        let has_foreign = is_foreign || before.is_some();
        self.place = Some((start.unwrap_or(from), to, has_foreign));
        start
    }
}

/// Characters that no program has outside of texts, and that are tokens all the same.
fn is_lone_mark(character: char) -> bool {
    matches!(character, '$' | '?' | '!' | '`')
}

/// Whether an error is one of the scanner, which knows more characters here than for programs.
fn is_of_scanner(error: &ParseError) -> bool {
    let ParseErrorType::Lexical(kind) = &error.error else {
        return false;
    };
    match kind {
        LexicalErrorType::UnrecognizedToken { tok } => !is_lone_mark(*tok) && tok.is_ascii(),
        // What is open at the end is told otherwise, and what a literal means does not matter.
        LexicalErrorType::Eof
        | LexicalErrorType::InvalidByteLiteral
        | LexicalErrorType::UnicodeError
        | LexicalErrorType::MissingUnicodeLbrace
        | LexicalErrorType::MissingUnicodeRbrace => false,
        _ => true,
    }
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
