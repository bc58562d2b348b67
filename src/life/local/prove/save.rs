//! Chains that live once their owner moves in their eye space.

use super::{Group, spread};
use crate::go::{Board, Color, Point};
use crate::life::local::ground::Ground;

/// The stones of a colour that provably live once their owner has played somewhere in a room, an
/// eye space of theirs, if each attack is answered. `settled` and `alive` as for the search.
pub(in crate::life) fn saved(
    board: &Board,
    settled: &[Option<Color>],
    alive: &[bool],
    color: Color,
    room: &[Point],
) -> Vec<Point> {
    let mut living = Vec::new();
    for &point in room {
        let mut board = board.clone();
        board.set(point, Some(color));
        let chains = board.chains();
        let ground = Ground::new(&board, &chains, settled, alive);
        let rest = room.iter().find(|&&other| other != point);
        let group = rest.and_then(|&start| {
            let (ids, inside) = spread(&ground, color, start);
            Group::new(&ground, color, &ids, &inside)
        });
        let saved = group.map_or(Vec::new(), |group| group.prove().alive);
        living.extend(saved.into_iter().flat_map(|id| &chains[id].stones).copied());
    }
    living
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The stones that one more black stone in the upper left room saves.
    fn saved_in(rows: [&str; 9]) -> Vec<String> {
        let board = Board::from_rows(&rows).expect("a diagram");
        let size = board.size();
        let room: Vec<Point> = (size.points())
            .filter(|&p| board.get(p).is_none() && p.column() < 5 && p.row() < 3)
            .collect();
        let nothing = vec![None; size.area()];
        let stones = saved(
            &board,
            &nothing,
            &vec![false; size.area()],
            Color::Black,
            &room,
        );
        stones.iter().map(|&stone| stone.label(size)).collect()
    }

    #[test]
    fn a_move_in_the_middle_of_three_saves_and_none_in_a_square_does() {
        let below = [
            "XXXXXOOOO",
            "OOOOOOOOO",
            "OOOOOOOOO",
            "OOOOOOOOO",
            "OOOOOOOO.",
        ];
        let rows = |upper: [&'static str; 4]| -> [&str; 9] {
            [upper.to_vec(), below.to_vec()]
                .concat()
                .try_into()
                .expect("nine rows")
        };
        let row = saved_in(rows(["...XOOOOO", "XXXXOOOOO", "XXXXXOOOO", "XXXXXOOOO"]));
        assert!(row.contains(&"D9".to_owned()), "{row:?}");
        let square = saved_in(rows(["..XXOOOOO", "..XXOOOOO", "XXXXXOOOO", "XXXXXOOOO"]));
        assert!(square.is_empty(), "{square:?}");
    }
}
