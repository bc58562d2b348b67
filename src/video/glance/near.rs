//! Which crossings and middles lie beside each other.

use super::Glance;

impl Glance {
    /// The crossings round a middle.
    pub(super) fn corners(&self, middle: usize) -> impl Iterator<Item = usize> + use<> {
        let lines = self.lines;
        let [row, column] = [middle / (lines + 1), middle % (lines + 1)];
        let rows = row.saturating_sub(1)..(row + 1).min(lines);
        rows.flat_map(move |r| {
            (column.saturating_sub(1)..(column + 1).min(lines)).map(move |c| r * lines + c)
        })
    }

    /// The crossings next to a crossing along the lines.
    pub(super) fn next_to(&self, crossing: usize) -> impl Iterator<Item = usize> + use<> {
        let lines = self.lines;
        let [row, column] = [crossing / lines, crossing % lines];
        [
            (column > 0).then(|| crossing - 1),
            (column + 1 < lines).then_some(crossing + 1),
            (row > 0).then(|| crossing - lines),
            (row + 1 < lines).then_some(crossing + lines),
        ]
        .into_iter()
        .flatten()
    }

    /// The middles round a crossing.
    pub(super) fn around(&self, crossing: usize) -> impl Iterator<Item = usize> + use<> {
        let wide = self.lines + 1;
        let first = crossing / self.lines * wide + crossing % self.lines;
        [first, first + 1, first + wide, first + wide + 1].into_iter()
    }

    /// The eight middles round a middle, fewer at the edge.
    pub(super) fn neighbours(&self, middle: usize) -> impl Iterator<Item = usize> + use<> {
        let wide = self.lines as isize + 1;
        let [row, column] = [middle as isize / wide, middle as isize % wide];
        let steps = (-1..=1).flat_map(|dr| (-1..=1).map(move |dc| [dr, dc]));
        let all = steps
            .filter(|step| *step != [0, 0])
            .map(move |[dr, dc]| [row + dr, column + dc]);
        all.filter(move |place| place.iter().all(|v| (0..wide).contains(v)))
            .map(move |[row, column]| (row * wide + column) as usize)
    }
}
