//! Boards drawn as plainly as they can be, and what lies over them.

use super::*;
use crate::go::{BoardSize, Color};

const LINES: u8 = 9;
const CELL: f64 = 20.0;
const MARGIN: f64 = 30.0;
const WOOD: [u8; 3] = [200, 160, 110];

type At = [f64; 2];

/// A frame; `paint` says what a place, in cells, has instead of its colour.
fn frame(paint: impl Fn(At, [u8; 3]) -> [u8; 3]) -> RgbImage {
    let side = (2.0 * MARGIN + CELL * f64::from(LINES - 1)) as u32;
    RgbImage::from_fn(side, side, |x, y| {
        let at = [x, y].map(|v| (f64::from(v) - MARGIN) / CELL);
        let on_board = at.iter().all(|v| (-0.04..8.04).contains(v));
        let is_line = on_board && at.iter().any(|v| (v - v.round()).abs() < 0.04);
        image::Rgb(paint(at, if is_line { [90, 70, 50] } else { WOOD }))
    })
}

fn glance() -> Glance {
    let [near, far] = [MARGIN, MARGIN + CELL * f64::from(LINES - 1)];
    let corners = [[near, near], [far, near], [far, far], [near, far]];
    let grid = Grid::from_corners(LINES, corners).unwrap();
    let bare = frame(|_, colour| colour);
    let mut glance = Glance::new(&grid, bare.dimensions());
    glance.look(&bare, 0.0);
    glance
}

/// The same frame for so many seconds.
fn stay(glance: &mut Glance, frame: &RgbImage, from: Seconds, seconds: u32) {
    for step in 1..=4 * seconds {
        glance.look(frame, from + f64::from(step) / 4.0);
    }
}

fn far(at: At, from: At) -> f64 {
    (at[0] - from[0]).hypot(at[1] - from[1])
}

fn midst() -> Point {
    Point::new(4, 4)
}

#[test]
fn a_hand_of_the_colour_of_the_wood_hides_however_long_it_rests() {
    let mut glance = glance();
    let hand = frame(|at, colour| {
        if far(at, [4.0, 4.0]) < 2.2 {
            WOOD.map(|v| (f64::from(v) * 0.92) as u8)
        } else {
            colour
        }
    });
    stay(&mut glance, &hand, 0.0, 300);
    assert_eq!(glance.sight(midst()), Sight::Hidden);
    assert_eq!(glance.sight(Point::new(0, 0)), Sight::Free);
}

#[test]
fn a_sleeve_is_never_taken_for_the_board() {
    let mut glance = glance();
    let sleeve = frame(|at, colour| {
        if (at[1] - 4.0).abs() < 1.7 {
            [60, 60, 120]
        } else {
            colour
        }
    });
    stay(&mut glance, &sleeve, 0.0, 600);
    assert_eq!(glance.sight(midst()), Sight::Hidden);
    glance.look(&frame(|_, colour| colour), 601.0);
    assert_eq!(glance.sight(midst()), Sight::Free);
}

#[test]
fn a_shadow_that_stays_becomes_the_boards_own_light() {
    let mut glance = glance();
    let shadow = frame(|at, colour| {
        if far(at, [4.0, 4.0]) < 3.0 {
            colour.map(|v| v / 2)
        } else {
            colour
        }
    });
    glance.look(&shadow, 0.25);
    assert_eq!(glance.sight(midst()), Sight::Shaded);
    stay(&mut glance, &shadow, 0.25, 30);
    assert_eq!(glance.sight(midst()), Sight::Free);
}

#[test]
fn a_new_stone_among_stones_can_be_read() {
    let mut glance = glance();
    let mut board = Board::empty(BoardSize::square(LINES).unwrap());
    let old: Vec<Point> = (2..7)
        .flat_map(|c| (2..7).map(move |r| Point::new(c, r)))
        .filter(|point| *point != midst())
        .collect();
    for point in &old {
        board.set(*point, Some(Color::Black));
    }
    let stones = |all: Vec<Point>| {
        frame(move |at, colour| {
            let is_stone = |p: &Point| far(at, [f64::from(p.column()), f64::from(p.row())]) < 0.49;
            if all.iter().any(is_stone) {
                [30; 3]
            } else {
                colour
            }
        })
    };
    let before = stones(old.clone());
    glance.note_stones(&board);
    stay(&mut glance, &before, 0.0, 20);
    let after = stones([old, vec![midst()]].concat());
    glance.look(&after, 20.25);
    assert_ne!(glance.sight(midst()), Sight::Hidden);
}

#[test]
fn what_darkens_the_edge_is_a_hand_until_it_has_rested_for_long() {
    let mut glance = glance();
    let hand = frame(|at, colour| {
        if at[0] < 0.3 && (at[1] - 4.0).abs() < 3.0 {
            colour.map(|v| (f64::from(v) * 0.6) as u8)
        } else {
            colour
        }
    });
    let edge = Point::new(0, 4);
    stay(&mut glance, &hand, 0.0, 25);
    assert_eq!(glance.sight(edge), Sight::Hidden);
    stay(&mut glance, &hand, 25.0, 75);
    assert_eq!(glance.sight(edge), Sight::Free);
}
