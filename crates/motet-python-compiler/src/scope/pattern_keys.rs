//! The keys of mapping patterns that the compiler knows: equal ones are refused, such as `0` and
//! `-0.0`.

use ruff_python_ast::{Expr, Number, Operator, UnaryOp};

/// A key so that equal keys have the same text, and the key as a message shows it; none for a key
/// that is known later only.
pub(super) fn known(key: &Expr) -> Option<(String, String)> {
    let same = |text: String| (text.clone(), text);
    Some(match key {
        Expr::NumberLiteral(_) | Expr::UnaryOp(_) | Expr::BinOp(_) => Known::of(key)?.texts(),
        Expr::BooleanLiteral(node) => {
            let shown = if node.value { "True" } else { "False" };
            (u8::from(node.value).to_string(), shown.to_owned())
        }
        Expr::StringLiteral(node) => same(format!("'{}'", node.value.to_str())),
        Expr::BytesLiteral(node) => {
            let bytes: Vec<u8> = node.value.bytes().collect();
            same(format!("b'{}'", bytes.escape_ascii()))
        }
        Expr::NoneLiteral(_) => same("None".to_owned()),
        _ => return None,
    })
}

/// The value of a number, a negative number or a sum of a real and an imaginary number.
enum Known {
    /// The digits of an integer.
    Whole(String),
    Float(f64),
    Complex(f64, f64),
}

impl Known {
    fn of(key: &Expr) -> Option<Known> {
        match key {
            Expr::NumberLiteral(node) => Some(match &node.value {
                Number::Int(number) => Known::Whole(number.to_string()),
                Number::Float(number) => Known::Float(*number),
                Number::Complex { real, imag } => Known::Complex(*real, *imag),
            }),
            Expr::UnaryOp(node) if node.op == UnaryOp::USub => {
                Some(match Known::of(&node.operand)? {
                    Known::Whole(digits) if digits == "0" => Known::Whole(digits),
                    Known::Whole(digits) => Known::Whole(format!("-{digits}")),
                    Known::Float(number) => Known::Float(-number),
                    Known::Complex(real, imaginary) => Known::Complex(-real, -imaginary),
                })
            }
            Expr::BinOp(node) => {
                let (left, right) = (Known::of(&node.left)?, Known::of(&node.right)?);
                let ((real, first), (second, imaginary)) = (left.parts()?, right.parts()?);
                match node.op {
                    Operator::Add => Some(Known::Complex(real + second, first + imaginary)),
                    // A real number has no imaginary part from which to subtract.
                    Operator::Sub if first == 0.0 => {
                        Some(Known::Complex(real - second, -imaginary))
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The real and the imaginary part.
    fn parts(&self) -> Option<(f64, f64)> {
        match self {
            Known::Whole(digits) => Some((digits.parse().ok()?, 0.0)),
            Known::Float(number) => Some((*number, 0.0)),
            Known::Complex(real, imaginary) => Some((*real, *imaginary)),
        }
    }

    fn texts(&self) -> (String, String) {
        match self {
            Known::Whole(digits) => (digits.clone(), digits.clone()),
            Known::Float(number) => (real_key(*number), format!("{number:?}")),
            Known::Complex(real, imaginary) => {
                let key = match *imaginary == 0.0 {
                    true => real_key(*real),
                    false => format!("{real:?} {imaginary:?}"),
                };
                let shown = match real.to_bits() {
                    0 => format!("{imaginary}j"),
                    _ => format!("({real}{imaginary:+}j)"),
                };
                (key, shown)
            }
        }
    }
}

/// The key of a float: that of the integer to which it is equal.
fn real_key(number: f64) -> String {
    match number == 0.0 {
        true => "0".to_owned(),
        false => format!("{number}"),
    }
}
