//! The picture that a player is to accept as proof.

use image::{Rgb, RgbImage};
use imageproc::drawing::{draw_filled_circle_mut, draw_line_segment_mut};
use shuzi::go::{Board, Color};
use shuzi::vision::Grid;

use super::support::{Answer, board, corners, doubt, run};

/// A board on a table, as a simple camera might see it.
fn photo(board: &Board, width: u32, height: u32) -> RgbImage {
    let mut photo = RgbImage::from_pixel(width, height, Rgb([86, 92, 98]));
    photo.put_pixel(0, 0, Rgb([0, 92, 98]));
    let lines = board.size().width();
    let grid = Grid::from_corners(lines, corners(&photo)).unwrap();
    let last = f64::from(lines) - 1.0;
    let at = |column: f64, row: f64| {
        let (x, y) = grid.image_point(column, row);
        (x as f32, y as f32)
    };
    let edge: Vec<_> = [
        (-0.9, -0.9),
        (last + 0.9, -0.9),
        (last + 0.9, last + 0.9),
        (-0.9, last + 0.9),
    ]
    .iter()
    .map(|&(column, row)| {
        let (x, y) = at(column, row);
        imageproc::point::Point::new(x as i32, y as i32)
    })
    .collect();
    imageproc::drawing::draw_polygon_mut(&mut photo, &edge, Rgb([214, 170, 104]));
    for line in 0..lines {
        let line = f64::from(line);
        let ink = Rgb([60, 44, 24]);
        draw_line_segment_mut(&mut photo, at(line, 0.0), at(line, last), ink);
        draw_line_segment_mut(&mut photo, at(0.0, line), at(last, line), ink);
    }
    for point in board.size().points() {
        let Some(color) = board.get(point) else {
            continue;
        };
        let (column, row) = (f64::from(point.column()), f64::from(point.row()));
        let (x, y) = at(column, row);
        let (right, _) = at(column + 0.46, row);
        let ink = if color == Color::Black {
            Rgb([38, 38, 42])
        } else {
            Rgb([232, 230, 224])
        };
        draw_filled_circle_mut(&mut photo, (x as i32, y as i32), (right - x) as i32, ink);
    }
    photo
}

fn overlay(board: &Board, size: (u32, u32), answer: Answer, flags: &[&str]) -> RgbImage {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("photo.png");
    photo(board, size.0, size.1).save(&path).unwrap();
    // Kept for a look at it.
    let name = format!("overlay-{}x{}-{}.png", size.0, size.1, board.size().width());
    let out = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let (path, out) = (path.display().to_string(), out.display().to_string());
    let args = [&["score", &path, "--overlay", &out], flags].concat();
    let run = run(&args, &[answer]);
    assert_ne!(run.code(), 2, "{}", run.error());
    image::open(out).unwrap().into_rgb8()
}

fn count_of(picture: &RgbImage, is_ink: impl Fn(&Rgb<u8>) -> bool) -> usize {
    picture.pixels().filter(|pixel| is_ink(pixel)).count()
}

fn is_magenta(pixel: &Rgb<u8>) -> bool {
    pixel[0] > 240 && pixel[1] < 30 && pixel[2] > 200
}

fn is_red(pixel: &Rgb<u8>) -> bool {
    pixel[0] > 240 && pixel[1] < 60 && pixel[2] < 50
}

fn is_yellow(pixel: &Rgb<u8>) -> bool {
    pixel[0] > 240 && pixel[1] > 200 && pixel[2] < 40
}

/// In the worked example T10 decides, A19 does not.
#[test]
fn only_what_is_asked_is_framed_as_asked() {
    let board = board("worked_example");
    let not_asked = doubt(&board, "A19", Some(Color::Black));
    let asked = doubt(&board, "T10", Some(Color::Black));
    let count = |doubts: Vec<shuzi::vision::Doubt>| {
        let answer = Answer::Board(board.clone(), doubts);
        count_of(
            &overlay(&board, (1100, 1100), answer, &["--dead", "none"]),
            is_yellow,
        )
    };
    assert_eq!(count(vec![not_asked]), 0);
    assert!(count(vec![not_asked, asked]) > 100);
}

#[test]
fn doubts_and_dead_stones_are_marked_and_only_then() {
    let board = board("dead_and_dame");
    let sure = Answer::Board(board.clone(), Vec::new());
    let plain = overlay(&board, (1000, 1000), sure.clone(), &["--dead", "none"]);
    assert_eq!(count_of(&plain, is_magenta), 0, "no doubt, no magenta");
    assert_eq!(count_of(&plain, is_red), 0, "nothing dead, no red");
    let doubts = vec![
        doubt(&board, "D5", None),
        doubt(&board, "E9", Some(Color::Black)),
    ];
    let unsure = Answer::Board(board.clone(), doubts);
    let marked = overlay(&board, (1400, 1050), unsure, &["--dead", "B2,H8"]);
    assert!(
        count_of(&marked, is_magenta) > 300,
        "doubtful points stand out"
    );
    assert!(count_of(&marked, is_red) > 300, "dead chains are crossed");
}

#[test]
fn large_photos_are_scaled_down_and_small_ones_up() {
    let board = board("worked_example");
    let answer = Answer::Board(board.clone(), Vec::new());
    let large = overlay(&board, (2400, 1800), answer.clone(), &["--dead", "none"]);
    assert!(
        large.width() <= 1600 && large.height() <= 1600,
        "{:?}",
        large.dimensions()
    );
    let small = overlay(&board, (400, 300), answer, &["--dead", "none"]);
    assert!(small.width() >= 1100, "{:?}", small.dimensions());
}

/// The mark of a reading is on its crossing: a black disc in a white ring and the reverse.
#[test]
fn every_crossing_shows_its_reading() {
    // With small cells the coordinates find room inside the photo, which then is not widened.
    let board = board("worked_example");
    let answer = Answer::Board(board.clone(), Vec::new());
    let size = 1200;
    let picture = overlay(&board, (size, size), answer, &["--dead", "none"]);
    let plain = photo(&board, size, size);
    let grid = Grid::from_corners(board.size().width(), corners(&plain)).unwrap();
    for point in board.size().points() {
        let (x, y) = grid.image_point(f64::from(point.column()), f64::from(point.row()));
        let pixel = picture.get_pixel(x as u32, y as u32);
        let brightness: u32 = pixel.0.iter().map(|&part| u32::from(part)).sum();
        let label = point.label(board.size());
        match board.get(point) {
            Some(Color::Black) => assert!(brightness < 90, "{label}: {pixel:?}"),
            Some(Color::White) => assert!(brightness > 700, "{label}: {pixel:?}"),
            None => assert!((90..700).contains(&brightness), "{label}: {pixel:?}"),
        }
    }
}

#[test]
fn overlay_that_cannot_be_written_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let photo = super::support::picture(folder.path(), "photo.png", 0)
        .display()
        .to_string();
    let out = folder.path().join("missing/out.png").display().to_string();
    let answer = Answer::Board(board("dead_and_dame"), Vec::new());
    let run = run(&["score", &photo, "--overlay", &out], &[answer]);
    assert_eq!(run.code(), 2);
    assert!(
        run.error().starts_with("--overlay: cannot write"),
        "{}",
        run.error()
    );
}
