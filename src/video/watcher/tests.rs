//! Frames drawn as plainly as they can be, and a stand-in for the nets that is easily deceived: all
//! that is dark is a black stone to it, all that is bright a white one.

use image::{Rgb, RgbImage};
use ndarray::Array3;

use super::*;
use crate::go::{Board, BoardSize, Color, Move, Point, Setup};
use crate::video::{Entry, Step};
use crate::vision::{Followed, PointProbs, Reading};

const LINES: u8 = 9;
const CELL: i32 = 14;
const MARGIN: i32 = 24;
const WOOD: [u8; 3] = [200, 160, 110];
const SKIN: [u8; 3] = [236, 226, 220];
const SLEEVE: [u8; 3] = [40, 30, 60];

/// Reads the colour of a pixel.
struct Pixels;

impl Pixels {
    fn reading(photo: &Photo, grid: Grid) -> Reading {
        let size = BoardSize::square(LINES).unwrap();
        let mut probs = Array3::zeros((usize::from(LINES), usize::from(LINES), 3));
        let mut board = Board::empty(size);
        for point in size.points() {
            let (x, y) = grid.image_point(f64::from(point.column()), f64::from(point.row()));
            let pixel = photo.rgb().get_pixel(x as u32 + 3, y as u32 + 3);
            let class = match pixel[2] {
                ..80 => 1,
                200.. => 2,
                _ => 0,
            };
            let stone = [None, Some(Color::Black), Some(Color::White)][class];
            board.set(point, stone);
            probs[[usize::from(point.row()), usize::from(point.column()), class]] = 1.0;
        }
        Reading {
            grid,
            probs: PointProbs::new(probs),
            setup: Setup::from(board),
            doubts: Vec::new(),
            neighbour: None,
        }
    }
}

impl Eyes for Pixels {
    fn find(&self, photo: &Photo, _: &ReadOptions) -> Result<Reading, ReadError> {
        let [near, far] = [MARGIN, MARGIN + CELL * (i32::from(LINES) - 1)].map(f64::from);
        let corners = [[near, near], [far, near], [far, far], [near, far]];
        Ok(Self::reading(
            photo,
            Grid::from_corners(LINES, corners).unwrap(),
        ))
    }

    fn follow(&self, photo: &Photo, grid: &Grid, _: bool) -> Result<Followed, ReadError> {
        Ok(Followed {
            reading: Self::reading(photo, grid.clone()),
            quality: 1.0,
        })
    }
}

/// A board with stones.
struct Scene {
    stones: Vec<(Color, Point)>,
}

impl Scene {
    fn empty() -> Self {
        Self { stones: Vec::new() }
    }

    /// A frame; a hand with a sleeve lies over the points within some cells of `hand`.
    fn frame(&self, hand: Option<[f64; 2]>) -> Photo {
        let side = (2 * MARGIN + CELL * (i32::from(LINES) - 1)) as u32;
        let rgb = RgbImage::from_fn(side, side, |x, y| {
            let at = [x, y].map(|v| (f64::from(v) - f64::from(MARGIN)) / f64::from(CELL));
            let off = |p: [f64; 2]| (at[0] - p[0]).hypot(at[1] - p[1]);
            let line = at.iter().any(|v| (v - v.round()).abs() < 0.04);
            let stone = self
                .stones
                .iter()
                .find(|(_, point)| off([f64::from(point.column()), f64::from(point.row())]) < 0.46);
            let colour = match (hand, stone) {
                (Some(hand), _) if off(hand) < 1.6 => SKIN,
                (Some(hand), _) if (at[0] - hand[0]).abs() < 1.3 && at[1] > hand[1] => SLEEVE,
                (_, Some((Color::Black, _))) => [30; 3],
                (_, Some((Color::White, _))) => [235; 3],
                _ if line => [90, 70, 50],
                _ => WOOD,
            };
            Rgb(colour)
        });
        Photo::from_rgb(rgb).unwrap()
    }
}

fn point(column: u8, row: u8) -> Point {
    Point::new(column, row)
}

fn played(watcher: &Watcher) -> Vec<(Color, Point)> {
    let entries = watcher
        .history()
        .map_or(&[][..], |history| history.entries());
    let stone = |entry: &Entry| match entry.step {
        Step::Move(Move::Play(color, point)) => Some((color, point)),
        _ => panic!("only moves: {entry:?}"),
    };
    entries.iter().filter_map(stone).collect()
}

/// A watcher that has found an empty board, and the time.
fn watching() -> (Watcher<'static>, Seconds) {
    let mut watcher = Watcher::new(&Pixels, WatchOptions::default(), None);
    let frame = Scene::empty().frame(None);
    for now in [0.0, 1.0, 2.0] {
        watcher.frame(&frame, now).unwrap();
    }
    assert!(watcher.is_in_view());
    (watcher, 2.0)
}

const FRAME: Seconds = 1.0 / 15.0;

#[test]
fn a_stable_stone_is_told_within_a_second() {
    let (mut watcher, start) = watching();
    let mut scene = Scene::empty();
    scene.stones.push((Color::Black, point(4, 4)));
    let mut now = start;
    for hand in [
        [4.0, 9.0],
        [4.0, 6.0],
        [4.0, 4.0],
        [4.0, 4.0],
        [4.0, 7.0],
        [4.0, 10.5],
    ] {
        now += FRAME;
        watcher.frame(&scene.frame(Some(hand)), now).unwrap();
        assert!(played(&watcher).is_empty(), "while the hand is there");
    }
    let free = now;
    let frame = scene.frame(None);
    while played(&watcher).is_empty() {
        now += FRAME;
        watcher.frame(&frame, now).unwrap();
        assert!(now - free < 1.0, "nothing after {} s", now - free);
    }
    assert_eq!(played(&watcher), scene.stones);
}

#[test]
fn a_stone_in_the_last_frames_is_told_at_the_end() {
    let (mut watcher, start) = watching();
    let mut scene = Scene::empty();
    scene.stones.push((Color::Black, point(4, 4)));
    for count in 1..=8 {
        // A shadow lies on the board, so that the stone would have to stay for longer.
        let shadow = scene.frame(None).rgb().clone();
        let dark = RgbImage::from_fn(shadow.width(), shadow.height(), |x, y| {
            let pixel = shadow.get_pixel(x, y);
            if (60..105).contains(&x) {
                Rgb(pixel.0.map(|v| (f32::from(v) * 0.75) as u8))
            } else {
                *pixel
            }
        });
        let now = start + f64::from(count) * 0.25;
        watcher.frame(&Photo::from_rgb(dark).unwrap(), now).unwrap();
        assert!(played(&watcher).is_empty());
    }
    watcher.finish(start + 2.0);
    assert_eq!(played(&watcher), scene.stones);
}

#[test]
fn a_quiet_board_is_seldom_read() {
    let (mut watcher, start) = watching();
    let frame = Scene::empty().frame(None);
    let before = watcher.readings();
    for count in 1..=15 * 60 {
        watcher
            .frame(&frame, start + f64::from(count) * FRAME)
            .unwrap();
    }
    assert!(
        watcher.readings() - before <= 13,
        "{}",
        watcher.readings() - before
    );
}

#[test]
fn a_board_that_is_never_seen_alike_is_complained_of_once() {
    let mut watcher = Watcher::new(&Pixels, WatchOptions::default(), None);
    let mut told = 0;
    for second in 0..12u8 {
        let mut scene = Scene::empty();
        let point = Point::new(second % 9, second / 9);
        scene.stones.push((Color::Black, point));
        let notices = watcher.frame(&scene.frame(None), f64::from(second));
        let unclear = |notice: &&Notice| matches!(notice, Notice::Unclear(_));
        told += notices.unwrap().iter().filter(unclear).count();
    }
    assert_eq!(told, 1);
}
