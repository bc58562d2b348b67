//! Black or white, judged over the whole board.
//!
//! A net that looks at a stone and at what is round it takes a white stone for a black one where a lamp
//! makes the board brighter than the stone. People see that it is as bright as the other white
//! stones. So the stones' brightness is a mixture of two tones, fitted by expectation maximisation from
//! what the net says, and how much better one tone fits a stone than the other is evidence of its own.

use ndarray::Array4;

use super::stones::Stone;

/// Pixels from a stone's middle that are measured.
const CORE: i64 = 5;
/// A pixel darker than this is not of the photo, or shows nothing.
const NOTHING: f32 = 0.004;
/// Added to the brightness before its logarithm is taken.
const FLOOR: f64 = 0.03;

/// The log brightness of a stone whose middle is at (x, y) pixels of the view `[1, 4, row, column]`;
/// `None` where it is not seen whole.
pub(super) fn tone(view: &Array4<f32>, [x, y]: [f64; 2]) -> Option<f64> {
    let (_, _, rows, columns) = view.dim();
    let mut values = Vec::new();
    for dy in -CORE..=CORE {
        for dx in (-CORE..=CORE).filter(|dx| dx * dx + dy * dy <= CORE * CORE) {
            let (row, column) = (y.round() as i64 + dy, x.round() as i64 + dx);
            let inside = 0 <= row && row < rows as i64 && 0 <= column && column < columns as i64;
            let at = |k: usize| view[[0, k, row as usize, column as usize]];
            if !inside {
                return None;
            }
            values.push((at(0) + at(1) + at(2)) / 3.0);
        }
    }
    let middle = values.len() / 2;
    let (_, median, _) = values.select_nth_unstable_by(middle, f32::total_cmp);
    (*median > NOTHING).then(|| (f64::from(*median) + FLOOR).ln())
}

/// A tone is fitted to no fewer stones that the net is sure of.
const FEW: usize = 3;
/// Stones that the net is sure of have log odds of at least this.
const SURE: f64 = 2.2;
/// The log odds of the net count up to this, since it may be sure and wrong.
const NET_LIMIT: f64 = 4.0;
/// So far the tones count for black and for white: no black stone is as bright as the white ones, but a
/// white one in the shade may be as dark as a black one.
const TONE_LIMITS: [f64; 2] = [2.0, 5.0];
/// Tones nearer to each other than this many standard deviations tell nothing.
const APART: f64 = 2.0;
/// Variance of the log brightness of one colour's stones, at least.
const VARIANCE: f64 = 0.03;
/// Rounds of the expectation maximisation.
const ROUNDS: usize = 15;

/// For each stone the log odds that its tone gives for white; `odds` are those of the net. Zero where
/// tones tell nothing.
pub(super) fn evidence(stones: &[Stone], tones: &[Option<f64>], odds: &[f64]) -> Vec<f64> {
    let nothing = vec![0.0; stones.len()];
    let seen: Vec<usize> = (0..stones.len())
        .filter(|&i| tones[i].is_some() && stones[i].seen() > 0.5)
        .collect();
    let sure = |side: f64| seen.iter().filter(|&&i| side * odds[i] > SURE).count();
    if sure(1.0) < FEW || sure(-1.0) < FEW {
        return nothing;
    }
    let mut evidence = nothing.clone();
    let mut white: Vec<f64> = odds.iter().map(|o| sigmoid(*o)).collect();
    let mut apart = false;
    for _ in 0..ROUNDS {
        let measured = seen.iter().filter_map(|&i| Some((tones[i]?, white[i])));
        let measured: Vec<(f64, f64)> = measured.collect();
        let [black_tone, white_tone] = [false, true].map(|of_white| {
            let share = |w: f64| if of_white { w } else { 1.0 - w };
            let total: f64 = measured.iter().map(|m| share(m.1)).sum();
            measured.iter().map(|m| m.0 * share(m.1)).sum::<f64>() / total
        });
        let variance = VARIANCE + spread(&measured, black_tone, white_tone);
        apart = white_tone - black_tone > APART * variance.sqrt();
        for (i, tone) in tones.iter().enumerate() {
            let Some(tone) = tone else { continue };
            let [b, w] = [black_tone, white_tone].map(|mean| (tone - mean).powi(2));
            evidence[i] = ((b - w) / (2.0 * variance)).clamp(-TONE_LIMITS[0], TONE_LIMITS[1]);
            white[i] = sigmoid(odds[i].clamp(-NET_LIMIT, NET_LIMIT) + evidence[i]);
        }
    }
    if apart { evidence } else { nothing }
}

/// The probabilities of black and white, with the evidence of the tone (log odds for white); where
/// there is some, the net's own odds count only so far.
pub(super) fn corrected([black, white]: [f64; 2], evidence: f64) -> [f64; 2] {
    if evidence == 0.0 {
        return [black, white];
    }
    let net = ((white + 1e-6) / (black + 1e-6)).ln();
    let share = sigmoid(net.clamp(-NET_LIMIT, NET_LIMIT) + evidence);
    let stone = black + white;
    [stone * (1.0 - share), stone * share]
}

/// The variance about the two tones; what is more than a unit off (Huber) counts less.
fn spread(measured: &[(f64, f64)], black_tone: f64, white_tone: f64) -> f64 {
    let (mut sum, mut total) = (0.0, 0.0);
    for (tone, white) in measured {
        for (mean, share) in [(black_tone, 1.0 - white), (white_tone, *white)] {
            let off = (tone - mean).abs();
            let weight = share * f64::min(1.0, 1.0 / off.max(1e-6));
            sum += weight * off * off;
            total += weight;
        }
    }
    sum / total
}

fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stones(count: usize) -> Vec<Stone> {
        let stone = Stone {
            at: [0.0; 2],
            colors: [0.5, 0.5],
        };
        vec![stone; count]
    }

    #[test]
    fn a_white_stone_in_glare_is_as_bright_as_the_others() {
        // Ten of each colour; the net takes four white ones for black and is sure of it.
        let tones: Vec<_> = (0..20)
            .map(|i| Some(if i < 10 { -2.5 } else { -0.5 } + 0.02 * f64::from(i % 5)))
            .collect();
        let odds: Vec<_> = (0..20).map(|i| if i < 14 { -5.0 } else { 5.0 }).collect();
        let evidence = evidence(&stones(20), &tones, &odds);
        for (i, e) in evidence.iter().enumerate() {
            assert_eq!(*e > 4.0, i >= 10, "stone {i}: {e}");
            assert_eq!(*e < -1.5, i < 10, "stone {i}: {e}");
        }
    }

    #[test]
    fn stones_of_one_colour_are_not_told_apart() {
        let tones: Vec<_> = (0..20)
            .map(|i| Some(-0.5 - 0.1 * f64::from(i % 7)))
            .collect();
        assert_eq!(evidence(&stones(20), &tones, &[5.0; 20]), [0.0; 20]);
        let mixed: Vec<_> = (0..20)
            .map(|i| if i % 2 == 0 { 5.0 } else { -5.0 })
            .collect();
        assert_eq!(evidence(&stones(20), &tones, &mixed), [0.0; 20]);
    }

    #[test]
    fn the_tone_of_a_stone_is_the_median_of_its_core() {
        let mut view = Array4::from_elem((1, 4, 40, 40), 0.5);
        view[[0, 0, 20, 20]] = 1.0;
        assert!((tone(&view, [20.0, 20.0]).unwrap() - 0.53f64.ln()).abs() < 1e-6);
        assert_eq!(tone(&view, [2.0, 20.0]), None);
        assert_eq!(tone(&Array4::zeros((1, 4, 40, 40)), [20.0, 20.0]), None);
    }
}
