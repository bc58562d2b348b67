//! Which points are in seki, for counting territory.
//!
//! The stones on the board are agreed to live, so those that do not live by two eyes of
//! their own live in seki if they have dame (Japanese rules of 1989, article 8). Two eyes
//! are found as by Benson's theorem ("Life in the game of Go", 1976), with two changes: the
//! eye spaces are those of the agreed board, and a space with room for two eyes counts
//! twice. Chains that cannot be parted count as one, and a chain that shares an eye space
//! with a living one lives with it: a game stopped with dame still open may leave a
//! connection to be played.

use super::eye::has_two_eyes;
use super::{Board, Color, Point};

/// An eye space of this many points leaves room to connect the chains around it.
const ROOM_TO_CONNECT: usize = 3;

/// For every point, row by row from the top left, whether it belongs to a chain in seki or
/// to an eye space of one. `live` is `board` without the dead stones.
pub(super) fn in_seki(board: &Board, live: &Board) -> Vec<bool> {
    let parts = Parts::of(live);
    let groups = parts.groups(live);
    let eyes = parts.eyes(board, &groups);
    let mut alive = independently_alive(&groups, &eyes);
    spread(&eyes, &mut alive);
    let in_seki = with_dame(&parts, &groups, &eyes, &alive);
    let mut marks = vec![false; live.as_slice().len()];
    for (id, part) in parts.all.iter().enumerate() {
        let is_marked = match part.stone {
            Some(_) => in_seki[groups[id]],
            None => {
                let mut around = part.beside.iter().map(|&chain| groups[chain]);
                part.surrounded_by.is_some() && around.any(|group| in_seki[group])
            }
        };
        for &point in part.points.iter().filter(|_| is_marked) {
            marks[live.size().index(point)] = true;
        }
    }
    marks
}

/// A chain or a connected region of empty points.
struct Part {
    stone: Option<Color>,
    points: Vec<Point>,
    /// The chains next to an empty region, each once; not noted for a chain.
    beside: Vec<usize>,
    /// The side that alone surrounds an empty region.
    surrounded_by: Option<Color>,
}

/// The board divided into chains and empty regions.
struct Parts {
    all: Vec<Part>,
    /// The part of every point.
    of: Vec<usize>,
}

/// Empty points and dead stones that one side surrounds.
struct Eye {
    /// 1 for one eye, 2 for room for two.
    value: u32,
    /// The groups around it, each once.
    groups: Vec<usize>,
}

impl Parts {
    fn of(live: &Board) -> Self {
        const NONE: usize = usize::MAX;
        let size = live.size();
        let mut parts = Self {
            all: Vec::new(),
            of: vec![NONE; size.area()],
        };
        for start in size.points() {
            if parts.of[size.index(start)] != NONE {
                continue;
            }
            let (id, stone) = (parts.all.len(), live.get(start));
            parts.of[size.index(start)] = id;
            let mut points = vec![start];
            let mut next = 0;
            while let Some(&point) = points.get(next) {
                next += 1;
                for neighbour in size.neighbours(point) {
                    let index = size.index(neighbour);
                    if parts.of[index] == NONE && live.get(neighbour) == stone {
                        parts.of[index] = id;
                        points.push(neighbour);
                    }
                }
            }
            parts.all.push(Part {
                stone,
                points,
                beside: Vec::new(),
                surrounded_by: None,
            });
        }
        parts.note_borders(live);
        parts
    }

    /// Notes which chains border the empty regions and which side surrounds them.
    fn note_borders(&mut self, live: &Board) {
        let size = live.size();
        for point in size.points().filter(|&point| live.get(point).is_none()) {
            let region = self.of[size.index(point)];
            for neighbour in size.neighbours(point) {
                let other = self.of[size.index(neighbour)];
                if other != region && !self.all[region].beside.contains(&other) {
                    self.all[region].beside.push(other);
                }
            }
        }
        for region in 0..self.all.len() {
            let mut colors = self.all[region].beside.iter().map(|&c| self.all[c].stone);
            let first = colors.next().flatten();
            let sole = first.filter(|_| colors.all(|color| color == first));
            self.all[region].surrounded_by = sole;
        }
    }

    /// The empty regions.
    fn regions(&self) -> impl Iterator<Item = &Part> {
        self.all.iter().filter(|part| part.stone.is_none())
    }

    /// For every part the number of its group: chains of one side that cannot be parted, as
    /// they have two liberties in common or a roomy eye space. Regions stay alone.
    fn groups(&self, live: &Board) -> Vec<usize> {
        let mut parent: Vec<usize> = (0..self.all.len()).collect();
        let mut pairs = Vec::new();
        for point in live.size().points().filter(|&p| live.get(p).is_none()) {
            self.pairs_at(live, point, &mut pairs);
        }
        pairs.sort_unstable();
        for pair in pairs.windows(2).filter(|pair| pair[0] == pair[1]) {
            join(&mut parent, pair[0].0, pair[0].1);
        }
        for region in self.regions() {
            let roomy = region.points.len() >= ROOM_TO_CONNECT;
            if roomy && region.surrounded_by.is_some() {
                for pair in region.beside.windows(2) {
                    join(&mut parent, pair[0], pair[1]);
                }
            }
        }
        (0..parent.len()).map(|id| root(&parent, id)).collect()
    }

    /// Adds the pairs of chains of one side that have this liberty in common.
    fn pairs_at(&self, live: &Board, liberty: Point, pairs: &mut Vec<(usize, usize)>) {
        let size = live.size();
        let mut chains: Vec<usize> = size
            .neighbours(liberty)
            .filter(|&point| live.get(point).is_some())
            .map(|point| self.of[size.index(point)])
            .collect();
        chains.sort_unstable();
        chains.dedup();
        for (index, &first) in chains.iter().enumerate() {
            for &second in &chains[index + 1..] {
                if self.all[first].stone == self.all[second].stone {
                    pairs.push((first, second));
                }
            }
        }
    }

    fn eyes(&self, board: &Board, groups: &[usize]) -> Vec<Eye> {
        self.regions()
            .filter(|region| region.surrounded_by.is_some())
            .map(|region| {
                let mut around: Vec<usize> = region.beside.iter().map(|&c| groups[c]).collect();
                around.sort_unstable();
                around.dedup();
                Eye {
                    value: 1 + u32::from(has_two_eyes(board, &region.points)),
                    groups: around,
                }
            })
            .collect()
    }
}

/// The groups with two eyes whose surrounding groups all have two eyes.
fn independently_alive(groups: &[usize], eyes: &[Eye]) -> Vec<bool> {
    let mut alive = vec![false; groups.len()];
    for &group in groups {
        alive[group] = true;
    }
    loop {
        let mut values = vec![0; groups.len()];
        for eye in eyes
            .iter()
            .filter(|eye| eye.groups.iter().all(|&g| alive[g]))
        {
            for &group in &eye.groups {
                values[group] += eye.value;
            }
        }
        let mut changed = false;
        for (is_alive, &value) in alive.iter_mut().zip(&values) {
            changed |= *is_alive && value < 2;
            *is_alive &= value >= 2;
        }
        if !changed {
            return alive;
        }
    }
}

/// Lets life spread to the groups that share an eye space with a living group.
fn spread(eyes: &[Eye], alive: &mut [bool]) {
    let mut changed = true;
    while changed {
        changed = false;
        for eye in eyes {
            if eye.groups.iter().any(|&group| alive[group]) {
                for &group in &eye.groups {
                    changed |= !alive[group];
                    alive[group] = true;
                }
            }
        }
    }
}

/// The groups that do not live by themselves and have dame, or share an eye space with one
/// that has.
fn with_dame(parts: &Parts, groups: &[usize], eyes: &[Eye], alive: &[bool]) -> Vec<bool> {
    let mut touches = vec![false; groups.len()];
    for region in parts.regions() {
        if region.surrounded_by.is_none() {
            for &chain in &region.beside {
                touches[groups[chain]] = true;
            }
        }
    }
    spread(eyes, &mut touches);
    touches
        .iter()
        .zip(alive)
        .map(|(&touches, &alive)| touches && !alive)
        .collect()
}

/// The representative of an element of a union-find forest.
fn root(parent: &[usize], mut element: usize) -> usize {
    while parent[element] != element {
        element = parent[element];
    }
    element
}

/// Joins the sets of two elements.
fn join(parent: &mut [usize], first: usize, second: usize) {
    let (first, second) = (root(parent, first), root(parent, second));
    parent[first] = second;
}
