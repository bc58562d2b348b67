//! Colours as logarithms, in which light is a sum.

use image::RgbImage;

/// Logarithms of a mean colour.
pub(super) type Tone = [f32; 3];

/// Added to the values 0..255 before the logarithm, so that noise in the dark weighs little.
const DARK: f32 = 12.0;

/// The tone of the pixels at these offsets.
pub(super) fn tone(image: &RgbImage, spot: &[usize]) -> Option<Tone> {
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

pub(super) fn minus(a: Tone, b: Tone) -> Tone {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

pub(super) fn largest(tone: Tone) -> f32 {
    tone.iter().fold(0.0, |most, v| v.abs().max(most))
}

/// What all channels have in common.
pub(super) fn grey(tone: Tone) -> f32 {
    tone.iter().sum::<f32>() / 3.0
}

/// Whether two tones differ; what is hidden does not.
pub(super) fn differ(a: Option<Tone>, b: Option<Tone>, limit: f32) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => largest(minus(a, b)) > limit,
        _ => false,
    }
}

pub(super) fn mean(tones: impl Iterator<Item = Tone>) -> Option<Tone> {
    let (mut sum, mut count) = ([0.0; 3], 0.0);
    for tone in tones {
        sum = [0, 1, 2].map(|k| sum[k] + tone[k]);
        count += 1.0;
    }
    (count > 0.0).then(|| sum.map(|v| v / count))
}

/// The median of each channel; 0 where there is nothing.
pub(super) fn median(tones: impl Iterator<Item = Tone>) -> Tone {
    let tones: Vec<Tone> = tones.collect();
    [0, 1, 2].map(|channel| {
        let values = tones.iter().map(|tone| tone[channel]).collect();
        decile(values, 5).unwrap_or(0.0)
    })
}

/// The value that so many tenths of all are below; `None` of none.
pub(super) fn decile(mut values: Vec<f32>, tenths: usize) -> Option<f32> {
    let rank = tenths * values.len() / 10;
    (!values.is_empty()).then(|| *values.select_nth_unstable_by(rank, f32::total_cmp).1)
}
