//! What forty doubts cost.

use std::time::{Duration, Instant};

use super::*;

/// What forty doubts may take: 50 ms in a release build, and more where it is less optimised.
const LIMIT: Duration = Duration::from_millis(if cfg!(debug_assertions) { 200 } else { 50 });

/// The stakes, and the shortest time of several tries: other work on the machine makes single
/// ones longer.
fn timed(table: &Table) -> Stakes {
    let times = (0..20).map(|_| {
        let start = Instant::now();
        assert!(stakes(&table.open()).is_some());
        start.elapsed()
    });
    let shortest = times.min().expect("a try");
    assert!(shortest < LIMIT, "{shortest:?}");
    stakes(&table.open()).expect("doubts")
}

#[test]
fn forty_doubts_for_themselves_take_little_time() {
    // Black holds the upper half, White the lower; forty eyes of one point may hold a stone.
    let mut board = Board::empty(BoardSize::NINETEEN);
    let points: Vec<Point> = board.size().points().collect();
    let eye = |p: &Point| p.row() % 4 == 1 && p.column().is_multiple_of(2);
    for p in points.iter().filter(|p| !eye(p)) {
        let side = if p.row() < 10 {
            Color::Black
        } else {
            Color::White
        };
        board.set(*p, Some(side));
    }
    let doubtful = points.iter().filter(|p| eye(p)).take(40);
    let doubtful: Vec<_> = doubtful.map(|p| (*p, Some(Color::White))).collect();
    assert_eq!(doubtful.len(), 40);
    let found = timed(&Table::new(board, &doubtful, &[]).expect("a position"));
    assert!(found.margins[0] < found.margins[1]);
}

#[test]
fn forty_doubts_that_hang_together_take_little_time() {
    // A wall between the sides, and forty points of Black's area that may hold a stone.
    let mut board = Board::empty(BoardSize::NINETEEN);
    for column in 0..19 {
        board.set(Point::new(column, 9), Some(Color::Black));
        board.set(Point::new(column, 10), Some(Color::White));
    }
    let points: Vec<Point> = board.size().points().take(80).collect();
    let doubtful: Vec<_> = (points.iter().step_by(2))
        .map(|p| (*p, Some(Color::White)))
        .collect();
    let found = timed(&Table::new(board, &doubtful, &[]).expect("a position"));
    assert_eq!(found.winner, Some(Color::Black));
    assert!(
        found.margins[0].is_negative(),
        "White stones would live there"
    );
    assert_eq!(found.margins[1], table_margin(), "as read is Black's best");
    assert!(!found.questions.is_empty());
}

/// Black's margin of ten rows against nine, 190 points against 171, komi 3 3/4 zi.
fn table_margin() -> QuarterZi {
    QuarterZi::from_half_zi(19) - Komi::ZI_3_3_4.zi()
}

/// Nine chains of a territory count hang together: every reading of the whole board is counted.
#[test]
fn nine_chains_of_a_territory_count_take_little_time() {
    let mut board = Board::empty(BoardSize::NINETEEN);
    for column in 0..19 {
        board.set(Point::new(column, 9), Some(Color::Black));
        board.set(Point::new(column, 10), Some(Color::White));
    }
    for column in (0..18).step_by(2) {
        for row in 2..6 {
            board.set(Point::new(column, row), Some(Color::White));
        }
    }
    let mut table = Table::new(board, &[], &[3; 9]).expect("a position");
    table.count_with(Settings::new(RuleSet::Japanese));
    assert_eq!(table.open().unknowns().len(), 9);
    let found = timed(&table);
    assert_eq!(found.winner, Some(Color::Black));
    assert!(found.margins[0].is_negative());
}
