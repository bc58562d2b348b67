//! What lies on each crossing.

use ndarray::{Array2, Array3, Array4, ArrayView1, ArrayView3, Axis};

use super::contrast::contrast;
use super::cut;
use super::eye::Eye;
use super::gaps;
use super::grid::Grid;
use super::homography::{Xy, distance};
use super::lines;
use super::look::Look;
use super::nets::{Net, NetError, softmax};
use super::rectify::{Pyramid, cut_view};
use super::share::{self, Belongs};
use super::stones::{self, Stone};
use super::tone;

/// View pixels a cell.
const CELL: usize = 16;
/// Cells of the view beyond the outer lines.
const MARGIN: usize = 2;

/// Probabilities `[row, column, {empty, black, white}]`, each crossing's three add up to 1.
#[derive(Debug, Clone, PartialEq)]
pub struct PointProbs(Array3<f32>);

impl PointProbs {
    /// The probabilities, `[row, column, {empty, black, white}]`.
    pub fn array(&self) -> &Array3<f32> {
        &self.0
    }

    /// From `[row, column, {empty, black, white}]`; the three of a crossing are scaled to add up to 1.
    pub fn new(mut probs: Array3<f32>) -> Self {
        for mut crossing in probs.rows_mut() {
            let total = crossing.sum().max(f32::MIN_POSITIVE);
            crossing /= total;
        }
        Self(probs)
    }

    /// How sure each crossing is.
    fn sureness(&self) -> impl Iterator<Item = f32> {
        let surest = |crossing: ArrayView1<f32>| crossing.iter().copied().fold(0.0, f32::max);
        self.0.rows().into_iter().map(surest)
    }

    /// How sure the least sure crossing is.
    fn least_sure(&self) -> f32 {
        self.sureness().fold(1.0, f32::min)
    }

    /// How many crossings are expected to be read wrongly.
    fn unsure(&self) -> f32 {
        self.sureness().map(|sure| 1.0 - sure).sum()
    }

    /// Makes a stone of this color (0 black, 1 white) at least as likely as an empty crossing.
    fn no_emptier(&mut self, [row, column]: [usize; 2], color: usize) {
        let [empty, stone] = [0, color + 1].map(|k| self.0[[row, column, k]]);
        if empty > stone {
            let even = (empty + stone) / 2.0;
            self.0[[row, column, color + 1]] = even * LEAD;
            self.0[[row, column, 0]] = even * (2.0 - LEAD);
        }
    }

    /// Takes from the likeliest of a crossing what it has above `most`, for the second likeliest.
    fn never_surer(&mut self, [row, column]: [usize; 2], most: f32) {
        let at = |k: usize| self.0[[row, column, k]];
        let mut order = [0, 1, 2];
        order.sort_by(|a, b| at(*b).total_cmp(&at(*a)));
        let above = (at(order[0]) - most).max(0.0);
        self.0[[row, column, order[0]]] -= above;
        self.0[[row, column, order[1]]] += above;
    }
}

/// What was seen on a rectified board.
pub struct Classified {
    /// What lies on the crossings.
    pub probs: PointProbs,
    /// How many places one cell beyond the outer line show a stone, at the top, right, bottom, left.
    /// Stones on the table do that, and so does a grid that is off by a line.
    pub beside: [usize; 4],
    /// The view of the board in its plane, `[1, 4, row, column]`.
    pub view: Array4<f32>,
}

/// So much more than half of what both have goes to the stone where only its place tells it from an empty
/// crossing.
const LEAD: f32 = 1.02;

/// A crossing next to a stone between four crossings is never read more surely, one next to a stone there
/// that the net does not see not more surely as empty.
const BETWEEN_FOUR: f32 = 0.75;

/// A crossing counts as empty, so that its lines can be seen, from this probability on.
const EMPTY: f32 = 0.9;

/// Noise alone shows half of the lines; less than this, and there is nothing to see at all.
const NOTHING: f64 = 0.4;

impl Classified {
    /// Whether the picture is so even that it can show no lines.
    pub fn shows_nothing(&self) -> bool {
        self.lines_seen().is_some_and(|share| share < NOTHING)
    }

    /// How the light hides what lies on a crossing.
    pub fn trouble(&self, row: usize, column: usize) -> Option<Trouble> {
        let [row, column] = [row, column].map(|i| (i + MARGIN) * CELL);
        trouble(&self.view, row, column)
    }

    /// The share of the grid's lines that is seen, see `lines::visible`.
    pub fn lines_seen(&self) -> Option<f64> {
        let probs = self.probs.array();
        let empty = |r: usize, c: usize| probs[[r, c, 0]] > EMPTY;
        lines::visible(&self.view, CELL, MARGIN * CELL, probs.dim().0, &empty)
    }
}

/// What in the light of the photo makes a crossing hard to read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trouble {
    /// Burnt out: a lamp or a window mirrored, or the sun.
    Glare,
    /// Nearly black.
    Dark,
}

/// A pixel whose darkest colour is at least this bright is burnt out.
const BURNT: f32 = 0.97;
/// This share of burnt pixels round a crossing hides what lies there.
const GLARE: f32 = 0.25;
/// Mean brightness, 0..1, below which black stones and bare wood look the same.
const DARK: f32 = 0.05;

/// What hides the crossing whose cell has its middle at a row and column of the view
/// `[1, 4, row, column]`.
fn trouble(view: &Array4<f32>, row: usize, column: usize) -> Option<Trouble> {
    let around = |i: usize| i - CELL / 2..=i + CELL / 2;
    let (mut pixels, mut burnt, mut brightness) = (0.0, 0.0, 0.0);
    for r in around(row) {
        for c in around(column) {
            let rgb = [0, 1, 2].map(|k| view[[0, k, r, c]]);
            pixels += 1.0;
            brightness += rgb.iter().sum::<f32>() / 3.0;
            burnt += f32::from(rgb.iter().all(|v| *v >= BURNT));
        }
    }
    if burnt > GLARE * pixels {
        Some(Trouble::Glare)
    } else {
        (brightness < DARK * pixels).then_some(Trouble::Dark)
    }
}

/// A crossing whose reading is less likely than this is doubtful: so is one on all but one of the held-out
/// boards that were read wrongly, and on three in ten of those read rightly (the trade is in `models/card.md`).
pub const SURE: f64 = 0.91;

/// The height of the stones' middles above the board, in cells. Real ones are 0.14 to 0.24 high; the net,
/// which learned with the board in its plane, reads best with a little more than half of that.
const RAISED: f64 = 0.12;
/// From so much lean on, in cells, the board is looked at again in the plane of the stones' middles; about
/// that of a camera 40 degrees above the table.
const LEAN: f64 = 0.15;

/// Reads all crossings at once. Stones of a board that is seen from low lean over the next line; then the
/// board is seen both in its plane and in that of the stones' middles, and the surer answer holds.
pub fn classify(net: &dyn Net, pyramid: &Pyramid, grid: &Grid) -> Result<Classified, NetError> {
    let flat = read(net, board_view(pyramid, grid, &|p| p))?;
    let middle = [(f64::from(grid.lines()) - 1.0) / 2.0; 2];
    let leans = |eye: &Eye| distance(eye.behind(middle, RAISED), middle) > LEAN;
    let Some(eye) = Eye::of(grid, pyramid.size()).filter(leans) else {
        return Ok(flat);
    };
    let raised = read(net, board_view(pyramid, grid, &|p| eye.behind(p, RAISED)))?;
    if flat.probs.unsure() <= raised.probs.unsure() {
        return Ok(flat);
    }
    Ok(Classified {
        view: flat.view,
        ..raised
    })
}

/// Reads a view of the board, with a second look where the first leaves a doubt: two looks leave a quarter
/// fewer doubts on boards that are read rightly, and as many errors.
fn read(net: &dyn Net, view: Array4<f32>) -> Result<Classified, NetError> {
    let input = contrast(&view, CELL);
    let look = Look::at(net, input.view())?;
    let seen = judge(&look, view);
    if f64::from(seen.probs.least_sure()) >= SURE {
        return Ok(seen);
    }
    let again = Look::mirrored(net, input.view())?;
    Ok(judge(&look.with(&again), seen.view))
}

/// Reads all crossings with one look, where more will follow, as in a video; stones that the border cuts
/// are made whole, since their change tells that they are there.
pub fn classify_once(
    net: &dyn Net,
    pyramid: &Pyramid,
    grid: &Grid,
) -> Result<Classified, NetError> {
    let view = cut::made_whole(board_view(pyramid, grid, &|p| p), CELL, MARGIN * CELL);
    let look = Look::at(net, contrast(&view, CELL).view())?;
    Ok(judge(&look, view))
}

/// The view of a board that the stone net reads; each lattice position is looked for at `seen_at`.
fn board_view(pyramid: &Pyramid, grid: &Grid, seen_at: &dyn Fn(Xy) -> Xy) -> Array4<f32> {
    let lines = usize::from(grid.lines());
    let side = (lines - 1 + 2 * MARGIN) * CELL + 1;
    cut_view(pyramid, side, &|p| {
        grid.photo_point(seen_at(p.map(|v| v / CELL as f64 - MARGIN as f64)))
    })
}

/// What the net's answer means.
fn judge(look: &Look, view: Array4<f32>) -> Classified {
    let mut logits = look.held.view();
    for axis in [1, 2].map(Axis) {
        logits.slice_axis_inplace(axis, (MARGIN as isize..-(MARGIN as isize)).into());
    }
    let mut held = probabilities(logits);
    let lines = held.dim().0;
    let mut stones = stones::find(&look.places, MARGIN);
    let beside = stones::beside(&stones, lines);
    let settled = share::settled(&stones, lines);
    let shares = share::plan(&settled, lines);
    correct_colors(&mut stones, &shares, &view, &mut held);
    let shared = share::held(&stones, &shares, lines);
    let probs = Array3::from_shape_fn(held.dim(), |at| together(held[at], shared[at]));
    let mut probs = PointProbs::new(probs);
    let likely = |i: usize| f64::from(1.0 - probs.0[[i / lines, i % lines, 0]]);
    for (stone, i) in share::aside(&settled, &shares, lines, &likely) {
        let [black, white] = stones[stone].colors;
        probs.no_emptier([i / lines, i % lines], usize::from(white > black));
    }
    for crossing in share::between(&settled, lines) {
        probs.never_surer(crossing, BETWEEN_FOUR);
    }
    for gap in gaps::filled(&view, CELL, MARGIN * CELL, &stones, lines) {
        for [row, column] in gaps::round(gap) {
            if probs.0[[row, column, 0]] > BETWEEN_FOUR {
                probs.never_surer([row, column], BETWEEN_FOUR);
            }
        }
    }
    Classified {
        probs,
        beside,
        view,
    }
}

/// Corrects the colours of the stones by their tones, and with them those in `held`, what each crossing
/// itself shows.
fn correct_colors(
    stones: &mut [Stone],
    shares: &[Belongs],
    view: &Array4<f32>,
    held: &mut Array3<f32>,
) {
    let lines = held.dim().0;
    let odds: Vec<f64> = stones.iter().map(|s| odds(s, held)).collect();
    let pixel = |v: f64| (v + MARGIN as f64) * CELL as f64;
    let tones: Vec<_> = (stones.iter())
        .map(|s| tone::tone(view, s.at.map(pixel)))
        .collect();
    let evidence = tone::evidence(stones, &tones, &odds);
    let mut moved = Array2::zeros((lines, lines));
    for ((stone, evidence), belongs) in stones.iter_mut().zip(&evidence).zip(shares) {
        stone.colors = tone::corrected(stone.colors, *evidence);
        for (i, share) in belongs {
            moved[[i / lines, i % lines]] += share * evidence;
        }
    }
    for (mut crossing, evidence) in held.rows_mut().into_iter().zip(&moved) {
        let colors = [1, 2].map(|k| f64::from(crossing[k]));
        let [black, white] = tone::corrected(colors, *evidence);
        (crossing[1], crossing[2]) = (black as f32, white as f32);
    }
}

/// The net's log odds that a stone is white, by its place and by the crossing next to it.
fn odds(stone: &Stone, held: &Array3<f32>) -> f64 {
    let last = held.dim().0 as f64 - 1.0;
    let [column, row] = stone.at.map(|v| v.round().clamp(0.0, last) as usize);
    let crossing = [1, 2].map(|k| f64::from(held[[row, column, k]]));
    [stone.colors, crossing]
        .map(|[black, white]| ((white + 1e-4) / (black + 1e-4)).ln())
        .iter()
        .sum::<f64>()
        / 2.0
}

/// What the crossing itself shows and what the stones' places say, as one weight: their geometric mean,
/// since both come from one net and are not independent, where no place is ever quite certain.
fn together(held: f32, shared: f64) -> f32 {
    (held * (shared + SHARED_FLOOR) as f32).sqrt()
}

/// However sure the places are, so much is left to what the crossing itself shows: with this floor the
/// likelihood of held-out crossings is about the best.
const SHARED_FLOOR: f64 = 0.05;

/// Probabilities `[row, column, class]` of logits `[class, row, column]`.
fn probabilities(logits: ArrayView3<f32>) -> Array3<f32> {
    let (_, rows, columns) = logits.dim();
    let mut probs = Array3::zeros((rows, columns, 3));
    for r in 0..rows {
        for c in 0..columns {
            let classes = softmax([0, 1, 2].map(|k| logits[[k, r, c]]));
            for (k, p) in classes.into_iter().enumerate() {
                probs[[r, c, k]] = p;
            }
        }
    }
    probs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn light_that_hides_is_named() {
        let view = |burnt: usize, brightness: f32| {
            Array4::from_shape_fn(
                (1, 4, 17, 17),
                |(_, _, row, _)| {
                    if row < burnt { 1.0 } else { brightness }
                },
            )
        };
        assert_eq!(trouble(&view(9, 0.5), 8, 8), Some(Trouble::Glare));
        assert_eq!(trouble(&view(2, 0.5), 8, 8), None);
        assert_eq!(trouble(&view(0, 0.02), 8, 8), Some(Trouble::Dark));
    }

    #[test]
    fn probabilities_add_up_to_one() {
        let logits =
            Array3::from_shape_fn((3, 9, 9), |(k, r, c)| (k * 7 + r * 3 + c) as f32 - 20.0);
        let probs = probabilities(logits.view());
        for crossing in probs.rows() {
            assert!((crossing.sum() - 1.0).abs() < 1e-5);
            assert!(crossing[2] > crossing[1] && crossing[1] > crossing[0]);
        }
    }
}
