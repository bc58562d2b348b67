//! The board under doubts: what it counts to by area when some of them are otherwise.

use super::{About, Unknown};
use crate::go::{Board, Color, Point};

/// What is known of the life of a stone as it was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum StoneLife {
    Alive,
    Dead,
    /// As the doubt of this number has it.
    Open(usize),
}

/// A board with doubts about its stones. Points are numbered row by row from the top left.
pub(super) struct Field<'a> {
    board: &'a Board,
    unknowns: &'a [Unknown],
    neighbours: Vec<Vec<usize>>,
    lives: Vec<StoneLife>,
    /// The doubt about what stands on a point.
    doubtful: Vec<Option<usize>>,
}

/// Doubts that hang together, and the points whose owners they can change.
pub(super) struct Together {
    pub members: Vec<usize>,
    region: Vec<usize>,
    inside: Vec<bool>,
}

impl<'a> Field<'a> {
    /// A board on which these stones are dead and no others, the doubtful ones apart.
    pub(super) fn new(board: &'a Board, dead: &[Point], unknowns: &'a [Unknown]) -> Self {
        let size = board.size();
        let index = |point: Point| size.index(point);
        let neighbours = size
            .points()
            .map(|point| size.neighbours(point).map(index).collect());
        let mut field = Self {
            board,
            unknowns,
            neighbours: neighbours.collect(),
            lives: vec![StoneLife::Alive; size.area()],
            doubtful: vec![None; size.area()],
        };
        for &stone in dead {
            field.lives[index(stone)] = StoneLife::Dead;
        }
        for (number, unknown) in unknowns.iter().enumerate() {
            match &unknown.about {
                About::Point { point, .. } => field.doubtful[index(*point)] = Some(number),
                About::Life { stones, .. } => {
                    for &stone in stones {
                        field.lives[index(stone)] = StoneLife::Open(number);
                    }
                }
                About::Place(_) | About::Settings => {}
            }
        }
        field
    }

    /// The doubts about stones, those together that a chain of empty, dead or doubtful points
    /// joins: no others can touch each other's owners.
    pub(super) fn groups(&self) -> Vec<Together> {
        let mut grouped = vec![false; self.unknowns.len()];
        let mut groups = Vec::new();
        for number in 0..self.unknowns.len() {
            let starts = self.points_of(number);
            if !starts.is_empty() && !grouped[number] {
                let group = self.together(starts);
                for &member in &group.members {
                    grouped[member] = true;
                }
                groups.push(group);
            }
        }
        groups
    }

    fn points_of(&self, number: usize) -> Vec<usize> {
        let size = self.board.size();
        match &self.unknowns[number].about {
            About::Point { point, .. } => vec![size.index(*point)],
            About::Life { stones, .. } => stones.iter().map(|&s| size.index(s)).collect(),
            About::Place(_) | About::Settings => Vec::new(),
        }
    }

    fn is_open(&self, point: usize) -> bool {
        self.board.as_slice()[point].is_none()
            || self.doubtful[point].is_some()
            || self.lives[point] != StoneLife::Alive
    }

    fn together(&self, starts: Vec<usize>) -> Together {
        let mut inside = vec![false; self.lives.len()];
        let (mut region, mut members) = (Vec::new(), Vec::new());
        let mut next = starts;
        while let Some(point) = next.pop() {
            if std::mem::replace(&mut inside[point], true) {
                continue;
            }
            region.push(point);
            let life = match self.lives[point] {
                StoneLife::Open(number) => Some(number),
                _ => None,
            };
            for number in self.doubtful[point].into_iter().chain(life) {
                if !members.contains(&number) {
                    members.push(number);
                    next.extend(self.points_of(number));
                }
            }
            let around = self.neighbours[point].iter().copied();
            next.extend(around.filter(|&near| self.is_open(near)));
        }
        members.sort_unstable();
        Together {
            members,
            region,
            inside,
        }
    }

    /// Black's lead over White on the points of a group with some doubts otherwise. A chain with
    /// a stone that is alive stays; one of which all known stones are dead goes. Stones that were
    /// read otherwise have no life of their own, but those of `favoured` live, which makes the
    /// lead with everything in its favour a bound of all leads.
    pub(super) fn lead(
        &self,
        group: &Together,
        otherwise: &[bool],
        favoured: Option<Color>,
    ) -> i32 {
        let mut stones = self.stones(group, otherwise);
        let mut seen = vec![false; stones.len()];
        for &start in &group.region {
            if let (Some(color), false) = (stones[start], seen[start]) {
                let mut is_alive = false;
                let mut is_dead = false;
                let chain = self.flood(start, &stones, &mut seen, |at, stone| {
                    match stone == Some(color) {
                        true if !group.inside[at] => is_alive = true,
                        true => match self.life(at, otherwise) {
                            Some(alive) if alive => is_alive = true,
                            Some(_) => is_dead = true,
                            None => is_alive |= favoured == Some(color),
                        },
                        false => {}
                    }
                    stone == Some(color) && group.inside[at]
                });
                if is_dead && !is_alive {
                    chain.iter().for_each(|&stone| stones[stone] = None);
                }
            }
        }
        self.owned(group, &stones)
    }

    /// The stones with some doubts otherwise, dead ones among them.
    fn stones(&self, group: &Together, otherwise: &[bool]) -> Vec<Option<Color>> {
        let mut stones = self.board.as_slice().to_vec();
        for &number in &group.members {
            if let (
                About::Point {
                    point, otherwise, ..
                },
                true,
            ) = (&self.unknowns[number].about, otherwise[number])
            {
                stones[self.board.size().index(*point)] = *otherwise;
            }
        }
        stones
    }

    /// Whether a stone lives; `None` for one that was not read there.
    fn life(&self, point: usize, otherwise: &[bool]) -> Option<bool> {
        if self.doubtful[point].is_some_and(|number| otherwise[number]) {
            return None;
        }
        Some(match self.lives[point] {
            StoneLife::Alive => true,
            StoneLife::Dead => false,
            StoneLife::Open(number) => match self.unknowns[number].about {
                About::Life { looks_dead, .. } => looks_dead == otherwise[number],
                _ => true,
            },
        })
    }

    /// Black's points less White's in a group, of live stones alone.
    fn owned(&self, group: &Together, stones: &[Option<Color>]) -> i32 {
        let sign = |color: Color| match color {
            Color::Black => 1,
            Color::White => -1,
        };
        let mut seen = vec![false; stones.len()];
        let mut lead = 0;
        for &start in &group.region {
            match stones[start] {
                Some(color) => lead += sign(color),
                None if seen[start] => {}
                None => {
                    let mut reached = [false; 2];
                    let empty = self.flood(start, stones, &mut seen, |_, stone| {
                        if let Some(color) = stone {
                            reached[usize::from(color == Color::White)] = true;
                        }
                        stone.is_none()
                    });
                    let points = i32::try_from(empty.len()).expect("at most 625 points");
                    lead += match reached {
                        [true, false] => points,
                        [false, true] => -points,
                        _ => 0,
                    };
                }
            }
        }
        lead
    }

    /// The points that are reached over those that `goes_on` accepts; it is asked about the
    /// start and about every point beside.
    fn flood(
        &self,
        start: usize,
        stones: &[Option<Color>],
        seen: &mut [bool],
        mut goes_on: impl FnMut(usize, Option<Color>) -> bool,
    ) -> Vec<usize> {
        goes_on(start, stones[start]);
        seen[start] = true;
        let mut reached = vec![start];
        let mut next = 0;
        while let Some(&point) = reached.get(next) {
            next += 1;
            for &near in &self.neighbours[point] {
                if goes_on(near, stones[near]) && !std::mem::replace(&mut seen[near], true) {
                    reached.push(near);
                }
            }
        }
        reached
    }
}
