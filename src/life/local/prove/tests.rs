//! Proofs by answers under random attack.

use proptest::prelude::*;

use super::*;
use crate::go::{Board, Move, Position};
use crate::life::random::Random;
use crate::life::tests::{cases, position, proofs::any_position};

impl Group {
    /// The stones inside as they are on a board on which all chains around stand.
    fn stones_on(&self, board: &Board) -> Stones {
        let mut stones = Stones::default();
        stones.of[self.color] = self.walls();
        for (cell, &point) in self.points.iter().enumerate() {
            if let Some(color) = point.and_then(|point| board.get(point)) {
                stones.of[color] |= only(cell);
            }
        }
        stones
    }

    /// Answers with a move, or a pass, that holds and that the rules allow; `false` if there
    /// is none.
    fn answer_on(&self, position: &mut Position) -> bool {
        let stones = self.stones_on(position.board());
        // Each try has a budget of its own, larger than that of the proof.
        let holds = |stones| {
            let mut defence = Defence::new(self, self.walls(), false);
            defence.budget = 20 * BUDGET;
            defence.holds(&Turn {
                stones,
                attacks: true,
                passed: false,
            })
        };
        if holds(stones) {
            return position.play(Move::Pass(self.color)).is_ok();
        }
        each(self.field.empty(&stones)).any(|cell| {
            let after = self.field.play(&stones, self.color, cell);
            let point = self.points[cell].expect("walls are never empty");
            after.is_some_and(holds) && position.play(Move::Play(self.color, point)).is_ok()
        })
    }
}

/// Attacks at random anywhere on the board; the owner answers as the proof says. Whether
/// the chains with these stones stand to the end.
fn withstands(start: &Position, group: &Group, kept: &[Point], seed: u64) -> bool {
    let mut random = Random::new(seed);
    let mut position = start.clone();
    let points: Vec<Point> = start.board().size().points().collect();
    for _ in 0..3 * points.len() {
        let point = points[random.below(points.len())];
        if position
            .play(Move::Play(group.color.opponent(), point))
            .is_err()
        {
            continue;
        }
        let stands = |&stone: &Point| position.board().get(stone) == Some(group.color);
        if !kept.iter().all(stands) || !group.answer_on(&mut position) {
            return false;
        }
    }
    true
}

proptest! {
    #![proptest_config(cases(3_000))]

    /// No attack, wherever it begins, takes a chain that lives by answers.
    #[test]
    fn answers_withstand_any_attack(board in any_position(), seed in any::<u64>()) {
        let chains = board.chains();
        let nothing = vec![None; board.size().area()];
        let alive = vec![false; board.size().area()];
        let ground = Ground::new(&board, &chains, &nothing, &alive);
        for color in Color::BOTH {
            for group in Group::all(&ground, color) {
                let proof = group.prove();
                // Chains proved one by one need not live together.
                if group.holds(group.walls(), false) {
                    let first = |&id: &usize| chains[id].stones[0];
                    let kept: Vec<Point> = proof.alive.iter().map(first).collect();
                    prop_assert_eq!(kept.len(), group.chains.len());
                    let stands = withstands(&position(&board), &group, &kept, seed);
                    prop_assert!(stands, "{:?}\n{}", color, board);
                }
            }
        }
    }
}

/// White takes a stone at A4 by A3; Black may not take back at once, and has no other answer.
#[test]
fn a_board_that_must_not_come_back_proves_nothing() {
    let board = Board::from_rows(&["OOOO", "OXXX", ".XO.", "XXO."]).expect("a diagram");
    let chains = board.chains();
    let ground = Ground::new(&board, &chains, &[None; 16], &[false; 16]);
    for group in Group::all(&ground, Color::Black) {
        if group.holds(group.walls(), false) {
            let kept = [chains[group.chains[0].0].stones[0]];
            for seed in (0..200).chain([18_017_919_325_885_605_648]) {
                assert!(withstands(&position(&board), &group, &kept, seed));
            }
        }
    }
}
