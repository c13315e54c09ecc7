//! From the parser's statements to nodes.

use ruff_python_ast::{
    Alias, Decorator, ElifElseClause, ExceptHandler, Identifier, MatchCase, ModModule, Stmt,
    StmtClassDef, StmtFunctionDef, StmtIf, TypeParam, TypeParams, WithItem,
};
use ruff_text_size::{Ranged, TextRange, TextSize};

use super::{Node, Tree, bare, text};
use crate::Mode;
use crate::source::Source;

/// Makes nodes of the tree that the parser has made of a source.
pub(super) struct Maker<'a> {
    pub(super) source: &'a Source<'a>,
}

impl Maker<'_> {
    pub(super) fn node(&self, class: &str, range: TextRange, fields: Vec<Tree>) -> Tree {
        let place = self.source.position(range);
        Tree::Node(Box::new(Node {
            class: class.to_owned(),
            fields,
            place: Some([place.line, place.column, place.end_line, place.end_column]),
        }))
    }

    pub(super) fn module(&self, module: &ModModule, mode: Mode) -> Tree {
        match (mode, module.body.as_slice()) {
            (Mode::Eval, [Stmt::Expr(only)]) => {
                bare("Expression", vec![self.expression(&only.value)])
            }
            (Mode::Single, _) => bare("Interactive", vec![self.body(&module.body)]),
            _ => bare(
                "Module",
                vec![self.body(&module.body), Tree::List(Vec::new())],
            ),
        }
    }

    fn body(&self, statements: &[Stmt]) -> Tree {
        Tree::List(statements.iter().map(|it| self.statement(it)).collect())
    }

    fn decorators(&self, decorators: &[Decorator]) -> Tree {
        let decorators = decorators.iter();
        Tree::List(
            decorators
                .map(|it| self.expression(&it.expression))
                .collect(),
        )
    }

    pub(super) fn name(&self, name: Option<&Identifier>) -> Tree {
        name.map_or(Tree::None, |name| text(name.as_str()))
    }

    fn names(&self, names: &[Identifier]) -> Tree {
        Tree::List(names.iter().map(|name| text(name.as_str())).collect())
    }

    fn aliases(&self, aliases: &[Alias]) -> Tree {
        let alias = |it: &Alias| {
            let fields = vec![text(it.name.as_str()), self.name(it.asname.as_ref())];
            self.node("alias", it.range, fields)
        };
        Tree::List(aliases.iter().map(alias).collect())
    }

    /// The range of a definition, which begins behind its decorators.
    fn definition(&self, range: TextRange, decorators: &[Decorator]) -> TextRange {
        let Some(last) = decorators.last() else {
            return range;
        };
        let mut offset = last.end().to_usize();
        let text = self.source.text();
        loop {
            let rest = &text[offset..];
            let trimmed = rest.trim_start_matches(|it: char| it.is_whitespace() || it == '\\');
            offset += rest.len() - trimmed.len();
            if !trimmed.starts_with('#') {
                break;
            }
            offset += trimmed.find('\n').unwrap_or(trimmed.len());
        }
        TextRange::new(
            TextSize::try_from(offset).unwrap_or(range.start()),
            range.end(),
        )
    }

    // tidy: long because it is one arm for each kind of statement
    pub(super) fn statement(&self, statement: &Stmt) -> Tree {
        let node = |class, fields| self.node(class, statement.range(), fields);
        match statement {
            Stmt::FunctionDef(it) => self.function(it),
            Stmt::ClassDef(it) => self.class(it),
            Stmt::Return(it) => node("Return", vec![self.optional(it.value.as_deref())]),
            Stmt::Delete(it) => node("Delete", vec![self.expressions(&it.targets)]),
            Stmt::TypeAlias(it) => node(
                "TypeAlias",
                vec![
                    self.expression(&it.name),
                    self.type_parameters(it.type_params.as_deref()),
                    self.expression(&it.value),
                ],
            ),
            Stmt::Assign(it) => node(
                "Assign",
                vec![
                    self.expressions(&it.targets),
                    self.expression(&it.value),
                    Tree::None,
                ],
            ),
            Stmt::AugAssign(it) => node(
                "AugAssign",
                vec![
                    self.expression(&it.target),
                    self.operator(it.op),
                    self.expression(&it.value),
                ],
            ),
            Stmt::AnnAssign(it) => node(
                "AnnAssign",
                vec![
                    self.expression(&it.target),
                    self.expression(&it.annotation),
                    self.optional(it.value.as_deref()),
                    Tree::Int(i32::from(it.simple).into()),
                ],
            ),
            Stmt::For(it) => node(
                if it.is_async { "AsyncFor" } else { "For" },
                vec![
                    self.expression(&it.target),
                    self.expression(&it.iter),
                    self.body(&it.body),
                    self.body(&it.orelse),
                    Tree::None,
                ],
            ),
            Stmt::While(it) => node(
                "While",
                vec![
                    self.expression(&it.test),
                    self.body(&it.body),
                    self.body(&it.orelse),
                ],
            ),
            Stmt::If(it) => self.condition(it),
            Stmt::With(it) => node(
                if it.is_async { "AsyncWith" } else { "With" },
                vec![self.contexts(&it.items), self.body(&it.body), Tree::None],
            ),
            Stmt::Match(it) => node(
                "Match",
                vec![self.expression(&it.subject), self.cases(&it.cases)],
            ),
            Stmt::Raise(it) => node(
                "Raise",
                vec![
                    self.optional(it.exc.as_deref()),
                    self.optional(it.cause.as_deref()),
                ],
            ),
            Stmt::Try(it) => node(
                if it.is_star { "TryStar" } else { "Try" },
                vec![
                    self.body(&it.body),
                    self.handlers(&it.handlers),
                    self.body(&it.orelse),
                    self.body(&it.finalbody),
                ],
            ),
            Stmt::Assert(it) => node(
                "Assert",
                vec![self.expression(&it.test), self.optional(it.msg.as_deref())],
            ),
            Stmt::Import(it) => node("Import", vec![self.aliases(&it.names)]),
            Stmt::ImportFrom(it) => node(
                "ImportFrom",
                vec![
                    self.name(it.module.as_ref()),
                    self.aliases(&it.names),
                    Tree::Int(it.level.into()),
                ],
            ),
            Stmt::Global(it) => node("Global", vec![self.names(&it.names)]),
            Stmt::Nonlocal(it) => node("Nonlocal", vec![self.names(&it.names)]),
            Stmt::Expr(it) => node("Expr", vec![self.expression(&it.value)]),
            Stmt::Pass(_) | Stmt::IpyEscapeCommand(_) => node("Pass", Vec::new()),
            Stmt::Break(_) => node("Break", Vec::new()),
            Stmt::Continue(_) => node("Continue", Vec::new()),
        }
    }

    fn function(&self, it: &StmtFunctionDef) -> Tree {
        let class = if it.is_async {
            "AsyncFunctionDef"
        } else {
            "FunctionDef"
        };
        let fields = vec![
            text(it.name.as_str()),
            self.parameters(Some(&it.parameters)),
            self.body(&it.body),
            self.decorators(&it.decorator_list),
            self.optional(it.returns.as_deref()),
            Tree::None,
            self.type_parameters(it.type_params.as_deref()),
        ];
        let range = self.definition(it.range, &it.decorator_list);
        self.node(class, range, fields)
    }

    fn class(&self, it: &StmtClassDef) -> Tree {
        let (bases, keywords) = self.arguments(it.arguments.as_deref());
        let fields = vec![
            text(it.name.as_str()),
            bases,
            keywords,
            self.body(&it.body),
            self.decorators(&it.decorator_list),
            self.type_parameters(it.type_params.as_deref()),
        ];
        let range = self.definition(it.range, &it.decorator_list);
        self.node("ClassDef", range, fields)
    }

    /// `elif` is an `if` inside of the `else` before it.
    fn condition(&self, it: &StmtIf) -> Tree {
        let otherwise = self.clauses(&it.elif_else_clauses);
        let fields = vec![self.expression(&it.test), self.body(&it.body), otherwise];
        self.node("If", it.range, fields)
    }

    fn clauses(&self, clauses: &[ElifElseClause]) -> Tree {
        let Some((first, rest)) = clauses.split_first() else {
            return Tree::List(Vec::new());
        };
        let Some(test) = &first.test else {
            return self.body(&first.body);
        };
        let end = rest.last().unwrap_or(first).end();
        let otherwise = self.clauses(rest);
        let fields = vec![self.expression(test), self.body(&first.body), otherwise];
        let range = TextRange::new(first.start(), end);
        Tree::List(vec![self.node("If", range, fields)])
    }

    fn contexts(&self, items: &[WithItem]) -> Tree {
        let context = |it: &WithItem| {
            let fields = vec![
                self.expression(&it.context_expr),
                self.optional(it.optional_vars.as_deref()),
            ];
            bare("withitem", fields)
        };
        Tree::List(items.iter().map(context).collect())
    }

    fn cases(&self, cases: &[MatchCase]) -> Tree {
        let case = |it: &MatchCase| {
            let fields = vec![
                self.pattern(&it.pattern),
                self.optional(it.guard.as_deref()),
                self.body(&it.body),
            ];
            bare("match_case", fields)
        };
        Tree::List(cases.iter().map(case).collect())
    }

    fn handlers(&self, handlers: &[ExceptHandler]) -> Tree {
        let handler = |ExceptHandler::ExceptHandler(it): &ExceptHandler| {
            let fields = vec![
                self.optional(it.type_.as_deref()),
                self.name(it.name.as_ref()),
                self.body(&it.body),
            ];
            self.node("ExceptHandler", it.range, fields)
        };
        Tree::List(handlers.iter().map(handler).collect())
    }

    fn type_parameters(&self, parameters: Option<&TypeParams>) -> Tree {
        let parameter = |it: &TypeParam| match it {
            TypeParam::TypeVar(it) => {
                let fields = vec![
                    text(it.name.as_str()),
                    self.optional(it.bound.as_deref()),
                    self.optional(it.default.as_deref()),
                ];
                self.node("TypeVar", it.range, fields)
            }
            TypeParam::TypeVarTuple(it) => {
                let fields = vec![text(it.name.as_str()), self.optional(it.default.as_deref())];
                self.node("TypeVarTuple", it.range, fields)
            }
            TypeParam::ParamSpec(it) => {
                let fields = vec![text(it.name.as_str()), self.optional(it.default.as_deref())];
                self.node("ParamSpec", it.range, fields)
            }
        };
        let parameters = parameters.map_or(&[][..], |it| &it.type_params);
        Tree::List(parameters.iter().map(parameter).collect())
    }
}
