//! From the bytes of a source file to its text: UTF-8, unless one of the first two lines says
//! otherwise.

/// The reason why the bytes of a source file are no text.
#[derive(Debug)]
pub enum Undecoded {
    /// They are in an encoding that only the codecs of the library know, if any does: its name.
    InOther(String),
    /// The message of the `SyntaxError`, with its place.
    Wrong(String),
}

impl Undecoded {
    /// The message for those who ask no codecs.
    pub fn into_message(self) -> String {
        match self {
            Undecoded::Wrong(message) => message,
            Undecoded::InOther(name) => format!("SyntaxError: unknown encoding: {name}"),
        }
    }
}

/// The text of a source file.
///
/// # Errors
/// See [`Undecoded`].
pub fn decode(bytes: Vec<u8>, filename: &str) -> Result<String, Undecoded> {
    let head = bytes.split(|byte| *byte == b'\n').take(2);
    let named = head
        .map(|line| String::from_utf8_lossy(line).into_owned())
        .find_map(|line| encoding_of(&line));
    match named.as_deref() {
        None | Some("utf-8" | "utf8" | "ascii" | "us-ascii") => {}
        Some("latin-1" | "latin1" | "iso-8859-1" | "iso8859-1" | "l1") => {
            return Ok(bytes.into_iter().map(char::from).collect());
        }
        Some(other) => return Err(Undecoded::InOther(other.to_owned())),
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let place = error.utf8_error().valid_up_to();
        let before = &error.as_bytes()[..place];
        let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
        let byte = error.as_bytes()[place];
        Undecoded::Wrong(format!(
            "  File \"{filename}\", line {line}\nSyntaxError: Non-UTF-8 code starting with \
             '\\x{byte:02x}' in file {filename} on line {line}, but no encoding declared; see \
             https://peps.python.org/pep-0263/ for details"
        ))
    })?;
    if text.contains('\0') {
        let message = "SyntaxError: source code cannot contain null bytes";
        return Err(Undecoded::Wrong(message.to_owned()));
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
        let wanted = "Non-UTF-8 code starting with '\\xe9' in file a.py on line 1";
        let plain = decode(plain, "a.py");
        assert!(matches!(plain, Err(Undecoded::Wrong(message)) if message.contains(wanted)));
        let marked = b"\xef\xbb\xbfx = 1".to_vec();
        assert_eq!(decode(marked, "a.py").expect("good"), "x = 1");
        let klingon = decode(b"# coding: Klingon\n".to_vec(), "a.py");
        assert!(matches!(klingon, Err(Undecoded::InOther(name)) if name == "klingon"));
        assert!(decode(b"x = 1\0".to_vec(), "a.py").is_err());
    }
}
