//! The parser, behind one function: the rest of the crate sees its tree but not its errors.

use ruff_python_ast::token::{Token, TokenKind, Tokens};
use ruff_python_ast::{Mod, ModModule, PythonVersion, Stmt};
use ruff_python_parser::{
    LexicalErrorType, Mode, ParseError, ParseErrorType, ParseOptions, Parsed,
    UnsupportedSyntaxErrorKind, parse_unchecked,
};
use ruff_text_size::Ranged;

use crate::depth;
use crate::error::Fault;
use crate::named_words;
use crate::numbers;
use crate::source::Source;
use crate::wording;

mod single;

const BYTE_ORDER_MARK: char = '\u{feff}';

/// Parses a module; the first error, if there is one, in CPython's words.
pub(crate) fn parse(source: &Source<'_>, mode: crate::Mode) -> Result<ModModule, Fault> {
    // The parser takes it for the mark of a file in UTF-8, which `decode` has taken away.
    if source.text().starts_with(BYTE_ORDER_MARK) {
        let end = BYTE_ORDER_MARK.len_utf8();
        return Err(Fault::new("invalid non-printable character U+FEFF", 0, end));
    }
    let options = ParseOptions::from(Mode::Module).with_target_version(PythonVersion::PY314);
    let parsed = parse_unchecked(source.text(), options.clone());
    if let Some(fault) = excess(source.text(), &parsed) {
        return Err(fault);
    }
    let Some(mut parsed) = parsed.try_into_module() else {
        return Err(Fault::new("invalid syntax", 0, 0));
    };
    if mode == crate::Mode::Single {
        single::check(source.text(), &parsed)?;
    }
    let mut named = None;
    if !parsed.errors().is_empty()
        && let Some(raises) = named_words::name(source.text(), parsed.tokens())
        && let Some(again) = parse_unchecked(&raises.text, options).try_into_module()
        && raises.are_statements(again.syntax())
    {
        parsed = again;
        named = Some(raises);
    }
    let (module, tokens) = (parsed.syntax(), parsed.tokens());
    if let Some(error) = parsed.errors().first() {
        if mode == crate::Mode::Eval
            && let Some(fault) = no_expression(&error.error, tokens)
        {
            return Err(fault);
        }
        return Err(wording::describe(error, module, tokens, source));
    }
    if let Some(location) = wording::find_misplaced(source.text(), tokens) {
        let error = ParseErrorType::Lexical(LexicalErrorType::IndentationError);
        let error = ParseError { error, location };
        return Err(wording::describe(&error, module, tokens, source));
    }
    if let Some(token) = operator_behind_yield(tokens) {
        let (start, end) = (token.start().to_usize(), token.end().to_usize());
        return Err(Fault::new("invalid syntax", start, end));
    }
    if let Some(error) = parsed.unsupported_syntax_errors().first() {
        let message = match error.kind {
            UnsupportedSyntaxErrorKind::UnpackingInComprehension(_)
                if source.text()[error.range().start().to_usize()..].starts_with("**") =>
            {
                "dict unpacking cannot be used in dict comprehension"
            }
            UnsupportedSyntaxErrorKind::UnpackingInComprehension(_) => {
                "iterable unpacking cannot be used in comprehension"
            }
            _ => "invalid syntax",
        };
        let range = error.range();
        let (start, end) = (range.start().to_usize(), range.end().to_usize());
        return Err(Fault::new(message, start, end));
    }
    let mut module = parsed.into_syntax();
    if let Some(raises) = named {
        raises.restore(&mut module);
    }
    crate::surrogates::restore(&mut module, source.text());
    check_mode(&module, mode)?;
    Ok(module)
}

/// The fault of what is too much: brackets, strings with fields, indentations, digits of a number.
/// Brackets come before all other faults, as the scanner reads to the end of a text that is wrong.
fn excess(text: &str, parsed: &Parsed<Mod>) -> Option<Fault> {
    let error = parsed.errors().first();
    let is_first = |fault: &Fault| {
        let start = error.map(|error| error.location.start().to_usize());
        start.is_none_or(|start| fault.start <= start)
    };
    let depth = depth::find_excess(text, parsed.tokens());
    if let Some(fault) = depth
        && (fault.message == depth::BRACKETS || is_first(&fault))
    {
        return Some(fault);
    }
    numbers::find_excess(text, parsed.tokens()).filter(is_first)
}

/// The operator of two operands, or the comma, that stands behind a `yield` without a value. The
/// parser takes the `yield` for its first operand, which it may be in parentheses only.
fn operator_behind_yield(tokens: &Tokens) -> Option<&Token> {
    let pairs = tokens.iter().zip(tokens.iter().skip(1));
    let mut operators = pairs.filter(|(token, next)| {
        token.kind() == TokenKind::Yield
            && matches!(
                next.kind(),
                TokenKind::Or
                    | TokenKind::And
                    | TokenKind::If
                    | TokenKind::Is
                    | TokenKind::In
                    | TokenKind::EqEqual
                    | TokenKind::NotEqual
                    | TokenKind::Less
                    | TokenKind::LessEqual
                    | TokenKind::Greater
                    | TokenKind::GreaterEqual
                    | TokenKind::Slash
                    | TokenKind::DoubleSlash
                    | TokenKind::At
                    | TokenKind::Percent
                    | TokenKind::Vbar
                    | TokenKind::Amper
                    | TokenKind::CircumFlex
                    | TokenKind::LeftShift
                    | TokenKind::RightShift
                    | TokenKind::Comma
            )
    });
    operators.next().map(|(_, operator)| operator)
}

/// The fault of a text that cannot be an expression, unless the scanner has refused it before.
fn no_expression(error: &ParseErrorType, tokens: &Tokens) -> Option<Fault> {
    if matches!(error, ParseErrorType::Lexical(error) if !matches!(error, LexicalErrorType::Eof)) {
        return None;
    }
    let token = end_of_expression(tokens)?;
    let (start, end) = (token.start().to_usize(), token.end().to_usize());
    Some(Fault::new("invalid syntax", start, end))
}

/// The token at which a text cannot be an expression, whatever stands behind it: one that begins
/// a statement, or an assignment to a name.
fn end_of_expression(tokens: &Tokens) -> Option<&Token> {
    let mut all = tokens.iter().filter(|token| !token.kind().is_trivia());
    let first = all.next()?;
    let begins_statement = matches!(
        first.kind(),
        TokenKind::Assert
            | TokenKind::Async
            | TokenKind::At
            | TokenKind::Break
            | TokenKind::Class
            | TokenKind::Continue
            | TokenKind::Def
            | TokenKind::Del
            | TokenKind::For
            | TokenKind::From
            | TokenKind::Global
            | TokenKind::If
            | TokenKind::Import
            | TokenKind::Nonlocal
            | TokenKind::Pass
            | TokenKind::Raise
            | TokenKind::Return
            | TokenKind::Star
            | TokenKind::Try
            | TokenKind::While
            | TokenKind::With
            | TokenKind::Yield
    );
    if begins_statement {
        return Some(first);
    }
    let second = all.next().filter(|_| first.kind() == TokenKind::Name)?;
    matches!(second.kind(), TokenKind::Equal | TokenKind::Colon).then_some(second)
}

/// `eval` takes one expression.
fn check_mode(module: &ModModule, mode: crate::Mode) -> Result<(), Fault> {
    let fault = |message: &str, range: ruff_text_size::TextRange| {
        Err(Fault::new(
            message,
            range.start().to_usize(),
            range.end().to_usize(),
        ))
    };
    match (mode, module.body.as_slice()) {
        (crate::Mode::Eval, [Stmt::Expr(_)]) => Ok(()),
        (crate::Mode::Eval, []) => fault("invalid syntax", module.range),
        (crate::Mode::Eval, [first, ..]) => fault("invalid syntax", expression_end(first)),
        _ => Ok(()),
    }
}

/// The range at which a statement stops being an expression.
fn expression_end(statement: &Stmt) -> ruff_text_size::TextRange {
    match statement {
        Stmt::Assign(node) => {
            let end = node.targets.first().map_or(node.start(), Ranged::end);
            ruff_text_size::TextRange::at(end, 1.into())
        }
        Stmt::Expr(node) => ruff_text_size::TextRange::empty(node.end()),
        _ => statement.range(),
    }
}
