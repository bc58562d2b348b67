//! Whether the lines of the board are seen: what they show through is light, what hides them is not.

use image::RgbImage;

use super::spots::{Piece, Spots};
use super::tone::{decile, grey, tone};

/// A piece of a line that is less dark than this against the wood beside it, in logarithms, cannot be
/// told from noise.
const FAINT: f32 = 0.06;
/// A piece is seen while it is darker than this share of what it usually is.
const SEEN: f32 = 0.5;
/// A frame in which nine tenths of the pieces have less than this share of their usual darkness is
/// blurred, or nearly all is covered: it says nothing.
const BLURRED: f32 = 0.35;
/// So many pieces round a square must be known to say that something covers all of them: a stone on one
/// of its corners covers two at the most.
const TELLING: usize = 3;
/// One piece of so many is little.
const LITTLE: usize = 4;
/// So many pieces, and three quarters of those known, must be seen to say that nothing covers the square.
const CLEAR: usize = 2;

/// What the pieces of lines round a square say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shown {
    /// The lines are seen.
    Lines,
    /// None is seen, though there are some.
    Nothing,
    /// Hardly any is seen: a hand whose edge looks like a line, or stones that came side by side.
    Little,
    /// Stones hide the lines, or they are too faint.
    Unknown,
}

impl Shown {
    /// Whether something hides lines that would be seen.
    pub(super) fn is_poor(self) -> bool {
        matches!(self, Self::Nothing | Self::Little)
    }
}

/// How dark the pieces of the lines are.
#[derive(Debug)]
pub(super) struct Lines {
    /// What each usually is.
    own: Vec<Option<f32>>,
    now: Vec<Option<f32>>,
    /// The share of their usual darkness that the clearest tenth of the pieces has now.
    clarity: f32,
    /// The pieces round each middle.
    around: Vec<Vec<usize>>,
}

impl Lines {
    pub(super) fn new(spots: &Spots) -> Self {
        let mut around = vec![Vec::new(); spots.middles.len()];
        for (index, piece) in spots.pieces.iter().enumerate() {
            for side in piece.sides {
                around[side].push(index);
            }
        }
        Self {
            own: vec![None; spots.pieces.len()],
            now: vec![None; spots.pieces.len()],
            clarity: 1.0,
            around,
        }
    }

    pub(super) fn look(&mut self, image: &RgbImage, spots: &Spots) {
        for (now, piece) in self.now.iter_mut().zip(&spots.pieces) {
            *now = depth(image, piece);
        }
        let known = self.own.iter().zip(&self.now);
        let shares: Vec<f32> = known
            .filter_map(|(own, now)| Some((*now)? / own.filter(|own| *own > FAINT)?))
            .collect();
        self.clarity = decile(shares, 9).unwrap_or(1.0);
    }

    /// Takes the pieces as they are for what they usually are; those that may be covered have the usual
    /// darkness of all.
    pub(super) fn begin(&mut self, is_covered: impl Fn(usize) -> bool, spots: &Spots) {
        let usual = decile(self.now.iter().flatten().copied().collect(), 5);
        for ((own, now), piece) in self.own.iter_mut().zip(&self.now).zip(&spots.pieces) {
            let may_be_covered = piece.sides.into_iter().any(&is_covered);
            *own = now.and(if may_be_covered { usual } else { *now });
        }
        self.clarity = 1.0;
    }

    /// Lets the pieces between free middles and without a stone become what they usually are by a part.
    pub(super) fn follow(&mut self, is_free: impl Fn(&Piece) -> bool, part: f32, spots: &Spots) {
        if self.clarity < BLURRED {
            return;
        }
        for ((own, now), piece) in self.own.iter_mut().zip(&self.now).zip(&spots.pieces) {
            if let (Some(own), Some(now)) = (own, now)
                && is_free(piece)
            {
                *own += part * (*now - *own);
            }
        }
    }

    /// What is seen round a middle; pieces that end at a stone are not counted.
    pub(super) fn around(
        &self,
        middle: usize,
        is_stone: impl Fn(usize) -> bool,
        spots: &Spots,
    ) -> Shown {
        let (mut known, mut seen) = (0, 0);
        for &index in &self.around[middle] {
            let (Some(own), Some(now)) = (self.own[index], self.now[index]) else {
                continue;
            };
            if own < FAINT || spots.pieces[index].ends.into_iter().any(&is_stone) {
                continue;
            }
            known += 1;
            seen += usize::from(now > SEEN * own * self.clarity.min(1.0) && now > FAINT / 2.0);
        }
        match (seen, known) {
            _ if self.clarity < BLURRED => Shown::Unknown,
            (0, TELLING..) => Shown::Nothing,
            (_, TELLING..) if LITTLE * seen <= known => Shown::Little,
            (CLEAR.., _) if 4 * seen >= 3 * known => Shown::Lines,
            _ => Shown::Unknown,
        }
    }
}

/// How much darker the darkest place across a piece is than the wood on its darker side, in logarithms:
/// the edge of a thing is darker than one side only.
fn depth(image: &RgbImage, piece: &Piece) -> Option<f32> {
    let darkest = |spots: &[Vec<usize>]| {
        let tones = spots.iter().filter_map(|spot| tone(image, spot));
        tones.map(grey).min_by(f32::total_cmp)
    };
    Some(darkest(&piece.beside)? - darkest(&piece.across)?)
}
