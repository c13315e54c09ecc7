//! Python source to register bytecode.
//!
//! The way of a module: `parse` makes a tree, `scope` finds out where each name lives (and
//! reports what the parser lets through), `codegen` makes instructions, the verifier of the
//! bytecode crate checks them in debug builds.

use std::sync::Arc;
use std::thread;

use motet_python_bytecode::Code;

mod codegen;
mod error;
mod parse;
mod scope;
mod source;
mod wording;

pub use error::{SyntaxError, SyntaxErrorKind};

use source::Source;

/// Sources up to this length are compiled on the caller's stack: they cannot nest deeply.
const SHORT_SOURCE: usize = 256;

/// The stack for longer ones. The nesting that `scope` allows takes a fraction of it.
const STACK_BYTES: usize = 64 << 20;

/// Compiles the source of a module. Errors carry `filename`, and so does the code.
///
/// Walking the tree takes a stack as deep as the program's nesting, and the caller's may be small:
/// but for short sources the work is done by a thread of its own, for which the caller waits.
pub fn compile_module(source: &str, filename: &str) -> Result<Arc<Code>, SyntaxError> {
    if source.len() <= SHORT_SOURCE {
        return compile(source, filename);
    }
    thread::scope(|threads| {
        let compiler = thread::Builder::new()
            .name("compiler".to_owned())
            .stack_size(STACK_BYTES)
            .spawn_scoped(threads, || compile(source, filename));
        match compiler.map(|compiler| compiler.join()) {
            Ok(Ok(result)) => result,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(_) => compile(source, filename),
        }
    })
}

fn compile(source: &str, filename: &str) -> Result<Arc<Code>, SyntaxError> {
    let filename: Arc<str> = Arc::from(filename);
    let source = Source::new(source);
    let report = |fault: error::Fault| fault.into_error(&source, &filename);
    let module = parse::parse(&source).map_err(report)?;
    let scopes = match scope::analyze(&module) {
        Ok(scopes) => scopes,
        Err(fault) => {
            if fault.is_too_deep {
                // A tree that is too deep to be walked is too deep to be dropped.
                std::mem::forget(module);
            }
            return Err(report(fault));
        }
    };
    let code = codegen::generate(&module, &scopes, &source, &filename).map_err(report)?;
    #[cfg(debug_assertions)]
    if let Err(error) = motet_python_bytecode::verify(&code) {
        panic!("the compiler made broken code: {error}");
    }
    Ok(Arc::new(code))
}
