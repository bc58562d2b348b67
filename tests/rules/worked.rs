//! The counts of the Chinese rules, to the quarter zi.

use shuzi::go::{
    Agreed, Board, BoardSize, Color, Komi, Penalty, Position, QuarterZi, RuleSet, Settings, Setup,
    Verdict,
};

use super::agreed;

/// A board on which Black has the first `black` points row by row and White the others,
/// with the first `black_empty` and the last `white_empty` points empty.
fn divided(lines: u8, black: usize, black_empty: usize, white_empty: usize) -> Agreed {
    let size = BoardSize::square(lines).unwrap();
    let mut board = Board::empty(size);
    for (index, point) in size.points().enumerate() {
        let stone = match index {
            _ if index < black_empty || index >= size.area() - white_empty => None,
            _ if index < black => Some(Color::Black),
            _ => Some(Color::White),
        };
        board.set(point, stone);
    }
    Position::try_from(Setup::from(board))
        .unwrap()
        .agree(&[])
        .unwrap()
}

/// A 19×19 board with that count for Black.
fn black_has(points: usize) -> Agreed {
    divided(19, points, 44, 37)
}

fn chinese(komi: &str) -> Settings {
    Settings::default().with_komi(Komi::from_zi(komi).unwrap())
}

fn win(winner: Color, quarters: i32) -> Verdict {
    let margin = QuarterZi(quarters);
    Verdict::Win { winner, margin }
}

#[test]
fn the_worked_example_comes_out_under_every_komi() {
    let agreed = black_has(184);
    for (komi, winner, zi, points) in [
        ("0", Color::Black, "3 1/2", "7"),
        ("2.75", Color::Black, "3/4", "1.5"),
        ("3.25", Color::Black, "1/4", "0.5"),
        ("3.5", Color::Black, "0", "0"),
        ("3.75", Color::White, "1/4", "0.5"),
    ] {
        let score = agreed.score(&chinese(komi));
        let sides = score.sides();
        assert_eq!((sides.black.stones, sides.black.territory), (140, 44));
        assert_eq!((sides.white.stones, sides.white.territory), (140, 37));
        assert_eq!(score.count(Color::Black).to_string(), "184");
        assert_eq!(score.count(Color::White).to_string(), "177");
        assert_eq!(score.base().to_string(), "180 1/2");
        let margin = score.margin(winner);
        assert_eq!(
            (margin.to_string(), margin.points().to_string()),
            (zi.into(), points.into())
        );
        assert_eq!(score.margin(winner.opponent()), -margin, "komi {komi}");
        let expected = match zi {
            "0" => Verdict::Draw,
            _ => Verdict::Win { winner, margin },
        };
        assert_eq!(score.verdict(), expected, "komi {komi}");
        assert_eq!(score.verdict_by(Color::White), expected, "komi {komi}");
    }
}

#[test]
fn black_needs_184_and_a_half_with_komi_3_3_4() {
    let verdict = |agreed: Agreed| agreed.score(&chinese("3.75")).verdict();
    assert_eq!(verdict(black_has(184)), win(Color::White, 1));
    assert_eq!(verdict(black_has(185)), win(Color::Black, 3));
    assert_eq!(verdict(with_dame()), win(Color::Black, 1));
}

/// Black has 184 and half of the one dame.
fn with_dame() -> Agreed {
    let base = black_has(185);
    let mut board = base.board().clone();
    let last_black = board.size().points().nth(184).unwrap();
    assert_eq!(board.get(last_black), Some(Color::Black));
    board.set(last_black, None);
    Position::try_from(Setup::from(board))
        .unwrap()
        .agree(&[])
        .unwrap()
}

#[test]
fn a_dame_is_half_a_zi_for_each_side() {
    let score = with_dame().score(&chinese("3.75"));
    assert_eq!(score.dame(), 1);
    assert_eq!(score.count(Color::Black).to_string(), "184 1/2");
    assert_eq!(score.count(Color::White).to_string(), "176 1/2");
}

#[test]
fn liberties_of_a_seki_are_shared_and_its_eye_points_are_not() {
    let seki = "
        . X O . X O .
        X X O . X O O
        O O O X X X O
        X X X X O O O
        . . . X O . .
        . . . X O . .
        . . . X O . .";
    let score = agreed(seki, &[]).score(&chinese("0"));
    assert_eq!(score.dame(), 2);
    assert_eq!(
        score.count(Color::Black) + score.count(Color::White),
        QuarterZi::from_zi(49)
    );
    let corner = BoardSize::square(7).unwrap().points().next().unwrap();
    assert_eq!(score.owner(corner), Some(Color::Black));
}

#[test]
fn handicap_gives_back_half_the_stones() {
    for (stones, given_back) in [(0, "0"), (1, "0"), (2, "1"), (3, "1 1/2"), (9, "4 1/2")] {
        let settings = Settings::default().with_handicap(stones);
        assert_eq!(
            settings.handicap_return().to_string(),
            given_back,
            "{stones} stones"
        );
        if stones > 0 {
            assert_eq!(settings.komi, Komi::ZERO);
        }
        let score = black_has(185).score(&settings.with_komi(Komi::ZERO));
        let expected = QuarterZi(18) - settings.handicap_return();
        assert_eq!(score.margin(Color::Black), expected, "{stones} stones");
        assert_eq!(score.margin(Color::White), -expected, "{stones} stones");
    }
}

#[test]
fn a_warning_fines_one_zi_and_the_second_loses() {
    let mut settings = chinese("3.75");
    let agreed = black_has(185);
    settings.warnings.black = 1;
    assert_eq!(agreed.score(&settings).verdict(), win(Color::White, 1));
    settings.warnings.white = 1;
    assert_eq!(agreed.score(&settings).verdict(), win(Color::Black, 3));
    settings.warnings.black = 2;
    let loser = Color::Black;
    assert_eq!(
        agreed.score(&settings).verdict(),
        Verdict::Warnings { loser }
    );
    settings.warnings.white = 2;
    assert_eq!(agreed.score(&settings).verdict(), Verdict::BothLose);
}

#[test]
fn an_event_may_fine_otherwise() {
    let mut settings = chinese("3.75");
    settings.warnings.black = 4;
    settings.penalty = Penalty {
        per_warning: QuarterZi::from_points(2),
        cap: Some(QuarterZi::from_points(6)),
        losing_warning: None,
    };
    assert_eq!(settings.penalty_of(Color::Black), QuarterZi::from_zi(3));
    assert_eq!(
        black_has(185).score(&settings).verdict(),
        win(Color::White, 9)
    );
    settings.penalty = Penalty::NONE;
    assert_eq!(
        black_has(185).score(&settings).verdict(),
        win(Color::Black, 3)
    );
}

#[test]
fn small_boards_have_their_own_base() {
    for (lines, half) in [(9, "40 1/2"), (13, "84 1/2"), (19, "180 1/2"), (8, "32")] {
        let score = divided(lines, usize::from(lines) * 4, 2, 2).score(&chinese("0"));
        assert_eq!(score.base().to_string(), half);
    }
    let even = divided(8, 32, 2, 2).score(&chinese("0"));
    assert_eq!(even.verdict(), Verdict::Draw);
}

#[test]
fn an_empty_board_is_shared() {
    let score = divided(9, 0, 0, 81).score(&chinese("0"));
    assert_eq!((score.dame(), score.verdict()), (81, Verdict::Draw));
}

#[test]
fn other_area_rules_differ_in_komi_handicap_and_ties() {
    let agreed = black_has(184);
    let verdict = |rules| agreed.score(&Settings::new(rules)).verdict();
    assert_eq!(verdict(RuleSet::Chinese1988), win(Color::Black, 3));
    assert_eq!(verdict(RuleSet::Aga), win(Color::White, 1));
    assert_eq!(verdict(RuleSet::Ing), win(Color::White, 2));
    assert_eq!(verdict(RuleSet::NewZealand), Verdict::Draw);
    let tie = Settings::new(RuleSet::Ing).with_komi(Komi::from_points("7").unwrap());
    assert_eq!(agreed.score(&tie).verdict(), win(Color::Black, 0));
    let handicap = |rules| {
        Settings::new(rules)
            .with_handicap(4)
            .handicap_return()
            .points()
    };
    assert_eq!(handicap(RuleSet::Aga).to_string(), "3");
    assert_eq!(handicap(RuleSet::Chinese).to_string(), "4");
    assert_eq!(handicap(RuleSet::NewZealand).to_string(), "0");
}

#[test]
fn verdicts_read_as_a_referee_writes_them() {
    let texts = [
        (win(Color::Black, 3), "Black wins by 3/4 zi (1.5 points)"),
        (win(Color::White, 2), "White wins by 1/2 zi (1 point)"),
        (
            win(Color::White, 738),
            "White wins by 184 1/2 zi (369 points)",
        ),
        (Verdict::Draw, "Draw"),
        (Verdict::BothLose, "Both sides lose"),
    ];
    for (verdict, text) in texts {
        assert_eq!(verdict.to_string(), text);
    }
}
