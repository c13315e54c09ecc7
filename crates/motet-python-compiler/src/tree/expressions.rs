//! From the parser's expressions and patterns to nodes.

use num_bigint::BigInt;
use ruff_python_ast::{
    Arguments, BoolOp, CmpOp, Comprehension, Expr, ExprContext, Number, Operator, Parameter,
    ParameterWithDefault, Parameters, Pattern, Singleton, UnaryOp,
};
use ruff_text_size::{Ranged, TextRange};

use super::statements::Maker;
use super::{Tree, bare, text};

impl Maker<'_> {
    pub(super) fn optional(&self, expression: Option<&Expr>) -> Tree {
        expression.map_or(Tree::None, |it| self.expression(it))
    }

    pub(super) fn expressions(&self, expressions: &[Expr]) -> Tree {
        Tree::List(expressions.iter().map(|it| self.expression(it)).collect())
    }

    fn context(&self, context: ExprContext) -> Tree {
        let class = match context {
            ExprContext::Store => "Store",
            ExprContext::Del => "Del",
            ExprContext::Load | ExprContext::Invalid => "Load",
        };
        bare(class, Vec::new())
    }

    pub(super) fn operator(&self, operator: Operator) -> Tree {
        bare(operator_class(operator), Vec::new())
    }

    fn constant(&self, range: TextRange, value: Tree) -> Tree {
        self.node("Constant", range, vec![value, Tree::None])
    }

    // tidy: long because it is one arm for each kind of expression
    pub(super) fn expression(&self, expression: &Expr) -> Tree {
        let node = |class, fields| self.node(class, expression.range(), fields);
        match expression {
            Expr::BoolOp(it) => {
                let class = match it.op {
                    BoolOp::And => "And",
                    BoolOp::Or => "Or",
                };
                let fields = vec![bare(class, Vec::new()), self.expressions(&it.values)];
                node("BoolOp", fields)
            }
            Expr::Named(it) => node(
                "NamedExpr",
                vec![self.expression(&it.target), self.expression(&it.value)],
            ),
            Expr::BinOp(it) => node(
                "BinOp",
                vec![
                    self.expression(&it.left),
                    self.operator(it.op),
                    self.expression(&it.right),
                ],
            ),
            Expr::UnaryOp(it) => {
                let class = bare(unary_class(it.op), Vec::new());
                node("UnaryOp", vec![class, self.expression(&it.operand)])
            }
            Expr::Lambda(it) => node(
                "Lambda",
                vec![
                    self.parameters(it.parameters.as_deref()),
                    self.expression(&it.body),
                ],
            ),
            Expr::If(it) => node(
                "IfExp",
                vec![
                    self.expression(&it.test),
                    self.expression(&it.body),
                    self.expression(&it.orelse),
                ],
            ),
            Expr::Dict(it) => {
                let keys = it.items.iter().map(|item| self.optional(item.key.as_ref()));
                let values = it.items.iter().map(|item| self.expression(&item.value));
                let fields = vec![Tree::List(keys.collect()), Tree::List(values.collect())];
                node("Dict", fields)
            }
            Expr::Set(it) => node("Set", vec![self.expressions(&it.elts)]),
            Expr::ListComp(it) => node(
                "ListComp",
                vec![
                    self.expression(&it.elt),
                    self.comprehensions(&it.generators),
                ],
            ),
            Expr::SetComp(it) => node(
                "SetComp",
                vec![
                    self.expression(&it.elt),
                    self.comprehensions(&it.generators),
                ],
            ),
            Expr::DictComp(it) => node(
                "DictComp",
                vec![
                    self.optional(it.key.as_deref()),
                    self.expression(&it.value),
                    self.comprehensions(&it.generators),
                ],
            ),
            Expr::Generator(it) => node(
                "GeneratorExp",
                vec![
                    self.expression(&it.elt),
                    self.comprehensions(&it.generators),
                ],
            ),
            Expr::Await(it) => node("Await", vec![self.expression(&it.value)]),
            Expr::Yield(it) => node("Yield", vec![self.optional(it.value.as_deref())]),
            Expr::YieldFrom(it) => node("YieldFrom", vec![self.expression(&it.value)]),
            Expr::Compare(it) => {
                let operators = it.ops.iter();
                let operators = operators.map(|it| bare(comparison_class(*it), Vec::new()));
                node(
                    "Compare",
                    vec![
                        self.expression(&it.left),
                        Tree::List(operators.collect()),
                        self.expressions(&it.comparators),
                    ],
                )
            }
            Expr::Call(it) => {
                let (arguments, keywords) = self.arguments(Some(&it.arguments));
                node("Call", vec![self.expression(&it.func), arguments, keywords])
            }
            Expr::FString(it) => self.format_string(it),
            Expr::TString(it) => self.template(it),
            Expr::StringLiteral(it) => {
                let kind = if it.value.is_unicode() {
                    text("u")
                } else {
                    Tree::None
                };
                node("Constant", vec![text(it.value.to_str()), kind])
            }
            Expr::BytesLiteral(it) => {
                let bytes = it.value.bytes().collect();
                self.constant(it.range, Tree::Bytes(bytes))
            }
            Expr::NumberLiteral(it) => self.constant(it.range, number(&it.value)),
            Expr::BooleanLiteral(it) => self.constant(it.range, Tree::Bool(it.value)),
            Expr::NoneLiteral(it) => self.constant(it.range, Tree::None),
            Expr::EllipsisLiteral(it) => self.constant(it.range, Tree::Ellipsis),
            Expr::Attribute(it) => node(
                "Attribute",
                vec![
                    self.expression(&it.value),
                    text(it.attr.as_str()),
                    self.context(it.ctx),
                ],
            ),
            Expr::Subscript(it) => node(
                "Subscript",
                vec![
                    self.expression(&it.value),
                    self.expression(&it.slice),
                    self.context(it.ctx),
                ],
            ),
            Expr::Starred(it) => node(
                "Starred",
                vec![self.expression(&it.value), self.context(it.ctx)],
            ),
            Expr::Name(it) => node("Name", vec![text(it.id.as_str()), self.context(it.ctx)]),
            Expr::List(it) => node(
                "List",
                vec![self.expressions(&it.elts), self.context(it.ctx)],
            ),
            Expr::Tuple(it) => node(
                "Tuple",
                vec![self.expressions(&it.elts), self.context(it.ctx)],
            ),
            Expr::Slice(it) => node(
                "Slice",
                vec![
                    self.optional(it.lower.as_deref()),
                    self.optional(it.upper.as_deref()),
                    self.optional(it.step.as_deref()),
                ],
            ),
            Expr::IpyEscapeCommand(it) => self.constant(it.range, Tree::None),
        }
    }

    fn comprehensions(&self, comprehensions: &[Comprehension]) -> Tree {
        let comprehension = |it: &Comprehension| {
            let fields = vec![
                self.expression(&it.target),
                self.expression(&it.iter),
                self.expressions(&it.ifs),
                Tree::Int(i32::from(it.is_async).into()),
            ];
            bare("comprehension", fields)
        };
        Tree::List(comprehensions.iter().map(comprehension).collect())
    }

    /// Positional and keyword arguments of a call or a class.
    pub(super) fn arguments(&self, arguments: Option<&Arguments>) -> (Tree, Tree) {
        let Some(arguments) = arguments else {
            return (Tree::List(Vec::new()), Tree::List(Vec::new()));
        };
        let positional = match (&*arguments.args, &*arguments.keywords) {
            // The parentheses of the call are its own.
            ([Expr::Generator(it)], []) if !it.parenthesized => {
                let fields = vec![
                    self.expression(&it.elt),
                    self.comprehensions(&it.generators),
                ];
                Tree::List(vec![self.node("GeneratorExp", arguments.range, fields)])
            }
            (positional, _) => self.expressions(positional),
        };
        let keyword = |it: &ruff_python_ast::Keyword| {
            let fields = vec![self.name(it.arg.as_ref()), self.expression(&it.value)];
            self.node("keyword", it.range, fields)
        };
        let keywords = arguments.keywords.iter().map(keyword).collect();
        (positional, Tree::List(keywords))
    }

    fn parameter(&self, it: &Parameter) -> Tree {
        let fields = vec![
            text(it.name.as_str()),
            self.optional(it.annotation.as_deref()),
            Tree::None,
        ];
        // The stars before a name are not part of it.
        let range = TextRange::new(it.name.start(), it.end());
        self.node("arg", range, fields)
    }

    pub(super) fn parameters(&self, parameters: Option<&Parameters>) -> Tree {
        let nothing = Parameters::default();
        let all = parameters.unwrap_or(&nothing);
        let list = |parameters: &[ParameterWithDefault]| {
            let parameters = parameters.iter();
            Tree::List(parameters.map(|it| self.parameter(&it.parameter)).collect())
        };
        let defaults = all.posonlyargs.iter().chain(&all.args);
        let defaults = defaults.filter_map(|it| it.default.as_deref());
        let keyword_defaults = all.kwonlyargs.iter();
        let variadic = |parameter: Option<&Parameter>| {
            parameter.map_or(Tree::None, |parameter| self.parameter(parameter))
        };
        let fields = vec![
            list(&all.posonlyargs),
            list(&all.args),
            variadic(all.vararg.as_deref()),
            list(&all.kwonlyargs),
            Tree::List(
                keyword_defaults
                    .map(|it| self.optional(it.default.as_deref()))
                    .collect(),
            ),
            variadic(all.kwarg.as_deref()),
            Tree::List(defaults.map(|it| self.expression(it)).collect()),
        ];
        bare("arguments", fields)
    }

    fn patterns(&self, patterns: &[Pattern]) -> Tree {
        Tree::List(patterns.iter().map(|it| self.pattern(it)).collect())
    }

    pub(super) fn pattern(&self, pattern: &Pattern) -> Tree {
        let node = |class, fields| self.node(class, pattern.range(), fields);
        match pattern {
            Pattern::MatchValue(it) => node("MatchValue", vec![self.expression(&it.value)]),
            Pattern::MatchSingleton(it) => {
                let value = match it.value {
                    Singleton::None => Tree::None,
                    Singleton::True => Tree::Bool(true),
                    Singleton::False => Tree::Bool(false),
                };
                node("MatchSingleton", vec![value])
            }
            Pattern::MatchSequence(it) => node("MatchSequence", vec![self.patterns(&it.patterns)]),
            Pattern::MatchMapping(it) => node(
                "MatchMapping",
                vec![
                    self.expressions(&it.keys),
                    self.patterns(&it.patterns),
                    self.name(it.rest.as_ref()),
                ],
            ),
            Pattern::MatchClass(it) => {
                let keywords = &it.arguments.keywords;
                let names = keywords.iter().map(|it| text(it.attr.as_str())).collect();
                let values = keywords
                    .iter()
                    .map(|it| self.pattern(&it.pattern))
                    .collect();
                node(
                    "MatchClass",
                    vec![
                        self.expression(&it.cls),
                        self.patterns(&it.arguments.patterns),
                        Tree::List(names),
                        Tree::List(values),
                    ],
                )
            }
            Pattern::MatchStar(it) => node("MatchStar", vec![self.name(it.name.as_ref())]),
            Pattern::MatchAs(it) => {
                let inner = it.pattern.as_deref();
                let inner = inner.map_or(Tree::None, |inner| self.pattern(inner));
                node("MatchAs", vec![inner, self.name(it.name.as_ref())])
            }
            Pattern::MatchOr(it) => node("MatchOr", vec![self.patterns(&it.patterns)]),
        }
    }
}

fn number(number: &Number) -> Tree {
    match number {
        Number::Int(value) => Tree::Int(match value.as_u64() {
            Some(small) => small.into(),
            None => big(&value.to_string()),
        }),
        Number::Float(value) => Tree::Float(*value),
        Number::Complex { real, imag } => Tree::Complex(*real, *imag),
    }
}

/// A number that the parser keeps as it was written.
fn big(written: &str) -> BigInt {
    let digits = written.replace('_', "").to_ascii_lowercase();
    let (digits, radix) = match digits.get(..2) {
        Some("0x") => (&digits[2..], 16),
        Some("0o") => (&digits[2..], 8),
        Some("0b") => (&digits[2..], 2),
        _ => (&digits[..], 10),
    };
    BigInt::parse_bytes(digits.as_bytes(), radix).unwrap_or_default()
}

fn operator_class(operator: Operator) -> &'static str {
    match operator {
        Operator::Add => "Add",
        Operator::Sub => "Sub",
        Operator::Mult => "Mult",
        Operator::MatMult => "MatMult",
        Operator::Div => "Div",
        Operator::Mod => "Mod",
        Operator::Pow => "Pow",
        Operator::LShift => "LShift",
        Operator::RShift => "RShift",
        Operator::BitOr => "BitOr",
        Operator::BitXor => "BitXor",
        Operator::BitAnd => "BitAnd",
        Operator::FloorDiv => "FloorDiv",
    }
}

fn unary_class(operator: UnaryOp) -> &'static str {
    match operator {
        UnaryOp::Invert => "Invert",
        UnaryOp::Not => "Not",
        UnaryOp::UAdd => "UAdd",
        UnaryOp::USub => "USub",
    }
}

fn comparison_class(operator: CmpOp) -> &'static str {
    match operator {
        CmpOp::Eq => "Eq",
        CmpOp::NotEq => "NotEq",
        CmpOp::Lt => "Lt",
        CmpOp::LtE => "LtE",
        CmpOp::Gt => "Gt",
        CmpOp::GtE => "GtE",
        CmpOp::Is => "Is",
        CmpOp::IsNot => "IsNot",
        CmpOp::In => "In",
        CmpOp::NotIn => "NotIn",
    }
}
