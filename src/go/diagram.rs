//! Boards as text, both ways.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::point::column_letter;
use super::{Board, BoardSize, Color, Point};

/// A text is not a board.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum DiagramError {
    /// A character that is neither stone nor empty point.
    #[error("line {line}: `{character}` is neither a stone (X, O) nor an empty point (., +)")]
    Character {
        /// Line of the text, from 1.
        line: usize,
        /// The character.
        character: char,
    },
    /// A row is longer or shorter than the first one.
    #[error("line {line} has {found} points, the first row has {expected}")]
    Uneven {
        /// Line of the text, from 1.
        line: usize,
        /// Points in that line.
        found: usize,
        /// Points in the first row.
        expected: usize,
    },
    /// No row at all, or too many.
    #[error("the text has {width} columns and {height} rows; a board has 2 to 25 each way")]
    Size {
        /// Columns found.
        width: usize,
        /// Rows found.
        height: usize,
    },
}

impl Board {
    /// Builds a board from one text a row, top to bottom, as [`FromStr`] reads it.
    ///
    /// # Errors
    /// [`DiagramError`] names the line.
    pub fn from_rows<S: AsRef<str>>(rows: &[S]) -> Result<Self, DiagramError> {
        read(rows.iter().map(AsRef::as_ref))
    }

    /// The board with column letters and row numbers around it and star points as `+`.
    #[must_use]
    pub fn with_coordinates(&self) -> String {
        let stars = self.size().star_points();
        draw(self.size(), |point| match self.get(point) {
            Some(color) => symbol(color),
            None if stars.contains(&point) => '+',
            None => '.',
        })
    }
}

/// Reads a board: `X` (also `x # ● @`) is Black, `O` (also `o ○`) is White, `.` (also
/// `+ , ·`) is empty. Blanks between points, row numbers on either side, `|` borders and
/// lines of column letters or dashes are passed over.
impl FromStr for Board {
    type Err = DiagramError;

    fn from_str(text: &str) -> Result<Self, DiagramError> {
        read(text.lines())
    }
}

/// Writes one line a row, top to bottom, without blanks: `.` `X` `O`.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.as_slice().chunks(usize::from(self.size().width())) {
            let line: String = row.iter().map(|&stone| stone.map_or('.', symbol)).collect();
            writeln!(f, "{line}")?;
        }
        Ok(())
    }
}

/// Shows the rows, so that a failed assertion on boards can be read.
impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board {}\n{self}", self.size())
    }
}

/// Draws a board of one character a point, with column letters above and below and row
/// numbers on both sides.
pub fn draw(size: BoardSize, mut character: impl FnMut(Point) -> char) -> String {
    let letters: String = (0..size.width())
        .map(|column| format!(" {}", column_letter(column)))
        .collect();
    let mut text = format!("  {letters}\n");
    for row in 0..size.height() {
        let number = size.height() - row;
        text.push_str(&format!("{number:>2}"));
        for column in 0..size.width() {
            text.push(' ');
            text.push(character(Point::new(column, row)));
        }
        text.push_str(&format!(" {number}\n"));
    }
    text.push_str(&format!("  {letters}\n"));
    text
}

/// Where two boards differ: both boards, and a third with `*` on every point that differs.
/// `None` when they are equal.
#[must_use]
pub fn diff(found: &Board, expected: &Board) -> Option<String> {
    if found == expected {
        return None;
    }
    let size = found.size();
    let mut text = format!(
        "found {size}:\n{}expected {}:\n{}",
        found.with_coordinates(),
        expected.size(),
        expected.with_coordinates()
    );
    if size == expected.size() {
        let marks = draw(size, |point| {
            if found.get(point) == expected.get(point) {
                '.'
            } else {
                '*'
            }
        });
        text.push_str(&format!("differing points:\n{marks}"));
    }
    Some(text)
}

fn symbol(color: Color) -> char {
    match color {
        Color::Black => 'X',
        Color::White => 'O',
    }
}

fn read<'a>(lines: impl Iterator<Item = &'a str>) -> Result<Board, DiagramError> {
    let mut stones = Vec::new();
    let (mut width, mut height) = (0, 0);
    for (index, line) in lines.enumerate() {
        let line_number = index + 1;
        let row = read_row(line, line_number)?;
        if row.is_empty() {
            continue;
        }
        if height > 0 && row.len() != width {
            return Err(DiagramError::Uneven {
                line: line_number,
                found: row.len(),
                expected: width,
            });
        }
        width = row.len();
        height += 1;
        stones.extend(row);
    }
    let size = board_size(width, height).ok_or(DiagramError::Size { width, height })?;
    let mut board = Board::empty(size);
    for (point, stone) in size.points().zip(stones) {
        board.set(point, stone);
    }
    Ok(board)
}

fn board_size(width: usize, height: usize) -> Option<BoardSize> {
    let (width, height) = (u8::try_from(width).ok()?, u8::try_from(height).ok()?);
    BoardSize::new(width, height).ok()
}

/// The points of a line; none for blank lines and lines of column letters.
fn read_row(line: &str, number: usize) -> Result<Vec<Option<Color>>, DiagramError> {
    let around = |c: char| c.is_ascii_digit() || c.is_whitespace() || c == '|';
    let inner = line.trim_matches(around);
    let is_frame = inner.starts_with(['A', 'a', '-']) || inner.starts_with("+-");
    if is_frame {
        return Ok(Vec::new());
    }
    inner
        .chars()
        .filter(|c| !c.is_whitespace())
        .map(|character| match character {
            'X' | 'x' | '#' | '●' | '@' => Ok(Some(Color::Black)),
            'O' | 'o' | '○' => Ok(Some(Color::White)),
            '.' | '+' | ',' | '·' => Ok(None),
            _ => Err(DiagramError::Character {
                line: number,
                character,
            }),
        })
        .collect()
}
