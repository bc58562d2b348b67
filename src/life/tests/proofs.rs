//! Proofs hold whatever is played, and suggestions can be followed.

use proptest::prelude::*;

use super::{cases, position};
use crate::go::{Board, BoardSize, Color, Move, Position, Setup};
use crate::life::benson::Proofs;
use crate::life::random::Random;
use crate::life::{Life, region};

/// Boards of 4 to 7 lines with many stones, of which every chain has a liberty.
pub(in crate::life) fn any_position() -> impl Strategy<Value = Board> {
    (4_u8..=7, 4_u8..=7, any::<bool>()).prop_flat_map(|(width, height, of_one_side)| {
        let size = BoardSize::new(width, height).expect("a size");
        let white = if of_one_side { 1 } else { 4 };
        let stone = prop_oneof![
            3 => Just(None),
            5 => Just(Some(Color::Black)),
            white => Just(Some(Color::White))
        ];
        prop::collection::vec(stone, size.area()).prop_map(move |stones| {
            let mut board = Board::empty(size);
            for (point, stone) in size.points().zip(stones) {
                board.set(point, stone);
            }
            without_captured(board)
        })
    })
}

fn without_captured(mut board: Board) -> Board {
    while let Some(chain) = board.chains().into_iter().find(|c| c.liberties.is_empty()) {
        for stone in chain.stones {
            board.set(stone, None);
        }
    }
    board
}

/// Plays so many random moves of one side while the other passes.
fn attack(start: &Position, attacker: Color, moves: usize, random: &mut Random) -> Position {
    let mut position = start.clone();
    let points: Vec<_> = start.board().size().points().collect();
    for _ in 0..moves {
        let point = points[random.below(points.len())];
        if position.play(Move::Play(attacker, point)).is_ok() {
            position
                .play(Move::Pass(attacker.opponent()))
                .expect("a pass is allowed");
        }
    }
    position
}

proptest! {
    #![proptest_config(cases(3_000))]

    /// No attack takes a stone that is proved alive, though its owner always passes; and no
    /// stone in proved area comes to live unconditionally.
    #[test]
    fn proofs_survive_any_attack(board in any_position(), seed in any::<u64>()) {
        let proofs = Proofs::of(&board, &board.chains());
        let start = position(&board);
        let mut random = Random::new(seed);
        for attacker in Color::BOTH {
            if !proofs.owner.contains(&Some(attacker.opponent())) {
                continue;
            }
            for _ in 0..10 {
                let moves = 4 * board.size().area();
                let after = attack(&start, attacker, moves, &mut random);
                let now = Proofs::of(after.board(), &after.board().chains());
                for point in board.size().points() {
                    let index = board.size().index(point);
                    if proofs.owner[index] != Some(attacker.opponent()) {
                        continue;
                    }
                    if proofs.alive[index] {
                        prop_assert_eq!(after.board().get(point), board.get(point));
                    }
                    prop_assert!(!(now.alive[index] && now.owner[index] == Some(attacker)));
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(cases(60))]

    /// Nothing proved alive is called dead, and no region holds dead chains of both sides.
    #[test]
    fn suggestions_can_be_followed(board in any_position()) {
        let life = Life::of(&position(&board));
        let proofs = Proofs::of(&board, &board.chains());
        let mut live = board.clone();
        for stone in life.dead() {
            prop_assert!(!proofs.alive[board.size().index(stone)]);
            live.set(stone, None);
        }
        for region in region::regions(&live) {
            let dead = |color| region.points.iter().any(|&p| board.get(p) == Some(color));
            prop_assert!(!(dead(Color::Black) && dead(Color::White)), "{}", board);
        }
        prop_assert_eq!(&Life::of(&position(&board)), &life);
    }
}

/// The maps of proved area that come with positions collected elsewhere.
#[test]
fn proofs_agree_with_the_collected_maps() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/positions");
    let Ok(entries) = std::fs::read_dir(folder) else {
        eprintln!("skipped: {folder} is absent");
        return;
    };
    let mut checked = 0;
    for path in entries.map(|entry| entry.expect("an entry").path()) {
        let name = path
            .file_name()
            .expect("a file")
            .to_string_lossy()
            .into_owned();
        if !name.starts_with("katago-area") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("a file that can be read");
        let file: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        let rows = |key: &str| -> Vec<String> {
            let letters = |row: &str| row.replace('B', "X").replace('W', "O");
            let rows = file[key].as_array().expect("rows");
            rows.iter()
                .map(|row| letters(row.as_str().expect("a row")))
                .collect()
        };
        let board = Board::from_rows(&rows("board")).expect("a board");
        let setup = Position::try_from(Setup::from(board.clone()));
        assert!(setup.is_ok(), "{name}: every chain has a liberty");
        let expected = Board::from_rows(&rows("benson")).expect("a map");
        let found = Proofs::of(&board, &board.chains());
        assert_eq!(found.owner, expected.as_slice(), "{name}\n{board}");
        checked += 1;
    }
    eprintln!("{checked} maps agree");
}
