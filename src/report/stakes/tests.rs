use proptest::prelude::*;

use super::*;
use crate::go::{BoardSize, Position, Settings, Setup};
use crate::report::{CountingCase, Report, Source, SourceKind};

const KINDS: [Option<Color>; 3] = [None, Some(Color::Black), Some(Color::White)];
/// That a doubtful point of these tests is as read.
const AS_READ: f64 = 0.75;

/// The report of a board on which nothing is dead and some points are doubtful; `None` where the
/// board is no position.
fn report(board: Board, doubtful: &[(Point, Option<Color>)]) -> Option<Report> {
    Position::try_from(Setup::from(board.clone())).ok()?;
    let doubt = |&(point, alternative): &(Point, Option<Color>)| Doubt::Point {
        point,
        read: board.get(point),
        probability: AS_READ,
        alternative,
        trouble: None,
    };
    let case = Case {
        source: Source {
            kind: SourceKind::Photo,
            name: "photo".into(),
        },
        doubts: doubtful.iter().map(doubt).collect(),
        setup: Setup::from(board),
        corners: None,
        counting: Some(CountingCase {
            dead: Some(Vec::new()),
            settings: Settings::default(),
        }),
        stated: None,
    };
    Some(Report::new(case).expect("nothing is named"))
}

/// Black's margin, the winner and the probability with each set of the points otherwise.
fn enumerated(report: &Report) -> Vec<(QuarterZi, Option<Color>, f64)> {
    let variables = variables(report.case());
    let score = &report.counted().expect("it is counted").score;
    (0..1 << variables.len())
        .map(|otherwise: usize| {
            let mut board = report.board().clone();
            let mut probability = 1.0;
            for (i, v) in variables.iter().enumerate() {
                let other = otherwise >> i & 1 == 1;
                probability *= if other { 1.0 - AS_READ } else { AS_READ };
                if other {
                    board.set(v.point, v.otherwise);
                }
            }
            let change = area_lead(&board) - area_lead(report.board());
            let margin = score.margin(Color::Black) + QuarterZi::from_half_zi(change);
            let winner = score.verdict_at(Color::Black, margin).winner();
            (margin, winner, probability)
        })
        .collect()
}

proptest! {
    /// On a board of 5 lines with up to six doubtful points.
    #[test]
    fn groups_give_what_plain_enumeration_gives(
        stones in prop::collection::vec(0usize..3, 25),
        doubtful in prop::collection::btree_map(0usize..25, 1usize..3, 1..7),
    ) {
        let mut board = Board::empty(BoardSize::square(5).unwrap());
        let points: Vec<Point> = board.size().points().collect();
        for (point, stone) in points.iter().zip(&stones) {
            board.set(*point, KINDS[*stone]);
        }
        let other = |(i, more): (&usize, &usize)| (points[*i], KINDS[(stones[*i] + more) % 3]);
        let doubtful: Vec<_> = doubtful.iter().map(other).collect();
        let Some(report) = report(board, &doubtful) else { return Ok(()) };
        let (stakes, all) = (report.stakes().unwrap(), enumerated(&report));
        let margins = || all.iter().map(|a| a.0);
        prop_assert_eq!(stakes.margins.map(Some), [margins().min(), margins().max()]);
        let winner = report.counted().unwrap().verdict.winner();
        let other: f64 = all.iter().filter(|a| a.1 != winner).map(|a| a.2).sum();
        prop_assert!((stakes.other_winner - other).abs() < 1e-9);
        // The questions suffice, and no fewer do.
        let settles = |asked: usize| {
            all.iter().enumerate().all(|(otherwise, a)| otherwise & asked != 0 || a.1 == winner)
        };
        let asked = doubtful.iter().enumerate().filter(|(_, d)| stakes.questions.contains(&d.0));
        prop_assert!(settles(asked.fold(0, |set, (i, _)| set | 1 << i)));
        for fewer in 0..1usize << doubtful.len() {
            prop_assert!(fewer.count_ones() as usize >= stakes.questions.len() || !settles(fewer));
        }
    }
}

#[test]
fn forty_doubts_take_little_time() {
    // Black holds the upper half, White the lower; forty eyes of one point may hold a stone.
    let mut board = Board::empty(BoardSize::square(19).unwrap());
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
    let report = report(board, &doubtful).expect("a position");
    let start = std::time::Instant::now();
    let stakes = stakes(report.case(), report.counted().unwrap()).expect("forty groups");
    // 50 ms are promised of a release build; a debug build on a busy machine gets more.
    assert!(start.elapsed().as_millis() < 1500, "{:?}", start.elapsed());
    assert!(stakes.margins[0] < stakes.margins[1]);
}
