//! From nodes to the parser's expressions.

use num_bigint::BigInt;
use ruff_python_ast::*;
use ruff_text_size::{Ranged, TextRange, TextSize};

use super::read_statements::operator;
use super::reader::*;
use super::{Node, Tree};

impl Reader {
    // tidy: long because it is one arm for each kind of expression
    pub(super) fn expression(&mut self, tree: &Tree) -> Read<Expr> {
        if let Tree::Texted(inner, text) = tree {
            let expression = self.expression(inner)?;
            self.set_text(expression.range(), text);
            return Ok(expression);
        }
        let node = node_of(tree)?;
        let start = self.open(node);
        Ok(match (&*node.class, &*node.fields) {
            ("BoolOp", [op, values]) => Expr::BoolOp(ExprBoolOp {
                node_index: no_index(),
                op: match &*node_of(op)?.class {
                    "And" => BoolOp::And,
                    _ => BoolOp::Or,
                },
                values: self.expressions(values)?,
                range: self.close(node, start),
            }),
            ("NamedExpr", [target, value]) => Expr::Named(ExprNamed {
                node_index: no_index(),
                target: self.boxed(target)?,
                value: self.boxed(value)?,
                range: self.close(node, start),
            }),
            ("BinOp", [left, op, right]) => Expr::BinOp(ExprBinOp {
                node_index: no_index(),
                left: self.boxed(left)?,
                op: operator(op)?,
                right: self.boxed(right)?,
                range: self.close(node, start),
            }),
            ("UnaryOp", [op, operand]) => Expr::UnaryOp(ExprUnaryOp {
                node_index: no_index(),
                op: unary_operator(op)?,
                operand: self.boxed(operand)?,
                range: self.close(node, start),
            }),
            ("Lambda", [parameters, body]) => Expr::Lambda(ExprLambda {
                node_index: no_index(),
                parameters: Some(Box::new(self.parameters(parameters, start)?)),
                body: self.boxed(body)?,
                range: self.close(node, start),
            }),
            ("IfExp", [test, body, orelse]) => Expr::If(ExprIf {
                node_index: no_index(),
                test: self.boxed(test)?,
                body: self.boxed(body)?,
                orelse: self.boxed(orelse)?,
                range: self.close(node, start),
            }),
            ("Dict", [keys, values]) => Expr::Dict(ExprDict {
                node_index: no_index(),
                items: self.pairs(keys, values)?,
                range: self.close(node, start),
            }),
            ("Set", [elements]) => Expr::Set(ExprSet {
                node_index: no_index(),
                elts: self.expressions(elements)?,
                range: self.close(node, start),
            }),
            ("ListComp", [element, generators]) => Expr::ListComp(ExprListComp {
                node_index: no_index(),
                elt: self.boxed(element)?,
                generators: self.comprehensions(generators)?,
                range: self.close(node, start),
            }),
            ("SetComp", [element, generators]) => Expr::SetComp(ExprSetComp {
                node_index: no_index(),
                elt: self.boxed(element)?,
                generators: self.comprehensions(generators)?,
                range: self.close(node, start),
            }),
            ("DictComp", [key, value, generators]) => Expr::DictComp(ExprDictComp {
                node_index: no_index(),
                key: self.optional(key)?,
                value: self.boxed(value)?,
                generators: self.comprehensions(generators)?,
                range: self.close(node, start),
            }),
            ("GeneratorExp", [element, generators]) => Expr::Generator(ExprGenerator {
                node_index: no_index(),
                elt: self.boxed(element)?,
                generators: self.comprehensions(generators)?,
                parenthesized: true,
                range: self.close(node, start),
            }),
            ("Await", [value]) => Expr::Await(ExprAwait {
                node_index: no_index(),
                value: self.boxed(value)?,
                range: self.close(node, start),
            }),
            ("Yield", [value]) => Expr::Yield(ExprYield {
                node_index: no_index(),
                value: self.optional(value)?,
                range: self.close(node, start),
            }),
            ("YieldFrom", [value]) => Expr::YieldFrom(ExprYieldFrom {
                node_index: no_index(),
                value: self.boxed(value)?,
                range: self.close(node, start),
            }),
            ("Compare", [left, operators, comparators]) => Expr::Compare(ExprCompare {
                node_index: no_index(),
                left: self.boxed(left)?,
                ops: items(operators)?
                    .iter()
                    .map(comparison)
                    .collect::<Read<_>>()?,
                comparators: self.expressions(comparators)?.into(),
                range: self.close(node, start),
            }),
            ("Call", [function, arguments, keywords]) => {
                let func = self.boxed(function)?;
                let mut arguments = self.arguments(arguments, keywords, start)?;
                let range = self.close(node, start);
                // A call ends where its arguments do.
                arguments.range = TextRange::new(arguments.range.start(), range.end());
                Expr::Call(ExprCall {
                    node_index: no_index(),
                    range_start: start,
                    func,
                    arguments,
                })
            }
            ("JoinedStr" | "TemplateStr", [values]) => self.joined(node, values, start)?,
            ("Constant", [value, _]) => {
                let range = self.close(node, start);
                constant(value, range)?
            }
            ("Attribute", [value, name, ctx]) => Expr::Attribute(ExprAttribute {
                node_index: no_index(),
                value: self.boxed(value)?,
                attr: self.identifier(name, start)?,
                ctx: context(ctx)?,
                range: self.close(node, start),
            }),
            ("Subscript", [value, slice, ctx]) => Expr::Subscript(ExprSubscript {
                node_index: no_index(),
                value: self.boxed(value)?,
                slice: self.boxed(slice)?,
                ctx: context(ctx)?,
                range: self.close(node, start),
            }),
            ("Starred", [value, ctx]) => Expr::Starred(ExprStarred {
                node_index: no_index(),
                value: self.boxed(value)?,
                ctx: context(ctx)?,
                range: self.close(node, start),
            }),
            ("Name", [id, ctx]) => Expr::Name(ExprName {
                node_index: no_index(),
                id: word(id)?.into(),
                ctx: context(ctx)?,
                range: self.close(node, start),
            }),
            ("List", [elements, ctx]) => Expr::List(ExprList {
                node_index: no_index(),
                elts: self.expressions(elements)?,
                ctx: context(ctx)?,
                range: self.close(node, start),
            }),
            ("Tuple", [elements, ctx]) => Expr::Tuple(ExprTuple {
                node_index: no_index(),
                elts: self.expressions(elements)?,
                ctx: context(ctx)?,
                parenthesized: true,
                range: self.close(node, start),
            }),
            ("Slice", [lower, upper, step]) => Expr::Slice(ExprSlice {
                node_index: no_index(),
                lower: self.optional(lower)?,
                upper: self.optional(upper)?,
                step: self.optional(step)?,
                range: self.close(node, start),
            }),
            ("FormattedValue", [..]) | ("Interpolation", [..]) => {
                self.joined(node, &Tree::List(vec![tree.clone()]), start)?
            }
            _ => return Err(unexpected(node)),
        })
    }

    fn pairs(&mut self, keys: &Tree, values: &Tree) -> Read<Vec<DictItem>> {
        let (keys, values) = (items(keys)?, items(values)?);
        if keys.len() != values.len() {
            return Err("Dict doesn't have the same number of keys as values".to_owned());
        }
        let mut pairs = Vec::new();
        for (key, value) in keys.iter().zip(values) {
            pairs.push(DictItem {
                key: self.optional(key)?.map(|key| *key),
                value: self.expression(value)?,
            });
        }
        Ok(pairs)
    }

    fn comprehensions(&mut self, tree: &Tree) -> Read<Vec<Comprehension>> {
        let mut comprehensions = Vec::new();
        for tree in items(tree)? {
            let node = node_of(tree)?;
            let [target, iter, ifs, is_async] = &*node.fields else {
                return Err(unexpected(node));
            };
            let target = self.expression(target)?;
            comprehensions.push(Comprehension {
                range: target.range(),
                node_index: no_index(),
                target,
                iter: self.expression(iter)?,
                ifs: self.expressions(ifs)?,
                is_async: whole(is_async)? != 0,
            });
        }
        Ok(comprehensions)
    }

    pub(super) fn arguments(
        &mut self,
        positional: &Tree,
        keywords: &Tree,
        start: TextSize,
    ) -> Read<Arguments> {
        let args = self.expressions(positional)?.into();
        let mut named = Vec::new();
        for tree in items(keywords)? {
            let node = node_of(tree)?;
            let [name, value] = &*node.fields else {
                return Err(unexpected(node));
            };
            let start = self.open(node);
            named.push(Keyword {
                node_index: no_index(),
                arg: self.optional_name(name, start)?,
                value: self.expression(value)?,
                range: self.close(node, start),
            });
        }
        Ok(Arguments {
            range: TextRange::empty(start),
            node_index: no_index(),
            args,
            keywords: named.into_iter().collect(),
        })
    }

    fn parameter(&mut self, tree: &Tree) -> Read<Parameter> {
        let node = node_of(tree)?;
        let [name, annotation, _] = &*node.fields else {
            return Err(unexpected(node));
        };
        let start = self.open(node);
        Ok(Parameter {
            node_index: no_index(),
            name: self.identifier(name, start)?,
            annotation: self.optional(annotation)?,
            range: self.close(node, start),
        })
    }

    fn variadic(&mut self, tree: &Tree) -> Read<Option<Box<Parameter>>> {
        match tree {
            Tree::None => Ok(None),
            _ => Ok(Some(Box::new(self.parameter(tree)?))),
        }
    }

    /// Parameters; the last of them have the defaults.
    fn with_defaults(
        &mut self,
        parameters: &Tree,
        defaults: &[Tree],
    ) -> Read<Vec<ParameterWithDefault>> {
        let parameters = items(parameters)?;
        let without = parameters.len() - defaults.len().min(parameters.len());
        let mut all = Vec::new();
        for (index, tree) in parameters.iter().enumerate() {
            let parameter = self.parameter(tree)?;
            let default = match index.checked_sub(without) {
                Some(index) => self.optional(&defaults[index])?,
                None => None,
            };
            all.push(ParameterWithDefault {
                range: parameter.range(),
                node_index: no_index(),
                parameter,
                default,
            });
        }
        Ok(all)
    }

    pub(super) fn parameters(&mut self, tree: &Tree, start: TextSize) -> Read<Parameters> {
        let node = node_of(tree)?;
        let [
            positional,
            plain,
            variadic,
            keywords,
            keyword_defaults,
            mapping,
            defaults,
        ] = &*node.fields
        else {
            return Err(unexpected(node));
        };
        let (all_defaults, plain_count) = (items(defaults)?, items(plain)?.len());
        let of_plain = all_defaults.len().min(plain_count);
        let (first, last) = all_defaults.split_at(all_defaults.len() - of_plain);
        if first.len() > items(positional)?.len() {
            return Err("more positional defaults than args on arguments".to_owned());
        }
        if items(keywords)?.len() != items(keyword_defaults)?.len() {
            let message = "length of kwonlyargs is not the same as kw_defaults on arguments";
            return Err(message.to_owned());
        }
        Ok(Parameters {
            range: TextRange::empty(start),
            node_index: no_index(),
            posonlyargs: self.with_defaults(positional, first)?.into_iter().collect(),
            args: self.with_defaults(plain, last)?.into_iter().collect(),
            vararg: self.variadic(variadic)?,
            kwonlyargs: self
                .with_defaults(keywords, items(keyword_defaults)?)?
                .into_iter()
                .collect(),
            kwarg: self.variadic(mapping)?,
        })
    }

    /// An f-string or a t-string.
    fn joined(&mut self, node: &Node, values: &Tree, start: TextSize) -> Read<Expr> {
        let elements = self.elements(values)?;
        let range = self.close(node, start);
        if matches!(&*node.class, "TemplateStr" | "Interpolation") {
            let value = TStringValue::single(TString {
                range,
                node_index: no_index(),
                elements,
                flags: TStringFlags::empty(),
            });
            return Ok(Expr::TString(ExprTString {
                node_index: no_index(),
                range,
                value,
            }));
        }
        let value = FStringValue::single(FString {
            range,
            node_index: no_index(),
            elements,
            flags: FStringFlags::empty(),
        });
        Ok(Expr::FString(ExprFString {
            node_index: no_index(),
            range,
            value,
        }))
    }

    fn elements(&mut self, values: &Tree) -> Read<InterpolatedStringElements> {
        let mut elements = Vec::new();
        for tree in items(values)? {
            let node = node_of(tree)?;
            let start = self.open(node);
            match (&*node.class, &*node.fields) {
                ("Constant", [Tree::Text(text), _]) => {
                    let literal = InterpolatedStringLiteralElement {
                        range: self.close(node, start),
                        node_index: no_index(),
                        value: text.as_str().into(),
                    };
                    elements.push(InterpolatedStringElement::Literal(literal));
                }
                ("FormattedValue", [value, conversion, spec]) => {
                    elements.push(self.element(node, [value, conversion, spec], start)?);
                }
                ("Interpolation", [value, text, conversion, spec]) => {
                    let element = self.element(node, [value, conversion, spec], start)?;
                    if let InterpolatedStringElement::Interpolation(element) = &element {
                        self.set_text(element.expression.range(), word(text).unwrap_or(""));
                    }
                    elements.push(element);
                }
                ("JoinedStr", [inner]) => {
                    elements.extend(self.elements(inner)?.iter().cloned());
                }
                // Any other expression counts as it is: makers of such trees give a text.
                _ => elements.push(InterpolatedStringElement::Interpolation(
                    InterpolatedElement {
                        node_index: no_index(),
                        expression: self.boxed(tree)?,
                        debug_text: None,
                        conversion: ConversionFlag::None,
                        format_spec: None,
                        range: self.close(node, start),
                    },
                )),
            }
        }
        Ok(elements.into())
    }

    fn element(
        &mut self,
        node: &Node,
        [value, conversion, spec]: [&Tree; 3],
        start: TextSize,
    ) -> Read<InterpolatedStringElement> {
        let expression = self.boxed(value)?;
        let format_spec = match spec {
            Tree::None => None,
            spec => {
                let inner = node_of(spec)?;
                let start = self.open(inner);
                let elements = match (&*inner.class, &*inner.fields) {
                    ("JoinedStr", [values]) => self.elements(values)?,
                    _ => self.elements(&Tree::List(vec![spec.clone()]))?,
                };
                Some(Box::new(InterpolatedStringFormatSpec {
                    range: self.close(inner, start),
                    node_index: no_index(),
                    elements,
                }))
            }
        };
        Ok(InterpolatedStringElement::Interpolation(
            InterpolatedElement {
                node_index: no_index(),
                expression,
                debug_text: None,
                conversion: match whole(conversion)? {
                    115 => ConversionFlag::Str,
                    114 => ConversionFlag::Repr,
                    97 => ConversionFlag::Ascii,
                    _ => ConversionFlag::None,
                },
                format_spec,
                range: self.close(node, start),
            },
        ))
    }
}

/// The literal that stands for a constant.
// tidy: long because it is one arm for each kind of constant
fn constant(value: &Tree, range: TextRange) -> Read<Expr> {
    let node_index = no_index();
    let number = |value| {
        Expr::NumberLiteral(ExprNumberLiteral {
            node_index: no_index(),
            range,
            value,
        })
    };
    Ok(match value {
        Tree::None => Expr::NoneLiteral(ExprNoneLiteral { node_index, range }),
        Tree::Bool(value) => Expr::BooleanLiteral(ExprBooleanLiteral {
            node_index,
            range,
            value: *value,
        }),
        Tree::Ellipsis => Expr::EllipsisLiteral(ExprEllipsisLiteral { node_index, range }),
        Tree::Int(value) => whole_number(value, range)?,
        Tree::Float(value) => number(Number::Float(*value)),
        Tree::Complex(real, imag) => {
            let imaginary = number(Number::Complex {
                real: 0.0,
                imag: *imag,
            });
            if *real == 0.0 && real.is_sign_positive() {
                return Ok(imaginary);
            }
            Expr::BinOp(ExprBinOp {
                node_index,
                range,
                left: Box::new(number(Number::Float(*real))),
                op: Operator::Add,
                right: Box::new(imaginary),
            })
        }
        Tree::Text(text) => Expr::StringLiteral(ExprStringLiteral {
            node_index,
            range,
            value: StringLiteralValue::single(StringLiteral {
                range,
                node_index: no_index(),
                value: text.as_str().into(),
                flags: StringLiteralFlags::empty(),
            }),
        }),
        Tree::Bytes(content) => Expr::BytesLiteral(ExprBytesLiteral {
            node_index,
            range,
            value: BytesLiteralValue::single(BytesLiteral {
                range,
                node_index: no_index(),
                value: content.as_slice().into(),
                flags: BytesLiteralFlags::empty(),
            }),
        }),
        Tree::Tuple(items) => Expr::Tuple(ExprTuple {
            node_index,
            range,
            elts: items
                .iter()
                .map(|item| constant(item, range))
                .collect::<Read<_>>()?,
            ctx: ExprContext::Load,
            parenthesized: true,
        }),
        Tree::FrozenSet(_) => {
            return Err("a frozenset as a constant is not supported".to_owned());
        }
        Tree::List(_) | Tree::Node(_) | Tree::Texted(..) => {
            return Err("a constant is expected".to_owned());
        }
    })
}

fn whole_number(value: &BigInt, range: TextRange) -> Read<Expr> {
    let digits = value.magnitude().to_string();
    let literal = Expr::NumberLiteral(ExprNumberLiteral {
        node_index: no_index(),
        range,
        value: Number::Int(
            digits
                .parse()
                .map_err(|_| "a number is expected".to_owned())?,
        ),
    });
    if value.sign() != num_bigint::Sign::Minus {
        return Ok(literal);
    }
    Ok(Expr::UnaryOp(ExprUnaryOp {
        node_index: no_index(),
        range,
        op: UnaryOp::USub,
        operand: Box::new(literal),
    }))
}

fn unary_operator(tree: &Tree) -> Read<UnaryOp> {
    Ok(match &*node_of(tree)?.class {
        "Invert" => UnaryOp::Invert,
        "Not" => UnaryOp::Not,
        "UAdd" => UnaryOp::UAdd,
        "USub" => UnaryOp::USub,
        _ => return Err("expected some sort of unaryop".to_owned()),
    })
}

fn comparison(tree: &Tree) -> Read<CmpOp> {
    Ok(match &*node_of(tree)?.class {
        "Eq" => CmpOp::Eq,
        "NotEq" => CmpOp::NotEq,
        "Lt" => CmpOp::Lt,
        "LtE" => CmpOp::LtE,
        "Gt" => CmpOp::Gt,
        "GtE" => CmpOp::GtE,
        "Is" => CmpOp::Is,
        "IsNot" => CmpOp::IsNot,
        "In" => CmpOp::In,
        "NotIn" => CmpOp::NotIn,
        _ => return Err("expected some sort of cmpop".to_owned()),
    })
}
