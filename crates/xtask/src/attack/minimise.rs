//! Makes a case smaller while it still shows the same.

/// The line between the parts of a case; the first part is what all need.
const SEPARATOR: &str = "#--\n";

/// The smallest case that is found by leaving out parts, more at a time first.
pub(super) fn minimised(text: &str, mut is_found: impl FnMut(&str) -> bool) -> String {
    let mut parts = text.split(SEPARATOR).filter(|part| !part.trim().is_empty());
    let head = parts.next().unwrap_or_default().to_owned();
    let mut parts: Vec<&str> = parts.collect();
    let joined = |parts: &[&str]| {
        let inside: String =
            parts
                .iter()
                .flat_map(|part| part.lines())
                .fold(String::new(), |mut text, line| {
                    text.push_str(&format!("    {line}\n"));
                    text
                });
        format!("{head}\ndef case():\n    pass\n{inside}\ncase()\n")
    };
    if !is_found(&joined(&parts)) {
        // It needs what stood around it.
        return text.to_owned();
    }
    let mut size = parts.len().div_ceil(2);
    while size > 0 {
        let mut start = 0;
        while start < parts.len() {
            let end = (start + size).min(parts.len());
            let rest = [&parts[..start], &parts[end..]].concat();
            if is_found(&joined(&rest)) {
                parts = rest;
            } else {
                start = end;
            }
        }
        size /= 2;
    }
    joined(&parts)
}

#[cfg(test)]
mod tests {
    use super::minimised;

    #[test]
    fn only_what_is_needed_stays() {
        let parts: Vec<String> = (0..20).map(|number| format!("part_{number}()\n")).collect();
        let text = format!("head\n#--\n{}", parts.join("#--\n"));
        let smaller = minimised(&text, |text| {
            text.contains("part_3()") && text.contains("part_17()")
        });
        let wanted = "head\n\ndef case():\n    pass\n    part_3()\n    part_17()\n\ncase()\n";
        assert_eq!(smaller, wanted);
        assert_eq!(minimised(&text, |_| false), text);
    }
}
