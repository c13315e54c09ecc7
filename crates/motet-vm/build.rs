//! Decides whether the languages of the tests have handlers.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // A handler ends in a tail call, of which only an optimising compiler makes a jump. Cargo
    // sets the level: `tests/handlers.rs` of the command checks the jumps.
    let level = std::env::var("OPT_LEVEL").unwrap_or_default();
    if matches!(level.as_str(), "2" | "3") {
        println!("cargo::rustc-cfg=handlers");
    }
}
