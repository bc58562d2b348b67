//! The figures of all positions together, by the beginning of the name.

use std::collections::BTreeMap;
use std::fmt;

use super::Judgement;

/// Beginnings of names that are longer than the part before the first `-`.
const LONG_PREFIXES: [&str; 6] = [
    "chin-fox",
    "katago-area",
    "ogs-autoscore",
    "ogs-se",
    "ogsbench-19x19",
    "ogsbench-9x9",
];

/// The table and the last line.
pub(super) struct Table<'a>(pub &'a [Judgement]);

/// Of so many that could be right, so many are.
#[derive(Debug, Default)]
struct Share {
    right: usize,
    of: usize,
}

impl Share {
    fn add(&mut self, right: Option<bool>) {
        self.right += usize::from(right == Some(true));
        self.of += usize::from(right.is_some());
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}/{}", self.right, self.of))
    }
}

/// Figures of a number of positions.
#[derive(Debug, Default)]
struct Figures {
    positions: usize,
    dead: Share,
    score: Share,
    owners: Share,
    certified: usize,
    certified_wrong: usize,
    /// Of the positions whose stones were judged, sorted.
    milliseconds: Vec<f64>,
}

impl Figures {
    fn of<'a>(judgements: impl Iterator<Item = &'a Judgement>) -> Self {
        let mut figures = Self::default();
        for judgement in judgements {
            figures.positions += 1;
            figures.dead.add(judgement.dead_exact);
            figures.score.add(judgement.score_right);
            figures.owners.add(judgement.owners_right);
            figures.certified += usize::from(judgement.certified);
            figures.certified_wrong += usize::from(judgement.is_certified_wrong());
            figures.milliseconds.extend(judgement.milliseconds);
        }
        figures.milliseconds.sort_by(f64::total_cmp);
        figures
    }

    fn median(&self) -> f64 {
        let middle = self.milliseconds.len() / 2;
        self.milliseconds.get(middle).copied().unwrap_or(0.0)
    }

    fn worst(&self) -> f64 {
        self.milliseconds.last().copied().unwrap_or(0.0)
    }
}

impl fmt::Display for Table<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut by_prefix: BTreeMap<&str, Vec<&Judgement>> = BTreeMap::new();
        for judgement in self.0 {
            let group = by_prefix.entry(prefix(&judgement.name)).or_default();
            group.push(judgement);
        }
        writeln!(
            f,
            "{:14} {:>9} {:>10} {:>11} {:>9} {:>9} {:>15} {:>9} {:>8}",
            "prefix",
            "positions",
            "dead_exact",
            "score_right",
            "owners",
            "certified",
            "certified_wrong",
            "median_ms",
            "worst_ms"
        )?;
        for (name, group) in by_prefix {
            row(f, name, &Figures::of(group.into_iter()))?;
        }
        let all = Figures::of(self.0.iter());
        row(f, "all", &all)?;
        writeln!(
            f,
            "positions {} dead_exact {} score_right {} certified {} certified_wrong {} median_ms {:.0}",
            all.positions,
            all.dead.right,
            all.score.right,
            all.certified,
            all.certified_wrong,
            all.median()
        )
    }
}

fn row(f: &mut fmt::Formatter<'_>, name: &str, figures: &Figures) -> fmt::Result {
    writeln!(
        f,
        "{name:14} {:>9} {:>10} {:>11} {:>9} {:>9} {:>15} {:>9.0} {:>8.0}",
        figures.positions,
        figures.dead,
        figures.score,
        figures.owners,
        figures.certified,
        figures.certified_wrong,
        figures.median(),
        figures.worst()
    )
}

fn prefix(name: &str) -> &str {
    let long = LONG_PREFIXES
        .iter()
        .find(|prefix| name.starts_with(*prefix));
    long.copied()
        .unwrap_or_else(|| name.split('-').next().unwrap_or_default())
}
