//! From the bytes of a source file to its text: UTF-8, unless one of the first two lines says
//! otherwise.

/// The text of a source file.
///
/// # Errors
/// The message of the `SyntaxError`, with its place.
pub fn decode(bytes: Vec<u8>, filename: &str) -> Result<String, String> {
    let head = bytes.split(|byte| *byte == b'\n').take(2);
    let named = head
        .map(|line| String::from_utf8_lossy(line).into_owned())
        .find_map(|line| encoding_of(&line));
    match named.as_deref() {
        None | Some("utf-8" | "utf8" | "ascii" | "us-ascii") => {}
        Some("latin-1" | "latin1" | "iso-8859-1" | "iso8859-1" | "l1") => {
            return Ok(bytes.into_iter().map(char::from).collect());
        }
        Some(other) => return Err(format!("SyntaxError: unknown encoding: {other}")),
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let place = error.utf8_error().valid_up_to();
        let before = &error.as_bytes()[..place];
        let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
        let byte = error.as_bytes()[place];
        format!(
            "  File \"{filename}\", line {line}\nSyntaxError: Non-UTF-8 code starting with \
             '\\x{byte:02x}' in file {filename} on line {line}, but no encoding declared; see \
             https://peps.python.org/pep-0263/ for details"
        )
    })?;
    if text.contains('\0') {
        return Err("SyntaxError: source code cannot contain null bytes".to_owned());
    }
    Ok(text
        .strip_prefix('\u{feff}')
        .map_or(text.clone(), str::to_owned))
}

/// The encoding that a comment names.
fn encoding_of(line: &str) -> Option<String> {
    let comment = line.trim_start_matches(['\u{feff}', ' ', '\t']);
    let comment = comment.strip_prefix('#')?;
    let (_, rest) = comment.split_once("coding")?;
    let rest = rest.strip_prefix([':', '='])?.trim_start();
    let name: String = rest
        .chars()
        .take_while(|letter| letter.is_ascii_alphanumeric() || "-_.".contains(*letter))
        .collect();
    (!name.is_empty()).then(|| name.to_lowercase().replace('_', "-"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodings_are_named_in_the_first_two_lines() {
        let latin = b"#!x\n# -*- coding: latin-1 -*-\ns = '\xe9'\n".to_vec();
        assert!(decode(latin, "a.py").expect("good").contains('\u{e9}'));
        let plain = b"s = '\xe9'\n".to_vec();
        let message = decode(plain, "a.py").expect_err("not UTF-8");
        assert!(message.contains("Non-UTF-8 code starting with '\\xe9' in file a.py on line 1"));
        let marked = b"\xef\xbb\xbfx = 1".to_vec();
        assert_eq!(decode(marked, "a.py").as_deref(), Ok("x = 1"));
        assert!(decode(b"# coding: klingon\n".to_vec(), "a.py").is_err());
        assert!(decode(b"x = 1\0".to_vec(), "a.py").is_err());
    }
}
