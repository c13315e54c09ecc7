//! The imports within a crate: the graph of its modules, by `use` and by paths in the code.
//!
//! A module is a file. Paths begin with `crate`, `super` or `self`, or with a module below; a name
//! that a module only passes on (`pub use`) counts for the module that it comes from. Tests do not
//! count, and neither does the crate's root, which declares everything.

use std::collections::{BTreeMap, BTreeSet};

use super::cycles::Graph;
use super::scan;

/// A module's path from the root of its crate.
type Path = Vec<String>;

/// A module: its text without comments, literals and tests.
struct Module {
    code: String,
    /// Names that it passes on, and where they come from.
    passed_on: BTreeMap<String, Path>,
}

/// The modules of a crate.
#[derive(Default)]
pub(super) struct Crate {
    modules: BTreeMap<Path, Module>,
    /// Modules that are only compiled for tests.
    tests: BTreeSet<Path>,
}

/// A piece of code: a name or one other character that is no space.
type Token<'a> = &'a str;

impl Crate {
    /// Adds a file by its path below `src/`.
    pub(super) fn add(&mut self, file: &str, text: &str) {
        let file = file.strip_suffix(".rs").unwrap_or(file);
        let mut path: Path = file.split('/').map(str::to_string).collect();
        let is_root = ["lib", "main"].contains(&file);
        if is_root || path.last().is_some_and(|name| name == "mod") {
            path.pop();
        }
        let (code, tests) = scan::without_tests(text);
        for name in tests {
            self.tests.insert(child(&path, &name));
        }
        let passed_on = BTreeMap::new();
        self.modules.insert(path, Module { code, passed_on });
    }

    /// The graph between its modules, by their paths from the root with slashes.
    pub(super) fn graph(mut self) -> Graph {
        let tests = std::mem::take(&mut self.tests);
        self.modules
            .retain(|path, _| !tests.iter().any(|test| path.starts_with(test)));
        let mut uses: Vec<(Path, Vec<Use>)> = Vec::new();
        for (path, module) in &self.modules {
            uses.push((path.clone(), self.uses(path, &tokens(&module.code))));
        }
        for (path, uses) in &uses {
            for one in uses.iter().filter(|one| one.is_passed_on) {
                let name = one.name.clone();
                let module = self.modules.get_mut(path).expect("it was read there");
                module.passed_on.insert(name, one.target.clone());
            }
        }
        let mut graph = Graph::default();
        for (path, uses) in &uses {
            for one in uses {
                let target = self.home(&one.target, 8);
                if !path.is_empty() && !target.is_empty() {
                    graph.add(&path.join("/"), &target.join("/"));
                }
            }
        }
        graph
    }

    /// The module in which the last name of a path is at home.
    fn home(&self, target: &[String], depth: usize) -> Path {
        let mut module: Path = Vec::new();
        for (at, name) in target.iter().enumerate() {
            let below = child(&module, name);
            if self.modules.contains_key(&below) {
                module = below;
                continue;
            }
            let from = self.modules.get(&module);
            return match from.and_then(|from| from.passed_on.get(name)) {
                Some(path) if depth > 0 => {
                    let rest = &target[at + 1..];
                    self.home(&[path, rest].concat(), depth - 1)
                }
                _ => module,
            };
        }
        module
    }

    /// All paths in the code of a module.
    fn uses(&self, path: &Path, tokens: &[Token<'_>]) -> Vec<Use> {
        let mut reader = Reader {
            tokens,
            at: 0,
            uses: Vec::new(),
        };
        // Modules that are written out in the file: `super` leads one less far.
        let mut inner: Vec<(usize, String)> = Vec::new();
        let mut braces = 0;
        let mut item = 0;
        while reader.at < tokens.len() {
            let at = reader.at;
            match tokens[at] {
                "{" => braces += 1,
                "}" => {
                    braces -= 1;
                    inner.retain(|(depth, _)| *depth < braces + 1);
                }
                "mod" if tokens.get(at + 2) == Some(&"{") => {
                    inner.push((braces + 1, tokens[at + 1].to_string()));
                }
                _ => {}
            }
            if matches!(tokens[at], ";" | "{" | "}") {
                item = at + 1;
            }
            let is_inside_path = at > 0 && [":", "."].contains(&tokens[at - 1]);
            let leads_on = tokens.get(at + 1) == Some(&":") && tokens.get(at + 2) == Some(&":");
            let mut here = path.clone();
            here.extend(inner.iter().map(|(_, name)| name.clone()));
            let base = match tokens[at] {
                _ if is_inside_path || !leads_on => None,
                "crate" => Some(Vec::new()),
                "self" => Some(here),
                "super" => Some(here[..here.len().saturating_sub(1)].to_vec()),
                name if self.modules.contains_key(&child(path, name)) => Some(child(path, name)),
                _ => None,
            };
            reader.at += 1;
            let Some(base) = base else { continue };
            let of_item = &tokens[item..at];
            let is_use = of_item.contains(&"use");
            let is_passed_on = is_use && of_item.first() == Some(&"pub");
            reader.at += 2;
            reader.tree(base, is_passed_on);
        }
        reader.uses
    }
}

/// A path that a module names.
struct Use {
    target: Path,
    /// Its name in the module.
    name: String,
    is_passed_on: bool,
}

/// Reads paths with their braces.
struct Reader<'a> {
    tokens: &'a [Token<'a>],
    at: usize,
    uses: Vec<Use>,
}

impl Reader<'_> {
    /// Reads the text that follows `base::`.
    fn tree(&mut self, mut base: Path, is_passed_on: bool) {
        loop {
            let token = self.tokens.get(self.at).copied().unwrap_or(";");
            match token {
                "{" => {
                    self.at += 1;
                    while !["}", ";"].contains(self.tokens.get(self.at).unwrap_or(&";")) {
                        self.tree(base.clone(), is_passed_on);
                        if self.tokens.get(self.at) == Some(&",") {
                            self.at += 1;
                        }
                    }
                    self.at += 1;
                    return;
                }
                "super" => _ = base.pop(),
                "self" => {}
                _ if is_name(token) => base.push(token.to_string()),
                "*" => {
                    self.at += 1;
                    base.push("*".to_string());
                    return self.found(base, "*".to_string(), is_passed_on);
                }
                // A type's parameters, or anything else that is no path.
                _ => return self.found(base, String::new(), false),
            }
            self.at += 1;
            let leads_on = self.tokens.get(self.at) == Some(&":")
                && self.tokens.get(self.at + 1) == Some(&":");
            if !leads_on {
                let mut name = base.last().cloned().unwrap_or_default();
                if self.tokens.get(self.at) == Some(&"as") {
                    name = self.tokens.get(self.at + 1).unwrap_or(&"").to_string();
                    self.at += 2;
                }
                return self.found(base, name, is_passed_on);
            }
            self.at += 2;
        }
    }

    fn found(&mut self, target: Path, name: String, is_passed_on: bool) {
        self.uses.push(Use {
            target,
            name,
            is_passed_on,
        });
    }
}

fn child(path: &[String], name: &str) -> Path {
    let mut path = path.to_vec();
    path.push(name.to_string());
    path
}

fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
}

/// Takes code apart.
fn tokens(code: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut rest = code.trim_start();
    while let Some(first) = rest.chars().next() {
        let in_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let length = match rest.find(|c| !in_name(c)) {
            Some(0) => first.len_utf8(),
            Some(length) => length,
            None => rest.len(),
        };
        tokens.push(&rest[..length]);
        rest = rest[length..].trim_start();
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_paths_and_what_is_passed_on_are_edges() {
        let mut read = Crate::default();
        read.add("lib.rs", "mod a; pub mod b; pub use a::deep::Thing;");
        read.add(
            "a/mod.rs",
            "pub(crate) mod deep; use crate::b::{self, x::Y, z};",
        );
        read.add(
            "a/deep.rs",
            "// crate::c::no\nfn f() { super::super::c::g(\"crate::d\"); }\
             #[cfg(test)] mod tests { use crate::d::x; }",
        );
        read.add(
            "b.rs",
            "use crate::Thing; mod inner { use super::super::c; }",
        );
        read.add("c.rs", "#[cfg(test)]\nmod tests;\nuse std::crate_like;");
        read.add("c/tests.rs", "use crate::a::X;");
        read.add("d.rs", "");
        let mut expected = Graph::default();
        expected.add("a", "b");
        expected.add("a/deep", "c");
        expected.add("b", "a/deep");
        expected.add("b", "c");
        assert_eq!(read.graph(), expected);
    }
}
