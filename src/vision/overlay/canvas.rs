//! Anti-aliased drawing on an RGB picture, in pixels of the canvas.

use image::RgbImage;
use tiny_skia::{
    Color, FillRule, FilterQuality, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap,
    PixmapPaint, Rect, Stroke, Transform,
};

use super::lettering;

/// A pixel position: x right, y down.
pub(super) type Spot = (f32, f32);

/// An RGBA colour.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Ink(pub u8, pub u8, pub u8, pub u8);

impl Ink {
    pub(super) const fn alpha(self, alpha: u8) -> Self {
        Self(self.0, self.1, self.2, alpha)
    }
}

/// The picture that is drawn on.
pub(super) struct Canvas {
    pixels: Pixmap,
}

impl Canvas {
    /// A canvas of one colour; `None` where a side is zero or the memory is too large.
    pub(super) fn new(width: u32, height: u32, background: Ink) -> Option<Self> {
        let mut pixels = Pixmap::new(width, height)?;
        pixels.fill(Color::from_rgba8(
            background.0,
            background.1,
            background.2,
            255,
        ));
        Some(Self { pixels })
    }

    /// Draws a picture with its top left corner at `offset`, scaled.
    pub(super) fn picture(&mut self, picture: &RgbImage, offset: Spot, scale: f32) {
        let Some(mut source) = Pixmap::new(picture.width(), picture.height()) else {
            return;
        };
        for (to, from) in source.data_mut().chunks_exact_mut(4).zip(picture.pixels()) {
            to.copy_from_slice(&[from[0], from[1], from[2], 255]);
        }
        let paint = PixmapPaint {
            quality: FilterQuality::Bilinear,
            ..PixmapPaint::default()
        };
        let place = Transform::from_row(scale, 0.0, 0.0, scale, offset.0, offset.1);
        self.pixels
            .draw_pixmap(0, 0, source.as_ref(), &paint, place, None);
    }

    /// Fills a polygon.
    pub(super) fn polygon(&mut self, corners: &[Spot], ink: Ink) {
        if let Some(path) = path(corners, true) {
            self.fill(&path, ink);
        }
    }

    /// Fills an upright rectangle.
    pub(super) fn bar(&mut self, corner: Spot, width: f32, height: f32, ink: Ink) {
        if let Some(rect) = Rect::from_xywh(corner.0, corner.1, width, height) {
            self.fill(&PathBuilder::from_rect(rect), ink);
        }
    }

    /// Fills a disc.
    pub(super) fn disc(&mut self, centre: Spot, radius: f32, ink: Ink) {
        if let Some(path) = PathBuilder::from_circle(centre.0, centre.1, radius) {
            self.fill(&path, ink);
        }
    }

    /// Draws a circle.
    pub(super) fn ring(&mut self, centre: Spot, radius: f32, width: f32, ink: Ink) {
        if let Some(path) = PathBuilder::from_circle(centre.0, centre.1, radius) {
            self.stroke(&path, width, ink);
        }
    }

    /// Draws a line through the spots.
    pub(super) fn line(&mut self, spots: &[Spot], width: f32, ink: Ink) {
        if let Some(path) = path(spots, false) {
            self.stroke(&path, width, ink);
        }
    }

    /// Draws the outline of a polygon.
    pub(super) fn outline(&mut self, corners: &[Spot], width: f32, ink: Ink) {
        if let Some(path) = path(corners, true) {
            self.stroke(&path, width, ink);
        }
    }

    /// Writes text of the given letter height with its middle at `centre`,
    /// with a halo that keeps it readable on any ground.
    pub(super) fn text(&mut self, text: &str, centre: Spot, height: f32, ink: Ink, halo: Ink) {
        let unit = height / lettering::HEIGHT;
        let left = centre.0 - lettering::width(text) * unit / 2.0;
        let top = centre.1 - height / 2.0;
        for (width, ink) in [(height * 0.42, halo), (height * 0.15, ink)] {
            for (index, character) in text.chars().enumerate() {
                let start = left + index as f32 * lettering::ADVANCE * unit;
                for stroke in lettering::strokes(character) {
                    let spots: Vec<Spot> = stroke
                        .iter()
                        .map(|(x, y)| (start + x * unit, top + y * unit))
                        .collect();
                    self.line(&spots, width, ink);
                }
            }
        }
    }

    /// The picture without its alpha.
    pub(super) fn into_rgb(self) -> RgbImage {
        let (width, height) = (self.pixels.width(), self.pixels.height());
        let rgb = self
            .pixels
            .data()
            .chunks_exact(4)
            .flat_map(|p| [p[0], p[1], p[2]])
            .collect();
        RgbImage::from_raw(width, height, rgb).expect("three bytes for each pixel")
    }

    fn fill(&mut self, path: &Path, ink: Ink) {
        self.pixels.fill_path(
            path,
            &paint(ink),
            FillRule::Winding,
            Transform::identity(),
            None,
        );
    }

    fn stroke(&mut self, path: &Path, width: f32, ink: Ink) {
        let stroke = Stroke {
            width,
            line_cap: LineCap::Round,
            line_join: LineJoin::Round,
            ..Stroke::default()
        };
        self.pixels
            .stroke_path(path, &paint(ink), &stroke, Transform::identity(), None);
    }
}

fn paint(ink: Ink) -> Paint<'static> {
    let mut paint = Paint {
        anti_alias: true,
        ..Paint::default()
    };
    paint.set_color_rgba8(ink.0, ink.1, ink.2, ink.3);
    paint
}

fn path(spots: &[Spot], closed: bool) -> Option<Path> {
    let (first, rest) = spots.split_first()?;
    let mut builder = PathBuilder::new();
    builder.move_to(first.0, first.1);
    for spot in rest {
        // A line of no length has no direction and would not be drawn at all.
        let nudge = if spot == first && rest.len() == 1 {
            0.01
        } else {
            0.0
        };
        builder.line_to(spot.0 + nudge, spot.1);
    }
    if closed {
        builder.close();
    }
    builder.finish()
}
