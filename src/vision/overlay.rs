//! The photo with everything on it that the answer rests on: the grid as it
//! was found, the reading of every crossing, doubts, dead stones, territory,
//! coordinates and the verdict.

mod canvas;
mod frame;
mod lettering;

use image::RgbImage;

use crate::go::{Board, Color, Point};
use crate::vision::{Doubt, Grid};

use canvas::{Canvas, Ink, Spot};
use frame::{Frame, LABEL_DISTANCE, last_lines};

const GROUND: Ink = Ink(24, 26, 30, 255);
const PAPER: Ink = Ink(250, 250, 250, 255);
const BLACK: Ink = Ink(10, 10, 10, 255);
const GRID: Ink = Ink(0, 225, 120, 150);
const DOUBT: Ink = Ink(255, 0, 220, 255);
const ASKED: Ink = Ink(255, 225, 0, 255);
const DEAD: Ink = Ink(255, 40, 30, 255);
const BLACK_AREA: Ink = Ink(20, 90, 255, 105);
const WHITE_AREA: Ink = Ink(255, 145, 0, 115);
const SHARED: Ink = Ink(150, 80, 220, 235);

/// What is drawn on the photo. Points are those of the read board.
#[derive(Debug, Clone, Copy)]
pub struct Overlay<'a> {
    /// The grid that was found.
    pub grid: &'a Grid,
    /// The stones as they were read, with the corrections of a person.
    pub board: &'a Board,
    /// What is doubtful.
    pub doubts: &'a [Doubt],
    /// Every stone of the dead chains.
    pub dead: &'a [Point],
    /// The empty points (and those of dead stones) that one side surrounds.
    pub territory: &'a [(Point, Color)],
    /// The empty points that both sides share.
    pub dame: &'a [Point],
    /// The points that must be looked at or asked about before the winner is certain.
    pub asked: &'a [Point],
    /// The verdict in one line of ASCII.
    pub caption: &'a str,
}

impl Overlay<'_> {
    /// Draws on a copy of the board and its surroundings in the upright photo,
    /// scaled so that the longest side is between 1100 and 1600 pixels, widened
    /// where coordinates stand outside of it, with the caption in a bar below.
    #[must_use]
    pub fn draw(&self, photo: &RgbImage) -> RgbImage {
        let frame = Frame::around(self.grid, photo);
        let bar = (frame.size.0 / 26.0).max(36.0);
        let (width, height) = (
            frame.size.0.ceil() as u32,
            (frame.size.1 + bar).ceil() as u32,
        );
        let mut canvas = Canvas::new(width, height, GROUND).expect("the frame is bounded");
        frame.paste(photo, &mut canvas);
        let mut pen = Pen {
            canvas,
            frame,
            grid: self.grid,
        };
        self.tint(&mut pen);
        pen.lines();
        pen.coordinates();
        self.stones(&mut pen);
        self.doubtful(&mut pen);
        let open = !self.doubts.is_empty() || !self.asked.is_empty();
        pen.caption(self.caption, bar, open);
        pen.canvas.into_rgb()
    }

    fn tint(&self, pen: &mut Pen<'_>) {
        for &(point, color) in self.territory {
            let ink = match color {
                Color::Black => BLACK_AREA,
                Color::White => WHITE_AREA,
            };
            let cell = pen.cell(point, 0.46);
            pen.canvas.polygon(&cell, ink);
        }
    }

    fn stones(&self, pen: &mut Pen<'_>) {
        for point in self.board.size().points() {
            pen.reading(point, self.board.get(point));
        }
        for &point in self.dame {
            let (centre, unit) = (pen.at(point), pen.unit(point));
            pen.canvas
                .ring(centre, unit * 0.16, (unit * 0.07).max(1.2), SHARED);
        }
        for &point in self.dead {
            pen.cross(point);
        }
    }

    fn doubtful(&self, pen: &mut Pen<'_>) {
        for &point in self.asked {
            pen.asked(point);
        }
        for doubt in self.doubts {
            if let Doubt::Point { point, .. } = doubt {
                pen.doubt(*point);
            }
        }
        // Names last, so that no neighbour's box covers one.
        for doubt in self.doubts {
            if let Doubt::Point { point, .. } = doubt {
                pen.doubt_name(*point);
            }
        }
    }
}

/// Draws in the coordinates of the board.
struct Pen<'a> {
    canvas: Canvas,
    frame: Frame,
    grid: &'a Grid,
}

impl Pen<'_> {
    fn spot(&self, column: f64, row: f64) -> Spot {
        self.frame.spot(self.grid.image_point(column, row))
    }

    fn at(&self, point: Point) -> Spot {
        self.spot(f64::from(point.column()), f64::from(point.row()))
    }

    /// The smaller side of the cell at a point, in pixels of the canvas.
    fn unit(&self, point: Point) -> f32 {
        let (column, row) = (f64::from(point.column()), f64::from(point.row()));
        let across = distance(self.spot(column - 0.5, row), self.spot(column + 0.5, row));
        let along = distance(self.spot(column, row - 0.5), self.spot(column, row + 0.5));
        across.min(along)
    }

    /// The square around a point that reaches `half` a cell each way.
    fn cell(&self, point: Point, half: f64) -> [Spot; 4] {
        let (column, row) = (f64::from(point.column()), f64::from(point.row()));
        [(-half, -half), (half, -half), (half, half), (-half, half)]
            .map(|(right, down)| self.spot(column + right, row + down))
    }

    fn lines(&mut self) {
        let (columns, rows) = last_lines(self.grid);
        let steps = |last: f64| (0..=last as u8).map(f64::from);
        for row in steps(rows) {
            let line: Vec<Spot> = steps(columns)
                .map(|column| self.spot(column, row))
                .collect();
            self.canvas.line(&line, 1.3, GRID);
        }
        for column in steps(columns) {
            let line: Vec<Spot> = steps(rows).map(|row| self.spot(column, row)).collect();
            self.canvas.line(&line, 1.3, GRID);
        }
        let corners = [(0.0, 0.0), (columns, 0.0), (columns, rows), (0.0, rows)]
            .map(|(column, row)| self.spot(column, row));
        self.canvas.outline(&corners, 2.4, GRID.alpha(230));
    }

    fn coordinates(&mut self) {
        let size = self.grid.size();
        let (columns, rows) = last_lines(self.grid);
        for column in 0..size.width() {
            let label = Point::new(column, 0).label(size);
            let letters = label.trim_end_matches(|c: char| c.is_ascii_digit());
            let place = Point::new(column, 0);
            self.coordinate(letters, f64::from(column), -LABEL_DISTANCE, place);
            let place = Point::new(column, size.height() - 1);
            self.coordinate(letters, f64::from(column), rows + LABEL_DISTANCE, place);
        }
        for row in 0..size.height() {
            let label = Point::new(0, row).label(size);
            let digits = label.trim_start_matches(|c: char| c.is_ascii_alphabetic());
            self.coordinate(digits, -LABEL_DISTANCE, f64::from(row), Point::new(0, row));
            let place = Point::new(size.width() - 1, row);
            self.coordinate(digits, columns + LABEL_DISTANCE, f64::from(row), place);
        }
    }

    fn coordinate(&mut self, text: &str, column: f64, row: f64, near: Point) {
        let height = (self.unit(near) * 0.42).clamp(8.0, 26.0);
        let (x, y) = self.spot(column, row);
        let x = x.clamp(height, self.frame.size.0 - height);
        let y = y.clamp(height, self.frame.size.1 - height);
        self.canvas
            .text(text, (x, y), height, PAPER, BLACK.alpha(210));
    }

    /// A black or white disc in a ring of the other colour, a dot where empty.
    fn reading(&mut self, point: Point, stone: Option<Color>) {
        let (centre, unit) = (self.at(point), self.unit(point));
        let (inner, outer) = match stone {
            Some(Color::Black) => (BLACK, PAPER),
            Some(Color::White) => (PAPER, BLACK),
            None => {
                self.canvas
                    .disc(centre, (unit * 0.06).max(1.2), GRID.alpha(255));
                return;
            }
        };
        self.canvas.disc(centre, unit * 0.26, outer);
        self.canvas.disc(centre, unit * 0.19, inner);
    }

    fn cross(&mut self, point: Point) {
        let arms = self.cell(point, 0.38);
        let width = self.unit(point) * 0.09;
        for (ink, width) in [(PAPER.alpha(220), width * 1.8), (DEAD, width)] {
            self.canvas.line(&[arms[0], arms[2]], width, ink);
            self.canvas.line(&[arms[1], arms[3]], width, ink);
        }
    }

    fn doubt(&mut self, point: Point) {
        let (frame, width) = (self.cell(point, 0.5), (self.unit(point) * 0.1).max(2.0));
        self.canvas.outline(&frame, width, DOUBT);
    }

    /// A wider frame than that of a doubt, so that both are seen.
    fn asked(&mut self, point: Point) {
        let (frame, width) = (self.cell(point, 0.58), (self.unit(point) * 0.12).max(2.5));
        self.canvas.outline(&frame, width, ASKED);
    }

    /// The point's name on a plate above its box, in the first row below it, where the
    /// coordinates stand above.
    fn doubt_name(&mut self, point: Point) {
        let unit = self.unit(point);
        let height = (unit * 0.42).clamp(11.0, 30.0);
        let (x, y) = self.at(point);
        let lift = unit * 0.5 + height * 0.8;
        let y = if point.row() == 0 { y + lift } else { y - lift };
        let name = point.label(self.grid.size());
        let width = lettering::width(&name) / lettering::HEIGHT * height + height * 0.7;
        let plate = (x - width / 2.0, y - height * 0.8);
        self.canvas.bar(plate, width, height * 1.6, DOUBT);
        self.canvas.text(&name, (x, y), height, PAPER, DOUBT);
    }

    fn caption(&mut self, text: &str, bar: f32, doubtful: bool) {
        let (width, top) = self.frame.size;
        self.canvas.bar((0.0, top), width, bar + 1.0, GROUND);
        if doubtful {
            self.canvas.bar((0.0, top), width, 3.0, DOUBT);
        }
        let units = lettering::width(text).max(1.0) / lettering::HEIGHT;
        let height = (bar * 0.5).min(width * 0.94 / units);
        self.canvas
            .text(text, (width / 2.0, top + bar / 2.0), height, PAPER, GROUND);
    }
}

fn distance(a: Spot, b: Spot) -> f32 {
    (a.0 - b.0).hypot(a.1 - b.1)
}
