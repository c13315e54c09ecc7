//! Faults in the replacement fields of formatted literals. CPython tells what it expects by how far
//! a field has come.
//!
//! ```text
//! { expression = ! name : format }
//!   └ Begun    │ │ │    └ Format
//!              │ │ └ Converted
//!              │ └ Conversion
//!              └ Shown
//! ```

use ruff_python_ast::token::{TokenKind, Tokens};

use crate::depth::ends_operand;

/// How far a field has come.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Begun,
    Shown,
    Conversion,
    Converted,
    Format,
}

/// What is open before a fault.
enum Open {
    /// A formatted literal, with its name in messages.
    Literal(&'static str),
    /// A field: its stage, and the tokens of its expression outside of brackets. A bracket that is
    /// closed stands there as its end.
    Field(Stage, Vec<TokenKind>),
    /// Another bracket.
    Bracket,
}

/// The message about a fault at an offset, if it is in a field; `text` is the source from there on.
pub(super) fn message(tokens: &Tokens, offset: usize, text: &str) -> Option<String> {
    let mut open: Vec<Open> = Vec::new();
    for token in tokens.iter() {
        let (kind, range) = token.as_tuple();
        if range.start().to_usize() >= offset || range.end().to_usize() > offset {
            break;
        }
        take(&mut open, kind);
    }
    let field = open.iter().rposition(|it| matches!(it, Open::Field(..)))?;
    let is_in_literal = open[field..]
        .iter()
        .any(|it| matches!(it, Open::Literal(_)));
    let literal = open[..field].iter().rev().find_map(|it| match it {
        Open::Literal(what) => Some(*what),
        _ => None,
    })?;
    match &open[field] {
        Open::Field(stage, tokens) if !is_in_literal => Some(format!(
            "{literal}: {}",
            expected(*stage, tokens, text.trim_start())?
        )),
        _ => None,
    }
}

/// The message about a text without an end that begins at an offset inside of a field, where its
/// quote is that of the literal around it: the end of the literal was meant.
pub(super) fn missing_brace(tokens: &Tokens, offset: usize, source: &str) -> Option<String> {
    // The literals that are open, with their quotes, and how many fields are open in each.
    let mut open: Vec<(&str, &str, usize)> = Vec::new();
    for token in tokens.iter() {
        let (kind, range) = token.as_tuple();
        if range.start().to_usize() >= offset {
            break;
        }
        let what = match kind {
            TokenKind::FStringStart => "f-string",
            TokenKind::TStringStart => "t-string",
            TokenKind::FStringEnd | TokenKind::TStringEnd => {
                open.pop();
                continue;
            }
            TokenKind::Lbrace => {
                open.last_mut()?.2 += 1;
                continue;
            }
            TokenKind::Rbrace => {
                let fields = &mut open.last_mut()?.2;
                *fields = fields.saturating_sub(1);
                continue;
            }
            _ => continue,
        };
        let opening = source.get(range.start().to_usize()..range.end().to_usize())?;
        let quote = opening.trim_start_matches(|it: char| it.is_ascii_alphabetic());
        open.push((what, quote, 0));
    }
    let (what, quote, fields) = open.last()?;
    let text = source.get(offset..)?;
    let text = text.trim_start_matches(|it: char| it.is_ascii_alphabetic());
    let is_quote = text.starts_with(quote);
    (*fields > 0 && is_quote).then(|| format!("{what}: expecting '}}'"))
}

fn take(open: &mut Vec<Open>, kind: TokenKind) {
    match (kind, open.last_mut()) {
        (TokenKind::FStringStart, _) => open.push(Open::Literal("f-string")),
        (TokenKind::TStringStart, _) => open.push(Open::Literal("t-string")),
        (TokenKind::Lbrace, Some(Open::Literal(_) | Open::Field(Stage::Format, _))) => {
            open.push(Open::Field(Stage::Begun, Vec::new()));
        }
        (TokenKind::Lpar | TokenKind::Lsqb | TokenKind::Lbrace, _) => open.push(Open::Bracket),
        (
            TokenKind::Rpar
            | TokenKind::Rsqb
            | TokenKind::Rbrace
            | TokenKind::FStringEnd
            | TokenKind::TStringEnd,
            _,
        ) => {
            open.pop();
            if let Some(Open::Field(Stage::Begun, tokens)) = open.last_mut() {
                tokens.push(kind);
            }
        }
        (_, Some(Open::Field(stage, tokens))) if !kind.is_trivia() => match (*stage, kind) {
            (Stage::Begun, TokenKind::Equal) => *stage = Stage::Shown,
            (Stage::Begun | Stage::Shown, TokenKind::Exclamation) => *stage = Stage::Conversion,
            (Stage::Conversion, TokenKind::Name) => *stage = Stage::Converted,
            (Stage::Begun, TokenKind::Colon) if tokens.first() == Some(&TokenKind::Lambda) => {
                tokens.push(kind);
            }
            (_, TokenKind::Colon) => *stage = Stage::Format,
            (Stage::Begun, _) => tokens.push(kind),
            _ => {}
        },
        _ => {}
    }
}

/// What a field that has come so far needs where `text` stands.
fn expected(stage: Stage, tokens: &[TokenKind], text: &str) -> Option<String> {
    let is_sign = |sign: char| {
        let rest = text.strip_prefix(sign);
        rest.is_some_and(|rest| sign == '}' || !rest.starts_with('='))
    };
    let message = match stage {
        Stage::Begun if tokens.is_empty() => {
            match ['=', '!', ':', '}'].into_iter().find(|it| is_sign(*it)) {
                Some(sign) => return Some(format!("valid expression required before '{sign}'")),
                None => "expecting a valid expression after '{'",
            }
        }
        Stage::Begun if tokens.first() == Some(&TokenKind::Lambda) => {
            "lambda expressions are not allowed without parentheses"
        }
        Stage::Begun if !begins_with_value(tokens) => "expecting a valid expression after '{'",
        Stage::Begun => "expecting '=', or '!', or ':', or '}'",
        Stage::Shown => "expecting '!', or ':', or '}'",
        Stage::Conversion if is_sign(':') || is_sign('}') => "missing conversion character",
        Stage::Conversion => "invalid conversion character",
        Stage::Converted => "expecting ':' or '}'",
        Stage::Format => "expecting '}', or format specs",
    };
    Some(message.to_owned())
}

/// Whether an expression begins with one that is whole.
fn begins_with_value(tokens: &[TokenKind]) -> bool {
    let is_before = |kind: &&TokenKind| {
        matches!(
            kind,
            TokenKind::Plus
                | TokenKind::Minus
                | TokenKind::Tilde
                | TokenKind::Not
                | TokenKind::Star
                | TokenKind::Await
        )
    };
    let first = tokens.iter().find(|kind| !is_before(kind));
    first.is_some_and(|kind| ends_operand(*kind) || *kind == TokenKind::Yield)
}
