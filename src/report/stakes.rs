//! What everything that is not known could do to the result, all of it together.
//!
//! By area, stones that no chain of empty, dead or doubtful points joins cannot touch each
//! other's owners. So the doubts about stones fall into groups whose changes of the margin just
//! add up: each group is counted in all its readings, the groups are put together by their sums.
//! What is still to be played, komi and handicap add to the margin by themselves.

mod field;
mod group;
mod territory;
mod unknown;

use std::collections::BTreeMap;

use super::Place;
use crate::go::{Color, Counting, Point, QuarterZi, Score, Verdict};

use field::Field;
use group::{Alone, Group, Way, narrowest};
pub(super) use unknown::Open;
use unknown::Unknown;

/// What all that is not known could make of the result.
#[derive(Debug, Clone, PartialEq)]
pub struct Stakes {
    /// By how much Black is ahead at the least and at the most.
    pub margins: [QuarterZi; 2],
    /// Who wins if everything is as it is taken to be: the points as they were read, the chains as
    /// they look, open places shared, the settings as they are counted with.
    pub winner: Option<Color>,
    /// The probability that another wins, each doubt taken for itself.
    pub other_winner: f64,
    /// The fewest questions that settle the winner: if the answers are as taken to be, nothing
    /// else can change who wins. The most decisive first; none where nothing can change it.
    pub questions: Vec<Question>,
    /// What else is not known, and cannot change who wins if the answers are as taken to be.
    pub others: Vec<Question>,
}

impl Stakes {
    /// All that is not known: what must be asked first.
    pub fn all(&self) -> impl Iterator<Item = &Question> {
        self.questions.iter().chain(&self.others)
    }
}

/// Something to ask the players or to look at.
#[derive(Debug, Clone, PartialEq)]
pub struct Question {
    /// What.
    pub about: About,
    /// The probability that it is otherwise than it is taken to be.
    pub otherwise: f64,
    /// The results if it alone is otherwise, one for each way to be so.
    pub outcomes: Vec<Verdict>,
}

/// What is not known.
#[derive(Debug, Clone, PartialEq)]
pub enum About {
    /// What stands on a point.
    Point {
        /// The point.
        point: Point,
        /// What was read there.
        read: Option<Color>,
        /// What it may be.
        otherwise: Option<Color>,
    },
    /// Whether a chain lives.
    Life {
        /// Its stones.
        stones: Vec<Point>,
        /// Their colour.
        color: Color,
        /// Whether it is taken to be dead.
        looks_dead: bool,
    },
    /// A place where something is still to be played: shared, or Black's, or White's.
    Place(Place),
    /// Komi and handicap.
    Settings,
}

impl About {
    /// Whether its being otherwise is good for a side.
    fn otherwise_favours(&self, side: Color) -> bool {
        let rank = |stone: Option<Color>| stone.map_or(0, |c| if c == side { 1 } else { -1 });
        match self {
            Self::Point {
                read, otherwise, ..
            } => rank(*otherwise) > rank(*read),
            Self::Life {
                color, looks_dead, ..
            } => (*color == side) == *looks_dead,
            Self::Place(_) | Self::Settings => false,
        }
    }
}

/// What all that is not known could do to a count; `None` where everything is known, and where territory is
/// counted and too much hangs together.
pub(super) fn stakes(open: &Open<'_>) -> Option<Stakes> {
    let unknowns = open.unknowns();
    if unknowns.is_empty() {
        return None;
    }
    let score = &open.counted.score;
    let groups = groups(open, &unknowns)?;
    let as_taken = open.position.agree(&open.lives.likely_dead).ok()?;
    let base = as_taken.score(score.settings()).margin(Color::Black);
    let limits = limits(score, &unknowns);
    // Bounds of single places may add up to more than the board holds.
    let margin_at = |change: i32| {
        let margin = base + QuarterZi(change);
        limits.map_or(margin, |[least, most]| margin.clamp(least, most))
    };
    let verdict_at = |change: i32| score.verdict_at(Color::Black, margin_at(change));
    let winner_at = |change: i32| verdict_at(change).winner();
    let winner = winner_at(0);
    let ways = combined(&groups);
    let nothing_asked = ways.first()?.first()?;
    let likely = sums(&groups);
    let is_settled = |way: &&Way| {
        [way.least, way.most]
            .iter()
            .all(|&c| winner_at(c) == winner)
    };
    let asked = ways.iter().flatten().find(is_settled)?;
    let (questions, others) = (questions(&groups, &unknowns, &verdict_at).into_iter())
        .partition::<Vec<_>, _>(|(number, _)| asked.asked.contains(number));
    let only = |asked: Vec<(usize, Question)>| asked.into_iter().map(|q| q.1).collect();
    let other = likely.iter().filter(|entry| winner_at(*entry.0) != winner);
    Some(Stakes {
        margins: [nothing_asked.least, nothing_asked.most].map(margin_at),
        winner,
        other_winner: other.map(|entry| entry.1).sum(),
        questions: only(questions),
        others: only(others),
    })
}

/// Between which margins Black's lies whoever owns each point and whichever settings hold.
fn limits(score: &Score, unknowns: &[Unknown]) -> Option<[QuarterZi; 2]> {
    let settings = unknowns.iter().filter(|u| u.about == About::Settings);
    let adds = settings.flat_map(|u| u.adds.iter().copied());
    let [lower, higher] = adds.fold([QuarterZi::ZERO; 2], |[lower, higher], add| {
        [lower.min(add), higher.max(add)]
    });
    let [least, most] = score.margin_limits(Color::Black)?;
    Some([least + lower, most + higher])
}

/// The doubts by what hangs together.
fn groups(open: &Open<'_>, unknowns: &[Unknown]) -> Option<Vec<Group>> {
    let mut groups = match open.counted.score.settings().counting {
        Counting::Territory => territory::group(open, unknowns)?.into_iter().collect(),
        Counting::Area => {
            let board = open.position.board();
            let field = Field::new(board, &open.lives.likely_dead, unknowns);
            let together = field.groups();
            let group = |together| Group::of_area(&field, together, unknowns);
            together.iter().map(group).collect::<Vec<_>>()
        }
    };
    for (number, unknown) in unknowns.iter().enumerate() {
        let each = unknown.otherwise / unknown.adds.len().max(1) as f64;
        let others: Vec<_> = unknown.adds.iter().map(|add| (add.0, each)).collect();
        if !others.is_empty() {
            groups.push(Group::single(Alone { number, others }));
        }
    }
    Some(groups)
}

/// How likely each change of Black's margin is.
fn sums(groups: &[Group]) -> BTreeMap<i32, f64> {
    let mut sums = BTreeMap::from([(0, 1.0)]);
    for group in groups {
        let mut next = BTreeMap::new();
        for (sum, p) in &sums {
            for (change, q) in &group.likely {
                *next.entry(sum + change).or_insert(0.0) += p * q;
            }
        }
        sums = next;
    }
    sums
}

/// By the number of questions, the narrowest ways to ask them, all groups together.
fn combined(groups: &[Group]) -> Vec<Vec<Way>> {
    let nothing = Way {
        asked: Vec::new(),
        least: 0,
        most: 0,
    };
    groups.iter().fold(vec![vec![nothing]], |ways, group| {
        let mut next = vec![Vec::new(); ways.len() + group.ways.len() - 1];
        for (asked, found) in ways.iter().enumerate() {
            for (more, own) in group.ways.iter().enumerate() {
                let pairs = found.iter().flat_map(|w| own.iter().map(move |o| (w, o)));
                next[asked + more].extend(pairs.map(|(way, also)| Way {
                    asked: [way.asked.as_slice(), &also.asked].concat(),
                    least: way.least + also.least,
                    most: way.most + also.most,
                }));
            }
        }
        next.into_iter().map(narrowest).collect()
    })
}

/// Everything that could be asked, by its number: first what alone changes the winner, then what
/// changes the margin most, likely changes before unlikely ones.
fn questions(
    groups: &[Group],
    unknowns: &[Unknown],
    verdict_at: &dyn Fn(i32) -> Verdict,
) -> Vec<(usize, Question)> {
    let winner = verdict_at(0).winner();
    let mut all: Vec<&Alone> = groups.iter().flat_map(|group| &group.alone).collect();
    let weight = |a: &Alone| {
        let changes = |c: &&(i32, f64)| verdict_at(c.0).winner() != winner;
        let turns: f64 = a.others.iter().filter(changes).map(|c| c.1).sum();
        let moves = a.others.iter().map(|c| f64::from(c.0.abs()) * c.1);
        (turns, moves.sum::<f64>())
    };
    all.sort_by(|a, b| {
        let ((a_turns, a_moves), (b_turns, b_moves)) = (weight(a), weight(b));
        b_turns
            .total_cmp(&a_turns)
            .then(b_moves.total_cmp(&a_moves))
    });
    let question = |a: &Alone| Question {
        about: unknowns[a.number].about.clone(),
        otherwise: unknowns[a.number].otherwise,
        outcomes: a.others.iter().map(|c| verdict_at(c.0)).collect(),
    };
    (all.into_iter().map(|a| (a.number, question(a)))).collect()
}

#[cfg(test)]
mod tests;
