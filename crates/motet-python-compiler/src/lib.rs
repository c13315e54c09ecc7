//! Python source to register bytecode.
//!
//! The way of a module: `parse` makes a tree, `scope` finds out where each name lives (and reports
//! errors that the parser lets through), `codegen` makes instructions, the verifier of the
//! bytecode crate checks them in debug builds.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};
use std::thread;

use motet_python_bytecode::Code;

mod anchors;
mod codegen;
mod depth;
mod encoding;
mod error;
mod named_words;
mod numbers;
mod parse;
mod plain_lines;
mod scope;
mod source;
mod surrogates;
mod tokens;
mod tree;
mod warnings;
mod wording;

pub use anchors::{Anchors, anchors, is_whole_call};
pub use encoding::decode;
pub use error::{SyntaxError, SyntaxErrorKind};
pub use plain_lines::{PlainState, PlainToken, plain_line};
pub use tokens::{SourceToken, TokenClass, tokens};
pub use tree::{Node, Place, TREE_DEPTH_MAX, Tree, TreeError, compile_tree, parse_tree};

/// A map by names or places of a source. (The library's own hashes took a twentieth of the time. A
/// source may be hostile, so these have a seed of the process too.)
type Map<K, V> = HashMap<K, V, foldhash::fast::RandomState>;
type Set<K> = HashSet<K, foldhash::fast::RandomState>;

/// The purpose of compiling a source text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// A file: its names are the variables of a module.
    #[default]
    File,
    /// `exec`: statements whose names lie in a mapping.
    Exec,
    /// `eval`: one expression; the code returns its value.
    Eval,
    /// One statement of an interactive session: values of expressions are shown.
    Single,
}

/// How a source text is compiled.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// The purpose.
    pub mode: Mode,
    /// As if the source began with `from __future__ import annotations`.
    pub annotations_are_texts: bool,
    /// The level of optimisation, if it is another one than that of the process.
    pub optimisation: Option<u8>,
}

/// The level of optimisation, which leaves parts of the code out. Relaxed: set before programs run.
static OPTIMISATION: AtomicU8 = AtomicU8::new(0);

/// Leaves out assertions (1) and docstrings too (2) from now on.
pub fn set_optimisation(level: u8) {
    OPTIMISATION.store(level, Ordering::Relaxed);
}

fn optimisation() -> u8 {
    OPTIMISATION.load(Ordering::Relaxed)
}

use error::Fault;
use source::Source;

/// Sources up to this length are compiled on the caller's stack: they cannot nest deeply.
const SHORT_SOURCE: usize = 256;

/// So much stack there is for each level of a tree, or of the recursion of the parser. (Less than
/// half of it is needed, with assertions and without optimisation.)
const BYTES_PER_LEVEL: usize = 22 << 10;

/// A stack is at least so large, if a thread is made for it.
const STACK_BYTES_MIN: usize = 64 << 20;

/// The stack of a thread of a program is no larger. A thread that seems to have more left runs on a
/// stack that the system does not know, as threads of a simulated machine do.
const OWN_STACK_BYTES_MAX: usize = 256 << 20;

/// A source for whose characters a stack has room is none that nests too deeply.
const _: () = assert!(OWN_STACK_BYTES_MAX / BYTES_PER_LEVEL <= depth::LEVELS_MAX);

/// The limit of decimal integers, in digits; 0: none. It belongs to literals and to all conversions
/// of integers. Relaxed: a setting of the process.
static DIGITS_MAX: AtomicUsize = AtomicUsize::new(4300);

/// The limit of decimal integers as `sys.get_int_max_str_digits` tells it; 0: none.
pub fn digits_limit() -> usize {
    DIGITS_MAX.load(Ordering::Relaxed)
}

/// Sets the limit of decimal integers, in digits; 0: none.
pub fn set_digits_limit(limit: usize) {
    DIGITS_MAX.store(limit, Ordering::Relaxed);
}

/// Compiles the source of a module. Errors carry `filename`, and so does the code.
///
/// Walking the tree takes a stack as deep as the program's nesting: where the caller's has not so
/// much left, the work is done by a thread of its own, for which the caller waits.
pub fn compile_module(source: &str, filename: &str) -> Result<Arc<Code>, SyntaxError> {
    compile(source, filename, Options::default())
}

/// As [`compile_module`], for any purpose.
pub fn compile(source: &str, filename: &str, options: Options) -> Result<Arc<Code>, SyntaxError> {
    compile_warning(source, filename, options).map(|(code, _)| code)
}

/// As [`compile`]; with the compiler's warnings (`SyntaxWarning`), each in the form of an error.
pub fn compile_warning(
    source: &str,
    filename: &str,
    options: Options,
) -> Result<(Arc<Code>, Vec<SyntaxError>), SyntaxError> {
    let compiled = with_stack_for(source, || compile_here(source, filename, options));
    compiled.unwrap_or_else(|fault| Err(fault.into_error(&Source::new(source), &filename.into())))
}

/// Does work on the tree of a source where there is stack enough for it.
///
/// # Errors
/// The source nests too deeply, or the system has no stack for it.
fn with_stack_for<T: Send>(source: &str, work: impl Fn() -> T + Sync) -> Result<T, Fault> {
    // Each level takes a character.
    if source.len() <= SHORT_SOURCE || has_room(source.len()) {
        return Ok(work());
    }
    on_a_stack(depth::measure(source)?, work)
}

fn has_room(levels: usize) -> bool {
    let needed = levels.saturating_mul(BYTES_PER_LEVEL);
    let left = stacker::remaining_stack();
    left.is_some_and(|left| (needed..=OWN_STACK_BYTES_MAX).contains(&left))
}

/// Does work that takes a stack for a tree of so many levels.
///
/// # Errors
/// The system has no stack for it.
fn on_a_stack<T: Send>(levels: usize, work: impl Fn() -> T + Sync) -> Result<T, Fault> {
    if has_room(levels) {
        return Ok(work());
    }
    let bytes = levels.saturating_mul(BYTES_PER_LEVEL).max(STACK_BYTES_MIN);
    thread::scope(|threads| {
        let worker = thread::Builder::new()
            .name("compiler".to_owned())
            .stack_size(bytes)
            .spawn_scoped(threads, &work);
        match worker.map(|worker| worker.join()) {
            Ok(Ok(result)) => Ok(result),
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(_) => Err(depth::too_many_levels()),
        }
    })
}

/// An error that only the passes behind the parser find: they have no source lines at hand, unless
/// they lie in a file.
fn late(mut error: SyntaxError, mode: Mode) -> SyntaxError {
    if mode != Mode::File {
        error.text.clear();
    }
    error
}

fn compile_here(
    source: &str,
    filename: &str,
    options: Options,
) -> Result<(Arc<Code>, Vec<SyntaxError>), SyntaxError> {
    let filename: Arc<str> = Arc::from(filename);
    let source = Source::new(source);
    let report = |fault: Fault| fault.into_error(&source, &filename);
    let module = parse::parse(&source, options.mode).map_err(|fault| {
        let mut error = report(fault);
        if matches!(options.mode, Mode::Eval | Mode::Single) {
            let behind = source.text().split('\n').nth(error.line as usize);
            error.has_line_end = behind.is_some();
        }
        error
    })?;
    compile_parsed(module, &source, &filename, options)
}

/// The passes behind the parser.
fn compile_parsed(
    module: ruff_python_ast::ModModule,
    source: &Source<'_>,
    filename: &str,
    options: Options,
) -> Result<(Arc<Code>, Vec<SyntaxError>), SyntaxError> {
    let filename: Arc<str> = Arc::from(filename);
    let report = |fault: Fault| fault.into_error(source, &filename);
    let scopes = match scope::analyze(&module, options) {
        Ok(scopes) => scopes,
        Err(fault) => {
            if fault.is_too_deep {
                // A tree that is too deep to be walked is too deep to be dropped.
                std::mem::forget(module);
            }
            return Err(late(report(fault), options.mode));
        }
    };
    let report = |fault: Fault| late(report(fault), options.mode);
    let code = codegen::generate(&module, &scopes, source, &filename, options).map_err(report)?;
    #[cfg(debug_assertions)]
    if let Err(error) = motet_python_bytecode::verify(&code) {
        panic!("the compiler made broken code: {error}");
    }
    let found = warnings::find(&module, source);
    let (parsing, later) = found.map_err(|fault| fault.into_error(source, &filename))?;
    let warnings = parsing.into_iter().chain(later);
    let warnings = warnings.map(|fault| fault.into_error(source, &filename));
    Ok((Arc::new(code), warnings.collect()))
}
