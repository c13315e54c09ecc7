//! F-strings.

use crate::source::without_comments;
use motet_python_bytecode::{Constant, Opcode};
use ruff_python_ast::InterpolatedStringElement;
use ruff_python_ast::{ConversionFlag, ExprFString, FStringPart, InterpolatedElement};
use ruff_text_size::Ranged;

use super::emit::register_number;
use super::{Register, Unit};

/// Strings of more pieces than this are joined in several steps, to spare registers.
pub(super) const PIECES_AT_ONCE: usize = 24;

/// Bit of `FormatValue` that tells of a format spec.
const HAS_SPEC: u8 = 4;

/// A part of an f-string.
pub(super) enum Piece<'a> {
    Text(String),
    Value(&'a InterpolatedElement),
}

impl<'a> Unit<'a> {
    pub(super) fn format_string(&mut self, node: &'a ExprFString, destination: Register) {
        let mut pieces = Vec::new();
        for part in node.value.as_slice() {
            match part {
                FStringPart::Literal(literal) => add_text(&mut pieces, literal.as_str()),
                FStringPart::FString(string) => add_elements(&mut pieces, &string.elements),
            }
        }
        self.join_pieces(&pieces, destination);
    }

    pub(super) fn join_pieces(&mut self, pieces: &[Piece<'a>], destination: Register) {
        match pieces {
            [] => return self.load_string(destination, ""),
            [Piece::Text(text)] => return self.load_string(destination, text),
            [Piece::Value(value)] => return self.format_value(value, destination),
            _ => {}
        }
        let mark = self.mark();
        let first = self.allocate_block(0);
        let mut count = 0;
        for piece in pieces {
            if count == PIECES_AT_ONCE {
                self.emit_abc(Opcode::BuildString, first, first, count as u8);
                self.release(usize::from(first) + 1);
                count = 1;
            }
            let register = self.allocate();
            count += 1;
            match piece {
                Piece::Text(text) => {
                    self.load_constant(register, Constant::Str(text.as_str().into()));
                }
                Piece::Value(value) => self.format_value(value, register),
            }
        }
        self.emit_abc(Opcode::BuildString, destination, first, count as u8);
        self.release(mark);
    }

    fn format_value(&mut self, element: &'a InterpolatedElement, destination: Register) {
        let before = self.at(element.range());
        let mark = self.mark();
        let conversion = match element.conversion {
            ConversionFlag::Str => 1,
            ConversionFlag::Repr => 2,
            ConversionFlag::Ascii => 3,
            // `{value=}` shows the repr, unless a format is given.
            ConversionFlag::None => match (&element.debug_text, &element.format_spec) {
                (Some(_), None) => 2,
                _ => 0,
            },
        };
        match &element.format_spec {
            None => {
                let value = self.operand_before(&element.expression, &[], destination);
                self.emit_abc(Opcode::FormatValue, destination, value, conversion);
            }
            Some(spec) => {
                let value = self.allocate_block(2);
                self.into(&element.expression, value);
                let mut pieces = Vec::new();
                add_elements(&mut pieces, &spec.elements);
                self.join_pieces(&pieces, register_number(usize::from(value) + 1));
                let kind = conversion | HAS_SPEC;
                self.emit_abc(Opcode::FormatValue, destination, value, kind);
            }
        }
        self.release(mark);
        self.position = before;
    }
}

pub(super) fn add_text(pieces: &mut Vec<Piece<'_>>, text: &str) {
    if text.is_empty() {
        return;
    }
    match pieces.last_mut() {
        Some(Piece::Text(before)) => before.push_str(text),
        _ => pieces.push(Piece::Text(text.to_owned())),
    }
}

pub(super) fn add_elements<'a>(
    pieces: &mut Vec<Piece<'a>>,
    elements: &'a [InterpolatedStringElement],
) {
    for element in elements {
        match element {
            InterpolatedStringElement::Literal(literal) => add_text(pieces, &literal.value),
            InterpolatedStringElement::Interpolation(value) => {
                if let Some(debug) = &value.debug_text {
                    add_text(pieces, &without_comments(debug.as_str()));
                }
                pieces.push(Piece::Value(value));
            }
        }
    }
}
