//! Doubts that hang together: what all their readings change.

use super::Unknown;
use super::field::{Field, Together};
use crate::go::{Color, QuarterZi};

/// Of more doubts that hang together not every reading is tried out: 2^10 readings
/// of a whole board of 19 lines take about 10 ms.
const TOGETHER: usize = 10;

/// A way to ask: which doubts, and the least and the most that the others can change.
#[derive(Debug, Clone)]
pub(super) struct Way {
    pub asked: Vec<usize>,
    pub least: i32,
    pub most: i32,
}

/// What a doubt alone changes: for each of its other values the change of Black's margin in
/// quarter zi, and its probability.
#[derive(Debug, Clone)]
pub(super) struct Alone {
    pub number: usize,
    pub others: Vec<(i32, f64)>,
}

/// Doubts that hang together. All changes are those of Black's margin in quarter zi against
/// everything as it is taken to be.
#[derive(Debug)]
pub(super) struct Group {
    pub alone: Vec<Alone>,
    /// How likely each change is.
    pub likely: Vec<(i32, f64)>,
    /// By the number of doubts asked, the narrowest ways to ask them.
    pub ways: Vec<Vec<Way>>,
}

impl Group {
    /// A doubt that hangs together with no other.
    pub(super) fn single(alone: Alone) -> Self {
        let mut readings = vec![(0, 0, rest(&alone))];
        readings.extend(alone.others.iter().map(|&(change, p)| (1, change, p)));
        Self::of_readings(vec![alone], &readings)
    }

    /// A group of every reading: the set of doubts that are otherwise (a bit each), the change
    /// and the probability.
    pub(super) fn of_readings(alone: Vec<Alone>, readings: &[(usize, i32, f64)]) -> Self {
        let numbers: Vec<usize> = alone.iter().map(|a| a.number).collect();
        Self {
            ways: exact_ways(&numbers, readings),
            likely: readings.iter().map(|r| (r.1, r.2)).collect(),
            alone,
        }
    }

    /// The doubts about stones of a part of the board, counted by area.
    pub(super) fn of_area(field: &Field<'_>, together: &Together, unknowns: &[Unknown]) -> Self {
        let members = &together.members;
        let mut otherwise = vec![false; unknowns.len()];
        let as_taken = field.lead(together, &otherwise, None);
        let mut change = |set: &[usize]| {
            set.iter().for_each(|&number| otherwise[number] = true);
            let lead = field.lead(together, &otherwise, None);
            set.iter().for_each(|&number| otherwise[number] = false);
            QuarterZi::from_half_zi(lead - as_taken).0
        };
        let mut alone: Vec<Alone> = (members.iter())
            .map(|&number| Alone {
                number,
                others: vec![(change(&[number]), unknowns[number].otherwise)],
            })
            .collect();
        // The weightiest first, which are those tried out where there are too many.
        alone.sort_by_key(|a| std::cmp::Reverse(a.others[0].0.abs()));
        let tried = alone.len().min(TOGETHER);
        let readings: Vec<_> = (0..1usize << tried)
            .map(|set| {
                let is_in = |i: &usize| set >> i & 1 == 1;
                let numbers: Vec<usize> =
                    (0..tried).filter(is_in).map(|i| alone[i].number).collect();
                let probability = (0..tried).map(|i| match (is_in(&i), alone[i].others[0].1) {
                    (true, p) => p,
                    (false, p) => 1.0 - p,
                });
                (set, change(&numbers), probability.product())
            })
            .collect();
        if tried == alone.len() {
            return Self::of_readings(alone, &readings);
        }
        Self {
            ways: bounded_ways(field, together, unknowns, &alone),
            likely: readings.iter().map(|r| (r.1, r.2)).collect(),
            alone,
        }
    }
}

/// The probability that a doubt is as it is taken to be.
fn rest(alone: &Alone) -> f64 {
    1.0 - alone.others.iter().map(|other| other.1).sum::<f64>()
}

/// Every way to ask some of the doubts.
fn exact_ways(numbers: &[usize], readings: &[(usize, i32, f64)]) -> Vec<Vec<Way>> {
    let sets = 1usize << numbers.len();
    // For each set of doubts the least and the most while all others are as taken.
    let mut ends = vec![(0, 0); sets];
    for &(set, change, _) in readings {
        ends[set] = (change.min(ends[set].0), change.max(ends[set].1));
    }
    for i in 0..numbers.len() {
        for set in (0..sets).filter(|set| set >> i & 1 == 1) {
            let (least, most) = ends[set ^ 1 << i];
            ends[set] = (ends[set].0.min(least), ends[set].1.max(most));
        }
    }
    let mut ways = vec![Vec::new(); numbers.len() + 1];
    for asked in 0..sets {
        let (least, most) = ends[sets - 1 - asked];
        let is_asked = |i: &usize| asked >> i & 1 == 1;
        ways[asked.count_ones() as usize].push(Way {
            asked: (0..numbers.len())
                .filter(is_asked)
                .map(|i| numbers[i])
                .collect(),
            least,
            most,
        });
    }
    ways.into_iter().map(narrowest).collect()
}

/// Where too many hang together: the first of them asked, the others all in one side's favour,
/// which bounds whatever they are.
fn bounded_ways(
    field: &Field<'_>,
    together: &Together,
    unknowns: &[Unknown],
    alone: &[Alone],
) -> Vec<Vec<Way>> {
    let as_taken = field.lead(together, &vec![false; unknowns.len()], None);
    let numbers: Vec<usize> = alone.iter().map(|a| a.number).collect();
    let way = |asked: usize| {
        let end = |side: Color| {
            let mut otherwise = vec![false; unknowns.len()];
            for &number in &numbers[asked..] {
                otherwise[number] = unknowns[number].about.otherwise_favours(side);
            }
            let lead = field.lead(together, &otherwise, Some(side));
            QuarterZi::from_half_zi(lead - as_taken).0
        };
        vec![Way {
            asked: numbers[..asked].to_vec(),
            least: end(Color::White),
            most: end(Color::Black),
        }]
    };
    // With all of them asked nothing is left to change.
    let mut ways: Vec<Vec<Way>> = (0..numbers.len()).map(way).collect();
    ways.push(vec![Way {
        asked: numbers.clone(),
        least: 0,
        most: 0,
    }]);
    ways
}

/// Only the ways that no other one beats on both sides.
pub(super) fn narrowest(mut ways: Vec<Way>) -> Vec<Way> {
    ways.sort_by_key(|way| (std::cmp::Reverse(way.least), way.most));
    let mut kept: Vec<Way> = Vec::new();
    for way in ways {
        if kept.last().is_none_or(|last| way.most < last.most) {
            kept.push(way);
        }
    }
    kept
}
