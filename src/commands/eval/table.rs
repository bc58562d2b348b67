//! The figures of all photos together, by the part of the name before the first `_`.

use std::collections::BTreeMap;
use std::fmt;

use super::judge::Judgement;

/// The table and the last line.
pub(super) struct Table<'a>(pub &'a [Judgement]);

/// Figures of a number of photos.
#[derive(Debug, Default)]
struct Figures {
    /// Photos with a whole board.
    photos: usize,
    answered: usize,
    perfect: usize,
    silent_wrong: usize,
    /// Photos with a line outside, which must not be answered without a doubt.
    cut: usize,
    milliseconds: Vec<f64>,
}

impl Figures {
    fn add(&mut self, judgement: &Judgement) {
        if judgement.cut {
            self.cut += 1;
        } else {
            self.photos += 1;
            self.answered += usize::from(judgement.answered);
            self.perfect += usize::from(judgement.perfect);
        }
        self.silent_wrong += usize::from(judgement.is_silent());
        self.milliseconds.push(judgement.milliseconds);
    }

    fn median(&self) -> f64 {
        let mut times = self.milliseconds.clone();
        times.sort_by(f64::total_cmp);
        let middle = times.len() / 2;
        match times.len() {
            0 => 0.0,
            even if even % 2 == 0 => (times[middle - 1] + times[middle]) / 2.0,
            _ => times[middle],
        }
    }
}

impl fmt::Display for Table<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut prefixes: BTreeMap<&str, Figures> = BTreeMap::new();
        let mut all = Figures::default();
        for judgement in self.0 {
            let prefix = judgement.name.split('_').next().unwrap_or_default();
            prefixes.entry(prefix).or_default().add(judgement);
            all.add(judgement);
        }
        let width = prefixes
            .keys()
            .map(|prefix| prefix.len())
            .max()
            .unwrap_or(0)
            .max(6);
        writeln!(
            f,
            "{:width$} {:>7} {:>9} {:>8} {:>6} {:>7} {:>4} {:>10}",
            "prefix", "photos", "answered", "perfect", "%", "silent", "cut", "median_ms"
        )?;
        for (prefix, figures) in &prefixes {
            row(f, prefix, width, figures)?;
        }
        row(f, "all", width, &all)?;
        let Figures {
            photos,
            answered,
            perfect,
            silent_wrong,
            ..
        } = all;
        writeln!(
            f,
            "photos {photos} answered {answered} perfect {perfect} silent_wrong {silent_wrong} \
             median_ms {:.0}",
            all.median()
        )
    }
}

fn row(f: &mut fmt::Formatter<'_>, name: &str, width: usize, figures: &Figures) -> fmt::Result {
    let share = match figures.photos {
        0 => "-".to_owned(),
        photos => format!("{:.1}", 100.0 * figures.perfect as f64 / photos as f64),
    };
    let Figures {
        photos,
        answered,
        perfect,
        silent_wrong,
        cut,
        ..
    } = figures;
    let median = figures.median();
    writeln!(
        f,
        "{name:width$} {photos:>7} {answered:>9} {perfect:>8} {share:>6} {silent_wrong:>7} \
         {cut:>4} {median:>10.0}"
    )
}
