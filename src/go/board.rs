//! Stones on points: chains and liberties.

use super::{BoardSize, ByColor, Color, Point};

/// Stones on a board, with no promise that they could stand in a game.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Board {
    size: BoardSize,
    /// Row by row from the top left.
    points: Vec<Option<Color>>,
}

/// Stones of one colour connected along the lines, and the empty points next to them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chain {
    /// Colour of the stones.
    pub color: Color,
    /// The stones, in no promised order.
    pub stones: Vec<Point>,
    /// The liberties (气), each once, in no promised order.
    pub liberties: Vec<Point>,
}

impl Board {
    /// A board without stones.
    #[must_use]
    pub fn empty(size: BoardSize) -> Self {
        Self {
            size,
            points: vec![None; size.area()],
        }
    }

    /// The number of lines.
    #[must_use]
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// The stone on a point; `None` for an empty point. The point must lie on the board.
    #[must_use]
    pub fn get(&self, point: Point) -> Option<Color> {
        self.points[self.size.index(point)]
    }

    /// Puts a stone on a point or empties it, whatever stood there. The point must lie on
    /// the board.
    pub fn set(&mut self, point: Point, stone: Option<Color>) {
        let index = self.size.index(point);
        self.points[index] = stone;
    }

    /// All points row by row from the top left, as one slice of [`BoardSize::area`] values.
    #[must_use]
    pub fn as_slice(&self) -> &[Option<Color>] {
        &self.points
    }

    /// The points next to a point along the lines.
    pub fn neighbours(&self, point: Point) -> impl Iterator<Item = Point> {
        self.size.neighbours(point)
    }

    /// Number of stones of a colour.
    #[must_use]
    pub fn count(&self, color: Color) -> usize {
        self.points.iter().filter(|&&s| s == Some(color)).count()
    }

    /// Number of stones of each colour.
    #[must_use]
    pub fn stones(&self) -> ByColor<usize> {
        ByColor::from_fn(|color| self.count(color))
    }

    /// The chain that the stone on a point belongs to; `None` for an empty point.
    #[must_use]
    pub fn chain_at(&self, point: Point) -> Option<Chain> {
        self.get(point)?;
        Some(self.collect_chain(point, &mut vec![false; self.size.area()]))
    }

    /// Every chain, ordered by its first stone row by row from the top left.
    #[must_use]
    pub fn chains(&self) -> Vec<Chain> {
        let mut seen = vec![false; self.size.area()];
        let mut chains = Vec::new();
        for point in self.size.points() {
            let index = self.size.index(point);
            if self.points[index].is_some() && !seen[index] {
                chains.push(self.collect_chain(point, &mut seen));
            }
        }
        chains
    }

    /// Floods from a stone. `seen` marks stones for good and liberties only while the
    /// chain is collected, as two chains may share a liberty.
    fn collect_chain(&self, start: Point, seen: &mut [bool]) -> Chain {
        let first = self.size.index(start);
        let color = self.points[first].expect("a chain starts at a stone");
        let mut stones = vec![start];
        let mut liberties = Vec::new();
        seen[first] = true;
        let mut next = 0;
        while let Some(&stone) = stones.get(next) {
            next += 1;
            for point in self.size.neighbours(stone) {
                let index = self.size.index(point);
                if seen[index] {
                    continue;
                }
                match self.points[index] {
                    None => liberties.push(point),
                    Some(other) if other == color => stones.push(point),
                    Some(_) => continue,
                }
                seen[index] = true;
            }
        }
        for &liberty in &liberties {
            seen[self.size.index(liberty)] = false;
        }
        Chain {
            color,
            stones,
            liberties,
        }
    }

    /// Empties the given points.
    pub(super) fn clear(&mut self, points: &[Point]) {
        for &point in points {
            self.set(point, None);
        }
    }
}
