//! Shapes of three by three points around a move that is worth making next to the last one:
//! hane, cuts and moves on the edge (Gelly et al., "Modification of UCT with patterns in
//! Monte-Carlo Go", 2006).

use std::sync::LazyLock;

use super::arena::{Arena, Cell, Spot};
use crate::go::Color;

/// Rows of three from the top left, the move in the middle. `X` and `O` are the two sides,
/// either way round; `x` and `o` are anything but those; `#` is off the board and `?` anything.
const SHAPES: [&str; 11] = [
    // Hane.
    "XOX...???",
    "XO....?.?",
    "XO?X..x.?",
    "XOO...?.?",
    // Cuts and connections.
    "XO?O.o?o?",
    "?X?O.Oooo",
    // On the edge.
    "X.?O.?###",
    "OX?X.O###",
    "?X?x.O###",
    "?XOx.x###",
    "?OXX.O###",
];

/// For every surrounding, coded two bits a point, whether it is one of the shapes.
static TABLE: LazyLock<Vec<bool>> = LazyLock::new(table);

/// Whether a move on an empty spot makes one of the shapes.
pub(super) fn fits(arena: &Arena, spot: Spot) -> bool {
    let [north, west, east, south] = arena.around(spot);
    let [northwest, northeast, southwest, southeast] = arena.diagonals(spot);
    let around = [
        northwest, north, northeast, west, east, southwest, south, southeast,
    ];
    let mut code = 0;
    for (place, near) in around.into_iter().enumerate() {
        let content = match arena.cell(near) {
            Cell::Empty => 0,
            Cell::Stone(Color::Black) => 1,
            Cell::Stone(Color::White) => 2,
            Cell::Wall => 3,
        };
        code |= content << (2 * place);
    }
    TABLE[code]
}

fn table() -> Vec<bool> {
    let mut table = vec![false; 1 << 16];
    for shape in SHAPES {
        let shape: Vec<u8> = shape.bytes().collect();
        for turn in 0..8 {
            for (code, fits) in table.iter_mut().enumerate() {
                *fits |= matches(&shape, turn, code, false) || matches(&shape, turn, code, true);
            }
        }
    }
    table
}

/// Whether a surrounding fits a shape that is turned or mirrored in the given way.
fn matches(shape: &[u8], turn: usize, code: usize, swapped: bool) -> bool {
    const PLACES: [usize; 8] = [0, 1, 2, 3, 5, 6, 7, 8];
    PLACES.iter().enumerate().all(|(place, &square)| {
        let content = match (code >> (2 * place) & 3, swapped) {
            (1, true) => 2,
            (2, true) => 1,
            (content, _) => content,
        };
        let (mut row, mut column) = (square / 3, square % 3);
        if turn & 1 != 0 {
            std::mem::swap(&mut row, &mut column);
        }
        if turn & 2 != 0 {
            row = 2 - row;
        }
        if turn & 4 != 0 {
            column = 2 - column;
        }
        match shape[3 * row + column] {
            b'.' => content == 0,
            b'X' => content == 1,
            b'O' => content == 2,
            b'#' => content == 3,
            b'x' => content != 1 && content != 3,
            b'o' => content != 2 && content != 3,
            _ => true,
        }
    })
}
