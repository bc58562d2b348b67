//! Komi (贴子), given in zi or in points.

use std::fmt;

use thiserror::Error;

use super::{Points, QuarterZi};

/// What White gets for Black's first move, exact to the quarter zi; below zero Black gets it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Komi(QuarterZi);

/// A text is not a komi.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum KomiError {
    /// Not a number.
    #[error("`{0}` is not a komi; write it as 3.75, 3 3/4 or 3又3/4子")]
    Unreadable(String),
    /// A number between two quarter zi.
    #[error("`{0}` is not a whole number of quarter zi (half points)")]
    TooFine(String),
    /// More than the points of the largest board.
    #[error("`{0}` is more than any board holds")]
    TooLarge(String),
}

/// Largest komi: every point of a 25×25 board, in quarter zi.
const LARGEST: i64 = 625 * 4;

impl Komi {
    /// No komi (让先).
    pub const ZERO: Self = Self(QuarterZi::ZERO);
    /// 3¾ zi, 7.5 points: the Chinese rules since 2002.
    pub const ZI_3_3_4: Self = Self(QuarterZi(15));
    /// 2¾ zi, 5.5 points: the Chinese rules before 2002.
    pub const ZI_2_3_4: Self = Self(QuarterZi(11));
    /// 6.5 points, 3¼ zi: the Japanese and Korean komi.
    pub const POINTS_6_5: Self = Self(QuarterZi(13));

    /// A komi of that many quarter zi.
    #[must_use]
    pub const fn new(amount: QuarterZi) -> Self {
        Self(amount)
    }

    /// Reads a komi given in zi: `3.75`, `3 3/4`, `3¾`, `3又3/4子`, `3/4`, `-2`.
    ///
    /// # Errors
    /// [`KomiError`] when the text is no such number.
    pub fn from_zi(text: &str) -> Result<Self, KomiError> {
        parse(text, 4).map(Self)
    }

    /// Reads a komi given in points: `7.5`, `6 1/2`, `6½`, `6目半`, `7.5目`.
    ///
    /// # Errors
    /// [`KomiError`] when the text is no such number.
    pub fn from_points(text: &str) -> Result<Self, KomiError> {
        parse(text, 2).map(Self)
    }

    /// The amount in zi.
    #[must_use]
    pub const fn zi(self) -> QuarterZi {
        self.0
    }

    /// The amount in points.
    #[must_use]
    pub fn points(self) -> Points {
        self.0.points()
    }
}

/// Writes the komi in zi: `3 3/4`.
impl fmt::Display for Komi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Reads a number whose unit is `parts` quarter zi.
fn parse(text: &str, parts: i64) -> Result<QuarterZi, KomiError> {
    let shown = || text.trim().to_owned();
    let (numerator, denominator) =
        parse_ratio(text).ok_or_else(|| KomiError::Unreadable(shown()))?;
    if numerator.abs() > LARGEST * denominator {
        return Err(KomiError::TooLarge(shown()));
    }
    let scaled = numerator * parts;
    if scaled % denominator != 0 {
        return Err(KomiError::TooFine(shown()));
    }
    let amount = i32::try_from(scaled / denominator).map_err(|_| KomiError::TooLarge(shown()))?;
    Ok(QuarterZi(amount))
}

/// Reads a decimal or mixed number as numerator and denominator (above zero).
fn parse_ratio(text: &str) -> Option<(i64, i64)> {
    let mut plain = text.trim().to_owned();
    for (from, to) in [
        ("又", " "),
        ("目半", " 1/2"),
        ("子", ""),
        ("目", ""),
        ("¼", " 1/4"),
        ("½", " 1/2"),
        ("¾", " 3/4"),
        ("−", "-"),
    ] {
        plain = plain.replace(from, to);
    }
    let (sign, amount) = match plain.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, plain.strip_prefix('+').unwrap_or(&plain)),
    };
    let mut words = amount.split_whitespace();
    let ratio = match (words.next()?, words.next()) {
        (word, None) if word.contains('/') => parse_fraction(word)?,
        (word, None) => parse_decimal(word)?,
        (whole, Some(fraction)) => {
            let (numerator, denominator) = parse_fraction(fraction)?;
            (digits(whole)? * denominator + numerator, denominator)
        }
    };
    words.next().is_none().then_some((sign * ratio.0, ratio.1))
}

fn parse_fraction(word: &str) -> Option<(i64, i64)> {
    let (numerator, denominator) = word.split_once('/')?;
    let denominator = digits(denominator)?;
    (denominator > 0).then_some((digits(numerator)?, denominator))
}

fn parse_decimal(word: &str) -> Option<(i64, i64)> {
    let (whole, decimals) = word.split_once('.').unwrap_or((word, ""));
    if word == "." {
        return None;
    }
    let decimals = decimals.trim_end_matches('0');
    let or_zero = |part: &str| {
        if part.is_empty() {
            Some(0)
        } else {
            digits(part)
        }
    };
    let denominator = 10_i64.pow(u32::try_from(decimals.len()).ok().filter(|&n| n <= 9)?);
    Some((
        or_zero(whole)? * denominator + or_zero(decimals)?,
        denominator,
    ))
}

/// A number of up to nine digits.
fn digits(text: &str) -> Option<i64> {
    let valid = (1..=9).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    valid.then(|| text.parse().ok()).flatten()
}
