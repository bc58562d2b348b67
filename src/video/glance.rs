//! A look at a frame that costs less than decoding it: which points are free to be read, and where
//! something has changed since they were.
//!
//! Stones lie on the crossings. What covers the middle of the square between four crossings is
//! therefore no stone but a hand, a sleeve, a bowl or a shadow. So the colours of these middles are
//! held against what they were; their common change is the light's and is taken out.

use image::RgbImage;

use super::place;
use super::seen::Seconds;
use crate::go::Point;
use crate::vision::Grid;

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

/// Logarithms of a mean colour.
type Tone = [f32; 3];

/// Where to look round the middle of a square, along each axis, in cells: a stone of half a cell comes
/// no nearer than a fifth.
const MIDDLE: [f64; 5] = [-0.12, -0.06, 0.0, 0.06, 0.12];
/// Where to look round a crossing: between the lines, which would flicker with the least shake, and
/// within any stone that lies on it.
const CROSSING: [f64; 6] = [-0.27, -0.22, -0.17, 0.17, 0.22, 0.27];
/// A grid that moves by less than this, in cells, is looked at where it was.
const MOVED: f64 = 0.08;
/// Added to the values 0..255 before the logarithm, so that noise in the dark weighs little.
const DARK: f32 = 12.0;
/// A middle has its own colour up to this change of a channel's logarithm: noise and shake of a
/// compressed video stay below 0.05.
const SAME: f32 = 0.1;
/// A shadow takes all channels alike, up to this.
const GREY: f32 = 0.1;
/// The deepest shadow, and the brightest light that is still read, as logarithms.
const SHADE: std::ops::Range<f32> = -0.9..0.35;
/// A change of a crossing against the middles round it that calls for a reading. Stones of either
/// colour differ from wood by 0.25 and more.
const CHANGED: f32 = 0.12;
/// The colours follow slow changes of the light with this time constant, in seconds.
const FOLLOW: Seconds = 3.0;
/// A shadow that does not move becomes part of the board after this time, in seconds.
const SHADE_STAYS: Seconds = 6.0;
/// So does anything that does not move for this long.
const ANYTHING_STAYS: Seconds = 60.0;

/// Where to look in frames of one size.
#[derive(Debug)]
struct Spots {
    size: (u32, u32),
    /// Offsets of the pixels of each spot; none where a part lies outside of the frame.
    middles: Vec<Vec<usize>>,
    crossings: Vec<Vec<usize>>,
}

/// A middle between crossings.
#[derive(Debug, Clone, Copy)]
struct Middle {
    /// Its own colour.
    own: Tone,
    /// What it showed last.
    last: Tone,
    /// Since when it shows that.
    still_since: Seconds,
    sight: Sight,
}

/// What is known about the colours of a board on a grid.
#[derive(Debug)]
pub(super) struct Glance {
    lines: usize,
    grid: Grid,
    spots: Spots,
    middles: Vec<Option<Middle>>,
    /// The tones of the crossings against the middles round them: now, and when last read.
    now: Vec<Option<Tone>>,
    read: Vec<Option<Tone>>,
    /// Since when a crossing shows what it shows.
    still_since: Vec<Seconds>,
    last_look: Option<Seconds>,
}

impl Glance {
    /// Looks at boards on this grid in frames of a size.
    pub(super) fn new(grid: &Grid, size: (u32, u32)) -> Self {
        let lines = usize::from(grid.lines());
        Self {
            lines,
            grid: grid.clone(),
            spots: Spots::new(grid, size),
            middles: vec![None; (lines + 1) * (lines + 1)],
            now: vec![None; lines * lines],
            read: vec![None; lines * lines],
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

    /// Whether frames of this size can be looked at.
    pub(super) fn fits(&self, image: &RgbImage) -> bool {
        image.dimensions() == self.spots.size
    }

    /// Looks at a frame.
    pub(super) fn look(&mut self, image: &RgbImage, now: Seconds) {
        let tones: Vec<Option<Tone>> = self.spots.middles.iter().map(|s| tone(image, s)).collect();
        if self.last_look.is_none() {
            self.begin(&tones, now);
        }
        let light = self.light(&tones);
        let passed = now - self.last_look.unwrap_or(now);
        for (middle, tone) in self.middles.iter_mut().zip(&tones) {
            if let (Some(middle), Some(tone)) = (middle, tone) {
                middle.see(minus(*tone, light), now, passed);
            }
        }
        for index in 0..self.now.len() {
            let crossing = tone(image, &self.spots.crossings[index]);
            let uncovered =
                |i: &usize| self.middles[*i].is_some_and(|middle| middle.sight != Sight::Hidden);
            let around = self
                .around(index)
                .filter(uncovered)
                .filter_map(|i| tones[i]);
            let seen = mean(around).zip(crossing).map(|(a, c)| minus(c, a));
            if differ(seen, self.now[index], CHANGED / 2.0) {
                self.still_since[index] = now;
            }
            self.now[index] = seen;
        }
        self.last_look = Some(now);
    }

    /// Notes that a point was read as it is now.
    pub(super) fn was_read(&mut self, point: Point) {
        let index = self.index(point);
        self.read[index] = self.now[index];
    }

    /// Whether a point can be read.
    pub(super) fn sight(&self, point: Point) -> Sight {
        let around = self.around(self.index(point));
        let (mut hidden, mut shaded) = (0, 0);
        for middle in around.filter_map(|i| self.middles[i]) {
            hidden += usize::from(middle.sight == Sight::Hidden);
            shaded += usize::from(middle.sight == Sight::Shaded);
        }
        // A stone seen from low may cover one of the middles round it.
        match (hidden, shaded) {
            (0, 0) => Sight::Free,
            (0, _) | (1, 0) => Sight::Shaded,
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

    /// The middles round a crossing.
    fn around(&self, crossing: usize) -> impl Iterator<Item = usize> + use<> {
        let wide = self.lines + 1;
        let first = crossing / self.lines * wide + crossing % self.lines;
        [first, first + 1, first + wide, first + wide + 1].into_iter()
    }

    /// Takes the first frame as what the board looks like, but where the middles are far from the
    /// colour of most: something may be over them.
    fn begin(&mut self, tones: &[Option<Tone>], now: Seconds) {
        let usual = median(tones.iter().flatten().copied());
        for (middle, tone) in self.middles.iter_mut().zip(tones) {
            *middle = tone.map(|tone| Middle {
                own: if largest(minus(tone, usual)) < 3.0 * SAME {
                    tone
                } else {
                    usual
                },
                last: tone,
                still_since: now,
                sight: Sight::Free,
            });
        }
    }

    /// What all middles together have changed by.
    fn light(&self, tones: &[Option<Tone>]) -> Tone {
        let pairs = self.middles.iter().zip(tones);
        median(pairs.filter_map(|(middle, tone)| Some(minus((*tone)?, (*middle)?.own))))
    }
}

impl Middle {
    fn see(&mut self, tone: Tone, now: Seconds, passed: Seconds) {
        let off = minus(tone, self.own);
        let common = off.iter().sum::<f32>() / 3.0;
        let colour = largest(off.map(|v| v - common));
        self.sight = if largest(off) < SAME {
            Sight::Free
        } else if colour < GREY && SHADE.contains(&common) {
            Sight::Shaded
        } else {
            Sight::Hidden
        };
        if largest(minus(tone, self.last)) > SAME / 2.0 {
            self.still_since = now;
            self.last = tone;
        }
        let stays = match self.sight {
            Sight::Free => 0.0,
            Sight::Shaded => SHADE_STAYS,
            Sight::Hidden => ANYTHING_STAYS,
        };
        if now - self.still_since >= stays {
            let part = (1.0 - (-passed / FOLLOW).exp()) as f32;
            for (own, off) in self.own.iter_mut().zip(off) {
                *own += part * off;
            }
        }
    }
}

impl Spots {
    fn new(grid: &Grid, size: (u32, u32)) -> Self {
        let lines = usize::from(grid.lines());
        let squares = (0..(lines + 1) * (lines + 1)).map(|i| {
            let at = |v: usize| v as f64 - 0.5;
            [at(i % (lines + 1)), at(i / (lines + 1))]
        });
        let crossings = (0..lines * lines).map(|i| [(i % lines) as f64, (i / lines) as f64]);
        Self {
            size,
            middles: squares.map(|at| spot(grid, at, &MIDDLE, size)).collect(),
            crossings: crossings
                .map(|at| spot(grid, at, &CROSSING, size))
                .collect(),
        }
    }
}

/// The pixels of a spot round a lattice position; none where a part is outside of the frame.
fn spot(grid: &Grid, at: [f64; 2], steps: &[f64], (width, height): (u32, u32)) -> Vec<usize> {
    let mut pixels = Vec::with_capacity(steps.len() * steps.len());
    for (dx, dy) in steps
        .iter()
        .flat_map(|dx| steps.iter().map(move |dy| (dx, dy)))
    {
        let (x, y) = grid.image_point(at[0] + dx, at[1] + dy);
        let (x, y) = (x.round(), y.round());
        if x < 0.0 || y < 0.0 || x >= f64::from(width) || y >= f64::from(height) {
            return Vec::new();
        }
        pixels.push(3 * (y as usize * width as usize + x as usize));
    }
    pixels
}

fn tone(image: &RgbImage, spot: &[usize]) -> Option<Tone> {
    if spot.is_empty() {
        return None;
    }
    let mut sums = [0u32; 3];
    for &at in spot {
        for (sum, value) in sums.iter_mut().zip(&image.as_raw()[at..at + 3]) {
            *sum += u32::from(*value);
        }
    }
    Some(sums.map(|sum| (sum as f32 / spot.len() as f32 + DARK).ln()))
}

fn minus(a: Tone, b: Tone) -> Tone {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn largest(tone: Tone) -> f32 {
    tone.iter().fold(0.0, |most, v| v.abs().max(most))
}

/// Whether two tones differ; what is hidden does not.
fn differ(a: Option<Tone>, b: Option<Tone>, limit: f32) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => largest(minus(a, b)) > limit,
        _ => false,
    }
}

fn mean(tones: impl Iterator<Item = Tone>) -> Option<Tone> {
    let (mut sum, mut count) = ([0.0; 3], 0.0);
    for tone in tones {
        sum = [0, 1, 2].map(|k| sum[k] + tone[k]);
        count += 1.0;
    }
    (count > 0.0).then(|| sum.map(|v| v / count))
}

/// The median of each channel; 0 where there is nothing.
fn median(tones: impl Iterator<Item = Tone>) -> Tone {
    let tones: Vec<Tone> = tones.collect();
    [0, 1, 2].map(|channel| {
        let mut values: Vec<f32> = tones.iter().map(|tone| tone[channel]).collect();
        if values.is_empty() {
            return 0.0;
        }
        let middle = values.len() / 2;
        *values.select_nth_unstable_by(middle, f32::total_cmp).1
    })
}
