//! Specifications of the format mini-language: taken apart, and texts put together by them.

/// A specification taken apart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Specification {
    /// The character that fills the field.
    pub fill: char,
    /// `<`, `>`, `=` or `^`; none if the type decides.
    pub align: Option<char>,
    /// `+`, `-`, a space, or `\0` if there is none.
    pub sign: char,
    /// Whether a negative zero is shown without its sign (`z`).
    pub no_negative_zero: bool,
    /// The alternate form (`#`).
    pub alternate: bool,
    /// The least width of the field, in characters.
    pub width: usize,
    /// `,` or `_` between groups of digits.
    pub grouping: Option<char>,
    /// The precision, in digits or characters.
    pub precision: Option<usize>,
    /// Groups the digits of a fraction.
    pub fraction_grouping: Option<char>,
    /// The presentation type, the last letter.
    pub kind: Option<char>,
}

const ALIGNMENTS: &str = "<>=^";
/// The specification that has no parts.
pub const EMPTY: Specification = Specification {
    fill: ' ',
    align: None,
    sign: '\0',
    no_negative_zero: false,
    alternate: false,
    width: 0,
    grouping: None,
    precision: None,
    fraction_grouping: None,
    kind: None,
};

/// The characters of a specification that are left.
struct Rest<'a>(&'a [char]);

impl Rest<'_> {
    fn peek(&self) -> Option<char> {
        self.0.first().copied()
    }

    /// Takes a character if it is one of these.
    fn take(&mut self, wanted: &str) -> Option<char> {
        let found = self.peek().filter(|found| wanted.contains(*found))?;
        self.0 = &self.0[1..];
        Some(found)
    }

    /// Takes a number; `None` if there is none.
    fn number(&mut self) -> Result<Option<usize>, String> {
        let count = self
            .0
            .iter()
            .take_while(|digit| digit.is_ascii_digit())
            .count();
        let digits: String = self.0[..count].iter().collect();
        self.0 = &self.0[count..];
        if digits.is_empty() {
            return Ok(None);
        }
        match digits.parse::<usize>() {
            Ok(number) if number <= i64::MAX as usize => Ok(Some(number)),
            _ => Err("Too many decimal digits in format string".to_string()),
        }
    }

    /// Takes the separators of groups.
    fn grouping(&mut self) -> Result<Option<char>, String> {
        let grouping = self.take(",_");
        match (grouping, self.peek()) {
            (Some(first), Some(second @ (',' | '_'))) if first != second => {
                Err("Cannot specify both ',' and '_'.".to_string())
            }
            (Some(first), Some(second)) if first == second => {
                Err(format!("Cannot specify '{first}' with '{second}'."))
            }
            _ => Ok(grouping),
        }
    }
}

impl Specification {
    /// Reads a specification for a value of a type whose kind is `default` if none is given.
    ///
    /// # Errors
    /// The fault of the specification, in CPython's words.
    pub fn parse(text: &str, default: char, type_name: &str) -> Result<Specification, String> {
        let characters: Vec<char> = text.chars().collect();
        let mut rest = Rest(&characters);
        let mut result = EMPTY;
        if let Some(align) = characters
            .get(1)
            .filter(|align| ALIGNMENTS.contains(**align))
        {
            (result.fill, result.align) = (characters[0], Some(*align));
            rest.0 = &characters[2..];
        } else {
            result.align = rest.take(ALIGNMENTS);
        }
        let filled = rest.0.len() + 2 == characters.len() && characters.len() > 1;
        result.sign = rest.take("+- ").unwrap_or('\0');
        result.no_negative_zero = rest.take("z").is_some();
        result.alternate = rest.take("#").is_some();
        if rest.peek() == Some('0') && !filled {
            rest.take("0");
            result.fill = '0';
            result.align = result.align.or(Some('0'));
        }
        result.width = rest.number()?.unwrap_or(0);
        result.grouping = rest.grouping()?;
        if rest.take(".").is_some() {
            result.precision = rest.number()?;
            result.fraction_grouping = rest.grouping()?;
            if result.precision.is_none() && result.fraction_grouping.is_none() {
                return Err("Format specifier missing precision".to_string());
            }
        }
        if rest.0.len() > 1 {
            return Err(format!(
                "Invalid format specifier '{text}' for object of type '{type_name}'"
            ));
        }
        result.kind = rest.peek();
        let kind = result.kind.unwrap_or(default);
        let fits = |grouping| match kind {
            'd' | 'e' | 'f' | 'g' | 'E' | 'G' | '%' | 'F' | '\0' => true,
            'b' | 'o' | 'x' | 'X' => grouping == '_',
            _ => false,
        };
        let misfit = result.grouping.filter(|grouping| !fits(*grouping));
        // (The groups of a fraction mean nothing for texts and whole numbers.)
        let local = result.fraction_grouping.filter(|_| kind == 'n');
        if let Some(grouping) = misfit.or(local) {
            return Err(format!("Cannot specify '{grouping}' with '{kind}'."));
        }
        Ok(result)
    }

    /// Fills a text up to the width.
    pub fn pad(&self, text: &str, default: char) -> String {
        let align = match self.align {
            // A width that begins with 0 aligns texts to the left.
            Some('0') => default,
            Some(align) => align,
            None => default,
        };
        pad(text, self.width, self.fill, align)
    }

    /// Puts a number together: sign, prefix, whole part with its groups, and the rest.
    pub fn assemble(&self, negative: bool, prefix: &str, whole: &str, rest: &str) -> String {
        let sign = match (negative, self.sign) {
            (true, _) => "-",
            (false, '+') => "+",
            (false, ' ') => " ",
            _ => "",
        };
        let between = matches!(self.align, Some('=' | '0'));
        let taken = sign.len() + prefix.len() + rest.chars().count();
        let digits_room = if between {
            self.width.saturating_sub(taken)
        } else {
            0
        };
        let whole = match self.grouping {
            Some(separator) => {
                let size = if matches!(self.kind, Some('b' | 'o' | 'x' | 'X')) {
                    4
                } else {
                    3
                };
                let zeros = if self.fill == '0' { digits_room } else { 0 };
                group(whole, separator, size, zeros)
            }
            None => whole.to_string(),
        };
        if between {
            let missing = digits_room.saturating_sub(whole.chars().count());
            let fill: String = std::iter::repeat_n(self.fill, missing).collect();
            return format!("{sign}{prefix}{fill}{whole}{rest}");
        }
        self.pad(&format!("{sign}{prefix}{whole}{rest}"), '>')
    }
}

/// A text filled up to a width: `<`, `>` or `^`.
pub fn pad(text: &str, width: usize, fill: char, align: char) -> String {
    let missing = width.saturating_sub(text.chars().count());
    let left = match align {
        '<' => 0,
        '^' => missing / 2,
        _ => missing,
    };
    let mut out: String = std::iter::repeat_n(fill, left).collect();
    out.push_str(text);
    out.extend(std::iter::repeat_n(fill, missing - left));
    out
}

/// Digits in groups, with zeros in front until they are at least `room` long.
pub(crate) fn group(digits: &str, separator: char, size: usize, room: usize) -> String {
    let mut digits = digits.to_string();
    let length = |count: usize| count + count.saturating_sub(1) / size;
    while length(digits.len()) < room {
        digits.insert(0, '0');
    }
    let mut out = String::with_capacity(length(digits.len()));
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(size) {
            out.push(separator);
        }
        out.push(digit);
    }
    out
}
