//! Source files are bytes: their encoding, and their characters.

/// The characters of a source file, whose encoding its first two lines may name (PEP 263).
///
/// # Errors
/// The message of the `SyntaxError` when it names none that is known, or is not written in it.
pub fn decode(bytes: &[u8]) -> Result<String, String> {
    const MARK: &[u8] = b"\xef\xbb\xbf";
    let (has_mark, bytes) = match bytes.strip_prefix(MARK) {
        Some(rest) => (true, rest),
        None => (false, bytes),
    };
    let Some(name) = declared(bytes) else {
        return utf8(bytes);
    };
    let plain = name.to_ascii_lowercase().replace('_', "-");
    if has_mark && plain != "utf-8" && !plain.starts_with("utf-8-") {
        // (`utf8` has another name for it than the mark.)
        let name = match plain.as_str() {
            "latin-1" | "iso-8859-1" | "iso-latin-1" => "iso-8859-1",
            _ => &name,
        };
        return Err(format!("encoding problem: {name} with BOM"));
    }
    match plain.as_str() {
        "utf-8" | "utf8" | "utf-8-sig" | "ascii" | "us-ascii" => utf8(bytes),
        _ if plain.starts_with("utf-8-") => utf8(bytes),
        "latin-1" | "latin1" | "iso-8859-1" | "iso8859-1" | "iso-latin-1" | "l1" | "8859" => {
            Ok(bytes.iter().map(|byte| char::from(*byte)).collect())
        }
        "iso-8859-15" | "iso8859-15" | "latin-9" => Ok(bytes.iter().map(latin_9).collect()),
        _ => Err(format!("unknown encoding: {name}")),
    }
}

fn utf8(bytes: &[u8]) -> Result<String, String> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(text.to_owned()),
        Err(error) => {
            let place = error.valid_up_to();
            let byte = bytes[place];
            let reason = match error.error_len() {
                None => "unexpected end of data",
                Some(_) if (0xc2..0xf5).contains(&byte) => "invalid continuation byte",
                Some(_) => "invalid start byte",
            };
            Err(format!(
                "(unicode error) 'utf-8' codec can't decode byte {byte:#04x} \
                 in position {place}: {reason}"
            ))
        }
    }
}

/// The name that a comment in the first two lines gives.
fn declared(bytes: &[u8]) -> Option<String> {
    for line in bytes.split(|byte| *byte == b'\n').take(2) {
        let text = line.trim_ascii_start();
        let Some(comment) = text.strip_prefix(b"#") else {
            if text.is_empty() {
                continue;
            }
            return None;
        };
        let comment = String::from_utf8_lossy(comment).into_owned();
        let after = comment
            .match_indices("coding")
            .map(|(index, word)| &comment[index + word.len()..])
            .find(|after| after.starts_with([':', '=']));
        if let Some(after) = after {
            let name = after[1..].trim_start_matches([' ', '\t']);
            let is_part = |it: char| it.is_ascii_alphanumeric() || "-_.".contains(it);
            let name: String = name.chars().take_while(|it| is_part(*it)).collect();
            if !name.is_empty() {
                return Some(name);
            }
        }
    }
    None
}

fn latin_9(byte: &u8) -> char {
    match byte {
        0xa4 => '€',
        0xa6 => 'Š',
        0xa8 => 'š',
        0xb4 => 'Ž',
        0xb8 => 'ž',
        0xbc => 'Œ',
        0xbd => 'œ',
        0xbe => 'Ÿ',
        byte => char::from(*byte),
    }
}
