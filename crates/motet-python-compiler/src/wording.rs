//! CPython's wording of the parser's errors.
//!
//! The parser's own wording differs, and where one text has several mistakes the two may report
//! different ones. The common errors are brought to CPython's words here; the rest become
//! "invalid syntax", as CPython says of most of them.

use ruff_python_ast::ModModule;
use ruff_python_ast::token::{TokenKind, Tokens};
use ruff_python_parser::{
    InterpolatedStringErrorType, LexicalErrorType, ParseError, ParseErrorType,
};
use rustpython_unicode::classify::is_repr_printable;

use crate::error::{Fault, SyntaxErrorKind};
use crate::source::Source;
use crate::warnings;

mod brackets;
mod escapes;
mod fields;
mod operands;
mod tabs;
mod targets;

pub(crate) use tabs::find_misplaced;

const INVALID: &str = "invalid syntax";
const ANNOTATED_TUPLE: &str = "only single target (not tuple) can be annotated";

/// Brings an error of the parser into CPython's words.
pub(crate) fn describe(
    error: &ParseError,
    module: &ModModule,
    tokens: &Tokens,
    source: &Source<'_>,
) -> Fault {
    let start = error.location.start().to_usize();
    let end = error.location.end().to_usize();
    let describer = Describer {
        tokens,
        source,
        start,
        end,
    };
    if let Some(fault) = describer.prefixes() {
        return fault;
    }
    if let ParseErrorType::Lexical(lexical) = &error.error
        && !matches!(lexical, LexicalErrorType::Eof)
    {
        return describer.in_field(describer.lexical(lexical));
    }
    if let Some(fault) = brackets::find_fault(tokens, source, start) {
        return fault;
    }
    if let Some(fault) = describer.broken_number() {
        return fault;
    }
    let mut fault = describer.parse(&error.error);
    if fault.message.is_empty() {
        if let Some(tuple) = describer.augmented_tuple(module) {
            (fault.start, fault.end) = tuple;
            fault.message = "'tuple' is an illegal expression for augmented assignment".to_owned();
        } else if let Some((start, end)) = describer.operator_after_yield(&error.error) {
            fault = Fault::new(INVALID, start, end);
        } else {
            let message = targets::describe(&error.error, module, error.location, source.text());
            fault.message = message.unwrap_or_else(|| INVALID.to_owned());
        }
    } else if fault.message == ANNOTATED_TUPLE
        && let Some(first) = targets::first_of_open_tuple(module, error.location)
    {
        // CPython stops at the comma.
        fault.end = first.end().to_usize();
    }
    describer.in_field(fault)
}

struct Describer<'a> {
    tokens: &'a Tokens,
    source: &'a Source<'a>,
    start: usize,
    end: usize,
}

impl Describer<'_> {
    /// What is plainly invalid in a replacement field is told by what the field expects.
    fn in_field(&self, fault: Fault) -> Fault {
        if fault.message != INVALID {
            return fault;
        }
        match fields::message(self.tokens, self.start, self.text()) {
            Some(message) => Fault { message, ..fault },
            None => fault,
        }
    }

    /// A literal with prefixes that do not go together: a name stands right before a quote.
    fn prefixes(&self) -> Option<Fault> {
        let name = self.source.text().get(..self.start)?;
        let letters: String = name
            .chars()
            .rev()
            .take_while(|it| it.is_alphanumeric() || *it == '_')
            .map(|it| it.to_ascii_lowercase())
            .collect();
        let is_once = |it: char| "burft".contains(it) && letters.matches(it).count() == 1;
        if !letters.chars().all(is_once) || !self.text().starts_with(['\'', '"']) {
            return None;
        }
        let pairs = ["ub", "ur", "uf", "ut", "bf", "bt", "ft"];
        let pair = pairs
            .into_iter()
            .find(|pair| pair.chars().all(|it| letters.contains(it)))?;
        let (first, second) = pair.split_at(1);
        let message = format!("'{first}' and '{second}' prefixes are incompatible");
        let start = name.len() - letters.len();
        Some(Fault::new(message, start, name.len()))
    }

    fn fault(&self, message: impl Into<String>) -> Fault {
        Fault::new(message, self.start, self.end)
    }

    /// A fault in the indentation of a line, shown from one place in it to another.
    fn indentation_fault(&self, message: impl Into<String>, (start, end): (usize, usize)) -> Fault {
        let (line, _) = self.source.line_and_character(self.start);
        if tabs::are_mixed(self.source, line) {
            let message = "inconsistent use of tabs and spaces in indentation";
            return Fault {
                kind: SyntaxErrorKind::Tab,
                ..self.fault(message)
            };
        }
        Fault {
            kind: SyntaxErrorKind::Indentation,
            ..Fault::new(message, start, end)
        }
    }

    /// The text from where the error begins.
    fn text(&self) -> &str {
        self.source.text().get(self.start..).unwrap_or_default()
    }

    /// The text before the error.
    fn before(&self) -> &str {
        self.source.text().get(..self.start).unwrap_or_default()
    }

    /// Whether the error stands behind a name with two stars.
    fn follows_two_stars(&self) -> bool {
        let is_part = |it: char| it.is_alphanumeric() || it == '_';
        let before = self.before().trim_end().trim_end_matches(is_part);
        before.trim_end().ends_with("**")
    }

    // ---- errors of the lexer

    fn lexical(&self, error: &LexicalErrorType) -> Fault {
        match error {
            LexicalErrorType::UnclosedStringError => {
                match fields::missing_brace(self.tokens, self.start, self.source.text()) {
                    Some(message) => Fault::new(message, self.start, self.start + 1),
                    None => self.unterminated("string literal"),
                }
            }
            LexicalErrorType::FStringError(error) => self.format_string("f-string", error),
            LexicalErrorType::TStringError(error) => self.format_string("t-string", error),
            LexicalErrorType::IndentationError => {
                // CPython has read the line by then, and points at its end.
                let line = self.text().split('\n').next().unwrap_or_default();
                let end = self.start + line.len();
                let message = "unindent does not match any outer indentation level";
                self.indentation_fault(message, (end, end))
            }
            LexicalErrorType::LineContinuationError => {
                self.fault("unexpected character after line continuation character")
            }
            LexicalErrorType::InvalidByteLiteral => {
                self.fault("bytes can only contain ASCII literal characters")
            }
            LexicalErrorType::MissingUnicodeLbrace
            | LexicalErrorType::MissingUnicodeRbrace
            | LexicalErrorType::UnicodeError => escapes::describe(self),
            LexicalErrorType::UnrecognizedToken { tok } if !matches!(tok, ' '..='~') => {
                let number = u32::from(*tok);
                match is_repr_printable(*tok) {
                    true => self.fault(format!("invalid character '{tok}' (U+{number:04X})")),
                    false => self.fault(format!("invalid non-printable character U+{number:04X}")),
                }
            }
            LexicalErrorType::OtherError(_) => {
                self.number_fault(self.number_message(), self.start, self.end)
            }
            _ => self.fault(INVALID),
        }
    }

    /// A fault in a number, which goes well from `start` to before `end`: CPython points at the
    /// character behind if that could belong to a number, else at the last one.
    fn number_fault(&self, message: impl Into<String>, start: usize, end: usize) -> Fault {
        let message = message.into();
        if message.starts_with("leading zeros") {
            return Fault::new(message, start, end);
        }
        let rest = self.source.text().get(end..).unwrap_or_default();
        let is_behind = rest.starts_with('_') || message.starts_with("invalid digit");
        let place = if is_behind {
            end
        } else {
            end.saturating_sub(1).max(start)
        };
        Fault::new(message, place, place)
    }

    /// A number right behind which a name begins, or a keyword that it may not have there: CPython
    /// refuses the number, before it looks at what the grammar takes.
    fn broken_number(&self) -> Option<Fault> {
        let (kind, start, end) = self.tokens_before().next_back()?;
        let is_number = matches!(kind, TokenKind::Int | TokenKind::Float | TokenKind::Complex);
        let rest = self.text();
        let next = rest.chars().next()?;
        let is_part = next.is_ascii_alphanumeric() || next == '_';
        if !is_number || end != self.start || !is_part || warnings::has_keyword(rest) {
            return None;
        }
        let text = &self.source.text()[start..end];
        let what = match text.get(..2).unwrap_or_default() {
            "0b" | "0B" => "binary",
            "0o" | "0O" => "octal",
            "0x" | "0X" => "hexadecimal",
            _ if text.ends_with(['j', 'J']) => "imaginary",
            _ => "decimal",
        };
        let message = match next.is_ascii_digit() && matches!(what, "binary" | "octal") {
            true => format!("invalid digit '{next}' in {what} literal"),
            false => format!("invalid {what} literal"),
        };
        Some(self.number_fault(message, start, end))
    }

    /// The message about a wrong number.
    fn number_message(&self) -> String {
        let third = self.text().chars().nth(2);
        let lower = self
            .text()
            .get(..2)
            .unwrap_or_default()
            .to_ascii_lowercase();
        match lower.as_str() {
            "0x" => "invalid hexadecimal literal",
            "0o" if third == Some('8') => "invalid digit '8' in octal literal",
            "0o" if third == Some('9') => "invalid digit '9' in octal literal",
            "0o" => "invalid octal literal",
            "0b" => match third.filter(char::is_ascii_digit) {
                Some(digit) => return format!("invalid digit '{digit}' in binary literal"),
                None => "invalid binary literal",
            },
            other if other.len() == 2 && other.starts_with('0') => {
                "leading zeros in decimal integer literals are not permitted; \
                 use an 0o prefix for octal integers"
            }
            _ => "invalid decimal literal",
        }
        .to_owned()
    }

    /// A string without an end: CPython points at its beginning alone.
    fn unterminated(&self, what: &str) -> Fault {
        let text = self
            .text()
            .trim_start_matches(|it: char| it.is_ascii_alphabetic());
        let is_triple = text.starts_with("\"\"\"") || text.starts_with("'''");
        let (triple, last) = if is_triple {
            let end = self.source.text().trim_end_matches('\n').len();
            ("triple-quoted ", end)
        } else {
            ("", self.start)
        };
        let (line, _) = self.source.line_and_character(last);
        let message = format!("unterminated {triple}{what} (detected at line {line})");
        Fault::new(message, self.start, self.start)
    }

    fn format_string(&self, what: &str, error: &InterpolatedStringErrorType) -> Fault {
        match error {
            InterpolatedStringErrorType::UnterminatedString
            | InterpolatedStringErrorType::UnterminatedTripleQuotedString => {
                if let Some(fault) = brackets::open_in_field(self.tokens) {
                    return fault;
                }
                let start = self.opening_of_format_string();
                let at_start = Describer {
                    start,
                    end: start,
                    ..*self
                };
                at_start.unterminated(&format!("{what} literal"))
            }
            InterpolatedStringErrorType::UnclosedLbrace => self.unclosed_replacement(what),
            InterpolatedStringErrorType::SingleRbrace => {
                self.fault(format!("{what}: single '}}' is not allowed"))
            }
            InterpolatedStringErrorType::InvalidConversionFlag => {
                let is_name = |it: &char| it.is_alphanumeric() || *it == '_';
                let flag: String = self.text().chars().take_while(is_name).collect();
                self.fault(match flag.as_str() {
                    "" => format!("{what}: missing conversion character"),
                    _ => format!(
                        "{what}: invalid conversion character '{flag}': \
                         expected 's', 'r', or 'a'"
                    ),
                })
            }
            InterpolatedStringErrorType::LambdaWithoutParentheses => self.fault(format!(
                "{what}: lambda expressions are not allowed without parentheses"
            )),
            InterpolatedStringErrorType::ConversionFlagNotImmediatelyAfterExclamation => self
                .fault(format!(
                    "{what}: conversion type must come right after the exclamation mark"
                )),
            InterpolatedStringErrorType::NewlineInFormatSpec => self.fault(format!(
                "{what}: newlines are not allowed in format specifiers for single quoted {what}s"
            )),
        }
    }

    /// The fault where a replacement field should end.
    fn unclosed_replacement(&self, what: &str) -> Fault {
        let expected = fields::message(self.tokens, self.start, self.text());
        let is_in_expression = expected
            .as_deref()
            .is_some_and(|it| it.ends_with("or ':', or '}'"))
            && expected.as_deref().is_some_and(|it| it.contains("'='"));
        let starts_operand = self
            .text()
            .starts_with(|it: char| it.is_alphanumeric() || it == '_');
        let mut all = self.tokens.iter();
        let at = all.find(|token| token.as_tuple().1.start().to_usize() == self.start);
        let is_keyword = at.is_some_and(|token| token.kind().is_keyword());
        let is_end = |kind| matches!(kind, TokenKind::FStringEnd | TokenKind::TStringEnd);
        let is_in_format = expected
            .as_deref()
            .is_some_and(|it| it.ends_with("format specs"));
        if at.is_some_and(|token| is_end(token.kind())) && !is_in_format {
            return self.fault(format!("{what}: expecting '}}'"));
        }
        if starts_operand && !is_keyword && is_in_expression {
            let start = self.tokens_before().next_back().map(|it| it.1);
            let message = "invalid syntax. Perhaps you forgot a comma?";
            return Fault::new(message, start.unwrap_or(self.start), self.end);
        }
        self.fault(expected.unwrap_or_else(|| format!("{what}: expecting '}}'")))
    }

    fn opening_of_format_string(&self) -> usize {
        let is_opening =
            |kind: TokenKind| matches!(kind, TokenKind::FStringStart | TokenKind::TStringStart);
        let opening = self
            .tokens_before()
            .rev()
            .find(|(kind, ..)| is_opening(*kind));
        opening.map_or(self.start, |(_, start, _)| start)
    }

    // ---- errors of the parser

    /// Tokens before the error, as kind, start and end.
    fn tokens_before(&self) -> impl DoubleEndedIterator<Item = (TokenKind, usize, usize)> {
        let all = self.tokens.iter().map(|token| {
            let (kind, range) = token.as_tuple();
            (kind, range.start().to_usize(), range.end().to_usize())
        });
        all.filter(|(kind, start, end)| {
            *start < self.start && *end <= self.start && !kind.is_trivia()
        })
    }

    /// Tokens from an offset on, as kind, start and end.
    fn tokens_from(&self, offset: usize) -> impl Iterator<Item = (TokenKind, usize, usize)> {
        let all = self.tokens.iter().map(|token| {
            let (kind, range) = token.as_tuple();
            (kind, range.start().to_usize(), range.end().to_usize())
        });
        all.filter(move |(kind, start, _)| *start >= offset && !kind.is_trivia())
    }

    /// The fault with an empty message if the wording depends on the tree, or nothing is known.
    fn parse(&self, error: &ParseErrorType) -> Fault {
        if let Some(fault) = self.target_of_as() {
            return fault;
        }
        let message = match error {
            ParseErrorType::ExpectedToken { expected, found } => {
                return self.expected_token(*expected, *found);
            }
            ParseErrorType::OtherError(text) => return self.other(text),
            ParseErrorType::UnexpectedIndentation => {
                let last = self.end.saturating_sub(1).max(self.start);
                return self.indentation_fault("unexpected indent", (last, last));
            }
            ParseErrorType::FStringError(error) => return self.format_string("f-string", error),
            ParseErrorType::TStringError(error) => return self.format_string("t-string", error),
            ParseErrorType::SimpleStatementsOnSameLine => return self.two_statements(),
            ParseErrorType::ExpectedExpression => return self.expected_expression(),
            ParseErrorType::PositionalAfterKeywordArgument => {
                "positional argument follows keyword argument"
            }
            ParseErrorType::PositionalAfterKeywordUnpacking => {
                "positional argument follows keyword argument unpacking"
            }
            ParseErrorType::InvalidArgumentUnpackingOrder => {
                "iterable argument unpacking follows keyword argument unpacking"
            }
            ParseErrorType::NonDefaultParamAfterDefaultParam => {
                "parameter without a default follows parameter with a default"
            }
            ParseErrorType::ExpectedKeywordParam => "named arguments must follow bare *",
            ParseErrorType::ParamAfterVarKeywordParam => {
                "arguments cannot follow var-keyword argument"
            }
            ParseErrorType::VarParameterWithDefault => match self.follows_two_stars() {
                true => "var-keyword argument cannot have default value",
                false => "var-positional argument cannot have default value",
            },
            ParseErrorType::EmptyImportNames => "Expected one or more names after 'import'",
            ParseErrorType::EmptyTypeParams => "Type parameter list cannot be empty",
            ParseErrorType::ExpectedImaginaryNumber => {
                "imaginary number required in complex literal"
            }
            ParseErrorType::ExpectedRealNumber => "real number required in complex literal",
            ParseErrorType::InvalidMatchPatternTarget if self.text().starts_with('_') => {
                "cannot use '_' as a target"
            }
            ParseErrorType::InvalidStarredExpressionUsage => return self.misplaced_star(),
            ParseErrorType::UnparenthesizedGeneratorExpression => {
                if let Some((start, end)) = self.generator_as_base() {
                    return Fault::new(INVALID, start, end);
                }
                "Generator expression must be parenthesized"
            }
            ParseErrorType::IterableUnpackingInComprehension => {
                "iterable unpacking cannot be used in comprehension"
            }
            _ => "",
        };
        self.fault(message)
    }

    fn expected_token(&self, expected: TokenKind, found: TokenKind) -> Fault {
        match (expected, found) {
            (TokenKind::Colon, TokenKind::Newline) => self.fault("expected ':'"),
            (TokenKind::Colon, TokenKind::Equal) => self.assignment_in_condition(),
            (TokenKind::Lpar, _) => self.fault("expected '('"),
            (TokenKind::Colon, TokenKind::Rbrace) => {
                self.fault("':' expected after dictionary key")
            }
            (TokenKind::Rsqb | TokenKind::Rbrace | TokenKind::Comma, TokenKind::For) => {
                self.fault("did you forget parentheses around the comprehension target?")
            }
            (TokenKind::Else, _) => self.fault("expected 'else' after 'if' expression"),
            (TokenKind::Comma | TokenKind::Rpar, found)
                if starts_operand(found) && self.is_in_brackets() =>
            {
                self.missing_comma(found)
            }
            _ => self.fault(""),
        }
    }

    /// The tuple without parentheses that ends before the error, which is at an augmented
    /// assignment.
    fn augmented_tuple(&self, module: &ModModule) -> Option<(usize, usize)> {
        let (_, operator, _) = self.augmented_operator()?;
        let start = targets::open_tuple_before(module, operator, self.source.text())?;
        let (.., end) = self.tokens_before().next_back()?;
        Some((start, end))
    }

    /// The operator of an augmented assignment whose target is `yield` without parentheses.
    fn operator_after_yield(&self, error: &ParseErrorType) -> Option<(usize, usize)> {
        let is_target = matches!(error, ParseErrorType::InvalidAugmentedAssignmentTarget);
        if !is_target || !self.text().starts_with("yield") || self.before().ends_with('(') {
            return None;
        }
        let after = Describer {
            start: self.end,
            ..*self
        };
        after
            .augmented_operator()
            .map(|(_, start, end)| (start, end))
    }

    /// The operator of an augmented assignment at the error.
    fn augmented_operator(&self) -> Option<(TokenKind, usize, usize)> {
        self.tokens_from(self.start)
            .next()
            .filter(|(kind, ..)| kind.as_augmented_assign_operator().is_some())
    }

    /// The first `for` or `async` of a generator expression that is all that a class statement has
    /// in its parentheses: CPython's grammar has no rule for it.
    fn generator_as_base(&self) -> Option<(usize, usize)> {
        let mut before = self.tokens_before().rev();
        let (opening, ..) = before.next()?;
        let mut named = before.next()?;
        if named.0 == TokenKind::Rsqb {
            // Past the type parameters.
            let mut depth = 1;
            while depth > 0 {
                named = before.next()?;
                depth += match named.0 {
                    TokenKind::Rsqb => 1,
                    TokenKind::Lsqb => -1,
                    _ => 0,
                };
            }
            named = before.next()?;
        }
        let (keyword, ..) = before.next()?;
        let (closing, ..) = self.tokens_from(self.end).next()?;
        let is_class = opening == TokenKind::Lpar
            && named.0 == TokenKind::Name
            && keyword == TokenKind::Class
            && closing == TokenKind::Rpar;
        let mut depth = 0;
        let clause = self.tokens_from(self.start).find(|(kind, ..)| {
            match kind {
                TokenKind::Lpar | TokenKind::Lsqb | TokenKind::Lbrace => depth += 1,
                TokenKind::Rpar | TokenKind::Rsqb | TokenKind::Rbrace => depth -= 1,
                _ => {}
            }
            depth == 0 && matches!(kind, TokenKind::For | TokenKind::Async)
        });
        clause
            .filter(|_| is_class)
            .map(|(_, start, end)| (start, end))
    }

    fn is_in_brackets(&self) -> bool {
        brackets::depth_before(self.tokens, self.start) > 0
    }

    /// `if x = 1:`
    fn assignment_in_condition(&self) -> Fault {
        let mut before = self.tokens_before().rev();
        let (last, start, _) = before.next().unwrap_or((TokenKind::Equal, self.start, 0));
        let is_attribute = before
            .next()
            .is_some_and(|(kind, ..)| kind == TokenKind::Dot);
        let what = match last {
            TokenKind::Name if !is_attribute => {
                let message = "invalid syntax. Maybe you meant '==' or ':=' instead of '='?";
                return Fault::new(message, start, self.end);
            }
            TokenKind::Name => "attribute",
            TokenKind::Rsqb => "subscript",
            TokenKind::Rpar => "function call",
            TokenKind::None => return Fault::new("cannot assign to None", start, self.start),
            TokenKind::True => return Fault::new("cannot assign to True", start, self.start),
            TokenKind::False => return Fault::new("cannot assign to False", start, self.start),
            _ => "literal",
        };
        let message = format!("cannot assign to {what} here. Maybe you meant '==' instead of '='?");
        Fault::new(message, start, self.start)
    }

    /// Two statements on a line: as a rule, an operator is missing.
    fn two_statements(&self) -> Fault {
        let Some((kind, start, end)) = self.tokens_before().next_back() else {
            return self.fault("");
        };
        let text = &self.source.text()[start..end];
        if kind == TokenKind::Name && (text == "print" || text == "exec") {
            let message =
                format!("Missing parentheses in call to '{text}'. Did you mean {text}(...)?");
            return Fault::new(message, start, self.end);
        }
        self.fault("")
    }

    /// Errors that the parser tells apart by nothing but their text.
    fn other(&self, text: &str) -> Fault {
        if let Some(clause) = text.strip_prefix("Expected an indented block after ") {
            return self.missing_block(clause);
        }
        let message = match text {
            "Expected `except` or `finally` after `try` block" => {
                "expected 'except' or 'finally' block"
            }
            "Only single target (not tuple) can be annotated" => ANNOTATED_TUPLE,
            "Only single target (not list) can be annotated" => {
                "only single target (not list) can be annotated"
            }
            "Only one '*' parameter allowed" | "Only one '*' separator allowed" => {
                "* argument may appear only once"
            }
            "Cannot have both 'except' and 'except*' on the same 'try'" => {
                "cannot have both 'except' and 'except*' on the same 'try'"
            }
            "Expected one or more exception types" => "expected one or more exception types",
            "Multiple exception types must be parenthesized when using `as`" => {
                "multiple exception types must be parenthesized when using 'as'"
            }
            "Positional patterns cannot follow keyword patterns" => {
                "positional patterns follow keyword patterns"
            }
            "Only one '/' separator allowed" => "/ may appear only once",
            "'/' parameter must appear before '*' parameter" => "/ must be ahead of *",
            "Position-only parameter separator not allowed as first parameter" => {
                match self.before().trim_end_matches([' ', ',']).ends_with('*') {
                    true => "/ must be ahead of *",
                    false => "at least one argument must precede /",
                }
            }
            "Expected a parameter name" => return self.keyword_name(),
            "Bytes literal cannot be mixed with non-bytes literals" => {
                "cannot mix bytes and nonbytes literals"
            }
            "Cannot mix t-string literals with string or bytes literals" => {
                "cannot mix t-string literals with string or bytes literals"
            }
            "Trailing comma not allowed" => {
                "trailing comma not allowed without surrounding parentheses"
            }
            _ => "",
        };
        self.fault(message)
    }

    /// `f(True=1)`, `f(a.b=1)`
    fn keyword_name(&self) -> Fault {
        let name = &self.source.text()[self.start..self.end];
        // CPython points at the equals sign too.
        let rest = &self.source.text()[self.end..];
        let past_equals = rest
            .find('=')
            .map_or(self.end, |index| self.end + index + 1);
        let at_both = Describer {
            end: past_equals,
            ..*self
        };
        match name {
            "True" | "False" | "None" => at_both.fault(format!("cannot assign to {name}")),
            _ => at_both.fault("expression cannot contain assignment, perhaps you meant \"==\"?"),
        }
    }

    fn missing_block(&self, clause: &str) -> Fault {
        let keyword = match clause {
            "function definition" => "def",
            _ => clause.split('`').nth(1).unwrap_or_default(),
        };
        let name = match keyword {
            "def" => clause.to_owned(),
            "class" => "class definition".to_owned(),
            _ => format!("'{keyword}' statement"),
        };
        let text = self.source.text();
        let header = self
            .tokens_before()
            .rev()
            .find(|(_, start, end)| &text[*start..*end] == keyword);
        let offset = header.map_or(self.start, |(_, start, _)| start);
        let (line, _) = self.source.line_and_character(offset);
        let message = format!("expected an indented block after {name} on line {line}");
        self.indentation_fault(message, (self.start, self.end))
    }
}

/// Whether a token can begin an operand, so that a comma may be missing before it.
fn starts_operand(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::Name
            | TokenKind::Int
            | TokenKind::Float
            | TokenKind::Complex
            | TokenKind::String
            | TokenKind::FStringStart
            | TokenKind::Lpar
            | TokenKind::Lsqb
            | TokenKind::Lbrace
            | TokenKind::None
            | TokenKind::True
            | TokenKind::False
    )
}
