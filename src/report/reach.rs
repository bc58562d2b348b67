//! Whether a result that is stated elsewhere can come of a board as it was left.

use std::fmt;

use super::{Place, Report};
use crate::go::{Counting, QuarterZi};

/// How a margin may come of a board that was counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// What is not known and what is still to be played may lead to it.
    Open,
    /// One side has to fill more of so many dame than the other: the board was left before they
    /// were filled.
    Dame(usize),
    /// Nothing is left to fill, and it is one point off. Whoever's a point is counts twice, so it
    /// was counted when one dame was still shared, or by other rules.
    Earlier,
    /// It cannot come of it.
    Impossible,
}

impl Report {
    /// Whether a margin of Black's can come of the board, were the chains that look dead agreed
    /// on and the rest played out.
    #[must_use]
    pub fn reach(&self, margin: QuarterZi) -> Reach {
        let Some(assessment) = &self.assessment else {
            return Reach::Impossible;
        };
        let likely = assessment.counted.likely_margin;
        let [least, most] = (self.stakes()).map_or([likely; 2], |stakes| stakes.margins);
        if least <= margin && margin <= most {
            return Reach::Open;
        }
        if assessment.counted.score.settings().counting == Counting::Territory {
            return Reach::Impossible;
        }
        let dame = assessment.dame.len();
        let mut last = assessment.places.iter();
        let last = last.find(|open| matches!(open.place, Place::LastDame(_)));
        let all = QuarterZi::from_points(i32::try_from(dame).expect("a small board"));
        let zero = QuarterZi::ZERO;
        let [black, white] = last.map_or([zero; 2], |last| [last.black, last.white]);
        if least - all - white <= margin && margin <= most + all - black {
            return Reach::Dame(dame);
        }
        let point = QuarterZi::from_points(1);
        if dame == 0 && least == most && [least - point, least + point].contains(&margin) {
            return Reach::Earlier;
        }
        Reach::Impossible
    }
}

impl fmt::Display for Reach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Open => f.write_str("possible, as the board is not finished"),
            Self::Dame(dame) => write!(f, "possible, as {dame} dame are not filled"),
            Self::Earlier => f.write_str("possible, if the last dame was not filled yet"),
            Self::Impossible => f.write_str("not possible from this board"),
        }
    }
}
