//! Moves, captures, repetition and the ways a game ends.

use shuzi::go::{
    Board, BoardSize, Color, DeadStones, Ending, Game, GameError, Move, PlayError, Position,
    RepetitionRule, Setup, Verdict,
};

use super::{assert_board, at, board, position};

use Color::{Black, White};

fn play(position: &mut Position, color: Color, label: &str) -> Result<usize, PlayError> {
    let point = at(position, label);
    position
        .play(Move::Play(color, point))
        .map(|taken| taken.len())
}

fn turn(game: &mut Game, color: Color, label: &str) -> Result<usize, GameError> {
    let point = at(game.position(), label);
    game.play(Move::Play(color, point)).map(|taken| taken.len())
}

fn empty_game(rule: RepetitionRule) -> Game {
    let board = Board::empty(BoardSize::square(9).unwrap());
    Game::new(Position::try_from(Setup::from(board)).unwrap(), rule)
}

#[test]
fn chains_and_liberties() {
    let board = board(
        "
        . X O
        X X O
        O . .",
    );
    let chains = board.chains();
    let summary: Vec<_> = chains
        .iter()
        .map(|chain| (chain.color, chain.stones.len(), chain.liberties.len()))
        .collect();
    assert_eq!(summary, [(Black, 3, 2), (White, 2, 1), (White, 1, 1)]);
}

#[test]
fn stones_without_liberty_are_no_position() {
    let setup = Setup::from(board(
        "
        X O .
        O . .
        . . .",
    ));
    let error = Position::try_from(setup).unwrap_err();
    assert_eq!(error.chains.len(), 1);
    assert!(
        error
            .to_string()
            .contains("Black's chain of 1 at A3 has no liberty"),
        "{error}"
    );
}

#[test]
fn the_opponent_is_captured_first() {
    let start = position(
        "
        . O X .
        O X . .
        X . . .
        . . . .",
    );
    let mut black = start.clone();
    assert_eq!(play(&mut black, Black, "A4"), Ok(2));
    assert_eq!((black.prisoners().black, black.to_move()), (2, Some(White)));
    let expected = board(
        "
        X . X .
        . X . .
        X . . .
        . . . .",
    );
    assert_board(black.board(), &expected);
}

#[test]
fn suicide_of_a_chain_changes_nothing() {
    let mut position = position(
        "
        . X O .
        X O O .
        O O . .
        . . . .",
    );
    let before = position.clone();
    let label = "A4".to_owned();
    let error = PlayError::Suicide {
        color: Black,
        label,
    };
    assert_eq!(play(&mut position, Black, "A4"), Err(error));
    assert_eq!(position, before);
}

#[test]
fn occupied_and_outside_points_are_refused() {
    let mut position = position(
        "
        X .
        . .",
    );
    let error = play(&mut position, White, "A2").unwrap_err();
    assert_eq!(
        error.to_string(),
        "White plays at A2, where a stone of Black stands"
    );
    let outside = Move::Play(White, shuzi::go::Point::new(2, 0));
    assert!(matches!(
        position.play(outside),
        Err(PlayError::OffBoard { .. })
    ));
}

const KO: &str = "
    . X O .
    X . X O
    . X O .
    . . . .";

#[test]
fn a_ko_is_not_taken_back_at_once() {
    let mut position = position(KO);
    assert_eq!(play(&mut position, White, "B3"), Ok(1));
    let error = play(&mut position, Black, "C3").unwrap_err();
    assert!(matches!(error, PlayError::Ko { .. }), "{error}");
    assert_eq!(play(&mut position, Black, "A1"), Ok(0));
    assert_eq!(play(&mut position, White, "D1"), Ok(0));
    assert_eq!(play(&mut position, Black, "C3"), Ok(1));
}

/// Two kos; each side takes one, then each takes one back, and the first board stands again.
const TWO_KOS: &str = "
    . X O . . X O .
    X . X O X O . O
    . X O . . X O .
    . . . . . . . .
    . . . . . . . .";

/// Plays round the two kos up to the move that brings back the first board.
fn round(rule: RepetitionRule) -> (Game, Result<usize, GameError>) {
    let mut start = position(TWO_KOS);
    start.set_to_move(White);
    let mut game = Game::new(start, rule);
    assert_eq!(turn(&mut game, White, "B4").unwrap(), 1);
    assert_eq!(turn(&mut game, Black, "G4").unwrap(), 1);
    game.play(Move::Pass(White)).unwrap();
    assert_eq!(turn(&mut game, Black, "C4").unwrap(), 1);
    let last = turn(&mut game, White, "F4");
    (game, last)
}

#[test]
fn whole_board_repetition_is_ruled_by_the_setting() {
    let (game, last) = round(RepetitionRule::Forbid);
    assert!(
        matches!(last, Err(GameError::Repetition { earlier: 0, .. })),
        "{last:?}"
    );
    assert_eq!((game.ending(), game.to_move()), (None, White));
    for (rule, verdict) in [
        (RepetitionRule::NoResult, Verdict::NoResult),
        (RepetitionRule::Draw, Verdict::Draw),
        (RepetitionRule::Replay, Verdict::Replay),
    ] {
        let (game, last) = round(rule);
        assert_eq!(last, Ok(1));
        assert_eq!(game.ending(), Some(Ending::Decided(verdict)));
        assert_board(game.position().board(), &board(TWO_KOS));
    }
}

#[test]
fn turns_alternate_and_two_passes_end() {
    let mut game = empty_game(RepetitionRule::Forbid);
    assert!(matches!(
        turn(&mut game, White, "D4"),
        Err(GameError::NotYourTurn(White))
    ));
    turn(&mut game, Black, "D4").unwrap();
    game.play(Move::Pass(White)).unwrap();
    turn(&mut game, Black, "E5").unwrap();
    game.play(Move::Pass(White)).unwrap();
    assert_eq!(game.ending(), None);
    game.play(Move::Pass(Black)).unwrap();
    assert_eq!(game.ending(), Some(Ending::ToBeCounted));
    assert_eq!(turn(&mut game, White, "C3"), Err(GameError::Ended));
}

#[test]
fn resignation_forfeit_and_agreement_end() {
    let mut game = empty_game(RepetitionRule::Forbid);
    game.resign(White).unwrap();
    let winner = Black;
    assert_eq!(
        game.ending(),
        Some(Ending::Decided(Verdict::Resignation { winner }))
    );
    assert_eq!(game.forfeit(Black), Err(GameError::Ended));
    assert_eq!(game.resume(Black), Err(GameError::Ended));
    let mut game = empty_game(RepetitionRule::Forbid);
    game.forfeit(White).unwrap();
    assert_eq!(
        game.ending(),
        Some(Ending::Decided(Verdict::Forfeit { winner }))
    );
    let mut game = empty_game(RepetitionRule::Forbid);
    assert_eq!(game.confirm(&DeadStones::none()), Err(GameError::NotEnded));
    game.end_by_agreement().unwrap();
    assert_eq!(game.ending(), Some(Ending::ToBeCounted));
}

#[test]
fn after_a_dispute_the_side_claimed_dead_moves_first() {
    let mut game = empty_game(RepetitionRule::Forbid);
    turn(&mut game, Black, "D4").unwrap();
    turn(&mut game, White, "E5").unwrap();
    assert_eq!(game.resume(White), Err(GameError::NotEnded));
    game.end_by_agreement().unwrap();
    game.resume(White).unwrap();
    assert_eq!(game.to_move(), White);
    turn(&mut game, White, "E6").unwrap();
    game.play(Move::Pass(Black)).unwrap();
    game.play(Move::Pass(White)).unwrap();
    let dead = at(game.position(), "D4");
    let agreed = game.confirm(&DeadStones::of(&[dead])).unwrap();
    assert_eq!(agreed.dead(), [dead]);
    assert_eq!(game.resume(Black), Err(GameError::Ended));
}
