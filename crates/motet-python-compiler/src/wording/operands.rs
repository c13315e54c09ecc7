//! Errors at the place where an operand is missing or is one too many.

use ruff_python_ast::token::TokenKind;

use super::{Describer, INVALID};
use crate::error::Fault;

impl Describer<'_> {
    /// The fault where an expression should begin; with an empty message where nothing is known.
    pub(super) fn expected_expression(&self) -> Fault {
        let mut before = self.tokens_before().rev();
        let (last, start, end) = before.next().unwrap_or((TokenKind::EndOfFile, 0, 0));
        let earlier = before.next().map(|it| it.0);
        if let Some(message) = self.empty_replacement() {
            return self.fault(message);
        }
        match last {
            TokenKind::Lbrace if self.is_in_format_string(earlier) && !self.text().is_empty() => {
                let is_end = self.text().starts_with(['"', '\'']);
                self.fault(if is_end {
                    "f-string: expecting '}'"
                } else {
                    ""
                })
            }
            TokenKind::Star
                if self.text().starts_with([')', ','])
                    && matches!(earlier, Some(TokenKind::Lpar | TokenKind::Comma)) =>
            {
                self.fault("Invalid star expression")
            }
            TokenKind::Else => {
                self.fault("expected expression after 'else', but statement is given")
            }
            TokenKind::Less if self.text().starts_with('>') && end == self.start => {
                let message = "invalid syntax.  Maybe you meant '!=' instead of '<>'?";
                Fault::new(message, start, self.end)
            }
            _ => self.fault(""),
        }
    }

    fn is_in_format_string(&self, earlier: Option<TokenKind>) -> bool {
        matches!(
            earlier,
            Some(TokenKind::FStringStart | TokenKind::FStringMiddle)
        )
    }

    /// `f"{}"`, `f"{!r}"`, `t"{=}"`
    fn empty_replacement(&self) -> Option<String> {
        let mut before = self.tokens_before().rev().map(|(kind, ..)| kind);
        let character = self.text().chars().next();
        let character = character.filter(|it| matches!(it, '}' | '!' | ':' | '='))?;
        if before.next() != Some(TokenKind::Lbrace) {
            return None;
        }
        let what = match before.next()? {
            TokenKind::FStringStart | TokenKind::FStringMiddle => "f-string",
            TokenKind::TStringStart | TokenKind::TStringMiddle => "t-string",
            _ => return None,
        };
        Some(format!(
            "{what}: valid expression required before '{character}'"
        ))
    }

    /// Two operands in brackets with nothing between them; CPython points at both.
    pub(super) fn missing_comma(&self, found: TokenKind) -> Fault {
        let (kind, start, _) =
            self.tokens_before()
                .next_back()
                .unwrap_or((TokenKind::EndOfFile, self.start, 0));
        if kind == TokenKind::Name && found == TokenKind::String {
            return self.fault(INVALID);
        }
        let is_atom = matches!(
            kind,
            TokenKind::Name | TokenKind::Int | TokenKind::Float | TokenKind::Complex
        ) || kind == TokenKind::String;
        let ends_operand =
            is_atom || matches!(kind, TokenKind::Rpar | TokenKind::Rsqb | TokenKind::Rbrace);
        if !ends_operand {
            return self.fault("");
        }
        let start = if is_atom { start } else { self.start };
        Fault::new(
            "invalid syntax. Perhaps you forgot a comma?",
            start,
            self.end,
        )
    }

    /// A star where no starred expression may stand.
    pub(super) fn misplaced_star(&self) -> Fault {
        let Some((last, ..)) = self.tokens_before().next_back() else {
            return self.fault("can't use starred expression here");
        };
        match last {
            TokenKind::Lpar => self.fault("cannot use starred expression here"),
            TokenKind::Colon if self.is_in_brackets() => {
                self.fault("cannot use a starred expression in a dictionary value")
            }
            _ if last.is_operator() && last != TokenKind::Comma && last != TokenKind::Equal => {
                Fault::new(INVALID, self.start, self.start + 1)
            }
            _ => self.fault("can't use starred expression here"),
        }
    }

    /// `import a as b.c`, `except A as b[0]`: only a name may stand behind `as` there.
    pub(super) fn target_of_as(&self) -> Option<Fault> {
        let mut before = self.tokens_before().rev();
        let (name, ..) = before.next()?;
        let (keyword, _, past_as) = before.next()?;
        if (name, keyword) != (TokenKind::Name, TokenKind::As) {
            return None;
        }
        let what = match self.text().chars().next()? {
            '.' => "attribute",
            '[' => "subscript",
            '(' => "function call",
            _ => return None,
        };
        let statement = before.map(|it| it.0).find(|kind| {
            matches!(
                kind,
                TokenKind::Import | TokenKind::Except | TokenKind::With | TokenKind::Case
            )
        })?;
        let message = match statement {
            TokenKind::Import => format!("cannot use {what} as import target"),
            TokenKind::Except => format!("cannot use except statement with {what}"),
            _ => return None,
        };
        Some(Fault::new(message, past_as + 1, self.end))
    }
}
