//! T-strings: the texts and the interpolations between them, as a `Template`.

use motet_python_bytecode::{Constant, Opcode};
use ruff_python_ast::{ConversionFlag, ExprTString, InterpolatedElement};

use super::emit::register_number;
use super::strings::{Piece, add_elements};
use super::{Register, Unit};

/// Values of an interpolation: value, expression, conversion, format.
const INTERPOLATION_PARTS: u8 = 4;

impl<'a> Unit<'a> {
    pub(super) fn template(&mut self, node: &'a ExprTString, destination: Register) {
        let mut pieces = Vec::new();
        for string in &node.value {
            add_elements(&mut pieces, &string.elements);
        }
        let mark = self.mark();
        let call = self.begin_internal_call("template", destination);
        let texts = self.allocate();
        let values = self.allocate();
        self.load_constant(texts, Constant::Tuple(texts_of(&pieces).into()));
        let list = self.allocate();
        self.emit_abc(Opcode::BuildList, list, list, 0);
        for piece in &pieces {
            if let Piece::Value(element) = piece {
                self.interpolation(element, list);
            }
        }
        self.emit_ab(Opcode::ListToTuple, values, list);
        self.end_internal_call(call, 2, destination);
        self.release(mark);
    }

    /// Appends the parts that make an interpolation to a list.
    fn interpolation(&mut self, element: &'a InterpolatedElement, list: Register) {
        let mark = self.mark();
        let first = self.allocate_block(INTERPOLATION_PARTS.into());
        let part = |index: usize| register_number(usize::from(first) + index);
        self.into(&element.expression, part(0));
        let text = self.context.source.field_text(element);
        self.load_string(part(1), &text);
        let conversion = match element.conversion {
            ConversionFlag::Str => Some("s"),
            ConversionFlag::Repr => Some("r"),
            ConversionFlag::Ascii => Some("a"),
            ConversionFlag::None if element.debug_text.is_some() => {
                element.format_spec.is_none().then_some("r")
            }
            ConversionFlag::None => None,
        };
        match conversion {
            Some(conversion) => self.load_string(part(2), conversion),
            None => self.load_none(part(2)),
        }
        let mut pieces = Vec::new();
        if let Some(spec) = &element.format_spec {
            add_elements(&mut pieces, &spec.elements);
        }
        self.join_pieces(&pieces, part(3));
        self.emit_abc(Opcode::BuildTuple, first, first, INTERPOLATION_PARTS);
        self.emit_ab(Opcode::ListAppend, list, first);
        self.release(mark);
    }
}

/// The texts around the values: one more than there are values.
fn texts_of(pieces: &[Piece<'_>]) -> Vec<Constant> {
    let mut texts = vec![String::new()];
    for piece in pieces {
        match (piece, texts.last_mut()) {
            (Piece::Text(text), Some(last)) => last.push_str(text),
            _ => texts.push(String::new()),
        }
    }
    texts
        .into_iter()
        .map(|it| Constant::Str(it.into()))
        .collect()
}
