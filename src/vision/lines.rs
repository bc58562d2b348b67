//! Whether there are lines where the grid says so: a check of the nets by plain arithmetic, since a
//! net can dream a grid into the grain of wood.

use ndarray::Array4;

/// Half the length of the piece of line that is looked at, in view pixels.
const ALONG: usize = 4;
/// How far a line may lie beside its place, in view pixels.
const OFF: isize = 2;
/// How far from a line the board beside it is looked at, in view pixels.
const BESIDE: isize = 4;

/// Of the pieces of line between neighbouring empty crossings, the share that is darker, or for
/// light lines lighter, against the board beside it than the same piece moved by half a cell. Where
/// there are no lines this is about one half. What chance may have taken from a small number of pieces
/// is added, so that few pieces do not condemn a grid.
///
/// `view` is `[1, 4, row, column]` with `cell` pixels a cell and the first crossing at `first`,
/// `first`; `empty` says of a (row, column) whether nothing lies there. `None` where there are too
/// few pieces to tell.
pub(super) fn visible(
    view: &Array4<f32>,
    cell: usize,
    first: usize,
    lines: usize,
    empty: &dyn Fn(usize, usize) -> bool,
) -> Option<f64> {
    let (mut pieces, mut darker, mut lighter) = (0u32, 0u32, 0u32);
    for line in 0..lines {
        for gap in 0..lines - 1 {
            for across in [true, false] {
                let crossing = |k: usize| if across { (line, k) } else { (k, line) };
                let ((r1, c1), (r2, c2)) = (crossing(gap), crossing(gap + 1));
                if !empty(r1, c1) || !empty(r2, c2) {
                    continue;
                }
                let middle = first + gap * cell + cell / 2;
                let at = first + line * cell;
                let here = contrasts(view, at, middle, across);
                let elsewhere = contrasts(view, at + cell / 2, middle, across);
                pieces += 1;
                darker += u32::from(here.0 < elsewhere.0);
                lighter += u32::from(here.1 > elsewhere.1);
            }
        }
    }
    (pieces >= ENOUGH).then(|| {
        let pieces = f64::from(pieces);
        f64::from(darker.max(lighter)) / pieces + CHANCE / pieces.sqrt()
    })
}

/// Fewer pieces say nothing.
const ENOUGH: u32 = 100;
/// 1.64 standard deviations (one in twenty) of a share about one half, of one piece.
const CHANCE: f64 = 0.82;

/// The least and the greatest difference in brightness between a piece of line near `line`, about
/// `middle` along it, and the board on both sides.
fn contrasts(view: &Array4<f32>, line: usize, middle: usize, across: bool) -> (f32, f32) {
    let brightness = |offset: isize| -> f32 {
        let line = line.saturating_add_signed(offset);
        (middle - ALONG..=middle + ALONG)
            .map(|along| {
                let (r, c) = if across { (line, along) } else { (along, line) };
                (0..3).map(|k| view[[0, k, r, c]]).sum::<f32>()
            })
            .sum()
    };
    (-OFF..=OFF)
        .map(|off| {
            let sides = brightness(off - BESIDE) + brightness(off + BESIDE);
            brightness(off) - sides / 2.0
        })
        .fold((f32::INFINITY, f32::NEG_INFINITY), |(least, most), v| {
            (least.min(v), most.max(v))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    const CELL: usize = 16;
    const FIRST: usize = 32;
    const LINES: usize = 9;

    fn share(brightness: impl Fn(usize, usize) -> f32) -> f64 {
        let side = 2 * FIRST + (LINES - 1) * CELL + 1;
        let view = Array4::from_shape_fn((1, 4, side, side), |(_, _, r, c)| brightness(r, c));
        visible(&view, CELL, FIRST, LINES, &|_, _| true).unwrap()
    }

    fn noise(r: usize, c: usize) -> f32 {
        let seed = (r * 7919 + c * 104_729) as u32;
        let seed = seed.wrapping_mul(0x9E37_79B9) ^ (seed >> 7).wrapping_mul(0x85EB_CA6B);
        (seed >> 8) as f32 / (1 << 24) as f32
    }

    #[test]
    fn dark_and_light_lines_are_seen_and_noise_is_none() {
        let on_line = |r: usize, c: usize| r % CELL == 1 || c % CELL == 1;
        for line in [-0.1, 0.1] {
            let drawn = |r, c| 0.5 + if on_line(r, c) { line } else { 0.0 } + 0.05 * noise(r, c);
            assert!(share(drawn) > 0.9);
        }
        let nothing = share(|r, c| 0.5 + 0.2 * noise(r, c));
        assert!((0.4..0.7).contains(&nothing), "{nothing}");
    }

    #[test]
    fn a_full_board_says_nothing() {
        let view = Array4::zeros((1, 4, 193, 193));
        assert_eq!(visible(&view, CELL, FIRST, LINES, &|_, _| false), None);
    }
}
