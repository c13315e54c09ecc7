//! `__text_signature__`: how the built-in functions, methods and classes are called, as texts that
//! `inspect` and `help` read. The natives themselves only know how many arguments they take.

/// A line for each: `function`, `Class.method`, `Class` or `module.function`, a blank, the text.
/// Sorted by bytes.
const SIGNATURES: &str = include_str!("signatures.txt");

/// The signature of a name.
pub(crate) fn find(name: &str) -> Option<&'static str> {
    let (mut rest, mut found) = (SIGNATURES, None);
    while found.is_none() && !rest.is_empty() {
        let middle = rest.len() / 2;
        let start = rest[..middle].rfind('\n').map_or(0, |end| end + 1);
        let end = rest[start..]
            .find('\n')
            .map_or(rest.len(), |end| start + end);
        let (known, text) = rest[start..end].split_once(' ')?;
        match name.cmp(known) {
            std::cmp::Ordering::Equal => found = Some(text),
            std::cmp::Ordering::Less => rest = &rest[..start],
            std::cmp::Ordering::Greater => rest = &rest[(end + 1).min(rest.len())..],
        }
    }
    found
}

/// The signature of a function of a module, under any name of the module's native half.
pub(crate) fn of_module(module: &str, function: &str) -> Option<&'static str> {
    let module = module.trim_start_matches('_').trim_end_matches("_core");
    find(&format!("{module}.{function}"))
}

#[cfg(test)]
mod tests {
    #[test]
    fn all_lines_are_found() {
        let lines: Vec<&str> = super::SIGNATURES.lines().collect();
        assert!(lines.is_sorted_by_key(|line| line.split(' ').next()));
        for line in lines {
            let (name, text) = line.split_once(' ').expect("two parts");
            assert_eq!(super::find(name), Some(text));
        }
        for missing in ["", "zzz", "len ", "lem", "~", "list.appendix"] {
            assert_eq!(super::find(missing), None);
        }
    }
}
