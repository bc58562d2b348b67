//! The unit of every count.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A number of quarter zi (¼ 子), possibly negative.
///
/// One zi is two points (一子两目), so a quarter zi is half a point and every figure of a
/// count is a whole number of this unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct QuarterZi(pub i32);

impl QuarterZi {
    /// Nothing.
    pub const ZERO: Self = Self(0);

    /// Whole zi.
    #[must_use]
    pub const fn from_zi(zi: i32) -> Self {
        Self(4 * zi)
    }

    /// Half zi: a dame counts one for each side.
    #[must_use]
    pub const fn from_half_zi(halves: i32) -> Self {
        Self(2 * halves)
    }

    /// Whole points (目) of difference between the sides.
    #[must_use]
    pub const fn from_points(points: i32) -> Self {
        Self(2 * points)
    }

    /// Whole zi of the amount without its sign: 184 for 184 1/2 and for −184 1/2.
    #[must_use]
    pub fn whole(self) -> u32 {
        self.0.unsigned_abs() / 4
    }

    /// Quarters beyond the whole zi, 0 to 3, of the amount without its sign.
    #[must_use]
    pub fn quarters(self) -> u32 {
        self.0.unsigned_abs() % 4
    }

    /// Whether the amount is below zero.
    #[must_use]
    pub fn is_negative(self) -> bool {
        self.0 < 0
    }

    /// The amount without its sign.
    #[must_use]
    pub fn abs(self) -> Self {
        Self(self.0.abs())
    }

    /// The fraction beyond the whole zi as `1/4`, `1/2` or `3/4`; empty for none.
    #[must_use]
    pub fn fraction(self) -> &'static str {
        ["", "1/4", "1/2", "3/4"][self.quarters() as usize]
    }

    /// The same amount in points: twice the zi.
    #[must_use]
    pub fn points(self) -> Points {
        Points { halves: self.0 }
    }
}

/// Writes zi as a referee does: `184 1/2`, `3/4`, `-1/4`, `0`.
impl fmt::Display for QuarterZi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.is_negative() { "-" } else { "" };
        let text = match (self.whole(), self.fraction()) {
            (whole, "") => format!("{sign}{whole}"),
            (0, fraction) => format!("{sign}{fraction}"),
            (whole, fraction) => format!("{sign}{whole} {fraction}"),
        };
        f.pad(&text)
    }
}

impl Add for QuarterZi {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for QuarterZi {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Neg for QuarterZi {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Mul<i32> for QuarterZi {
    type Output = Self;

    fn mul(self, factor: i32) -> Self {
        Self(self.0 * factor)
    }
}

impl AddAssign for QuarterZi {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl SubAssign for QuarterZi {
    fn sub_assign(&mut self, other: Self) {
        self.0 -= other.0;
    }
}

impl Sum for QuarterZi {
    fn sum<I: Iterator<Item = Self>>(amounts: I) -> Self {
        amounts.fold(Self::ZERO, Add::add)
    }
}

/// An amount in points (目), exact to the half point.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Points {
    halves: i32,
}

impl Points {
    /// An amount of half points.
    #[must_use]
    pub const fn from_halves(halves: i32) -> Self {
        Self { halves }
    }

    /// The amount in half points.
    #[must_use]
    pub const fn halves(self) -> i32 {
        self.halves
    }

    /// The same amount in zi: half the points.
    #[must_use]
    pub const fn zi(self) -> QuarterZi {
        QuarterZi(self.halves)
    }
}

/// Writes points as SGF does: `7.5`, `-0.5`, `7`.
impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.halves < 0 { "-" } else { "" };
        let whole = self.halves.unsigned_abs() / 2;
        let half = if self.halves % 2 == 0 { "" } else { ".5" };
        f.pad(&format!("{sign}{whole}{half}"))
    }
}
