//! `shuzi count`: the count of records and text boards.

mod check;

use std::io::{Read, Write};
use std::path::Path;

use anyhow::{Context, Result, ensure};

use super::config::CountingConfig;
use super::{Outcome, Style, ask_players, complain, lang, write_report};
use crate::cli::CountArgs;
use crate::go::{Board, ByColor, Setup};
use crate::report::{Case, Report, Source, SourceKind, Stated};
use crate::sgf::{self, GameRecord};

pub(super) fn run(args: &CountArgs, out: &mut dyn Write) -> Result<Outcome> {
    let one_file = args.files.len() == 1;
    let counting = CountingConfig::from_flags(&args.counting)?;
    ensure!(
        one_file
            || args.counting.alive.is_empty()
                && (args.counting.dead.iter().flatten()).all(|name| name == "none"),
        "--dead and --alive name stones of one board; count one file at a time"
    );
    if args.check {
        return check::run(args, &counting, out);
    }
    ensure!(
        one_file || !args.interactive,
        "--interactive asks about one board; count one file at a time"
    );
    let style = Style {
        format: args.output.format,
        lang: lang(args.output.lang),
        side: counting.side,
        among_many: !one_file,
    };
    let mut outcome = Outcome::Certain;
    let mut failed = 0;
    for path in &args.files {
        match count(path, args.interactive, &counting, style, out) {
            Ok(one) => outcome = outcome.and(one),
            Err(error) if one_file => return Err(error),
            Err(error) => {
                failed += 1;
                complain(&format!("error: {error:#}"));
            }
        }
    }
    ensure!(
        failed == 0,
        "{failed} of {} files could not be counted",
        args.files.len()
    );
    Ok(outcome)
}

/// Counts one file and writes the answer.
fn count(
    path: &Path,
    interactive: bool,
    counting: &CountingConfig,
    style: Style,
    out: &mut dyn Write,
) -> Result<Outcome> {
    let case = case(path, counting)?;
    let case = if interactive {
        ask_players(case, None, style.lang)?
    } else {
        Some(case)
    };
    let Some(case) = case else {
        return Ok(Outcome::NeedsPerson);
    };
    let report =
        Report::new(case).with_context(|| format!("{}: --dead, --alive", path.display()))?;
    write_report(&report, style, out)?;
    Ok(Outcome::certain_if(report.is_certain()))
}

fn case(path: &Path, counting: &CountingConfig) -> Result<Case> {
    let name = path.display().to_string();
    let case = match load(path)? {
        Loaded::Record(record) => record_case(&name, &record, counting),
        Loaded::Diagram(board) => diagram_case(&name, board, counting),
    };
    case.with_context(|| name.clone())
}

/// A file of the one kind or the other.
enum Loaded {
    Record(Box<GameRecord>),
    Diagram(Board),
}

fn load(path: &Path) -> Result<Loaded> {
    let name = || path.display().to_string();
    let bytes = read_file(path).with_context(name)?;
    if sgf::looks_like_sgf(&bytes) {
        return Ok(Loaded::Record(Box::new(
            sgf::read(&bytes).with_context(name)?,
        )));
    }
    let text = String::from_utf8_lossy(&bytes);
    let board = text.trim_start_matches('\u{feff}').parse::<Board>();
    board
        .context("this is neither an SGF record nor a text board (. empty, X black, O white)")
        .with_context(name)
        .map(Loaded::Diagram)
}

/// No more of a file than a record may have, so that a device or a video does not fill
/// the memory.
fn read_file(path: &Path) -> Result<Vec<u8>> {
    let file = std::fs::File::open(path)?;
    ensure!(
        !file.metadata()?.is_dir(),
        "this is a folder, not a record or a text board"
    );
    let mut bytes = Vec::new();
    let limit = u64::try_from(sgf::MAX_BYTES + 1).expect("a few megabytes");
    file.take(limit).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn diagram_case(name: &str, board: Board, counting: &CountingConfig) -> Result<Case> {
    Ok(Case {
        source: Source {
            kind: SourceKind::Diagram,
            name: name.to_owned(),
        },
        counting: Some(counting.case(board.size())?),
        setup: Setup::from(board),
        corners: None,
        doubts: Vec::new(),
        neighbour: None,
        stated: None,
    })
}

/// The last position of a record with its own rules, komi, handicap and dead stones, where no
/// flag says otherwise.
fn record_case(name: &str, record: &GameRecord, counting: &CountingConfig) -> Result<Case> {
    let repetition = sgf::repetition_rule(record.settings().rules);
    let replay = record.replay(repetition)?;
    let taken = replay.position.prisoners();
    let earlier = replay.earlier_prisoners;
    let taken = ByColor::from_fn(|color| taken[color] + earlier[color]);
    let settings = counting.settings.for_record(record, taken)?;
    let mut said = counting.said(settings, record.size())?;
    said.dead = said.dead.or_else(|| replay.marked_dead());
    Ok(Case {
        source: Source {
            kind: SourceKind::Record,
            name: name.to_owned(),
        },
        setup: Setup {
            board: replay.position.board().clone(),
            to_move: replay.position.to_move(),
        },
        corners: None,
        doubts: Vec::new(),
        neighbour: None,
        counting: Some(said),
        stated: record.info("RE").map(|text| Stated {
            text,
            result: record.result(),
        }),
    })
}
