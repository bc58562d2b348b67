//! Which lines of a found lattice are the board: how many, and from which on.

use super::homography::Xy;

/// One assumed crossing: the index of the true crossing nearest to it, and the probability that
/// this one is inside the outer lines.
pub(super) struct Vote {
    pub index: [i32; 2],
    pub inside: f64,
    pub in_photo: bool,
}

impl Vote {
    fn inside(&self) -> f64 {
        self.inside.clamp(FLOOR, 1.0 - FLOOR)
    }
}

/// An n × n part of the lattice.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Window {
    /// Lines a side.
    pub lines: u8,
    /// Index of its top left crossing.
    pub origin: Xy,
    /// Mean log likelihood of the votes that lie in the photo.
    pub likelihood: f64,
    /// By how much (natural log) it beats the best one of as many lines with other columns, other
    /// rows.
    pub margin: [f64; 2],
    /// The next likely number of lines, and by how much it is less likely.
    pub other_size: Option<(u8, f64)>,
}

/// No single crossing speaks louder than this probability: neighbours make the same mistakes.
const FLOOR: f64 = 0.02;

/// Indices from −REACH to REACH can be counted.
const REACH: i32 = 40;

/// A window that could be: log odds, lines, and the index of its top left crossing.
struct Candidate {
    odds: f64,
    lines: u8,
    x: i32,
    y: i32,
}

impl Candidate {
    /// Mean log likelihood of the votes that lie in the photo; of the others nothing is known.
    fn likelihood(&self, votes: &[Vote]) -> f64 {
        let last = i32::from(self.lines) - 1;
        let holds = |vote: &Vote| {
            let [c, r] = vote.index;
            (self.x..=self.x + last).contains(&c) && (self.y..=self.y + last).contains(&r)
        };
        let votes = votes.iter().filter(|v| v.in_photo);
        let (sum, count) = votes.fold((0.0, 0.0), |(sum, count), vote| {
            let p = vote.inside();
            (
                sum + if holds(vote) { p } else { 1.0 - p }.ln(),
                count + 1.0,
            )
        });
        sum / f64::max(count, 1.0)
    }
}

/// Log odds of "inside", summed over all indices above and to the left.
struct Sums(Vec<f64>);

const SPAN: usize = 2 * REACH as usize + 2;

impl Sums {
    fn new(votes: &[Vote]) -> Self {
        let mut sums = vec![0.0; SPAN * SPAN];
        for vote in votes {
            let [c, r] = vote.index.map(|v| v + REACH + 1);
            if (1..SPAN as i32).contains(&c) && (1..SPAN as i32).contains(&r) {
                let p = vote.inside();
                sums[r as usize * SPAN + c as usize] += (p / (1.0 - p)).ln();
            }
        }
        for r in 1..SPAN {
            for c in 1..SPAN {
                sums[r * SPAN + c] += sums[(r - 1) * SPAN + c] + sums[r * SPAN + c - 1]
                    - sums[(r - 1) * SPAN + c - 1];
            }
        }
        Self(sums)
    }

    /// Over a window; `None` where it reaches beyond what is counted.
    fn window(&self, lines: u8, x: i32, y: i32) -> Option<f64> {
        let low = [x, y].map(|v| v + REACH);
        let high = low.map(|v| v + i32::from(lines));
        if low.iter().any(|v| *v < 0) || high.iter().any(|v| *v >= SPAN as i32) {
            return None;
        }
        let at = |c: i32, r: i32| self.0[r as usize * SPAN + c as usize];
        Some(at(high[0], high[1]) - at(low[0], high[1]) - at(high[0], low[1]) + at(low[0], low[1]))
    }
}

impl Window {
    /// The window, of one of `sizes` lines, that makes the votes most likely.
    pub fn choose(votes: &[Vote], sizes: &[u8]) -> Option<Self> {
        let sums = Sums::new(votes);
        let range = |i: usize| {
            let indices = votes.iter().map(|v| v.index[i]);
            indices.clone().min().zip(indices.max())
        };
        let ((left, right), (top, bottom)) = (range(0)?, range(1)?);
        let mut all: Vec<Candidate> = Vec::new();
        for &lines in sizes {
            let last = i32::from(lines) - 1;
            for y in top.max(-REACH)..=(bottom - last).max(top) {
                for x in left.max(-REACH)..=(right - last).max(left) {
                    all.extend(sums.window(lines, x, y).map(|odds| Candidate {
                        odds,
                        lines,
                        x,
                        y,
                    }));
                }
            }
        }
        let best = all.iter().max_by(|a, b| a.odds.total_cmp(&b.odds))?;
        let next = |other: &dyn Fn(&Candidate) -> bool| {
            let others = all.iter().filter(|c| other(c));
            others.max_by(|a, b| a.odds.total_cmp(&b.odds))
        };
        let margin = |other: &dyn Fn(&Candidate) -> bool| {
            next(&|c| c.lines == best.lines && other(c))
                .map_or(f64::INFINITY, |c| best.odds - c.odds)
        };
        Some(Self {
            lines: best.lines,
            origin: [f64::from(best.x), f64::from(best.y)],
            likelihood: best.likelihood(votes),
            margin: [margin(&|c| c.x != best.x), margin(&|c| c.y != best.y)],
            other_size: next(&|c| c.lines != best.lines).map(|c| (c.lines, best.odds - c.odds)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Votes of a net that knows the truth well.
    fn votes(lines: i32, x: i32, y: i32) -> Vec<Vote> {
        let inside = |v: i32, first: i32| (first..first + lines).contains(&v);
        (-4..23)
            .flat_map(|r| (-4..23).map(move |c| [c, r]))
            .map(|index| Vote {
                index,
                inside: if inside(index[0], x) && inside(index[1], y) {
                    0.9
                } else {
                    0.1
                },
                in_photo: true,
            })
            .collect()
    }

    #[test]
    fn lines_are_counted() {
        for (lines, x, y) in [(19, 0, 0), (19, 1, -2), (13, 4, 2), (9, 7, 0), (15, -3, 5)] {
            let window = Window::choose(&votes(lines, x, y), &[19, 13, 9, 15]).unwrap();
            assert_eq!(i32::from(window.lines), lines);
            assert_eq!(window.origin, [f64::from(x), f64::from(y)]);
            assert!(window.margin.iter().all(|m| *m > 15.0), "{window:?}");
        }
    }

    #[test]
    fn a_side_that_nothing_tells_is_a_tie() {
        let mut unsure = votes(19, 0, 0);
        for vote in &mut unsure {
            if !(1..18).contains(&vote.index[0]) {
                vote.inside = 0.5;
            }
        }
        let window = Window::choose(&unsure, &[19]).unwrap();
        assert!(
            window.margin[0] < 1.0 && window.margin[1] > 15.0,
            "{window:?}"
        );
    }
}
