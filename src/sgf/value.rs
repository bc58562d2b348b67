//! One property value, `[…]`, and the texts, points and pairs written in it.

use std::fmt;

/// A property value as it stands between its brackets, escapes and all.
///
/// Every `]` and every `[` in it is escaped and no lone backslash ends it, so that it
/// can be written as it is.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Value(String);

impl Value {
    /// The value that stands for a text. Line ends become `\n`.
    pub fn text(text: &str) -> Self {
        let mut raw = String::with_capacity(text.len());
        for character in unify_line_ends(text).chars() {
            if matches!(character, '[' | ']' | '\\') {
                raw.push('\\');
            }
            raw.push(character);
        }
        Self(raw)
    }

    /// The value for a text of one line: line ends become spaces.
    pub fn simple_text(text: &str) -> Self {
        Self::text(&unify_line_ends(text).replace('\n', " "))
    }

    /// A value that has no character to be escaped, such as a point or a number.
    pub(super) fn plain(text: impl fmt::Display) -> Self {
        Self::text(&text.to_string())
    }

    /// The value read from a file, already escaped.
    pub(super) fn from_raw(raw: String) -> Self {
        Self(raw)
    }

    /// Adds a line to a text.
    pub(super) fn add_line(&mut self, line: &Self) {
        self.0.push('\n');
        self.0.push_str(&line.0);
    }

    /// What stands between the brackets.
    pub fn raw(&self) -> &str {
        &self.0
    }

    /// The text without escapes: `\]` is `]`, a backslash at a line's end joins the lines.
    pub fn to_text(&self) -> String {
        let mut text = String::with_capacity(self.0.len());
        let mut characters = self.0.chars();
        while let Some(character) = characters.next() {
            match character {
                '\\' => match characters.next() {
                    Some('\n') | None => {}
                    Some(escaped) => text.push(escaped),
                },
                other => text.push(other),
            }
        }
        text
    }

    /// The text as one line, without white space around it.
    pub fn to_simple_text(&self) -> String {
        self.to_text().replace('\n', " ").trim().to_owned()
    }

    /// The two halves of a composed value `a:b`, still escaped; the colon is not escaped.
    pub fn halves(&self) -> Option<(&str, &str)> {
        let mut escaped = false;
        for (at, character) in self.0.char_indices() {
            match character {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                ':' => return Some((&self.0[..at], &self.0[at + 1..])),
                _ => {}
            }
        }
        None
    }
}

/// `\r\n`, `\n\r` and `\r` are each one line end.
pub(super) fn unify_line_ends(text: &str) -> String {
    if !text.contains('\r') {
        return text.to_owned();
    }
    let mut unified = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match (character, characters.peek()) {
            ('\r', Some('\n')) | ('\n', Some('\r')) => {
                characters.next();
                unified.push('\n');
            }
            ('\r', _) => unified.push('\n'),
            _ => unified.push(character),
        }
    }
    unified
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped_and_read_back() {
        let text = "a]b[c\\d:e\nf \\";
        let value = Value::text(text);
        assert_eq!(value.raw(), "a\\]b\\[c\\\\d:e\nf \\\\");
        assert_eq!(value.to_text(), text);
    }

    #[test]
    fn a_backslash_at_a_line_end_joins_the_lines() {
        assert_eq!(Value::from_raw("one \\\nline".into()).to_text(), "one line");
    }

    #[test]
    fn every_kind_of_line_end_is_one() {
        assert_eq!(
            Value::text("a\r\nb\n\rc\rd\n\ne").to_text(),
            "a\nb\nc\nd\n\ne"
        );
        assert_eq!(Value::simple_text("a\r\nb").to_text(), "a b");
    }

    #[test]
    fn a_pair_is_cut_at_the_first_bare_colon() {
        assert_eq!(Value::from_raw("19:13".into()).halves(), Some(("19", "13")));
        assert_eq!(
            Value::from_raw("a\\:b:c".into()).halves(),
            Some(("a\\:b", "c"))
        );
        assert_eq!(Value::from_raw("aa".into()).halves(), None);
    }
}
