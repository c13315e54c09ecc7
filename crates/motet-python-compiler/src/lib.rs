//! Python source to register bytecode.
//!
//! The way of a module: `parse` makes a tree, `scope` finds out where each name lives (and
//! reports what the parser lets through), `codegen` makes instructions, the verifier of the
//! bytecode crate checks them in debug builds.

use std::sync::Arc;

use motet_python_bytecode::Code;

mod codegen;
mod error;
mod parse;
mod scope;
mod source;
mod wording;

pub use error::{SyntaxError, SyntaxErrorKind};

use source::Source;

/// Compiles the source of a module. Errors carry `filename`, and so does the code.
pub fn compile_module(source: &str, filename: &str) -> Result<Arc<Code>, SyntaxError> {
    let filename: Arc<str> = Arc::from(filename);
    let source = Source::new(source);
    let report = |fault: error::Fault| fault.into_error(&source, &filename);
    let module = parse::parse(&source).map_err(report)?;
    let scopes = scope::analyze(&module).map_err(report)?;
    let code = codegen::generate(&module, &scopes, &source, &filename).map_err(report)?;
    #[cfg(debug_assertions)]
    if let Err(error) = motet_python_bytecode::verify(&code) {
        panic!("the compiler made broken code: {error}");
    }
    Ok(Arc::new(code))
}
