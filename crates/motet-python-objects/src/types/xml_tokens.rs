//! The common tokens of the content of XML documents, cut out of the text.
//!
//! ```text
//!   <a x="1">one<b/>two</a><!-- … -->
//!   └ Start  └Text └Start └End └ not common: there is no token
//! ```
//!
//! Not common are comments, instructions, CDATA sections, entities of the document type, carriage
//! returns, values of attributes with references or line breaks, attributes that stand twice,
//! tokens that are not whole yet, and all that is not well-formed. The patterns of the library's
//! `_expat_tables` are the definition of what is taken here.

/// The rules by which tokens are cut.
#[derive(Clone, Copy)]
pub struct Rules {
    /// Whether a run of text goes on behind a line break.
    pub joins_lines: bool,
    /// Whether names are those of documents with namespaces: at most one colon, inside of the name.
    pub is_qualified: bool,
}

/// A token.
#[derive(Clone, Debug, PartialEq)]
pub enum Token<'a> {
    /// Text without markup.
    Text(&'a str),
    /// A start tag, or a tag of an empty element.
    Start {
        /// The name of the element.
        name: &'a str,
        /// Names and values.
        attributes: Vec<(&'a str, &'a str)>,
        /// Whether the tag ends the element, too.
        is_empty: bool,
    },
    /// An end tag.
    End(&'a str),
    /// A reference to a character by its number.
    Character(char),
    /// A reference to one of the five entities that each document has.
    Predefined(char),
}

/// Whether no document may contain the character. U+FFFF also stands for bytes that no text is
/// made of.
fn is_bad(character: char) -> bool {
    match character {
        '\t' | '\n' | '\r' => false,
        '\0'..='\x1f' | '\u{fffe}' | '\u{ffff}' => true,
        _ => false,
    }
}

/// Whether a name may begin with the character, apart from a colon.
fn begins_name(character: char) -> bool {
    matches!(character,
        'A'..='Z' | 'a'..='z' | '_' | '\u{c0}'..='\u{d6}' | '\u{d8}'..='\u{f6}'
        | '\u{f8}'..='\u{2ff}' | '\u{370}'..='\u{37d}' | '\u{37f}'..='\u{1fff}'
        | '\u{200c}' | '\u{200d}' | '\u{2070}'..='\u{218f}' | '\u{2c00}'..='\u{2fef}'
        | '\u{3001}'..='\u{d7ff}' | '\u{f900}'..='\u{fdcf}' | '\u{fdf0}'..='\u{fffd}'
        | '\u{10000}'..='\u{effff}')
}

/// Whether the character may stand inside of a name, apart from a colon.
fn continues_name(character: char) -> bool {
    begins_name(character)
        || matches!(character,
            '0'..='9' | '.' | '-' | '\u{b7}' | '\u{300}'..='\u{36f}' | '\u{203f}' | '\u{2040}')
}

/// The name at the beginning of a text, and what follows. None if there is no name, or one that
/// goes on to the end of the text.
fn name(text: &str, rules: Rules) -> Option<(&str, &str)> {
    let mut previous = None;
    let mut colons = 0;
    for (place, character) in text.char_indices() {
        let at_part_begin = previous.is_none() || rules.is_qualified && previous == Some(':');
        let is_taken = match character {
            ':' if rules.is_qualified => {
                colons += 1;
                if at_part_begin || colons > 1 {
                    return None;
                }
                true
            }
            ':' => true,
            _ if at_part_begin => begins_name(character),
            _ => continues_name(character),
        };
        if !is_taken {
            return (!at_part_begin).then(|| text.split_at(place));
        }
        previous = Some(character);
    }
    None
}

fn skip_space(text: &str) -> &str {
    text.trim_start_matches([' ', '\t', '\r', '\n'])
}

/// The token at the beginning of a text, and what follows; none if it is not a common one.
pub fn token(text: &str, rules: Rules) -> Option<(Token<'_>, &str)> {
    let bytes = text.as_bytes();
    match bytes.first()? {
        b'<' if bytes.get(1) == Some(&b'/') => {
            let (name, rest) = name(&text[2..], rules)?;
            let rest = skip_space(rest).strip_prefix('>')?;
            Some((Token::End(name), rest))
        }
        b'<' => start_tag(&text[1..], rules),
        b'&' => reference(&text[1..]),
        b'\n' => Some((Token::Text(&text[..1]), &text[1..])),
        _ => run(text, rules),
    }
}

/// The start tag whose first character was taken.
fn start_tag(text: &str, rules: Rules) -> Option<(Token<'_>, &str)> {
    let (own_name, mut rest) = name(text, rules)?;
    let mut attributes: Vec<(&str, &str)> = Vec::new();
    loop {
        let behind = skip_space(rest);
        let is_empty = behind.starts_with('/');
        if let Some(behind) = behind.strip_prefix(if is_empty { "/>" } else { ">" }) {
            let tag = Token::Start {
                name: own_name,
                attributes,
                is_empty,
            };
            return Some((tag, behind));
        }
        if behind.len() == rest.len() {
            return None;
        }
        let (key, behind) = name(behind, rules)?;
        let behind = skip_space(skip_space(behind).strip_prefix('=')?);
        let quote = behind.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        let (value, behind) = behind[1..].split_once(quote)?;
        let is_common = |c: char| !matches!(c, '<' | '&' | '\t' | '\r' | '\n') && !is_bad(c);
        if !value.chars().all(is_common) || attributes.iter().any(|(other, _)| *other == key) {
            return None;
        }
        attributes.push((key, value));
        rest = behind;
    }
}

/// The reference whose first character was taken.
fn reference(text: &str) -> Option<(Token<'_>, &str)> {
    let end = text.as_bytes().iter().take(12).position(|b| *b == b';')?;
    let (name, rest) = (&text[..end], &text[end + 1..]);
    let plain = match name {
        "lt" => '<',
        "gt" => '>',
        "amp" => '&',
        "quot" => '"',
        "apos" => '\'',
        _ => {
            let digits = name.strip_prefix('#')?;
            let (digits, base) = match digits.strip_prefix('x') {
                Some(digits) => (digits, 16),
                None => (digits, 10),
            };
            if !digits.chars().all(|c| c.is_digit(base)) {
                return None;
            }
            let number = u32::from_str_radix(digits, base).ok()?;
            let character = char::from_u32(number).filter(|c| !is_bad(*c))?;
            return Some((Token::Character(character), rest));
        }
    };
    Some((Token::Predefined(plain), rest))
}

/// Text without markup. (`]]>` may not stand behind it: brackets near the end of what has arrived
/// may be its beginning.)
fn run(text: &str, rules: Rules) -> Option<(Token<'_>, &str)> {
    let is_end = |(place, c): (usize, char)| match c {
        '<' | '&' | '\r' => true,
        '\n' => !rules.joins_lines,
        ']' => text[place..].starts_with("]]>") || text.len() - place < 3,
        _ => is_bad(c),
    };
    let end = text.char_indices().find(|found| is_end(*found));
    let end = end.map_or(text.len(), |(place, _)| place);
    let is_common = end > 0 && !text[end..].starts_with("]]>");
    is_common.then(|| (Token::Text(&text[..end]), &text[end..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Rules = Rules {
        joins_lines: false,
        is_qualified: false,
    };
    const QUALIFIED: Rules = Rules {
        joins_lines: true,
        is_qualified: true,
    };

    #[test]
    fn common_tokens_are_cut() {
        let cases: &[(&str, Rules, Token<'_>, &str)] = &[
            ("one\ntwo<", PLAIN, Token::Text("one"), "\ntwo<"),
            ("one\ntwo<", QUALIFIED, Token::Text("one\ntwo"), "<"),
            ("\n\n", PLAIN, Token::Text("\n"), "\n"),
            ("a]b]<", PLAIN, Token::Text("a]b"), "]<"),
            ("a]", PLAIN, Token::Text("a"), "]"),
            ("</a:b >x", QUALIFIED, Token::End("a:b"), "x"),
            ("</a:b:c>", PLAIN, Token::End("a:b:c"), ""),
            ("&#x41;x", PLAIN, Token::Character('A'), "x"),
            ("&#65;", PLAIN, Token::Character('A'), ""),
            ("&amp;", PLAIN, Token::Predefined('&'), ""),
        ];
        for (text, rules, expected, rest) in cases {
            assert_eq!(
                token(text, *rules),
                Some((expected.clone(), *rest)),
                "{text}"
            );
        }
        let tag = |attributes, is_empty| Token::Start {
            name: "é",
            attributes,
            is_empty,
        };
        assert_eq!(token("<é>", PLAIN), Some((tag(vec![], false), "")));
        let pairs = vec![("x", "1"), ("y", "\"")];
        let text = "<é x = \"1\"\ny='\"' />.";
        assert_eq!(token(text, PLAIN), Some((tag(pairs, true), ".")));
    }

    #[test]
    fn all_else_is_left_to_python() {
        let cases = [
            "",
            "<",
            "<a",
            "<a ",
            "<a x",
            "<a x=",
            "<a x='",
            "<a x='1'",
            "<a x='1'y='2'>",
            "<1>",
            "< a>",
            "</a",
            "</a b>",
            "<!-- -->",
            "<?a?>",
            "<a x='&lt;'>",
            "<a x='1' x='2'>",
            "<a x='<'>",
            "<a/ >",
            "<a x='\t'>",
            "&#0;",
            "&#xd800;",
            "&#+5;",
            "&#;",
            "&#x;",
            "&other;",
            "&",
            "&amp",
            "\r\n",
            "]]>",
            "a]]>",
            "]",
            "\u{1}",
            "\u{ffff}",
        ];
        for text in cases {
            assert_eq!(token(text, PLAIN), None, "{text}");
        }
        for text in ["<a:>", "<:a>", "<a:b:c>", "<a:1>", "</:a>"] {
            assert_eq!(token(text, QUALIFIED), None, "{text}");
        }
    }
}
