//! A look at a frame that costs less than decoding it: which points are free to be read, and where
//! something has changed since they were.
//!
//! Stones lie on the crossings. What covers the middle of the square between four crossings is
//! therefore no stone but a hand, a sleeve, a bowl or a shadow. So the colours of these middles are
//! held against what they were; their common change is the light's and is taken out. A shadow shows
//! the lines round the square, a hand of the same colour does not.

mod lines;
mod middle;
mod near;
mod spots;
#[cfg(test)]
mod tests;
mod things;
mod tone;

use image::RgbImage;

use super::place;
use super::seen::Seconds;
use crate::go::{Board, Point};
use crate::vision::Grid;

use lines::{Lines, Shown};
use middle::{FOLLOW, Middle, SAME};
use spots::Spots;
use tone::{Tone, differ, largest, mean, median, minus, tone};

/// Whether a point can be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Sight {
    /// Nothing is in the way.
    Free,
    /// Something is near it, or a shadow lies on it.
    Shaded,
    /// Something is over it.
    Hidden,
}

/// How a point looks against what stands there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Change {
    /// As it does with what stands there.
    None,
    /// Different by no more than a shadow or a white stone on bright wood makes it.
    Slight,
    /// Different.
    Clear,
    /// How it looks with what stands there is not known.
    Unknown,
}

/// A grid that moves by less than this, in cells, is looked at where it was.
const MOVED: f64 = 0.08;
/// A change of a crossing against the middles round it that calls for a reading. Most stones of either
/// colour differ from wood by 0.25 and more, white ones on bright wood by 0.09.
const CHANGED: f32 = 0.12;
/// A change below this is none: free points that show what they did stay below it in 99 of 100 readings.
const SLIGHT: f32 = CHANGED / 2.0;
/// The light is that of the middles that show their lines, if there are so many.
const ENOUGH_LIT: usize = 12;

/// What is known about the colours of a board on a grid.
#[derive(Debug)]
pub(super) struct Glance {
    lines: usize,
    grid: Grid,
    spots: Spots,
    middles: Vec<Option<Middle>>,
    pieces: Lines,
    /// The crossings with a stone.
    stones: Vec<bool>,
    /// The middles that are hidden by something larger than a stone.
    covered: Vec<bool>,
    /// The tones of the crossings against the middles round them: now, and when last read.
    now: Vec<Option<Tone>>,
    read: Vec<Option<Tone>>,
    /// As they are with what stands there.
    usual: Vec<Option<Tone>>,
    /// Since when a crossing shows what it shows.
    still_since: Vec<Seconds>,
    last_look: Option<Seconds>,
}

impl Glance {
    /// Looks at boards on this grid in frames of a size.
    pub(super) fn new(grid: &Grid, size: (u32, u32)) -> Self {
        let lines = usize::from(grid.lines());
        let spots = Spots::new(grid, size);
        Self {
            lines,
            grid: grid.clone(),
            pieces: Lines::new(&spots),
            spots,
            middles: vec![None; (lines + 1) * (lines + 1)],
            stones: vec![false; lines * lines],
            covered: vec![false; (lines + 1) * (lines + 1)],
            now: vec![None; lines * lines],
            read: vec![None; lines * lines],
            usual: vec![None; lines * lines],
            still_since: vec![0.0; lines * lines],
            last_look: None,
        }
    }

    /// The same board on a grid that may have moved a little.
    pub(super) fn move_to(&mut self, grid: &Grid) {
        if place::distance(grid, &self.grid) > MOVED {
            self.spots = Spots::new(grid, self.spots.size);
            self.grid = grid.clone();
        }
    }

    /// Where stones are known to stand: they hide the lines round them.
    pub(super) fn note_stones(&mut self, board: &Board) {
        let stones = board.as_slice().iter().map(Option::is_some);
        self.stones = stones.collect();
    }

    /// Whether frames of this size can be looked at.
    pub(super) fn fits(&self, image: &RgbImage) -> bool {
        image.dimensions() == self.spots.size
    }

    /// Looks at a frame.
    pub(super) fn look(&mut self, image: &RgbImage, now: Seconds) {
        let tones: Vec<Option<Tone>> = self.spots.middles.iter().map(|s| tone(image, s)).collect();
        self.pieces.look(image, &self.spots);
        if self.last_look.is_none() {
            self.begin(&tones, now);
        }
        let passed = now - self.last_look.unwrap_or(now);
        self.see_middles(&tones, now, passed);
        self.see_crossings(image, &tones, now);
        self.last_look = Some(now);
    }

    fn see_middles(&mut self, tones: &[Option<Tone>], now: Seconds, passed: Seconds) {
        let shown: Vec<Shown> = (0..tones.len())
            .map(|i| self.pieces.around(i, |end| self.stones[end], &self.spots))
            .collect();
        let light = self.light(tones, &shown);
        for ((middle, tone), shown) in self.middles.iter_mut().zip(tones).zip(shown) {
            if let (Some(middle), Some(tone)) = (middle, tone) {
                middle.see(minus(*tone, light), shown, now);
            }
        }
        self.covered = self.large_things(now);
        let part = (1.0 - (-passed / FOLLOW).exp()) as f32;
        let is_hidden = |i: usize| {
            self.middles[i].is_some_and(|m| m.sight == Sight::Hidden || m.shown.is_poor())
        };
        let beside_hidden: Vec<bool> = (0..tones.len())
            .map(|i| self.neighbours(i).any(is_hidden))
            .collect();
        let around = beside_hidden.into_iter().zip(&self.covered);
        for ((middle, tone), (beside, covered)) in self.middles.iter_mut().zip(tones).zip(around) {
            if let (Some(middle), Some(tone)) = (middle, tone) {
                let tone = minus(*tone, light);
                let may_be_covered = beside || *covered && middle.is_darker_in(tone);
                middle.follow(tone, may_be_covered, now, part);
            }
        }
        let (middles, stones) = (&self.middles, &self.stones);
        let is_free = |piece: &spots::Piece| {
            let free = |i: usize| middles[i].is_none_or(|m| m.sight == Sight::Free);
            piece.sides.into_iter().all(free) && !piece.ends.into_iter().any(|end| stones[end])
        };
        self.pieces.follow(is_free, part, &self.spots);
    }

    fn see_crossings(&mut self, image: &RgbImage, tones: &[Option<Tone>], now: Seconds) {
        for index in 0..self.now.len() {
            let crossing = tone(image, &self.spots.crossings[index]);
            let uncovered =
                |i: &usize| self.middles[*i].is_some_and(|middle| middle.sight != Sight::Hidden);
            let around = self
                .around(index)
                .filter(uncovered)
                .filter_map(|i| tones[i]);
            let seen = mean(around).zip(crossing).map(|(a, c)| minus(c, a));
            if differ(seen, self.now[index], SLIGHT) {
                self.still_since[index] = now;
            }
            self.now[index] = seen;
        }
    }

    /// Notes that a point was read as it is now.
    pub(super) fn was_read(&mut self, point: Point) {
        let index = self.index(point);
        self.read[index] = self.now[index];
    }

    /// Notes that a point shows what stands there.
    pub(super) fn is_as_known(&mut self, point: Point) {
        let index = self.index(point);
        self.usual[index] = self.now[index];
    }

    /// Takes what is round a point as it is: a stone came or went there, and its edge and shadow with it.
    pub(super) fn accept(&mut self, point: Point) {
        let index = self.index(point);
        self.usual[index] = self.now[index];
        for middle in self.around(self.index(point)) {
            if let Some(middle) = self.middles[middle]
                .as_mut()
                .filter(|_| !self.covered[middle])
            {
                middle.accept();
            }
        }
    }

    /// Whether a point can be read.
    pub(super) fn sight(&self, point: Point) -> Sight {
        let around = self.around(self.index(point));
        let (mut covered, mut hidden, mut shaded) = (0, 0, 0);
        for (i, middle) in around.filter_map(|i| Some((i, self.middles[i]?))) {
            covered += usize::from(self.covered[i]);
            hidden += usize::from(middle.sight == Sight::Hidden);
            shaded += usize::from(middle.sight == Sight::Shaded);
        }
        match (covered, hidden + shaded) {
            (0, 0) => Sight::Free,
            (0, _) => Sight::Shaded,
            _ => Sight::Hidden,
        }
    }

    /// The share of the middles that show what they did.
    pub(super) fn share_free(&self) -> f64 {
        let in_frame = self.middles.iter().flatten();
        let free = in_frame
            .clone()
            .filter(|middle| middle.sight == Sight::Free);
        free.count() as f64 / in_frame.count().max(1) as f64
    }

    /// Whether a point shows something else than when it was last read.
    pub(super) fn has_changed(&self, point: Point) -> bool {
        let index = self.index(point);
        differ(self.now[index], self.read[index], CHANGED)
    }

    /// For how long a point has shown what it shows.
    pub(super) fn still_for(&self, point: Point, now: Seconds) -> Seconds {
        now - self.still_since[self.index(point)]
    }

    fn index(&self, point: Point) -> usize {
        usize::from(point.row()) * self.lines + usize::from(point.column())
    }

    /// How a point looks against what stands there.
    pub(super) fn change(&self, point: Point) -> Change {
        let index = self.index(point);
        if self.usual[index].is_none() {
            Change::Unknown
        } else if self.is_different(index) {
            Change::Clear
        } else if differ(self.now[index], self.usual[index], SLIGHT) {
            Change::Slight
        } else {
            Change::None
        }
    }

    fn is_different(&self, crossing: usize) -> bool {
        differ(self.now[crossing], self.usual[crossing], CHANGED)
    }

    /// Takes the first frame as what the board looks like, but where the middles are far from the
    /// colour of most: something may be over them, unless stones are round them.
    fn begin(&mut self, tones: &[Option<Tone>], now: Seconds) {
        let usual = median(tones.iter().flatten().copied());
        let is_far = |tone: Tone| largest(minus(tone, usual)) >= 3.0 * SAME;
        let mut stones = vec![0; tones.len()];
        for crossing in (0..self.stones.len()).filter(|i| self.stones[*i]) {
            for middle in self.around(crossing) {
                stones[middle] += 1;
            }
        }
        let is_covered = |i: usize| tones[i].is_some_and(is_far) && stones[i] < AMONG_STONES;
        for (i, (middle, tone)) in self.middles.iter_mut().zip(tones).enumerate() {
            let own = |tone| if is_covered(i) { usual } else { tone };
            *middle = tone.map(|tone| Middle::new(own(tone), tone, now));
        }
        self.pieces.begin(is_covered, &self.spots);
    }

    /// What all middles together have changed by.
    fn light(&self, tones: &[Option<Tone>], shown: &[Shown]) -> Tone {
        let changes = self.middles.iter().zip(tones).zip(shown);
        let changes = changes
            .filter_map(|((middle, tone), shown)| Some((minus((*tone)?, (*middle)?.own), *shown)));
        let clear = changes.clone().filter(|(_, shown)| *shown == Shown::Lines);
        if clear.clone().count() < ENOUGH_LIT {
            return median(changes.map(|(change, _)| change));
        }
        median(clear.map(|(change, _)| change))
    }
}

/// The middle between so many stones may be dark or bright by itself.
const AMONG_STONES: usize = 3;
