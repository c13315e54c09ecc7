//! From nodes to the parser's patterns.

use ruff_python_ast::*;
use ruff_text_size::{Ranged, TextRange};

use super::Tree;
use super::reader::*;

impl Reader {
    fn patterns(&mut self, tree: &Tree) -> Read<Vec<Pattern>> {
        items(tree)?.iter().map(|it| self.pattern(it)).collect()
    }

    // tidy: long because it is one arm for each kind of pattern
    pub(super) fn pattern(&mut self, tree: &Tree) -> Read<Pattern> {
        let node = node_of(tree)?;
        let start = self.open(node);
        Ok(match (&*node.class, &*node.fields) {
            ("MatchValue", [value]) => Pattern::MatchValue(PatternMatchValue {
                node_index: no_index(),
                value: self.boxed(value)?,
                range: self.close(node, start),
            }),
            ("MatchSingleton", [value]) => Pattern::MatchSingleton(PatternMatchSingleton {
                node_index: no_index(),
                value: match value {
                    Tree::None => Singleton::None,
                    Tree::Bool(truth) => Singleton::from(*truth),
                    _ => {
                        let message = "MatchSingleton can only contain True, False and None";
                        return Err(message.to_owned());
                    }
                },
                range: self.close(node, start),
            }),
            ("MatchSequence", [patterns]) => Pattern::MatchSequence(PatternMatchSequence {
                node_index: no_index(),
                patterns: self.patterns(patterns)?,
                range: self.close(node, start),
            }),
            ("MatchMapping", [keys, patterns, rest]) => {
                Pattern::MatchMapping(PatternMatchMapping {
                    node_index: no_index(),
                    keys: self.expressions(keys)?.into_iter().collect(),
                    patterns: self.patterns(patterns)?.into_iter().collect(),
                    rest: self.optional_name(rest, start)?,
                    range: self.close(node, start),
                })
            }
            ("MatchClass", [class, patterns, names, values]) => {
                let cls = self.boxed(class)?;
                let patterns = self.patterns(patterns)?;
                let names = self.names(names, start)?;
                let values = self.patterns(values)?;
                if names.len() != values.len() {
                    let message = "MatchClass doesn't have the same number of keyword attributes \
                                   as patterns";
                    return Err(message.to_owned());
                }
                let keyword = |(attr, pattern): (Identifier, Pattern)| PatternKeyword {
                    range: pattern.range(),
                    node_index: no_index(),
                    attr,
                    pattern,
                };
                let keywords = names.into_iter().zip(values).map(keyword).collect();
                let range = self.close(node, start);
                Pattern::MatchClass(PatternMatchClass {
                    node_index: no_index(),
                    cls,
                    arguments: PatternArguments {
                        range: TextRange::empty(range.end()),
                        node_index: no_index(),
                        patterns: patterns.into_iter().collect(),
                        keywords,
                    },
                    range,
                })
            }
            ("MatchStar", [name]) => Pattern::MatchStar(PatternMatchStar {
                node_index: no_index(),
                name: self.optional_name(name, start)?,
                range: self.close(node, start),
            }),
            ("MatchAs", [pattern, name]) => Pattern::MatchAs(PatternMatchAs {
                node_index: no_index(),
                pattern: match pattern {
                    Tree::None => None,
                    _ => Some(Box::new(self.pattern(pattern)?)),
                },
                name: self.optional_name(name, start)?,
                range: self.close(node, start),
            }),
            ("MatchOr", [patterns]) => Pattern::MatchOr(PatternMatchOr {
                node_index: no_index(),
                patterns: self.patterns(patterns)?,
                range: self.close(node, start),
            }),
            _ => return Err(unexpected(node)),
        })
    }
}
