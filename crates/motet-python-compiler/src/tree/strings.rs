//! From the parser's f-strings and t-strings to nodes.

use crate::source::without_comments;
use ruff_python_ast::{
    ConversionFlag, ExprFString, ExprTString, FStringPart, InterpolatedElement,
    InterpolatedStringElement,
};
use ruff_text_size::{Ranged, TextRange, TextSize};

use super::statements::Maker;
use super::{Tree, text};

fn range_of(start: TextSize, text: &str) -> TextRange {
    let length = TextSize::try_from(text.len()).unwrap_or_default();
    TextRange::at(start, length)
}

/// The pieces of a string: texts that follow each other become one.
#[derive(Default)]
struct Pieces {
    values: Vec<Tree>,
    text: String,
    /// The range of the text, if there is one.
    range: Option<TextRange>,
}

impl Pieces {
    fn add_text(&mut self, text: &str, range: TextRange) {
        self.text.push_str(text);
        self.range = Some(self.range.map_or(range, |before| before.cover(range)));
    }

    fn end_text(&mut self, maker: &Maker<'_>) {
        let range = self.range.take();
        let content = std::mem::take(&mut self.text);
        if let Some(range) = range.filter(|_| !content.is_empty()) {
            let fields = vec![Tree::Text(content), Tree::None];
            self.values.push(maker.node("Constant", range, fields));
        }
    }

    fn finish(mut self, maker: &Maker<'_>) -> Tree {
        self.end_text(maker);
        Tree::List(self.values)
    }
}

impl Maker<'_> {
    pub(super) fn format_string(&self, node: &ExprFString) -> Tree {
        let mut pieces = Pieces::default();
        for part in node.value.as_slice() {
            match part {
                FStringPart::Literal(literal) => {
                    pieces.add_text(literal.as_str(), literal.range());
                }
                FStringPart::FString(string) => {
                    self.elements(&string.elements, &mut pieces, false);
                }
            }
        }
        self.node("JoinedStr", node.range, vec![pieces.finish(self)])
    }

    pub(super) fn template(&self, node: &ExprTString) -> Tree {
        let mut pieces = Pieces::default();
        for string in &node.value {
            self.elements(&string.elements, &mut pieces, true);
        }
        self.node("TemplateStr", node.range, vec![pieces.finish(self)])
    }

    fn elements(
        &self,
        elements: &[InterpolatedStringElement],
        pieces: &mut Pieces,
        is_template: bool,
    ) {
        for element in elements {
            match element {
                InterpolatedStringElement::Literal(literal) => {
                    pieces.add_text(&literal.value, literal.range());
                }
                InterpolatedStringElement::Interpolation(value) => {
                    if let Some(debug) = &value.debug_text {
                        let start = value.start() + TextSize::new(1);
                        pieces.add_text(
                            &without_comments(debug.as_str()),
                            range_of(start, debug.as_str()),
                        );
                    }
                    pieces.end_text(self);
                    pieces.values.push(self.interpolation(value, is_template));
                }
            }
        }
    }

    fn interpolation(&self, element: &InterpolatedElement, is_template: bool) -> Tree {
        let conversion = match (
            element.conversion,
            &element.debug_text,
            &element.format_spec,
        ) {
            (ConversionFlag::None, Some(_), None) => ConversionFlag::Repr,
            (conversion, ..) => conversion,
        };
        let conversion = Tree::Int((conversion as i8).into());
        let spec = match &element.format_spec {
            None => Tree::None,
            Some(spec) => {
                let mut pieces = Pieces::default();
                self.elements(&spec.elements, &mut pieces, false);
                // The colon belongs to it.
                let start = spec.range.start();
                let start = start.checked_sub(TextSize::new(1)).unwrap_or(start);
                let range = TextRange::new(start, spec.range.end());
                self.node("JoinedStr", range, vec![pieces.finish(self)])
            }
        };
        let value = self.expression(&element.expression);
        if is_template {
            let written = self.source.field_text(element);
            let fields = vec![value, text(&written), conversion, spec];
            return self.node("Interpolation", element.range, fields);
        }
        self.node(
            "FormattedValue",
            element.range,
            vec![value, conversion, spec],
        )
    }
}
