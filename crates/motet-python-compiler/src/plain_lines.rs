//! The tokens of one line of a source, without the parser: of lines in ASCII with names, decimal
//! numbers, texts that end in the line, operators, brackets and a comment. Of any other line
//! nothing is told: it is left to the scanner of the parser, which knows all tokens and all errors.

use crate::tokens::TokenClass;

/// Indentations and brackets that are open are few in a plain line; both scanners refuse many.
const OPEN_MAX: usize = 80;

/// Plain lines are short: what their tokens take is not looked after.
const LENGTH_MAX: usize = 4096;

/// A token of a plain line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlainToken {
    /// Its kind.
    pub class: TokenClass,
    /// The first byte of it, which is the column.
    pub start: u32,
    /// The byte behind it.
    pub end: u32,
}

/// What lies above a line: brackets that are open, and the widths of the open indentations, of
/// blanks only, the outermost first.
#[derive(Debug, Default)]
pub struct PlainState {
    /// The closing brackets that are due, the outermost first.
    pub open: Vec<u8>,
    /// The open indentations but the first, which has no blanks.
    pub indents: Vec<u32>,
}

/// Adds the tokens of a line that ends with a line feed. None if the line is not plain or has an
/// error; then the state and the tokens have no meaning.
pub fn plain_line(line: &str, state: &mut PlainState, all: &mut Vec<PlainToken>) -> Option<()> {
    let bytes = line.as_bytes();
    if bytes.len() > LENGTH_MAX || bytes.last() != Some(&b'\n') {
        return None;
    }
    let mut place = bytes.iter().position(|byte| *byte != b' ')?;
    let is_inside = !state.open.is_empty();
    let mut has_code = is_inside;
    if !is_inside && !matches!(bytes[place], b'#' | b'\n') {
        indent(place as u32, state, all)?;
        has_code = true;
    }
    loop {
        let start = place;
        let class = match *bytes.get(place)? {
            b' ' | b'\t' if place > 0 => {
                place += 1;
                continue;
            }
            b'\n' => break,
            b'#' => {
                place = bytes.len() - 1;
                TokenClass::Comment
            }
            b'\'' | b'"' => {
                place = text_end(bytes, place)?;
                TokenClass::String
            }
            b'0'..=b'9' => {
                place = number_end(bytes, place)?;
                TokenClass::Number
            }
            byte if is_of_name(byte) => {
                place += bytes[place..]
                    .iter()
                    .take_while(|byte| is_of_name(**byte))
                    .count();
                match bytes[place] {
                    b'\'' | b'"' if is_prefix(&bytes[start..place]) => {
                        place = text_end(bytes, place)?;
                        TokenClass::String
                    }
                    b'\'' | b'"' => return None,
                    _ => TokenClass::Name,
                }
            }
            _ => {
                place += operator(&bytes[place..], &mut state.open)?;
                TokenClass::Operator
            }
        };
        all.push(token(class, start, place));
    }
    let is_end = has_code && state.open.is_empty();
    let class = match is_end {
        true => TokenClass::NewLine,
        false => TokenClass::EmptyLine,
    };
    all.push(token(class, place, place + 1));
    (place + 1 == bytes.len() && line.is_ascii() && !line.contains(['\r', '\0'])).then_some(())
}

fn token(class: TokenClass, start: usize, end: usize) -> PlainToken {
    let (start, end) = (start as u32, end as u32);
    PlainToken { class, start, end }
}

/// The tokens of a change of the indentation.
fn indent(width: u32, state: &mut PlainState, all: &mut Vec<PlainToken>) -> Option<()> {
    let last = state.indents.last().copied().unwrap_or(0);
    if width > last {
        state.indents.push(width);
        all.push(token(TokenClass::Indent, 0, width as usize));
        return (state.indents.len() < OPEN_MAX).then_some(());
    }
    while state.indents.last().copied().unwrap_or(0) > width {
        state.indents.pop();
        all.push(token(TokenClass::Dedent, width as usize, width as usize));
    }
    (state.indents.last().copied().unwrap_or(0) == width).then_some(())
}

fn is_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Whether a name before a quotation mark is a prefix of a text without fields.
fn is_prefix(name: &[u8]) -> bool {
    match name {
        [one] => matches!(one | 0x20, b'r' | b'b' | b'u'),
        [one, two] => matches!((one | 0x20, two | 0x20), (b'r', b'b') | (b'b', b'r')),
        _ => false,
    }
}

/// The place behind a text in one line whose first quotation mark has a place.
fn text_end(bytes: &[u8], from: usize) -> Option<usize> {
    let mark = bytes[from];
    let mut place = from + 1;
    loop {
        match *bytes.get(place)? {
            b'\n' => return None,
            b'\\' if bytes.get(place + 1) == Some(&b'\n') => return None,
            b'\\' => place += 2,
            byte if byte == mark => break,
            _ => place += 1,
        }
    }
    let is_of_three = place == from + 1 && bytes.get(place + 1) == Some(&mark);
    (!is_of_three).then_some(place + 1)
}

/// The place behind a decimal number, without an exponent and unlike anything else.
fn number_end(bytes: &[u8], from: usize) -> Option<usize> {
    let digits = |from: usize| {
        from + bytes[from..]
            .iter()
            .take_while(|b| b.is_ascii_digit())
            .count()
    };
    let mut place = digits(from);
    if bytes[from] == b'0' && place > from + 1 {
        return None;
    }
    if bytes.get(place) == Some(&b'.') {
        let end = digits(place + 1);
        if end == place + 1 {
            return None;
        }
        place = end;
    }
    let next = *bytes.get(place)?;
    (!is_of_name(next) && next != b'.').then_some(place)
}

/// The length of the operator at the start of some bytes. Brackets are opened and closed.
fn operator(bytes: &[u8], open: &mut Vec<u8>) -> Option<usize> {
    let [first, second, third] = [0, 1, 2].map(|place| bytes.get(place).copied().unwrap_or(0));
    match first {
        b'(' => open.push(b')'),
        b'[' => open.push(b']'),
        b'{' => open.push(b'}'),
        b')' | b']' | b'}' => {
            return (open.pop() == Some(first)).then_some(1);
        }
        _ => {
            return Some(match (first, second) {
                (b'*', b'*') | (b'/', b'/') | (b'<', b'<') | (b'>', b'>') => {
                    2 + usize::from(third == b'=')
                }
                (b'<', b'>') => return None,
                (b'.', b'.') if third == b'.' => 3,
                (b'.', b'0'..=b'9') => return None,
                (b'-', b'>') => 2,
                (b'+' | b'-' | b'*' | b'/' | b'%' | b'@' | b'&' | b'|' | b'^', b'=')
                | (b'=' | b'!' | b'<' | b'>' | b':', b'=') => 2,
                (b'+' | b'-' | b'*' | b'/' | b'%' | b'@' | b'&' | b'|' | b'^' | b'~', _)
                | (b'=' | b'<' | b'>' | b':' | b',' | b';' | b'.', _) => 1,
                _ => return None,
            });
        }
    }
    (open.len() < OPEN_MAX).then_some(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each line as the scanner of the parser sees it, if it is plain.
    #[test]
    fn plain_lines_have_the_tokens_of_the_parsers_scanner() {
        let lines = [
            "x = 1\n",
            "\n",
            "   \n",
            "# words\n",
            "  # words # more\n",
            "def f(a, b=3, *args, **kw) -> int: # a comment\n",
            "a **= b // c; d //= e >> f << g; h <<= 1; i >>= 2\n",
            "x[1:2, ...] = not {'a': 1, \"b\": [1.5, 0.25, 10]}\n",
            "if (y := 3) != 4 <= 5 >= 6 == 7 < 8 > 9: pass\n",
            "@decorated.name\n",
            "a@b; a @= c; d %= ~e; f ^= g | h & i; j |= 1; k &= 2; l -= -1\n",
            "r'\\n' + b\"\\\"\" + Rb'' + u'a' 'it\\'s'\n",
            "print('')\t\n",
            "x=1if 2else 3\n",
            "0x1f + 1e5 + 1_000 + 1.\n",
            "a. b .c\n",
            "f'{x}'\n",
            "'''a'''\n",
            "a <> b\n",
            "x = 'é'\n",
            "x \\\n",
            "$ ? ! `\n",
            ")\n",
            "(]\n",
            "x = 'open\n",
            "0777 + 00\n",
            "lambda: (yield)\n",
            "\tx\n",
            "x\x0c= 1\n",
            "x = 1\r\n",
            "x",
            "x\ny\n",
            "'\\",
        ];
        let mut plain = 0;
        for line in lines {
            let (mut state, mut found) = (PlainState::default(), Vec::new());
            if plain_line(line, &mut state, &mut found).is_none() {
                continue;
            }
            plain += 1;
            let (expected, error) = crate::tokens(line, "<string>");
            assert!(error.is_none(), "{line:?}: {error:?}");
            let expected: Vec<_> = expected
                .iter()
                .filter(|token| token.class != TokenClass::EndMarker)
                .map(|token| (token.class, token.start.1, token.end.1, token.text))
                .collect();
            let found: Vec<_> = found
                .iter()
                .map(|token| {
                    let text = &line[token.start as usize..token.end as usize];
                    (token.class, token.start, token.end, text)
                })
                .collect();
            assert_eq!(found, expected, "{line:?}");
        }
        assert_eq!(plain, 15);
    }

    #[test]
    fn indentations_and_brackets_last_over_lines() {
        let mut state = PlainState::default();
        let mut classes = |line: &str| {
            let mut found = Vec::new();
            plain_line(line, &mut state, &mut found)?;
            Some(found.iter().map(|token| token.class).collect::<Vec<_>>())
        };
        use TokenClass::*;
        assert_eq!(
            classes("if x:\n"),
            Some(vec![Name, Name, Operator, NewLine])
        );
        assert_eq!(
            classes("  f(\n"),
            Some(vec![Indent, Name, Operator, EmptyLine])
        );
        assert_eq!(classes("\n"), Some(vec![EmptyLine]));
        assert_eq!(classes("a)\n"), Some(vec![Name, Operator, NewLine]));
        assert_eq!(classes("    # far\n"), Some(vec![Comment, EmptyLine]));
        assert_eq!(classes("b\n"), Some(vec![Dedent, Name, NewLine]));
        assert_eq!(
            classes("  if x:\n"),
            Some(vec![Indent, Name, Name, Operator, NewLine])
        );
        assert_eq!(classes(" y\n"), None);
    }
}
