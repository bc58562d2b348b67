//! Fast rules against slow ones, and what turning, mirroring and recolouring must keep.

use std::collections::BTreeSet;

use proptest::prelude::*;
use shuzi::go::{
    Board, BoardSize, Color, Move, Point, Position, RuleSet, Settings, Setup, Symmetry, diff,
};

/// Boards of 2 to 9 lines with any stones.
fn any_board() -> impl Strategy<Value = Board> {
    (2_u8..=9, 2_u8..=9).prop_flat_map(|(width, height)| {
        let size = BoardSize::new(width, height).unwrap();
        let stone = prop_oneof![
            Just(None),
            Just(Some(Color::Black)),
            Just(Some(Color::White))
        ];
        prop::collection::vec(stone, size.area()).prop_map(move |stones| {
            let mut board = Board::empty(size);
            for (point, stone) in size.points().zip(stones) {
                board.set(point, stone);
            }
            board
        })
    })
}

/// Legal positions: any stones without the chains that have no liberty.
fn any_position() -> impl Strategy<Value = Position> {
    any_board().prop_map(|mut board| {
        while let Some(chain) = board.chains().into_iter().find(|c| c.liberties.is_empty()) {
            for stone in chain.stones {
                board.set(stone, None);
            }
        }
        Position::try_from(Setup::from(board)).unwrap()
    })
}

fn any_color() -> impl Strategy<Value = Color> {
    prop_oneof![Just(Color::Black), Just(Color::White)]
}

/// Everything reached from a point over points with the same content, by repeated widening.
fn slow_region(board: &Board, start: Point) -> BTreeSet<(u8, u8)> {
    let mut region = BTreeSet::from([(start.column(), start.row())]);
    loop {
        let next: Vec<(u8, u8)> = board
            .size()
            .points()
            .filter(|&p| board.get(p) == board.get(start))
            .filter(|&p| {
                board
                    .neighbours(p)
                    .any(|q| region.contains(&(q.column(), q.row())))
            })
            .map(|p| (p.column(), p.row()))
            .collect();
        let before = region.len();
        region.extend(next);
        if region.len() == before {
            return region;
        }
    }
}

/// The points next to a region that lie outside it.
fn slow_border(board: &Board, region: &BTreeSet<(u8, u8)>) -> Vec<Point> {
    board
        .size()
        .points()
        .filter(|p| !region.contains(&(p.column(), p.row())))
        .filter(|&p| {
            board
                .neighbours(p)
                .any(|q| region.contains(&(q.column(), q.row())))
        })
        .collect()
}

fn slow_has_liberty(board: &Board, stone: Point) -> bool {
    let border = slow_border(board, &slow_region(board, stone));
    border.iter().any(|&p| board.get(p).is_none())
}

/// The board after a move, `None` for suicide; the point is empty.
fn slow_play(board: &Board, color: Color, point: Point) -> Option<Board> {
    let mut placed = board.clone();
    placed.set(point, Some(color));
    let mut after = placed.clone();
    for stone in board.size().points() {
        let is_opponent = placed.get(stone) == Some(color.opponent());
        if is_opponent && !slow_has_liberty(&placed, stone) {
            after.set(stone, None);
        }
    }
    slow_has_liberty(&after, point).then_some(after)
}

fn slow_owner(board: &Board, point: Point) -> Option<Color> {
    if board.get(point).is_some() {
        return board.get(point);
    }
    let border = slow_border(board, &slow_region(board, point));
    let reaches = |color| border.iter().any(|&p| board.get(p) == Some(color));
    match (reaches(Color::Black), reaches(Color::White)) {
        (true, false) => Some(Color::Black),
        (false, true) => Some(Color::White),
        _ => None,
    }
}

fn recoloured(board: &Board) -> Board {
    let mut other = Board::empty(board.size());
    for point in board.size().points() {
        other.set(point, board.get(point).map(Color::opponent));
    }
    other
}

proptest! {
    #[test]
    fn chains_are_the_slow_regions(board in any_board()) {
        let chains = board.chains();
        let stones: usize = chains.iter().map(|chain| chain.stones.len()).sum();
        prop_assert_eq!(stones, board.count(Color::Black) + board.count(Color::White));
        for chain in chains {
            let region = slow_region(&board, chain.stones[0]);
            let found: BTreeSet<_> = chain.stones.iter().map(|p| (p.column(), p.row())).collect();
            prop_assert_eq!(&found, &region);
            let found: BTreeSet<_> = chain.liberties.iter().map(|p| (p.column(), p.row())).collect();
            let liberties: BTreeSet<_> = slow_border(&board, &region)
                .into_iter()
                .filter(|&p| board.get(p).is_none())
                .map(|p| (p.column(), p.row()))
                .collect();
            prop_assert_eq!(found.len(), chain.liberties.len(), "each liberty once");
            prop_assert_eq!(found, liberties);
        }
    }

    #[test]
    fn moves_capture_as_the_slow_rule_does(start in any_position(), color in any_color()) {
        for point in start.board().size().points() {
            let mut position = start.clone();
            let played = position.play(Move::Play(color, point));
            if start.board().get(point).is_some() {
                prop_assert!(played.is_err());
                continue;
            }
            match slow_play(start.board(), color, point) {
                Some(expected) => {
                    let text = diff(position.board(), &expected);
                    prop_assert!(text.is_none(), "{}", text.unwrap_or_default());
                    let taken = start.board().count(color.opponent())
                        - expected.count(color.opponent());
                    prop_assert_eq!(played.unwrap().len(), taken);
                }
                None => {
                    prop_assert!(played.is_err());
                    prop_assert_eq!(&position, &start);
                }
            }
        }
    }

    #[test]
    fn owners_are_those_of_the_slow_rule(position in any_position()) {
        let score = position.agree(&[]).unwrap().score(&Settings::default());
        for point in score.size().points() {
            prop_assert_eq!(score.owner(point), slow_owner(position.board(), point));
        }
        prop_assert_eq!(score.margin(Color::White), -score.margin(Color::Black));
        prop_assert_eq!(score.verdict(), score.verdict_by(Color::White));
    }

    #[test]
    fn a_dead_stone_takes_its_whole_chain(position in any_position(), pick in any::<prop::sample::Index>()) {
        let chains = position.board().chains();
        prop_assume!(!chains.is_empty());
        let chain = pick.get(&chains);
        let all = position.agree(&chain.stones).unwrap();
        for &stone in &chain.stones {
            prop_assert_eq!(&position.agree(&[stone]).unwrap(), &all);
        }
        prop_assert_eq!(all.dead().len(), chain.stones.len());
        prop_assert!(chain.stones.iter().all(|&p| all.live().get(p).is_none()));
    }

    #[test]
    fn turning_and_mirroring_turns_the_count(position in any_position(), which in 0_usize..8) {
        let symmetry = Symmetry::ALL[which];
        for rules in [RuleSet::Chinese, RuleSet::Japanese] {
            let settings = Settings::new(rules);
            let score = position.agree(&[]).unwrap().score(&settings);
            let turned = Setup::from(position.board().transformed(symmetry));
            let turned = Position::try_from(turned).unwrap().agree(&[]).unwrap().score(&settings);
            prop_assert_eq!(score.sides(), turned.sides());
            for point in score.size().points() {
                let image = symmetry.apply(point, score.size());
                prop_assert_eq!(score.owner(point), turned.owner(image));
                prop_assert_eq!(score.is_seki(point), turned.is_seki(image));
            }
        }
    }

    #[test]
    fn recolouring_changes_the_sides(position in any_position()) {
        for rules in [RuleSet::Chinese, RuleSet::Japanese] {
            let settings = Settings::new(rules);
            let score = position.agree(&[]).unwrap().score(&settings);
            let other = Setup::from(recoloured(position.board()));
            let other = Position::try_from(other).unwrap().agree(&[]).unwrap().score(&settings);
            for color in Color::BOTH {
                prop_assert_eq!(score.sides()[color], other.sides()[color.opponent()]);
            }
        }
    }

    #[test]
    fn points_are_read_back(width in 2_u8..=25, height in 2_u8..=25, column in 0_u8..25, row in 0_u8..25) {
        let size = BoardSize::new(width, height).unwrap();
        let point = Point::new(column % width, row % height);
        let numbers = format!("{}-{}", point.column() + 1, point.row() + 1);
        for text in [point.label(size), point.label(size).to_lowercase(), point.sgf(), numbers] {
            prop_assert_eq!(Point::parse(&text, size), Ok(point), "{}", text);
        }
    }

    #[test]
    fn nothing_makes_the_readers_panic(text in "\\PC*") {
        let _ = Point::parse(&text, BoardSize::NINETEEN);
        let _ = text.parse::<Board>();
        let _ = shuzi::go::Komi::from_zi(&text);
    }

    #[test]
    fn boards_are_read_back(board in any_board()) {
        prop_assert_eq!(&board.to_string().parse::<Board>().unwrap(), &board);
        prop_assert_eq!(&board.with_coordinates().parse::<Board>().unwrap(), &board);
    }
}

#[test]
fn the_eight_symmetries_differ_and_the_first_four_turn() {
    let size = BoardSize::square(5).unwrap();
    let point = Point::new(1, 0);
    let images: BTreeSet<String> = Symmetry::ALL
        .iter()
        .map(|s| s.apply(point, size).sgf())
        .collect();
    assert_eq!(images.len(), 8);
    let quarter = Symmetry::ALL[1];
    let mut turned = point;
    for symmetry in &Symmetry::ALL[..4] {
        assert_eq!(symmetry.apply(point, size), turned);
        turned = quarter.apply(turned, size);
    }
    assert_eq!(quarter.apply(Point::new(0, 0), size), Point::new(4, 0));
}
