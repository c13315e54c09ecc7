//! From nodes to the parser's statements.

use ruff_python_ast::*;
use ruff_text_size::{Ranged, TextRange, TextSize};

use super::reader::*;
use super::{Node, Tree};

impl Reader {
    // tidy: long because it is one arm for each kind of statement
    pub(super) fn statement(&mut self, tree: &Tree) -> Read<Stmt> {
        let node = node_of(tree)?;
        let start = self.open(node);
        Ok(match (&*node.class, &*node.fields) {
            ("FunctionDef" | "AsyncFunctionDef", [..]) => self.function(node, start)?,
            ("ClassDef", [..]) => self.class(node, start)?,
            ("Return", [value]) => {
                let value = self.optional(value)?;
                let range = self.close(node, start);
                Stmt::Return(StmtReturn {
                    node_index: no_index(),
                    range,
                    value,
                })
            }
            ("Delete", [targets]) => {
                let targets = self.expressions(targets)?;
                let range = self.close(node, start);
                Stmt::Delete(StmtDelete {
                    node_index: no_index(),
                    range,
                    targets,
                })
            }
            ("TypeAlias", [name, parameters, value]) => Stmt::TypeAlias(StmtTypeAlias {
                node_index: no_index(),
                name: self.boxed(name)?,
                type_params: self.type_parameters(parameters)?,
                value: self.boxed(value)?,
                range: self.close(node, start),
            }),
            ("Assign", [targets, value, _]) => Stmt::Assign(StmtAssign {
                node_index: no_index(),
                targets: self.expressions(targets)?,
                value: self.boxed(value)?,
                range: self.close(node, start),
            }),
            ("AugAssign", [target, op, value]) => Stmt::AugAssign(StmtAugAssign {
                node_index: no_index(),
                target: self.boxed(target)?,
                op: operator(op)?,
                value: self.boxed(value)?,
                range: self.close(node, start),
            }),
            ("AnnAssign", [target, annotation, value, simple]) => Stmt::AnnAssign(StmtAnnAssign {
                node_index: no_index(),
                target: self.boxed(target)?,
                annotation: self.boxed(annotation)?,
                value: self.optional(value)?,
                simple: whole(simple)? != 0,
                range: self.close(node, start),
            }),
            ("For" | "AsyncFor", [target, iter, body, orelse, _]) => Stmt::For(StmtFor {
                node_index: no_index(),
                is_async: node.class == "AsyncFor",
                target: self.boxed(target)?,
                iter: self.boxed(iter)?,
                body: self.body(body)?.into_iter().collect(),
                orelse: self.body(orelse)?.into_iter().collect(),
                range: self.close(node, start),
            }),
            ("While", [test, body, orelse]) => Stmt::While(StmtWhile {
                node_index: no_index(),
                test: self.boxed(test)?,
                body: self.body(body)?.into_iter().collect(),
                orelse: self.body(orelse)?.into_iter().collect(),
                range: self.close(node, start),
            }),
            ("If", [test, body, orelse]) => Stmt::If(StmtIf {
                node_index: no_index(),
                test: self.boxed(test)?,
                body: self.body(body)?.into_iter().collect(),
                elif_else_clauses: self.otherwise(orelse)?,
                range: self.close(node, start),
            }),
            ("With" | "AsyncWith", [contexts, body, _]) => Stmt::With(StmtWith {
                node_index: no_index(),
                is_async: node.class == "AsyncWith",
                items: self.contexts(contexts)?,
                body: self.body(body)?.into_iter().collect(),
                range: self.close(node, start),
            }),
            ("Match", [subject, cases]) => Stmt::Match(StmtMatch {
                node_index: no_index(),
                subject: self.boxed(subject)?,
                cases: self.cases(cases)?,
                range: self.close(node, start),
            }),
            ("Raise", [exception, cause]) => Stmt::Raise(StmtRaise {
                node_index: no_index(),
                exc: self.optional(exception)?,
                cause: self.optional(cause)?,
                range: self.close(node, start),
            }),
            ("Try" | "TryStar", [body, handlers, orelse, finalbody]) => Stmt::Try(StmtTry {
                node_index: no_index(),
                body: self.body(body)?.into_iter().collect(),
                handlers: self.handlers(handlers)?,
                orelse: self.body(orelse)?.into_iter().collect(),
                finalbody: self.body(finalbody)?.into_iter().collect(),
                is_star: node.class == "TryStar",
                range: self.close(node, start),
            }),
            ("Assert", [test, message]) => Stmt::Assert(StmtAssert {
                node_index: no_index(),
                test: self.boxed(test)?,
                msg: self.optional(message)?,
                range: self.close(node, start),
            }),
            ("Import", [names]) => Stmt::Import(StmtImport {
                node_index: no_index(),
                names: self.aliases(names)?,
                is_lazy: false,
                range: self.close(node, start),
            }),
            ("ImportFrom", [module, names, level]) => Stmt::ImportFrom(StmtImportFrom {
                node_index: no_index(),
                module: self.optional_name(module, start)?,
                names: self.aliases(names)?,
                level: u32::try_from(whole(level)?)
                    .map_err(|_| "Negative ImportFrom level".to_owned())?,
                is_lazy: false,
                range: self.close(node, start),
            }),
            ("Global", [names]) => Stmt::Global(StmtGlobal {
                node_index: no_index(),
                names: self.names(names, start)?,
                range: self.close(node, start),
            }),
            ("Nonlocal", [names]) => Stmt::Nonlocal(StmtNonlocal {
                node_index: no_index(),
                names: self.names(names, start)?,
                range: self.close(node, start),
            }),
            ("Expr", [value]) => Stmt::Expr(StmtExpr {
                node_index: no_index(),
                value: self.boxed(value)?,
                range: self.close(node, start),
            }),
            ("Pass", []) => Stmt::Pass(StmtPass {
                node_index: no_index(),
                range: self.close(node, start),
            }),
            ("Break", []) => Stmt::Break(StmtBreak {
                node_index: no_index(),
                range: self.close(node, start),
            }),
            ("Continue", []) => Stmt::Continue(StmtContinue {
                node_index: no_index(),
                range: self.close(node, start),
            }),
            _ => return Err(unexpected(node)),
        })
    }

    fn decorators(&mut self, tree: &Tree) -> Read<Vec<Decorator>> {
        let mut decorators = Vec::new();
        for expression in self.expressions(tree)? {
            decorators.push(Decorator {
                range: expression.range(),
                node_index: no_index(),
                expression,
            });
        }
        Ok(decorators)
    }

    /// The range of a definition: in a text it begins with its first decorator, in a tree behind
    /// the last.
    fn definition(&mut self, node: &Node, start: TextSize, decorators: &[Decorator]) -> TextRange {
        let range = self.close(node, start);
        match decorators.first() {
            Some(first) => TextRange::new(first.start(), range.end()),
            None => range,
        }
    }

    fn function(&mut self, node: &Node, start: TextSize) -> Read<Stmt> {
        let [
            name,
            parameters,
            body,
            decorators,
            returns,
            _,
            type_parameters,
        ] = &*node.fields
        else {
            return Err(unexpected(node));
        };
        let decorator_list = self.decorators(decorators)?;
        Ok(Stmt::FunctionDef(StmtFunctionDef {
            node_index: no_index(),
            is_async: node.class == "AsyncFunctionDef",
            name: self.identifier(name, start)?,
            type_params: self.type_parameters(type_parameters)?,
            parameters: Box::new(self.parameters(parameters, start)?),
            returns: self.optional(returns)?,
            body: self.body(body)?.into_iter().collect(),
            range: self.definition(node, start, &decorator_list),
            decorator_list: decorator_list.into_iter().collect(),
        }))
    }

    fn class(&mut self, node: &Node, start: TextSize) -> Read<Stmt> {
        let [name, bases, keywords, body, decorators, type_parameters] = &*node.fields else {
            return Err(unexpected(node));
        };
        let decorator_list = self.decorators(decorators)?;
        let type_params = self.type_parameters(type_parameters)?;
        let arguments = self.arguments(bases, keywords, start)?;
        Ok(Stmt::ClassDef(StmtClassDef {
            node_index: no_index(),
            name: self.identifier(name, start)?,
            type_params,
            arguments: Some(Box::new(arguments)),
            body: self.body(body)?.into_iter().collect(),
            range: self.definition(node, start, &decorator_list),
            decorator_list: decorator_list.into_iter().collect(),
        }))
    }

    /// The rest of an `if`: one that stands alone in an `else` is an `elif`, so that long chains do
    /// not nest.
    fn otherwise(&mut self, tree: &Tree) -> Read<Vec<ElifElseClause>> {
        let mut clauses = Vec::new();
        let mut rest = tree;
        loop {
            let statements = items(rest)?;
            let node = match statements {
                [] => return Ok(clauses),
                [Tree::Node(only)] if only.class == "If" && only.fields.len() == 3 => only,
                _ => {
                    let body: Vec<Stmt> = self.body(rest)?;
                    let range = body[0].range();
                    clauses.push(ElifElseClause {
                        range,
                        node_index: no_index(),
                        test: None,
                        body: body.into_iter().collect(),
                    });
                    return Ok(clauses);
                }
            };
            let start = self.open(node);
            clauses.push(ElifElseClause {
                node_index: no_index(),
                test: Some(self.expression(&node.fields[0])?),
                body: self.body(&node.fields[1])?.into_iter().collect(),
                range: self.close(node, start),
            });
            rest = &node.fields[2];
        }
    }

    fn contexts(&mut self, tree: &Tree) -> Read<Vec<WithItem>> {
        let mut contexts = Vec::new();
        for tree in items(tree)? {
            let node = node_of(tree)?;
            let [context, variables] = &*node.fields else {
                return Err(unexpected(node));
            };
            let context_expr = self.expression(context)?;
            contexts.push(WithItem {
                range: context_expr.range(),
                node_index: no_index(),
                context_expr,
                optional_vars: self.optional(variables)?,
            });
        }
        Ok(contexts)
    }

    fn cases(&mut self, tree: &Tree) -> Read<Vec<MatchCase>> {
        let mut cases = Vec::new();
        for tree in items(tree)? {
            let node = node_of(tree)?;
            let [pattern, guard, body] = &*node.fields else {
                return Err(unexpected(node));
            };
            let pattern = self.pattern(pattern)?;
            cases.push(MatchCase {
                range: pattern.range(),
                node_index: no_index(),
                pattern,
                guard: self.optional(guard)?,
                body: self.body(body)?.into_iter().collect(),
            });
        }
        Ok(cases)
    }

    fn handlers(&mut self, tree: &Tree) -> Read<Vec<ExceptHandler>> {
        let mut handlers = Vec::new();
        for tree in items(tree)? {
            let node = node_of(tree)?;
            let [class, name, body] = &*node.fields else {
                return Err(unexpected(node));
            };
            let start = self.open(node);
            handlers.push(ExceptHandler::ExceptHandler(ExceptHandlerExceptHandler {
                node_index: no_index(),
                type_: self.optional(class)?,
                name: self.optional_name(name, start)?,
                body: self.body(body)?.into_iter().collect(),
                range: self.close(node, start),
            }));
        }
        Ok(handlers)
    }

    fn aliases(&mut self, tree: &Tree) -> Read<Vec<Alias>> {
        let mut aliases = Vec::new();
        for tree in items(tree)? {
            let node = node_of(tree)?;
            let [name, other] = &*node.fields else {
                return Err(unexpected(node));
            };
            let start = self.open(node);
            aliases.push(Alias {
                node_index: no_index(),
                name: self.identifier(name, start)?,
                asname: self.optional_name(other, start)?,
                range: self.close(node, start),
            });
        }
        Ok(aliases)
    }

    fn type_parameters(&mut self, tree: &Tree) -> Read<Option<Box<TypeParams>>> {
        let mut type_params = Vec::new();
        for tree in items(tree)? {
            let node = node_of(tree)?;
            let start = self.open(node);
            type_params.push(match (&*node.class, &*node.fields) {
                ("TypeVar", [name, bound, default]) => TypeParam::TypeVar(TypeParamTypeVar {
                    node_index: no_index(),
                    name: self.identifier(name, start)?,
                    bound: self.optional(bound)?,
                    default: self.optional(default)?,
                    range: self.close(node, start),
                }),
                ("TypeVarTuple", [name, default]) => {
                    TypeParam::TypeVarTuple(TypeParamTypeVarTuple {
                        node_index: no_index(),
                        name: self.identifier(name, start)?,
                        default: self.optional(default)?,
                        range: self.close(node, start),
                    })
                }
                ("ParamSpec", [name, default]) => TypeParam::ParamSpec(TypeParamParamSpec {
                    node_index: no_index(),
                    name: self.identifier(name, start)?,
                    default: self.optional(default)?,
                    range: self.close(node, start),
                }),
                _ => return Err(unexpected(node)),
            });
        }
        let Some((first, last)) = type_params.first().zip(type_params.last()) else {
            return Ok(None);
        };
        let range = TextRange::new(first.start(), last.end());
        Ok(Some(Box::new(TypeParams {
            range,
            node_index: no_index(),
            type_params,
        })))
    }
}

pub(super) fn operator(tree: &Tree) -> Read<Operator> {
    Ok(match &*node_of(tree)?.class {
        "Add" => Operator::Add,
        "Sub" => Operator::Sub,
        "Mult" => Operator::Mult,
        "MatMult" => Operator::MatMult,
        "Div" => Operator::Div,
        "Mod" => Operator::Mod,
        "Pow" => Operator::Pow,
        "LShift" => Operator::LShift,
        "RShift" => Operator::RShift,
        "BitOr" => Operator::BitOr,
        "BitXor" => Operator::BitXor,
        "BitAnd" => Operator::BitAnd,
        "FloorDiv" => Operator::FloorDiv,
        _ => return Err("expected some sort of operator".to_owned()),
    })
}
