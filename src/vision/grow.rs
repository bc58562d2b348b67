//! Boards that the coarse net saw only in part, or took together with a carpet: where a guess has a
//! part in which the fine net sees the assumed spacing, that part is grown by some lines, again and
//! again, until it reaches the outer lines.

use std::f64::consts::FRAC_PI_2;

use super::grid::Grid;
use super::homography::{Homography, Xy, distance};
use super::lattice::{TOLERANCE, look};
use super::nets::{Net, NetError};
use super::quad::{Quad, ordered};
use super::rectify::Pyramid;
use super::unwrap::{Sighting, sightings};

/// The spacing is right where the net gives it this probability.
const RIGHT: f64 = 0.6;
/// Fewer crossings are not enough to grow from.
const LEAST: usize = 25;
/// Lines added on each side: so far the fine net still finds the nearest crossing.
const LINES: f64 = 2.0;
/// Rounds at most; from a third of the board five are enough.
const ROUNDS: usize = 6;
/// So many guesses are grown, those with the largest parts.
const MOST: usize = 8;

/// The grids grown from the guesses at the corners that are right in the largest parts, the largest
/// first, and from squares of any size and turn about the middle of the first guess.
pub(super) fn grown(
    net: &dyn Net,
    pyramid: &Pyramid,
    guesses: &[Quad],
) -> Result<Vec<Grid>, NetError> {
    let size = pyramid.size();
    let middle = guesses.first().map_or(size.map(|v| v / 2.0), |quad| {
        [0, 1].map(|i| quad.iter().map(|p| p[i]).sum::<f64>() / 4.0)
    });
    let mut parts = Vec::new();
    let guesses = guesses.iter().map(|quad| (19, *quad));
    for (lines, quad) in guesses.chain(squares(middle, size).map(|quad| (9, quad))) {
        if let Some(guess) = Grid::from_corners(lines, quad)
            && let Some(part) = grow(net, pyramid, &guess)?
        {
            parts.push(part);
        }
    }
    parts.sort_by_key(|part| std::cmp::Reverse(part.crossings));
    parts.truncate(MOST);
    let mut all = Vec::new();
    for mut part in parts {
        for _ in 0..ROUNDS {
            let Some(next) = grow(net, pyramid, &part.grid)? else {
                break;
            };
            let settled = next.grid.lines() == part.grid.lines()
                && moved(&next.grid, &part.grid) < 0.5 * next.grid.cell();
            part = next;
            if settled {
                break;
            }
        }
        all.push(part.grid);
    }
    Ok(all)
}

/// Squares of nine lines about a point as on a board that is seen from above or from low. The steps of
/// size and turn are such that the fine net bridges them.
fn squares(middle: Xy, photo: Xy) -> impl Iterator<Item = Quad> {
    let short = photo[0].min(photo[1]);
    let turned = move |flat: f64, turn: u8| {
        let (sin, cos) = (FRAC_PI_2 * f64::from(turn) / f64::from(TURNS)).sin_cos();
        [0.11, 0.15, 0.2, 0.26, 0.34].map(|side| {
            let half = side * short / 2.0;
            let corners = [[-half, -half], [half, -half], [half, half], [-half, half]];
            ordered(corners.map(|[x, y]| {
                [
                    middle[0] + x * cos - y * sin,
                    middle[1] + flat * (x * sin + y * cos),
                ]
            }))
        })
    };
    [1.0, 0.55]
        .into_iter()
        .flat_map(move |flat| (0..TURNS).flat_map(move |turn| turned(flat, turn)))
}

/// Turns of a square that are tried, in a quarter turn.
const TURNS: u8 = 6;

/// The part of a guess that is right, with some lines more.
struct Part {
    grid: Grid,
    /// Crossings that agree.
    crossings: usize,
}

/// One round; `None` where no part of the guess is right.
fn grow(net: &dyn Net, pyramid: &Pyramid, guess: &Grid) -> Result<Option<Part>, NetError> {
    let output = look(net, pyramid, guess)?;
    Ok(part(&sightings(output.view()), guess))
}

fn part(seen: &[Sighting], guess: &Grid) -> Option<Part> {
    let right: Vec<&Sighting> = seen.iter().filter(|s| s.spacing > RIGHT).collect();
    if right.len() < LEAST {
        return None;
    }
    let index: Vec<Xy> = right.iter().map(|s| s.index).collect();
    let at: Vec<Xy> = right.iter().map(|s| s.at).collect();
    let (assumed_from_index, agrees) = Homography::fit_robust(&index, &at, TOLERANCE)?;
    let kept: Vec<Xy> = (index.iter().zip(&agrees))
        .filter(|(_, agrees)| **agrees)
        .map(|(index, _)| *index)
        .collect();
    if kept.len() < LEAST {
        return None;
    }
    let ranges = [0, 1].map(|axis| range(kept.iter().map(|p| p[axis]).collect()));
    let longest = ranges
        .map(|[low, high]| high - low)
        .into_iter()
        .fold(0.0, f64::max);
    let lines = (longest + 1.0 + 2.0 * LINES).clamp(9.0, 19.0);
    let first = ranges.map(|[low, high]| ((low + high - lines + 1.0) / 2.0).round());
    let last = first.map(|v| v + lines - 1.0);
    let corner = |p: Xy| guess.photo_point(assumed_from_index.apply(p));
    let corners = [
        corner(first)?,
        corner([last[0], first[1]])?,
        corner(last)?,
        corner([first[0], last[1]])?,
    ];
    Some(Part {
        grid: Grid::from_corners(lines as u8, corners)?,
        crossings: kept.len(),
    })
}

/// From where to where the values lie, but for the outermost few.
fn range(mut values: Vec<f64>) -> [f64; 2] {
    values.sort_by(f64::total_cmp);
    let few = values.len() / 50;
    [values[few], values[values.len() - 1 - few]]
}

fn moved(a: &Grid, b: &Grid) -> f64 {
    (a.corners().iter().zip(b.corners()))
        .map(|(p, q)| distance(*p, q))
        .fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::super::lattice::MARGIN;
    use super::*;

    /// What a perfect net sees of `truth` through a guess: right where the guessed crossings are about
    /// as far apart as the true ones.
    fn seen(truth: &Grid, guess: &Grid) -> Vec<Sighting> {
        let lattice = |grid: &Grid| {
            let last = f64::from(grid.lines()) - 1.0;
            [[0.0, 0.0], [last, 0.0], [last, last], [0.0, last]]
        };
        let from_photo =
            |grid: &Grid| Homography::fit(&grid.corners(), &lattice(grid), None).unwrap();
        let (truth_from_photo, guess_from_photo) = (from_photo(truth), from_photo(guess));
        let margin = MARGIN as i32;
        let range = -margin..i32::from(guess.lines()) + margin;
        let places =
            (range.clone()).flat_map(|r| range.clone().map(move |c| [c, r].map(f64::from)));
        let there = |p: Xy| guess.photo_point(p).map(|p| truth_from_photo.apply(p));
        places
            .filter_map(|p| {
                let index = there(p)?.map(f64::round);
                let apart = distance(there(p)?, there([p[0] + 1.0, p[1]])?);
                let on_board = index.iter().all(|v| (0.0..19.0).contains(v));
                on_board.then(|| Sighting {
                    index,
                    at: guess_from_photo.apply(truth.photo_point(index).unwrap()),
                    spacing: if (0.8..1.25).contains(&apart) {
                        0.9
                    } else {
                        0.1
                    },
                })
            })
            .collect()
    }

    #[test]
    fn a_board_grows_from_its_lower_half() {
        let corners = [
            [300.0, 250.0],
            [700.0, 250.0],
            [800.0, 600.0],
            [200.0, 600.0],
        ];
        let truth = Grid::from_corners(19, corners).unwrap();
        // The far side lies in the carpet behind the board, much too wide.
        let wrong = [[100.0, 50.0], [900.0, 80.0], [800.0, 600.0], [200.0, 600.0]];
        let mut grid = Grid::from_corners(19, wrong).unwrap();
        for _ in 0..ROUNDS {
            grid = part(&seen(&truth, &grid), &grid).unwrap().grid;
        }
        assert_eq!(grid.lines(), 19);
        assert!(moved(&grid, &truth) < 0.1 * truth.cell(), "{grid:?}");
    }

    #[test]
    fn nothing_grows_where_no_spacing_is_right() {
        let corners = [[0.0, 0.0], [400.0, 0.0], [400.0, 400.0], [0.0, 400.0]];
        let truth = Grid::from_corners(19, corners).unwrap();
        let guess = Grid::from_corners(9, corners).unwrap();
        assert!(part(&seen(&truth, &guess), &guess).is_none());
    }
}
