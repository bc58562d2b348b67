//! Turning and mirroring boards.

use super::{Board, BoardSize, Point};

/// One of the eight ways to turn and mirror a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Symmetry {
    /// Rows and columns change places first.
    transpose: bool,
    /// Then left and right.
    flip_columns: bool,
    /// Then top and bottom.
    flip_rows: bool,
}

impl Symmetry {
    /// All eight; the first changes nothing, the first four are the quarter turns, each a
    /// quarter clockwise further.
    pub const ALL: [Self; 8] = [
        Self::of(false, false, false),
        Self::of(true, true, false),
        Self::of(false, true, true),
        Self::of(true, false, true),
        Self::of(false, true, false),
        Self::of(false, false, true),
        Self::of(true, false, false),
        Self::of(true, true, true),
    ];

    const fn of(transpose: bool, flip_columns: bool, flip_rows: bool) -> Self {
        Self {
            transpose,
            flip_columns,
            flip_rows,
        }
    }

    /// The size of a board after the change.
    #[must_use]
    pub fn size(self, size: BoardSize) -> BoardSize {
        if self.transpose {
            BoardSize::new(size.height(), size.width()).expect("the same lines as before")
        } else {
            size
        }
    }

    /// Where a point of a board of `size` goes.
    #[must_use]
    pub fn apply(self, point: Point, size: BoardSize) -> Point {
        let (mut column, mut row) = (point.column(), point.row());
        if self.transpose {
            (column, row) = (row, column);
        }
        let size = self.size(size);
        if self.flip_columns {
            column = size.width() - 1 - column;
        }
        if self.flip_rows {
            row = size.height() - 1 - row;
        }
        Point::new(column, row)
    }
}

impl Board {
    /// The board turned or mirrored.
    #[must_use]
    pub fn transformed(&self, symmetry: Symmetry) -> Self {
        let mut board = Self::empty(symmetry.size(self.size()));
        for point in self.size().points() {
            board.set(symmetry.apply(point, self.size()), self.get(point));
        }
        board
    }
}
