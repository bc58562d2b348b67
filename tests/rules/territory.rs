//! Counting territory: prisoners, dead stones, seki, AGA pass stones.

use shuzi::go::{
    Board, BoardSize, ByColor, Color, Counting, Komi, Move, Point, Position, RuleSet, Settings,
    Setup,
};

use super::agreed;

fn japanese() -> Settings {
    Settings::new(RuleSet::Japanese).with_komi(Komi::ZERO)
}

#[test]
fn dead_stones_and_prisoners_count_beside_territory() {
    let game = "
        . . X O .
        . O X O .
        . . X O .
        X X X O .
        . . X O .";
    let mut settings = japanese();
    settings.prisoners = ByColor { black: 2, white: 5 };
    let score = agreed(game, &["B4"]).score(&settings);
    let black = score.sides().black;
    assert_eq!((black.territory, black.prisoners), (8, 3));
    assert_eq!(score.count(Color::Black).points().to_string(), "11");
    assert_eq!(score.count(Color::White).points().to_string(), "10");
    assert_eq!(score.margin(Color::Black).points().to_string(), "1");
    assert_eq!(score.margin(Color::White), -score.margin(Color::Black));
}

#[test]
fn stones_taken_by_moves_are_prisoners() {
    let mut position = super::position(
        "
        . X O . .
        X . X O .
        . X O . .
        . . . . .
        . . . . .",
    );
    position
        .play(Move::Play(Color::White, Point::new(1, 1)))
        .unwrap();
    let score = position.agree(&[]).unwrap().score(&japanese());
    assert_eq!(score.sides().white.prisoners, 1);
}

/// The black corner and the white chain have one eye each and two dame between them; the
/// black wall on the right lives.
const SEKI: &str = "
    . X . O . O X .
    X X . O O O X .
    O O O O X X X .
    X X X X X . . .
    . . . . . . . .";

#[test]
fn seki_has_no_territory() {
    let score = agreed(SEKI, &[]).score(&japanese());
    for point in [(0, 0), (1, 0), (4, 0), (3, 2)] {
        assert!(score.is_seki(Point::new(point.0, point.1)), "{point:?}");
    }
    for point in [(2, 0), (6, 0), (7, 4)] {
        assert!(!score.is_seki(Point::new(point.0, point.1)), "{point:?}");
    }
    assert_eq!(score.dame(), 2);
    let territory = score.sides().map(|side| side.territory);
    assert_eq!((territory.black, territory.white), (14, 0));
}

#[test]
fn four_dead_stones_in_a_square_leave_one_eye() {
    let square = "
        X X . O . X . .
        X X O O . X . .
        O O O . X X . .
        . . . X X . . .
        X X X X . . . .
        . . . . . . . .";
    let score = agreed(square, &["A6"]).score(&japanese());
    assert!(score.is_seki(Point::new(0, 0)) && score.is_seki(Point::new(3, 0)));
    assert_eq!(score.sides().white.territory, 0);
}

#[test]
fn four_dead_stones_in_a_row_leave_two_eyes() {
    let row = "
        X X X X . O . X .
        O O O O O O . X .
        . . . . . . X X .
        X X X X X X X . .
        . . . . . . . . .";
    let score = agreed(row, &["A5"]).score(&japanese());
    assert!(!score.is_seki(Point::new(0, 0)) && !score.is_seki(Point::new(5, 0)));
    let white = score.sides().white;
    assert_eq!((white.territory, white.prisoners), (5, 4));
}

#[test]
fn seki_has_territory_under_aga_rules() {
    let mut settings = Settings::new(RuleSet::Aga).with_komi(Komi::ZERO);
    settings.counting = Counting::Territory;
    let score = agreed(SEKI, &[]).score(&settings);
    let territory = score.sides().map(|side| side.territory);
    assert_eq!((territory.black, territory.white), (15, 1));
}

#[test]
fn a_lone_group_with_one_eye_and_no_dame_keeps_it() {
    let score = agreed("X X X\nX . X\nX X X", &[]).score(&japanese());
    assert_eq!(score.sides().black.territory, 1);
}

#[test]
fn a_living_group_with_dame_keeps_its_territory() {
    let open = "
        . X . . O .
        X X . . O O
        . X . . O .
        X X . . O O
        . X . . O .";
    let score = agreed(open, &[]).score(&japanese());
    assert_eq!(
        (score.sides().black.territory, score.sides().white.territory),
        (3, 3)
    );
}

/// Plays a whole game by a fixed rule that fills everything but eyes, then counts it both
/// ways: by AGA rules a pass costs a stone, and area and territory agree.
#[test]
fn aga_area_and_territory_with_pass_stones_agree() {
    let size = BoardSize::square(9).unwrap();
    let empty = Setup::from(Board::empty(size));
    let mut position = Position::try_from(empty).unwrap();
    let mut held: ByColor<u32> = ByColor::default();
    let mut color = Color::Black;
    let (mut passes, mut turns) = (0, 0);
    while passes < 2 || color == Color::White {
        turns += 1;
        let candidates: Vec<Point> = size
            .points()
            .filter(|&p| useful(&position, color, p))
            .collect();
        let choice = candidates.get(turns * 7919 % candidates.len().max(1));
        let played = choice.filter(|_| turns < 150 && passes < 2);
        if let Some(&point) = played {
            passes = 0;
            position.play(Move::Play(color, point)).unwrap();
        } else {
            passes += 1;
            held[color.opponent()] += 1;
            position.play(Move::Pass(color)).unwrap();
        }
        color = color.opponent();
    }
    let mut settings = Settings::new(RuleSet::Aga);
    let agreed = position.agree(&[]).unwrap();
    let by_area = agreed.score(&settings);
    settings.counting = Counting::Territory;
    settings.prisoners = held;
    let by_territory = agreed.score(&settings);
    assert!(turns > 80, "a whole game was played");
    assert_eq!(
        by_area.margin(Color::Black),
        by_territory.margin(Color::Black)
    );
}

/// Whether a legal move at the point does not fill an own eye.
fn useful(position: &Position, color: Color, point: Point) -> bool {
    let own = |p| position.board().get(p) == Some(color);
    let fills = position.board().neighbours(point).all(own);
    !fills && position.clone().play(Move::Play(color, point)).is_ok()
}
