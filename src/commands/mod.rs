//! What each subcommand does. Flags become configuration first, work comes
//! after, and everything that is printed goes through one writer.

mod batch;
mod config;
mod count;
mod dialogue;
mod eval;
mod read;
mod score;
mod settings;
mod watch;

use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::{Cli, Command, FormatArg, LangArg};
use crate::go::{Color, Point};
use crate::report::{About, Case, Lang, Report, json, remarks, sgf, text};
use crate::video::Eyes;
use crate::vision::{Overlay, Photo, ReadError, ReadOptions, Reader, Reading};

use dialogue::Dialogue;

/// How a command ended that did its work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Nothing is left to confirm: exit status 0.
    Certain,
    /// A person must confirm something: exit status 1.
    NeedsPerson,
    /// Ctrl-C stopped it; what was done is kept: exit status 130.
    Interrupted,
}

impl Outcome {
    /// The exit status.
    #[must_use]
    pub fn code(self) -> u8 {
        match self {
            Self::Certain => 0,
            Self::NeedsPerson => 1,
            Self::Interrupted => 130,
        }
    }

    fn certain_if(certain: bool) -> Self {
        if certain {
            Self::Certain
        } else {
            Self::NeedsPerson
        }
    }

    /// The one that needs more care.
    fn and(self, other: Self) -> Self {
        if self == Self::Certain { other } else { self }
    }
}

/// What reads photos and frames: [`Reader`], or a stand-in that needs no weights.
pub trait ReadBoard: Eyes {
    /// Finds the board in a photo and reads every crossing.
    ///
    /// # Errors
    /// [`ReadError`] says why nothing was read and what to do.
    fn read(&self, photo: &Photo, options: &ReadOptions) -> Result<Reading, ReadError> {
        self.find(photo, options)
    }
}

impl ReadBoard for Reader {}

/// Opens a reader, with the weights of a folder if one is given.
pub type OpenReader<'a> = dyn Fn(Option<&Path>) -> Result<Box<dyn ReadBoard>, ReadError> + 'a;

/// Opens the reader of the program.
///
/// # Errors
/// [`ReadError`] if the weights cannot be used.
pub fn open_reader(models: Option<&Path>) -> Result<Box<dyn ReadBoard>, ReadError> {
    Ok(Box::new(match models {
        Some(folder) => Reader::from_dir(folder)?,
        None => Reader::new()?,
    }))
}

/// Runs one command and writes its answer to `out`.
///
/// # Errors
/// Whatever kept it from an answer, as one chain that names the flag, file or
/// action that helps.
pub fn run(cli: &Cli, open: &OpenReader<'_>, out: &mut dyn Write) -> Result<Outcome> {
    match &cli.command {
        Command::Score(args) => score::run(args, open, out),
        Command::Read(args) => read::run(args, open, out),
        Command::Count(args) => count::run(args, out),
        Command::Batch(args) => batch::run(args, open, out),
        Command::Watch(args) => watch::run(args, open, out),
        Command::Eval(args) => eval::run(args, open, out),
    }
}

/// How a report is written.
#[derive(Debug, Clone, Copy)]
struct Style {
    format: FormatArg,
    lang: Lang,
    side: Option<Color>,
    /// One of several on the same output.
    among_many: bool,
}

/// Writes a report, and its `--format sgf` doubts, which SGF has no place for, to
/// standard error.
fn write_report(report: &Report, style: Style, out: &mut dyn Write) -> Result<()> {
    let Style {
        format,
        lang,
        side,
        among_many,
    } = style;
    let answer = match format {
        FormatArg::Text if among_many => text::write(report, text::TextStyle { lang, side }) + "\n",
        FormatArg::Text => text::write(report, text::TextStyle { lang, side }),
        FormatArg::Json if among_many => json::write_line(report, lang),
        FormatArg::Json => json::write(report, lang),
        FormatArg::Sgf => sgf::write(report),
    };
    out.write_all(answer.as_bytes())
        .and_then(|()| out.flush())
        .context("standard output")?;
    if format == FormatArg::Sgf {
        for remark in remarks(report, lang) {
            complain(&format!("{}: {remark}", report.case().source.name));
        }
    }
    Ok(())
}

/// Asks both players about a case until they agree; `None` if they do not. Their answers are lines
/// of standard input, what they are asked goes to standard error.
fn ask_players(
    case: Case,
    corrections: Option<Vec<(Point, Option<Color>)>>,
    lang: Lang,
) -> Result<Option<Case>> {
    let dialogue = Dialogue {
        case,
        corrects: corrections.is_some(),
        corrections: corrections.unwrap_or_default(),
        lang,
        input: &mut std::io::stdin().lock(),
        // Not locked, so that Ctrl-C can write, too.
        out: &mut std::io::stderr(),
    };
    dialogue.run()
}

/// A bar on standard error, seen on a terminal only.
fn progress(total: usize, done: usize) -> ProgressBar {
    let template = "{bar:30} {pos}/{len}  {per_sec}  {eta} left  {msg}";
    let style = ProgressStyle::with_template(template).expect("the template is right");
    let progress = ProgressBar::new(total as u64).with_style(style);
    progress.set_position(done as u64);
    // What an earlier run did says nothing about the speed of this one.
    progress.reset_eta();
    progress
}

/// A line on standard error; a closed one is no reason to stop.
fn complain(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// Draws the report on its photo.
fn write_overlay(report: &Report, photo: &Photo, reading: &Reading, path: &Path) -> Result<()> {
    let caption = caption(report);
    let doubts: Vec<_> = report.notes().iter().map(|note| note.doubt).collect();
    let picture = Overlay {
        grid: &reading.grid,
        board: report.board(),
        doubts: &doubts,
        dead: report
            .counted()
            .map_or(&[], |counted| counted.agreed.dead()),
        territory: &report.territory(),
        dame: &report.dame(),
        asked: &asked(report),
        caption: &caption,
    }
    .draw(photo.rgb());
    let mut bytes = std::io::Cursor::new(Vec::new());
    picture
        .write_to(&mut bytes, image::ImageFormat::Png)
        .context("--overlay")?;
    std::fs::write(path, bytes.into_inner())
        .with_context(|| format!("--overlay: cannot write {}", path.display()))
}

/// The points that the questions are about.
fn asked(report: &Report) -> Vec<Point> {
    let questions = report.stakes().into_iter().flat_map(|s| &s.questions);
    questions
        .flat_map(|question| match &question.about {
            About::Point { point, .. } => vec![*point],
            About::Life { stones, .. } => stones.clone(),
            About::Place(place) => place.points(),
            About::Settings => Vec::new(),
        })
        .collect()
}

/// The verdict in a line, with the figures that it comes from.
fn caption(report: &Report) -> String {
    let Some(counted) = report.counted() else {
        let stones = report.board().stones();
        return match report.without_liberty().first() {
            Some(chain) => {
                let stone = chain.stones[0].label(report.board().size());
                format!("No verdict: {} at {stone} has no liberty", chain.color)
            }
            None => format!("{} black, {} white stones", stones.black, stones.white),
        };
    };
    let (score, settings) = (&counted.score, counted.score.settings());
    let provisional = if report.is_certain() {
        ""
    } else {
        "Provisional: "
    };
    let verdict = report.verdict_words(Lang::En).unwrap_or_default();
    if !settings.rules.speaks_of_zi() {
        return format!("{provisional}{verdict}");
    }
    let [black, white] = [Color::Black, Color::White].map(|color| score.count(color));
    let komi = settings.komi;
    format!("{provisional}Black {black}, White {white}, komi {komi}: {verdict}")
}

fn lang(arg: LangArg) -> Lang {
    match arg {
        LangArg::En => Lang::En,
        LangArg::Zh => Lang::Zh,
    }
}
