//! `format` of complex numbers.

use crate::types::complex::Complex;
use crate::types::float;
use crate::types::format_spec::{float_text, unknown_kind_message};
use motet_numbers::format_parse::{EMPTY, Specification};

/// The text of a number by a specification; the error is the message, which names the type.
///
/// # Errors
/// For options that complex numbers do not have.
pub fn text(
    number: Complex,
    specification: &Specification,
    type_name: &str,
) -> Result<String, String> {
    if let Some(kind) = specification.kind.filter(|kind| !"eEfFgGn".contains(*kind)) {
        return Err(unknown_kind_message(kind, type_name));
    }
    if specification.fill == '0' {
        return Err("Zero padding is not allowed in complex format specifier".to_string());
    }
    if specification.align == Some('=') {
        let message = "'=' alignment flag is not allowed in complex format specifier";
        return Err(message.to_string());
    }
    let is_plain = specification.kind.is_none();
    let skips_real = is_plain && number.real == 0.0 && number.real.is_sign_positive();
    let part = |part: f64, sign: char| part_text(part, sign, specification);
    let whole = if skips_real {
        format!("{}j", part(number.imaginary, specification.sign))
    } else {
        let real = part(number.real, specification.sign);
        let imaginary = part(number.imaginary, '+');
        if is_plain {
            format!("({real}{imaginary}j)")
        } else {
            format!("{real}{imaginary}j")
        }
    };
    Ok(specification.pad(&whole, '>'))
}

fn part_text(part: f64, sign: char, specification: &Specification) -> String {
    let mut wanted = Specification {
        sign,
        alternate: specification.alternate,
        grouping: specification.grouping,
        fraction_grouping: specification.fraction_grouping,
        no_negative_zero: specification.no_negative_zero,
        precision: specification.precision,
        kind: specification.kind,
        ..EMPTY
    };
    if specification.kind.is_some() || specification.precision.is_some() {
        wanted.kind = Some(specification.kind.unwrap_or('g'));
        return float_text(part, &wanted)
            .expect("the caller has refused kinds that are not for floats");
    }
    let shown = float::repr(part.abs());
    let negative = part.is_sign_negative() && !part.is_nan();
    let (whole, rest) = match shown.strip_suffix(".0") {
        Some(whole) if specification.alternate => (whole, "."),
        Some(whole) => (whole, ""),
        None => {
            let end = shown
                .find(|character: char| !character.is_ascii_digit())
                .unwrap_or(shown.len());
            shown.split_at(end)
        }
    };
    if whole.is_empty() {
        wanted.grouping = None;
        return wanted.assemble(negative, "", rest, "");
    }
    wanted.assemble(negative, "", whole, rest)
}
