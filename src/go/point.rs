//! Board sizes and points, and the ways people write a point.

use std::fmt;

use thiserror::Error;

/// Fewest lines a board may have in either direction.
const MIN_LINES: u8 = 2;
/// Most lines a board may have: the columns `A`–`Z` without `I`.
const MAX_LINES: u8 = 25;
/// Column letters as printed on boards; `I` is left out.
const COLUMN_LETTERS: &[u8; 25] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// A board cannot have this many lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("a board of {width}×{height} lines is not possible; each side may have 2 to 25 lines")]
pub struct SizeError {
    /// Number of columns asked for.
    pub width: u8,
    /// Number of rows asked for.
    pub height: u8,
}

/// A text is not a point of the board.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PointError {
    /// The text has none of the known forms.
    #[error(
        "`{0}` is not a point; write it as D4, as 4-16 (column-row from the top left) or as SGF letters dp"
    )]
    Unreadable(String),
    /// The text is a point, but of a larger board.
    #[error("`{text}` is outside the {size} board")]
    OffBoard {
        /// The text given.
        text: String,
        /// The board it was meant for.
        size: BoardSize,
    },
}

/// Number of lines of a board, each way 2 to 25.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BoardSize {
    width: u8,
    height: u8,
}

impl BoardSize {
    /// The usual board, 19×19.
    pub const NINETEEN: Self = Self {
        width: 19,
        height: 19,
    };

    /// A board of `width` columns and `height` rows.
    ///
    /// # Errors
    /// [`SizeError`] unless both are 2 to 25.
    pub fn new(width: u8, height: u8) -> Result<Self, SizeError> {
        let lines = MIN_LINES..=MAX_LINES;
        if lines.contains(&width) && lines.contains(&height) {
            Ok(Self { width, height })
        } else {
            Err(SizeError { width, height })
        }
    }

    /// A square board of `lines` columns and rows.
    ///
    /// # Errors
    /// [`SizeError`] unless `lines` is 2 to 25.
    pub fn square(lines: u8) -> Result<Self, SizeError> {
        Self::new(lines, lines)
    }

    /// Number of columns.
    #[must_use]
    pub fn width(self) -> u8 {
        self.width
    }

    /// Number of rows.
    #[must_use]
    pub fn height(self) -> u8 {
        self.height
    }

    /// Whether there are as many columns as rows.
    #[must_use]
    pub fn is_square(self) -> bool {
        self.width == self.height
    }

    /// Number of points: 361 on 19×19.
    #[must_use]
    pub fn area(self) -> usize {
        usize::from(self.width) * usize::from(self.height)
    }

    /// Whether the point lies on this board.
    #[must_use]
    pub fn contains(self, point: Point) -> bool {
        point.column < self.width && point.row < self.height
    }

    /// All points, row by row from the top left.
    pub fn points(self) -> impl Iterator<Item = Point> {
        (0..self.height)
            .flat_map(move |row| (0..self.width).map(move |column| Point { column, row }))
    }

    /// Place of the point in [`points`](Self::points).
    ///
    /// The point must lie on the board.
    #[must_use]
    pub fn index(self, point: Point) -> usize {
        debug_assert!(self.contains(point), "{point:?} is off the {self} board");
        usize::from(point.row) * usize::from(self.width) + usize::from(point.column)
    }

    /// The points next to a point along the lines: 2 in a corner, 3 on a side, else 4.
    pub fn neighbours(self, point: Point) -> impl Iterator<Item = Point> {
        let Point { column, row } = point;
        let mut found = [point; 4];
        let mut count = 0;
        let mut add = |on_board: bool, column: u8, row: u8| {
            if on_board {
                found[count] = Point { column, row };
                count += 1;
            }
        };
        add(row > 0, column, row.wrapping_sub(1));
        add(column > 0, column.wrapping_sub(1), row);
        add(column + 1 < self.width, column + 1, row);
        add(row + 1 < self.height, column, row + 1);
        found.into_iter().take(count)
    }

    /// Star points (星), row by row: nine from 15 lines on, five on 9 to 14 lines with a
    /// centre, none below. Even boards have only the corner ones.
    #[must_use]
    pub fn star_points(self) -> Vec<Point> {
        let columns = star_lines(self.width);
        let rows = star_lines(self.height);
        let small = self.width.min(self.height) < 15;
        let is_side = |column: u8, row: u8| {
            let middle_column = self.width % 2 == 1 && column == self.width / 2;
            let middle_row = self.height % 2 == 1 && row == self.height / 2;
            middle_column != middle_row
        };
        rows.iter()
            .flat_map(|&row| columns.iter().map(move |&column| (column, row)))
            .filter(|&(column, row)| !(small && is_side(column, row)))
            .map(|(column, row)| Point { column, row })
            .collect()
    }
}

/// Lines that carry star points, from 0: the third or fourth from each edge and the middle.
fn star_lines(lines: u8) -> Vec<u8> {
    let edge = match lines {
        0..=7 => return Vec::new(),
        8..=12 => 2,
        _ => 3,
    };
    let mut found = vec![edge, lines - 1 - edge];
    if lines % 2 == 1 {
        found.insert(1, lines / 2);
    }
    found
}

impl fmt::Display for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}×{}", self.width, self.height)
    }
}

/// A crossing of the board: column and row, both from 0 at the top left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Point {
    column: u8,
    row: u8,
}

impl Point {
    /// The point at a column and a row, both from 0 at the top left.
    #[must_use]
    pub fn new(column: u8, row: u8) -> Self {
        Self { column, row }
    }

    /// Column from 0 at the left.
    #[must_use]
    pub fn column(self) -> u8 {
        self.column
    }

    /// Row from 0 at the top.
    #[must_use]
    pub fn row(self) -> u8 {
        self.row
    }

    /// Reads a point in one of three forms:
    ///
    /// - `D4`, `d4`: column letter without `I`, row number from 1 at the **bottom**;
    /// - `dp`: the two lower-case letters of SGF, column then row from the top left;
    /// - `4-16`: column then row, both from 1 at the **top left**, as Chinese and
    ///   Japanese records count them.
    ///
    /// On 19×19 all three examples are the same point.
    ///
    /// # Errors
    /// [`PointError`] when the text has another form or names no point of the board.
    pub fn parse(text: &str, size: BoardSize) -> Result<Self, PointError> {
        let text = text.trim();
        let unreadable = || PointError::Unreadable(text.to_owned());
        let (column, row) = parse_numbers(text)
            .or_else(|| parse_sgf(text))
            .or_else(|| parse_label(text, size))
            .ok_or_else(unreadable)?;
        let on_board = |value: i32, lines: u8| u8::try_from(value).ok().filter(|&v| v < lines);
        match (on_board(column, size.width), on_board(row, size.height)) {
            (Some(column), Some(row)) => Ok(Self { column, row }),
            _ => Err(PointError::OffBoard {
                text: text.to_owned(),
                size,
            }),
        }
    }

    /// The point as printed boards name it: `D4`, rows from the bottom.
    ///
    /// The point must lie on the board.
    #[must_use]
    pub fn label(self, size: BoardSize) -> String {
        debug_assert!(size.contains(self), "{self:?} is off the {size} board");
        format!("{}{}", column_letter(self.column), size.height - self.row)
    }

    /// The point as SGF writes it: `dp` is D4 on 19×19.
    #[must_use]
    pub fn sgf(self) -> String {
        let letter = |line: u8| char::from(b'a' + line);
        [letter(self.column), letter(self.row)].iter().collect()
    }
}

/// The letter of a column from 0 at the left, `I` left out.
pub(super) fn column_letter(column: u8) -> char {
    char::from(COLUMN_LETTERS[usize::from(column)])
}

/// `4-16` → column and row from 0.
fn parse_numbers(text: &str) -> Option<(i32, i32)> {
    let (column, row) = text.split_once('-')?;
    Some((number(column)? - 1, number(row)? - 1))
}

/// `dp` → column and row from 0.
fn parse_sgf(text: &str) -> Option<(i32, i32)> {
    match text.as_bytes() {
        &[column @ b'a'..=b'z', row @ b'a'..=b'z'] => {
            Some((i32::from(column - b'a'), i32::from(row - b'a')))
        }
        _ => None,
    }
}

/// `D4` → column and row from 0 at the top left.
fn parse_label(text: &str, size: BoardSize) -> Option<(i32, i32)> {
    let letter = text.bytes().next()?.to_ascii_uppercase();
    let column = COLUMN_LETTERS.iter().position(|&l| l == letter)?;
    let row = number(&text[1..])?;
    Some((i32::try_from(column).ok()?, i32::from(size.height) - row))
}

/// A number of one to three digits, without sign.
fn number(text: &str) -> Option<i32> {
    let digits = (1..=3).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten()
}
