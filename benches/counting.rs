//! Counting a full 19×19 board: from the agreed dead stones to the verdict, and from the
//! stones as read to the verdict. Each run is held to its known answer.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use shuzi::go::{Agreed, Board, Color, Position, QuarterZi, RuleSet, Settings, Setup, Verdict};

/// Black has 201 zi and White 160, so with komi 3¾ Black is 16¾ zi above 180½.
const AREA_MARGIN: QuarterZi = QuarterZi(67);
const BOARD: &str = include_str!("../tests/data/full-19x19.txt");

fn setup() -> Setup {
    Setup::from(BOARD.parse::<Board>().expect("the file draws a board"))
}

fn agreed(setup: Setup) -> Agreed {
    let position = Position::try_from(setup).expect("the position is legal");
    position.agree(&[]).expect("nothing is dead")
}

fn black_by(margin: QuarterZi) -> Verdict {
    Verdict::Win {
        winner: Color::Black,
        margin,
    }
}

fn counting(criterion: &mut Criterion) {
    let chinese = Settings::default();
    let agreed_board = agreed(setup());
    criterion.bench_function("count by area", |bencher| {
        bencher.iter(|| {
            let verdict = black_box(&agreed_board).score(&chinese).verdict();
            assert_eq!(verdict, black_by(AREA_MARGIN));
        });
    });
    let read = setup();
    criterion.bench_function("check, agree and count by area", |bencher| {
        bencher.iter(|| {
            let verdict = agreed(black_box(&read).clone()).score(&chinese).verdict();
            assert_eq!(verdict, black_by(AREA_MARGIN));
        });
    });
    let japanese = Settings::new(RuleSet::Japanese);
    let expected = agreed_board.score(&japanese).verdict();
    criterion.bench_function("count as territory", |bencher| {
        bencher.iter(|| {
            let verdict = black_box(&agreed_board).score(&japanese).verdict();
            assert_eq!(verdict, expected);
        });
    });
}

criterion_group!(benches, counting);
criterion_main!(benches);
