//! What all doubtful points could do together.
//!
//! By area, points that no chain of empty, dead or doubtful points joins cannot touch each other's
//! owners. So the doubtful points fall into groups whose changes of the margin just add up: each group
//! is counted in all its readings, the groups are put together by their sums.

use std::collections::BTreeMap;

use super::{Case, Counted};
use crate::go::{Board, Color, Counting, Point, QuarterZi, area_lead};
use crate::vision::Doubt;

/// What the doubtful points could make of the result, all of them together.
#[derive(Debug, Clone, PartialEq)]
pub struct Stakes {
    /// By how much Black is ahead at the least and at the most.
    pub margins: [QuarterZi; 2],
    /// The probability that another wins than by the reading, as the reader estimates the points.
    pub other_winner: f64,
    /// The fewest points that a person must look at: if these are as they were read, the others
    /// cannot change who wins. The weightiest first; none where nothing can.
    pub questions: Vec<Point>,
}

/// More doubtful points that hang together are not tried out.
const TOGETHER: usize = 10;

/// A doubtful point.
#[derive(Debug, Clone, Copy)]
struct Variable {
    point: Point,
    read: Option<Color>,
    otherwise: Option<Color>,
    /// That it is otherwise.
    probability: f64,
}

/// What the doubts of a case could do to its count; `None` without doubtful points, where territory is
/// counted, or where too many points hang together.
pub(super) fn stakes(case: &Case, counted: &Counted) -> Option<Stakes> {
    let variables = variables(case);
    let score = &counted.score;
    if variables.is_empty() || score.settings().counting != Counting::Area {
        return None;
    }
    let named = case.counting.as_ref()?.dead.as_deref().unwrap_or_default();
    let field = Field {
        board: &case.setup.board,
        named,
        dead: counted.agreed.dead(),
    };
    let groups: Option<Vec<Group>> = (field.together(&variables).into_iter())
        .map(|members| field.group(members))
        .collect();
    let groups = groups?;
    let margin = score.margin(Color::Black);
    let margin_at = |lead: i32| margin + QuarterZi::from_half_zi(lead);
    let winner_at = |lead: i32| score.verdict_at(Color::Black, margin_at(lead)).winner();
    let likely = sums(&groups);
    let other = |lead: &i32| winner_at(*lead) != counted.verdict.winner();
    let ends = [likely.first_key_value()?.0, likely.last_key_value()?.0];
    Some(Stakes {
        margins: ends.map(|lead| margin_at(*lead)),
        other_winner: (likely.iter().filter(|(lead, _)| other(lead)))
            .map(|(_, p)| p)
            .sum(),
        questions: questions(&groups, &|least, most| {
            [least, most]
                .iter()
                .all(|&lead| winner_at(lead) == counted.verdict.winner())
        }),
    })
}

fn variables(case: &Case) -> Vec<Variable> {
    (case.doubts.iter())
        .filter_map(|doubt| match *doubt {
            Doubt::Point {
                point,
                read,
                probability,
                alternative,
                ..
            } => Some(Variable {
                point,
                read,
                otherwise: alternative,
                probability: 1.0 - probability,
            }),
            Doubt::Grid(_) => None,
        })
        .collect()
}

/// The board as it was read.
struct Field<'a> {
    board: &'a Board,
    /// A stone of each dead chain.
    named: &'a [Point],
    dead: &'a [Point],
}

/// Doubtful points that hang together.
struct Group {
    points: Vec<Point>,
    /// For each set of points that are otherwise (a bit each): by how many points Black's lead over
    /// White changes, and the probability.
    readings: Vec<(i32, f64)>,
}

impl Field<'_> {
    /// The doubtful points that hang together.
    fn together(&self, variables: &[Variable]) -> Vec<Vec<Variable>> {
        let size = self.board.size();
        let open = |p: Point| {
            self.board.get(p).is_none()
                || self.dead.contains(&p)
                || variables.iter().any(|v| v.point == p)
        };
        let mut seen = vec![false; size.area()];
        let mut groups = Vec::new();
        for start in variables.iter().map(|v| v.point) {
            let mut stack = vec![start];
            let mut members = Vec::new();
            while let Some(point) = stack.pop() {
                if std::mem::replace(&mut seen[size.index(point)], true) {
                    continue;
                }
                members.extend(variables.iter().filter(|v| v.point == point));
                stack.extend(self.board.neighbours(point).filter(|p| open(*p)));
            }
            if !members.is_empty() {
                groups.push(members);
            }
        }
        groups
    }

    fn group(&self, members: Vec<Variable>) -> Option<Group> {
        if members.len() > TOGETHER {
            return None;
        }
        let as_read = self.lead(&members, 0)?;
        let readings = (0..1 << members.len())
            .map(|otherwise: usize| {
                let probability = members.iter().enumerate().map(|(i, v)| {
                    if otherwise >> i & 1 == 1 {
                        v.probability
                    } else {
                        1.0 - v.probability
                    }
                });
                let lead = self.lead(&members, otherwise)?;
                Some((lead - as_read, probability.product()))
            })
            .collect::<Option<Vec<_>>>()?;
        Some(Group {
            points: members.iter().map(|v| v.point).collect(),
            readings,
        })
    }

    /// Black's lead with some of the points otherwise; `None` where a chain that was alive would die
    /// with one that was named.
    fn lead(&self, members: &[Variable], otherwise: usize) -> Option<i32> {
        let mut board = self.board.clone();
        for (i, v) in members.iter().enumerate() {
            let stone = if otherwise >> i & 1 == 1 {
                v.otherwise
            } else {
                v.read
            };
            board.set(v.point, stone);
        }
        for chain in self
            .named
            .iter()
            .map(|p| board.chain_at(*p))
            .collect::<Vec<_>>()
        {
            for stone in chain.into_iter().flat_map(|c| c.stones) {
                if !self.dead.contains(&stone) && members.iter().all(|v| v.point != stone) {
                    return None;
                }
                board.set(stone, None);
            }
        }
        Some(area_lead(&board))
    }
}

/// How likely each change of Black's lead is.
fn sums(groups: &[Group]) -> BTreeMap<i32, f64> {
    let mut sums = BTreeMap::from([(0, 1.0)]);
    for group in groups {
        let mut next = BTreeMap::new();
        for (lead, p) in &sums {
            for (change, q) in &group.readings {
                *next.entry(lead + change).or_insert(0.0) += p * q;
            }
        }
        sums = next;
    }
    sums
}

/// The fewest points that leave the rest only changes between a least and a most that are `settled`.
fn questions(groups: &[Group], settled: &dyn Fn(i32, i32) -> bool) -> Vec<Point> {
    let mut ways = vec![vec![(Vec::new(), 0, 0)]];
    for group in groups {
        let own = group.ways();
        let mut next = vec![Vec::new(); ways.len() + own.len() - 1];
        for (asked, found) in ways.iter().enumerate() {
            for (more, own) in own.iter().enumerate() {
                for ((points, least, most), (also, low, high)) in
                    found.iter().flat_map(|w| own.iter().map(move |o| (w, o)))
                {
                    let all = [points.as_slice(), also].concat();
                    next[asked + more].push((all, least + low, most + high));
                }
            }
        }
        ways = next.into_iter().map(narrowest).collect();
    }
    let fewest = ways.into_iter().flatten().find(|w| settled(w.1, w.2));
    let mut points = fewest.map_or(Vec::new(), |w| w.0);
    let weight = |p: &Point| {
        let alone = groups.iter().find_map(|g| {
            let i = g.points.iter().position(|q| q == p)?;
            Some(g.readings[1 << i].0.abs())
        });
        std::cmp::Reverse(alone)
    };
    points.sort_by_key(weight);
    points
}

/// A way to ask: the points, and the least and the most that the others can change.
type Way = (Vec<Point>, i32, i32);

/// Only the ways that no other one beats on both sides.
fn narrowest(mut ways: Vec<Way>) -> Vec<Way> {
    ways.sort_by_key(|w| (std::cmp::Reverse(w.1), w.2));
    let mut kept: Vec<Way> = Vec::new();
    for way in ways {
        if kept.last().is_none_or(|k| way.2 < k.2) {
            kept.push(way);
        }
    }
    kept
}

impl Group {
    /// By the number of points asked, the narrowest ways to ask them.
    fn ways(&self) -> Vec<Vec<Way>> {
        let mut ways = vec![Vec::new(); self.points.len() + 1];
        for asked in 0..self.readings.len() {
            let chosen = (self.points.iter().enumerate())
                .filter(|(i, _)| asked >> i & 1 == 1)
                .map(|(_, p)| *p);
            let [low, high] = self.left(asked);
            ways[asked.count_ones() as usize].push((chosen.collect(), low, high));
        }
        ways.into_iter().map(narrowest).collect()
    }

    /// The least and the most that the readings change in which the points of `asked` are as read.
    fn left(&self, asked: usize) -> [i32; 2] {
        let changes = (self.readings.iter().enumerate())
            .filter(|(otherwise, _)| otherwise & asked == 0)
            .map(|(_, r)| r.0);
        changes.fold([0, 0], |[low, high], c| [low.min(c), high.max(c)])
    }
}

#[cfg(test)]
mod tests;
