//! Decimal literals with more digits than the program lets integers have.

use ruff_python_ast::token::{TokenKind, Tokens};
use ruff_text_size::Ranged;

use crate::error::Fault;

/// The first integer with too many digits. CPython points at its line alone.
pub(crate) fn find_excess(text: &str, tokens: &Tokens) -> Option<Fault> {
    let limit = match crate::digits_limit() {
        0 => return None,
        limit => limit,
    };
    let integers = tokens.iter().filter(|it| it.kind() == TokenKind::Int);
    let mut long = integers.filter(|it| it.range().len().to_usize() > limit);
    long.find_map(|token| {
        let start = token.start().to_usize();
        let literal = &text[token.range()];
        let digits = literal.bytes().filter(u8::is_ascii_digit).count();
        // Other bases have no limit, nor has zero.
        if literal.starts_with('0') || digits <= limit {
            return None;
        }
        let message = format!(
            "Exceeds the limit ({limit} digits) for integer string conversion: value has {digits} \
             digits; use sys.set_int_max_str_digits() to increase the limit - Consider hexadecimal \
             for huge integer literals to avoid decimal conversion limits."
        );
        Some(Fault {
            columns: Some((0, 0)),
            ..Fault::new(message, start, start)
        })
    })
}
