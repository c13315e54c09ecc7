//! Prints the compiler's messages about the texts of a file, which lines of `%%` part.

fn main() {
    for path in std::env::args().skip(1) {
        let content = std::fs::read_to_string(&path).unwrap_or_default();
        for source in content.split("\n%%\n") {
            match motet_python_compiler::compile_module(source, &path) {
                Ok(_) => println!("compiles"),
                Err(error) => println!("{:?} {}", error.kind, error.message),
            }
        }
    }
}
