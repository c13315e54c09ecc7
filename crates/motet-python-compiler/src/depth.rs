//! How deeply a source nests, before anything walks its tree: the parser takes native stack for
//! each level, and so does all that walks or drops the tree behind it.
//!
//! Two numbers are bounded from above by a look at the tokens alone:
//!
//! - *levels*: how deeply the parser recurses. Each open bracket, and each operator or keyword
//!   before an operand, is a level.
//! - *height*: how high the tree grows. What stands behind an operand (`.a`, `()`, `[]`, `+ b`)
//!   makes it higher by one without a recursion of the parser.
//!
//! CPython's own limits (brackets, indentation, strings with fields within each other) are told
//! here too, by the tokens of the parser.

use ruff_python_ast::token::{TokenKind, Tokens};
use ruff_python_parser::{Mode, lexer};
use ruff_text_size::Ranged;

use crate::error::{Fault, SyntaxErrorKind};

mod heights;

use heights::Heights;

/// The deepest recursion of the parser. (CPython's ends near 6000.)
pub(crate) const LEVELS_MAX: usize = 12_000;

/// The highest tree. (CPython compiles up to 27,000 parts with a stack of 8 MB.)
pub(crate) const HEIGHT_MAX: usize = 32_000;

/// The last clauses `elif` of one statement: in the trees of `ast` each lies within the one before.
const CLAUSES_MAX: usize = LEVELS_MAX;

/// As many brackets may be open at once.
const BRACKETS_MAX: usize = 200;

/// A string with fields within the fields of as many others is refused.
const STRINGS_MAX: usize = 149;

/// A field may have a format with fields that have a format, and these have none.
const FORMATS_MAX: usize = 2;

/// As many indentations are refused.
const INDENTATIONS_MAX: usize = 100;

/// Refuses a source whose tree may be too deep. Answers an upper bound of its height.
///
/// # Errors
/// A fault with the message that deep trees get.
pub(crate) fn measure(text: &str) -> Result<usize, Fault> {
    let mut lexer = lexer::lex(text, Mode::Module);
    let mut depth = Depth::default();
    let mut has_many_brackets = false;
    loop {
        let token = lexer.next_token();
        if token.is_eof() {
            return Ok(depth.heights.highest());
        }
        depth.pass(token);
        has_many_brackets |= depth.opened.len() > BRACKETS_MAX;
        let has_many_levels = depth.heights.levels() > LEVELS_MAX || depth.clauses > CLAUSES_MAX;
        if has_many_levels || depth.heights.highest() > HEIGHT_MAX {
            let excess = if has_many_brackets {
                excess_at(text)
            } else {
                None
            };
            let other = match has_many_levels {
                true => too_many_levels(),
                false => too_high(),
            };
            return Err(excess.unwrap_or(other));
        }
    }
}

/// The fault of a source for which there is no stack.
pub(crate) fn too_many_levels() -> Fault {
    let message = "Parser stack overflowed - Python source too complex to parse";
    Fault {
        kind: SyntaxErrorKind::Memory,
        ..Fault::new(message, 0, 0)
    }
}

/// The fault of a tree that is too high.
pub(crate) fn too_high() -> Fault {
    Fault {
        kind: SyntaxErrorKind::Recursion,
        ..Fault::new("maximum recursion depth exceeded during compilation", 0, 0)
    }
}

/// The first place at which one of CPython's own limits is exceeded.
pub(crate) fn find_excess(text: &str, tokens: &Tokens) -> Option<Fault> {
    let mut limits = Limits::default();
    tokens.iter().find_map(|token| {
        let excess = limits.pass(token.kind())?;
        let start = token.start().to_usize();
        let place = match excess {
            Excess::Strings => start + text[start..].find(['"', '\'']).unwrap_or(0),
            Excess::Indentations => token.end().to_usize(),
            _ => start,
        };
        Some(excess.fault(text, place))
    })
}

/// As [`find_excess`], for a text that the parser could not take. (The scanner does not tell its
/// places: they are found by parts of the text, of which a first one of twice the length that is
/// needed is looked at.)
fn excess_at(text: &str) -> Option<Fault> {
    let boundary = |mut end: usize| {
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        end
    };
    let mut end = BRACKETS_MAX.min(text.len());
    while scan_excess(&text[..boundary(end)]).is_none() {
        if end == text.len() {
            return None;
        }
        end = (end * 2).min(text.len());
    }
    let (mut without, mut with) = (0, end);
    while with - without > 1 {
        let middle = without.midpoint(with);
        match scan_excess(&text[..boundary(middle)]) {
            Some(_) => with = middle,
            None => without = middle,
        }
    }
    let excess = scan_excess(&text[..boundary(with)])?;
    Some(excess.fault(text, boundary(without)))
}

/// The first limit that a text exceeds.
fn scan_excess(text: &str) -> Option<Excess> {
    let mut lexer = lexer::lex(text, Mode::Module);
    let mut limits = Limits::default();
    loop {
        let token = lexer.next_token();
        if token.is_eof() {
            return None;
        }
        if let Some(excess) = limits.pass(token) {
            return Some(excess);
        }
    }
}

/// What is said of too many brackets.
pub(crate) const BRACKETS: &str = "too many nested parentheses";

/// Which of CPython's limits is exceeded.
#[derive(Clone, Copy)]
enum Excess {
    Brackets,
    Strings,
    /// Formats of fields; whether those of an f-string.
    Formats(bool),
    Indentations,
}

impl Excess {
    /// The fault at the place of a token. CPython tells no end.
    fn fault(self, text: &str, place: usize) -> Fault {
        let message = match self {
            Excess::Brackets => BRACKETS,
            Excess::Strings => "too many nested f-strings or t-strings",
            Excess::Formats(true) => "f-string: expressions nested too deeply",
            Excess::Formats(false) => "t-string: expressions nested too deeply",
            Excess::Indentations => {
                let start = text[..place].rfind('\n').map_or(0, |line| line + 1);
                return Fault {
                    kind: SyntaxErrorKind::Indentation,
                    columns: Some((1, 0)),
                    ..Fault::new("too many levels of indentation", start, start)
                };
            }
        };
        Fault::new(message, place, place)
    }
}

/// What is open at a token: counts for CPython's limits.
#[derive(Default)]
struct Limits {
    opened: Vec<Opened>,
    brackets: usize,
    strings: usize,
    indentations: usize,
}

/// What a token has opened.
#[derive(Clone, Copy, PartialEq)]
enum Opened {
    Bracket,
    /// A string with fields; whether an f-string.
    String(bool),
    /// A field of one, before its format.
    Field,
    /// The format of a field.
    Format,
}

impl Limits {
    fn pass(&mut self, token: TokenKind) -> Option<Excess> {
        match token {
            TokenKind::Lpar | TokenKind::Lsqb | TokenKind::Lbrace => {
                let is_field = matches!(
                    self.opened.last(),
                    Some(Opened::String(_) | Opened::Format) if token == TokenKind::Lbrace
                );
                let opened = if is_field {
                    Opened::Field
                } else {
                    Opened::Bracket
                };
                self.opened.push(opened);
                self.brackets += 1;
                return (self.brackets > BRACKETS_MAX).then_some(Excess::Brackets);
            }
            TokenKind::FStringStart | TokenKind::TStringStart => {
                let is_f_string = token == TokenKind::FStringStart;
                self.opened.push(Opened::String(is_f_string));
                self.strings += 1;
                return (self.strings > STRINGS_MAX).then_some(Excess::Strings);
            }
            TokenKind::Rpar | TokenKind::Rsqb | TokenKind::Rbrace => self.close_bracket(),
            TokenKind::FStringEnd | TokenKind::TStringEnd => self.close_string(),
            TokenKind::Colon if self.opened.last() == Some(&Opened::Field) => {
                self.opened.pop();
                self.opened.push(Opened::Format);
                return self.formats();
            }
            TokenKind::Indent => {
                self.indentations += 1;
                let is_excess = self.indentations == INDENTATIONS_MAX;
                return is_excess.then_some(Excess::Indentations);
            }
            TokenKind::Dedent => self.indentations = self.indentations.saturating_sub(1),
            TokenKind::Newline => self.opened_by_line_are_over(),
            _ => {}
        }
        None
    }

    fn close_bracket(&mut self) {
        if !matches!(self.opened.last(), None | Some(Opened::String(_))) {
            self.opened.pop();
            self.brackets -= 1;
        }
    }

    fn close_string(&mut self) {
        while let Some(opened) = self.opened.pop() {
            match opened {
                Opened::String(_) => {
                    self.strings -= 1;
                    return;
                }
                _ => self.brackets -= 1,
            }
        }
    }

    /// A logical line ends where nothing is open, or where the parser has given up what was.
    fn opened_by_line_are_over(&mut self) {
        self.opened.clear();
        (self.brackets, self.strings) = (0, 0);
    }

    /// The excess, if formats of fields of the innermost string lie too deeply within each other.
    fn formats(&self) -> Option<Excess> {
        let mut formats = 0;
        for opened in self.opened.iter().rev() {
            match opened {
                Opened::Format => formats += 1,
                Opened::String(is_f_string) => {
                    return (formats > FORMATS_MAX).then_some(Excess::Formats(*is_f_string));
                }
                _ => {}
            }
        }
        None
    }
}

/// What is known at a token of the recursion of the parser and the height of the tree.
#[derive(Default)]
struct Depth {
    heights: Heights,
    /// The token before.
    before: Option<TokenKind>,
    /// Open brackets and strings with fields, and lambdas whose parameters have not ended.
    opened: Vec<TokenKind>,
    /// Clauses `elif` of the statements around, innermost last.
    outer_clauses: Vec<usize>,
    /// The sum of those, and of the statement that is open.
    clauses: usize,
    /// Those of the statement that is open.
    own_clauses: usize,
    is_import: bool,
}

impl Depth {
    fn pass(&mut self, token: TokenKind) {
        if token.is_trivia() {
            return;
        }
        let is_behind_operand = self.before.is_some_and(ends_operand);
        let begins_statement = self.opened.is_empty() && self.before.is_none_or(ends_statement);
        if begins_statement {
            self.begin_statement(token);
        }
        match token {
            TokenKind::Lpar
            | TokenKind::Lsqb
            | TokenKind::Lbrace
            | TokenKind::FStringStart
            | TokenKind::TStringStart
            | TokenKind::Lambda => {
                self.opened.push(token);
                self.heights.open();
            }
            TokenKind::Rpar | TokenKind::Rsqb | TokenKind::Rbrace => self.close(false),
            TokenKind::FStringEnd | TokenKind::TStringEnd => self.close(true),
            TokenKind::Colon if self.opened.last() == Some(&TokenKind::Lambda) => {
                self.opened.pop();
                self.heights.end_parameters();
            }
            TokenKind::Comma => self.heights.next_element(),
            TokenKind::Newline | TokenKind::Semi => {
                while self.opened.pop().is_some() {
                    self.heights.close(false);
                }
                self.heights.next_statement();
            }
            TokenKind::Indent => {
                self.outer_clauses.push(self.own_clauses);
                self.own_clauses = 0;
            }
            TokenKind::Dedent => {
                self.clauses -= self.own_clauses;
                self.own_clauses = self.outer_clauses.pop().unwrap_or(0);
            }
            TokenKind::Dot if !self.is_import => self.heights.part(),
            _ => self.operator(token, is_behind_operand),
        }
        self.before = Some(token);
    }

    fn begin_statement(&mut self, token: TokenKind) {
        self.is_import = matches!(token, TokenKind::Import | TokenKind::From);
        match token {
            TokenKind::Elif => {
                self.own_clauses += 1;
                self.clauses += 1;
            }
            TokenKind::Else | TokenKind::Indent | TokenKind::Dedent => {}
            _ => {
                self.clauses -= self.own_clauses;
                self.own_clauses = 0;
            }
        }
    }

    /// A bracket or string closes. One that closes nothing is told by the parser.
    fn close(&mut self, is_string: bool) {
        while self.opened.last() == Some(&TokenKind::Lambda) {
            self.opened.pop();
            self.heights.close(false);
        }
        if self.opened.pop().is_some() {
            self.heights.close(is_string);
        }
    }

    fn operator(&mut self, token: TokenKind, is_behind_operand: bool) {
        let heights = &mut self.heights;
        match token {
            TokenKind::DoubleStar if is_behind_operand => heights.power(),
            TokenKind::Tilde
            | TokenKind::Await
            | TokenKind::Plus
            | TokenKind::Minus
            | TokenKind::Star
            | TokenKind::DoubleStar
                if !is_behind_operand =>
            {
                heights.sign();
            }
            // (An error: the parser takes what follows for an operand all the same.)
            TokenKind::Tilde | TokenKind::Await => heights.sign(),
            TokenKind::Not if is_behind_operand || self.before == Some(TokenKind::Is) => {
                heights.comparison();
            }
            TokenKind::Not => heights.negation(),
            TokenKind::And | TokenKind::Or => heights.conjunction(),
            TokenKind::Else | TokenKind::ColonEqual | TokenKind::From => heights.arm(),
            TokenKind::Yield => heights.yielded(),
            TokenKind::Is
            | TokenKind::In
            | TokenKind::Less
            | TokenKind::Greater
            | TokenKind::EqEqual
            | TokenKind::NotEqual
            | TokenKind::LessEqual
            | TokenKind::GreaterEqual => heights.comparison(),
            _ if token.as_binary_operator().is_some() => heights.binary(),
            _ if ends_operand(token) => {
                // (An error: two operands side by side.)
                if is_behind_operand {
                    heights.next_part();
                }
                heights.atom();
            }
            _ => heights.next_part(),
        }
    }
}

fn ends_statement(token: TokenKind) -> bool {
    matches!(
        token,
        TokenKind::Newline | TokenKind::Semi | TokenKind::Indent | TokenKind::Dedent
    )
}

/// Whether an operator behind a token is one of two operands.
pub(crate) fn ends_operand(token: TokenKind) -> bool {
    token.is_singleton()
        || token.is_soft_keyword()
        || matches!(
            token,
            TokenKind::Name
                | TokenKind::Int
                | TokenKind::Float
                | TokenKind::Complex
                | TokenKind::String
                | TokenKind::Ellipsis
                | TokenKind::Rpar
                | TokenKind::Rsqb
                | TokenKind::Rbrace
                | TokenKind::FStringEnd
                | TokenKind::TStringEnd
        )
}

#[cfg(test)]
mod tests;
