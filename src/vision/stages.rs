//! Pictures of what happens between the stages, and what to say when they lead nowhere.

use std::path::Path;

use image::{GrayImage, Luma, Rgb, RgbImage};
use ndarray::{Array4, Axis};

use super::lattice::Fit;
use super::photo::Photo;
use super::quad::Quad;
use super::reader::ReadError;
use super::rectify::{Pyramid, cut_view};

/// Side of the small picture that light and sharpness are judged on.
const SIDE: usize = 513;
/// Mean brightness, 0..1, below which no lines can be told from noise.
const DARK: f32 = 0.04;
/// The steepest hundredth of the differences between neighbouring pixels, in standard deviations of
/// the picture, below which nothing is sharp. Real photos have 0.55 and more; with a blur of a fifth
/// of a cell it is 0.28 in the middle case and 0.48 at most.
const SHARP: f32 = 0.35;

/// A picture whose brightest and darkest pixels, 0..1, differ by less is of one colour.
const EVEN: f32 = 0.03;

/// Side of the picture that shows of most photos that they are not of one colour.
const GLANCE: usize = 65;

/// The whole photo, small, `[1, 4, row, column]`.
fn small(pyramid: &Pyramid, side: usize) -> Array4<f32> {
    let [w, h] = pyramid.size();
    let scale = w.max(h) / (side as f64 - 1.0);
    cut_view(pyramid, side, &|p| Some(p.map(|v| v * scale)))
}

/// Whether the photo is of one colour, so that nothing need be looked for. What a glance shows not to
/// be of one colour is not looked at again.
pub(super) fn is_even(pyramid: &Pyramid) -> bool {
    [GLANCE, SIDE]
        .into_iter()
        .all(|side| is_of_one_color(&small(pyramid, side)))
}

fn is_of_one_color(view: &Array4<f32>) -> bool {
    let channels = view.index_axis(Axis(0), 0);
    let mask = channels.index_axis(Axis(0), 3);
    (0..3).all(|channel| {
        let values = channels.index_axis(Axis(0), channel);
        let seen = values.iter().zip(&mask).filter(|(_, m)| **m > 0.0);
        let (low, high) = seen.fold((1.0f32, 0.0f32), |(low, high), (v, _)| {
            (low.min(*v), high.max(*v))
        });
        high - low < EVEN
    })
}

/// Why a photo shows no board: its light, its sharpness, or simply no board.
pub(super) fn why_not(pyramid: &Pyramid) -> ReadError {
    let view = small(pyramid, SIDE);
    let channels = view.index_axis(Axis(0), 0);
    let green = channels.index_axis(Axis(0), 1);
    let mask = channels.index_axis(Axis(0), 3);
    let mean = green.sum() / mask.sum().max(1.0);
    if mean < DARK {
        return ReadError::TooDark;
    }
    let (mut differences, mut variance) = (Vec::new(), 0.0);
    for r in 0..SIDE - 1 {
        for c in 0..SIDE - 1 {
            if mask[[r, c]] * mask[[r + 1, c]] * mask[[r, c + 1]] > 0.0 {
                let here = green[[r, c]];
                let across = (here - green[[r, c + 1]]).abs();
                differences.push(across.max((here - green[[r + 1, c]]).abs()));
                variance += (here - mean).powi(2);
            }
        }
    }
    let count = differences.len();
    if count > 0 {
        let (_, steep, _) = differences.select_nth_unstable_by(count * 99 / 100, f32::total_cmp);
        if *steep < SHARP * (variance / count as f32).sqrt() {
            return ReadError::TooBlurred;
        }
    }
    ReadError::NoBoard
}

/// What makes a photo of a board a poor one: [`ReadError::TooDark`] or [`ReadError::TooBlurred`].
#[must_use]
pub fn poor_picture(photo: &Photo) -> Option<ReadError> {
    let why = why_not(&Pyramid::new(photo.rgb()));
    (!matches!(why, ReadError::NoBoard)).then_some(why)
}

/// Writes the coarse net's maps `[1, 3, row, column]` as one grey picture each.
pub(super) fn dump_heat(dir: &Path, heat: &Array4<f32>) -> Result<(), ReadError> {
    for (channel, name) in [
        "coarse-board.png",
        "coarse-corners.png",
        "coarse-others.png",
    ]
    .into_iter()
    .enumerate()
    {
        let (_, _, rows, columns) = heat.dim();
        let picture = GrayImage::from_fn(columns as u32, rows as u32, |x, y| {
            Luma([(heat[[0, channel, y as usize, x as usize]] * 255.0) as u8])
        });
        save(dir, name, |path| picture.save(path))?;
    }
    Ok(())
}

/// Writes the guesses that were tried, in their order, and how well a grid fits from each.
pub(super) fn dump_fits(dir: &Path, tried: &[(Quad, Fit)]) -> Result<(), ReadError> {
    let corners = |quad: &Quad| {
        quad.map(|p| p.map(|v| v.round()))
            .map(|[x, y]| format!("{x},{y}"))
    };
    let text: String = tried
        .iter()
        .map(|(quad, fit)| {
            format!(
                "guess {}\n  corners {}\n  lines {}  quality {:.3}  agree {:.3}  spacing {:.3}  inside {:.3}  \
                 margin of columns {:.1}  of rows {:.1}  next number of lines {:?}\n",
                corners(quad).join(" "),
                corners(&fit.grid.corners()).join(" "),
                fit.grid.lines(),
                fit.quality(),
                fit.agree,
                fit.spacing,
                fit.inside,
                fit.window_margin[0],
                fit.window_margin[1],
                fit.other_size,
            )
        })
        .collect();
    save(dir, "grid.txt", |path| {
        std::fs::write(path, &text).map_err(image::ImageError::IoError)
    })
}

/// Writes a view `[1, 4, row, column]`.
pub(super) fn dump_view(dir: &Path, name: &str, view: &Array4<f32>) -> Result<(), ReadError> {
    let (_, _, rows, columns) = view.dim();
    let picture = RgbImage::from_fn(columns as u32, rows as u32, |x, y| {
        Rgb([0, 1, 2].map(|k| (view[[0, k, y as usize, x as usize]] * 255.0) as u8))
    });
    save(dir, name, |path| picture.save(path))
}

fn save(
    dir: &Path,
    name: &str,
    write: impl Fn(&Path) -> Result<(), image::ImageError>,
) -> Result<(), ReadError> {
    let path = dir.join(name);
    std::fs::create_dir_all(dir)
        .map_err(|e| e.to_string())
        .and_then(|()| write(&path).map_err(|e| e.to_string()))
        .map_err(|reason| ReadError::Dump { path, reason })
}
