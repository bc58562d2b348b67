//! `shuzi eval`: readings against the truth beside the photos, records against the games beside the
//! videos.
//!
//! One photo after the other on one thread, so that the times are those of one
//! photo alone: opening and decoding the file, and reading the board.

mod judge;
mod positions;
mod table;
mod truth;
mod videos;

use std::io::Write;
use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result, ensure};

use super::{OpenReader, Outcome, ReadBoard};
use crate::cli::EvalArgs;
use crate::vision::{Photo, ReadError, ReadOptions, Reading};

use judge::Judgement;
use truth::Truth;

pub(super) fn run(args: &EvalArgs, open: &OpenReader<'_>, out: &mut dyn Write) -> Result<Outcome> {
    if positions::are_positions(&args.dir)? {
        return positions::run(&args.dir, args.only.as_deref(), out);
    }
    if videos::are_videos(&args.dir)? {
        return videos::run(args, open, out);
    }
    let truths = truth::load(&args.dir, args.only.as_deref())?;
    ensure!(
        !truths.is_empty(),
        "{}: no NAME.json with a photo here",
        args.dir.display()
    );
    let reader = open(args.models.as_deref())?;
    let width = truths
        .iter()
        .map(|truth| truth.name.len())
        .max()
        .unwrap_or(0);
    let mut judgements = Vec::new();
    for truth in &truths {
        let judgement = judge_one(truth, args, &*reader)?;
        writeln!(out, "{:width$}  {judgement}", truth.name).context("standard output")?;
        judgements.push(judgement);
    }
    write!(out, "\n{}", table::Table(&judgements)).context("standard output")?;
    if let Some(path) = &args.json {
        write_json(path, &judgements)?;
    }
    let good = judgements
        .iter()
        .all(|judgement| judgement.is_as_it_should_be());
    Ok(Outcome::certain_if(good))
}

/// A photo that is not answered is a result, nets that do not run are none.
fn judge_one(truth: &Truth, args: &EvalArgs, reader: &dyn ReadBoard) -> Result<Judgement> {
    let options = ReadOptions {
        size: if args.given_corners {
            Some(truth.size)
        } else {
            args.size
        },
        corners: truth.corners.filter(|_| args.given_corners),
        dump: None,
    };
    let start = Instant::now();
    let reading = read(truth, &options, reader);
    let took = start.elapsed();
    match reading {
        Err(error) if matches!(error.downcast_ref(), Some(ReadError::Net(_))) => {
            Err(error.context(truth.name.clone()))
        }
        reading => Ok(Judgement::new(truth, reading.as_ref(), took)),
    }
}

fn read(truth: &Truth, options: &ReadOptions, reader: &dyn ReadBoard) -> Result<Reading> {
    let photo = Photo::open(&truth.image)?;
    Ok(reader.read(&photo, options)?)
}

fn write_json(path: &Path, judgements: &[Judgement]) -> Result<()> {
    let name = || format!("--json: cannot write {}", path.display());
    let text = serde_json::to_string_pretty(judgements).with_context(name)?;
    std::fs::write(path, text + "\n").with_context(name)
}
