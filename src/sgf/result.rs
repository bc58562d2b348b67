//! The result that a record states, and whether a count agrees with it.

use std::fmt;

use crate::go::{Color, QuarterZi, Verdict};

/// The result that a record states.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RecordResult {
    /// One side won.
    Win {
        /// Who.
        winner: Color,
        /// How.
        by: WinBy,
    },
    /// Equal counts: `0`, `Draw`, `和棋`, `持碁`.
    Draw,
    /// A draw that a referee declared: `D+J`.
    RuledDraw,
    /// Both sides lose: `双负`.
    BothLose,
    /// No result: `Void`.
    NoResult,
    /// Nothing is stated, or `?`.
    Unknown,
}

/// How a game was won, as its record states it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WinBy {
    /// By that much on the board.
    Margin(QuarterZi),
    /// By resignation: `R`, `中盘`.
    Resignation,
    /// On time: `T`, `超时`.
    Time,
    /// By forfeit: `F`.
    Forfeit,
    /// By a referee's judgement: `J`.
    Judgement,
    /// The players, or programs, agreed who won, and did not count: `AW`.
    AgreedWinner,
    /// The opponent broke the rules: `V`.
    Violation,
    /// Without a word how: `B+`, `B`, and `B+0.0` of servers that know no margin.
    Unstated,
    /// In words that are not understood, such as the server codes `0.02` and `0.03`.
    Other(String),
}

/// Whether a record's result is what the count gives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ResultCheck {
    /// Same winner, and same margin where the record gives one.
    Agrees,
    /// Another winner or another margin.
    Disagrees {
        /// What the record says.
        recorded: RecordResult,
        /// What the count says.
        computed: Verdict,
    },
    /// The game was not decided by counting, so a count proves nothing.
    NotByCounting(RecordResult),
    /// The record states no result that is understood.
    Unknown,
}

impl RecordResult {
    /// Holds a count against the result.
    pub fn check(&self, computed: Verdict) -> ResultCheck {
        let agrees = match self {
            Self::Unknown => return ResultCheck::Unknown,
            Self::Win {
                winner,
                by: WinBy::Margin(margin),
            } => {
                computed
                    == Verdict::Win {
                        winner: *winner,
                        margin: *margin,
                    }
            }
            Self::Win {
                winner,
                by: WinBy::Unstated,
            } => computed.winner() == Some(*winner),
            Self::Draw => computed == Verdict::Draw,
            Self::Win { .. } | Self::RuledDraw | Self::BothLose | Self::NoResult => {
                return ResultCheck::NotByCounting(self.clone());
            }
        };
        if agrees {
            ResultCheck::Agrees
        } else {
            ResultCheck::Disagrees {
                recorded: self.clone(),
                computed,
            }
        }
    }
}

/// What a verdict is written as. `FF[4]` has one word, `Void`, where nobody wins.
impl From<Verdict> for RecordResult {
    fn from(verdict: Verdict) -> Self {
        let win = |winner, by| Self::Win { winner, by };
        match verdict {
            Verdict::Win { winner, margin } => win(winner, WinBy::Margin(margin)),
            Verdict::Draw => Self::Draw,
            Verdict::Warnings { loser } => win(loser.opponent(), WinBy::Forfeit),
            Verdict::Resignation { winner } => win(winner, WinBy::Resignation),
            Verdict::Forfeit { winner } => win(winner, WinBy::Forfeit),
            Verdict::BothLose => Self::BothLose,
            Verdict::NoResult | Verdict::Replay => Self::NoResult,
        }
    }
}

/// Writes the result as `RE` has it, the margin in points: `B+1.5`, `W+R`, `0`, `Void`.
impl fmt::Display for RecordResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (winner, by) = match self {
            Self::Win { winner, by } => (winner, by),
            Self::Draw => return f.write_str("0"),
            Self::RuledDraw => return f.write_str("D+J"),
            Self::BothLose | Self::NoResult => return f.write_str("Void"),
            Self::Unknown => return f.write_str("?"),
        };
        write!(f, "{}+", winner.letter())?;
        match by {
            WinBy::Margin(margin) => write!(f, "{}", margin.points()),
            WinBy::Resignation => f.write_str("R"),
            WinBy::Time => f.write_str("T"),
            WinBy::Forfeit => f.write_str("F"),
            WinBy::Judgement => f.write_str("J"),
            WinBy::AgreedWinner => f.write_str("AW"),
            WinBy::Violation => f.write_str("V"),
            WinBy::Unstated => Ok(()),
            WinBy::Other(words) => f.write_str(words),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Color::{Black, White};

    #[test]
    fn a_written_verdict_is_read_back() {
        let win = |winner, margin| Verdict::Win {
            winner,
            margin: QuarterZi(margin),
        };
        for (verdict, text) in [
            (win(Black, 3), "B+1.5"),
            (win(White, 2), "W+1"),
            (Verdict::Draw, "0"),
            (Verdict::Resignation { winner: White }, "W+R"),
            (Verdict::Warnings { loser: White }, "B+F"),
            (Verdict::NoResult, "Void"),
        ] {
            let result = RecordResult::from(verdict);
            assert_eq!(result.to_string(), text);
            assert_eq!(RecordResult::parse(text), Some(result));
        }
    }

    #[test]
    fn a_count_is_held_against_the_result() {
        let check = |text: &str, winner, margin| {
            let result = RecordResult::parse(text).expect("a result");
            result.check(Verdict::Win {
                winner,
                margin: QuarterZi(margin),
            })
        };
        assert_eq!(check("B+1.5", Black, 3), ResultCheck::Agrees);
        assert_eq!(check("黑胜3/4子", Black, 3), ResultCheck::Agrees);
        assert_eq!(check("B", Black, 7), ResultCheck::Agrees);
        assert!(matches!(
            check("B+1.5", Black, 1),
            ResultCheck::Disagrees { .. }
        ));
        assert!(matches!(
            check("B+1.5", White, 3),
            ResultCheck::Disagrees { .. }
        ));
        assert!(matches!(
            check("0", White, 3),
            ResultCheck::Disagrees { .. }
        ));
        assert!(matches!(
            check("W+R", White, 3),
            ResultCheck::NotByCounting(_)
        ));
        assert_eq!(check("?", White, 3), ResultCheck::Unknown);
    }
}
