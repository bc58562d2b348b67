//! `shuzi score`: a photo → the verdict.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result};

use super::config::{Corrections, CountingConfig, corners};
use super::{OpenReader, Outcome, Style, lang, write_overlay, write_report};
use crate::cli::{ReadingArgs, ScoreArgs};
use crate::report::{Report, Source, SourceKind};
use crate::vision::{Photo, ReadOptions};

/// Where the photo comes from.
#[derive(Debug)]
enum Input {
    File(PathBuf),
    Camera(String),
}

pub(super) fn run(args: &ScoreArgs, open: &OpenReader<'_>, out: &mut dyn Write) -> Result<Outcome> {
    let input = match (&args.photo, &args.camera) {
        (_, Some(source)) => Input::Camera(source.clone()),
        (Some(path), None) => Input::File(path.clone()),
        (None, None) => unreachable!("clap asks for one of them"),
    };
    let corrections = Corrections::from_flags(&args.set)?;
    let counting = CountingConfig::from_flags(&args.counting)?;
    counting.settings.for_board()?;
    let options = read_options(&args.reading)?;
    let style = Style {
        format: args.output.format,
        lang: lang(args.output.lang),
        side: counting.side,
        among_many: false,
    };

    let (photo, source) = take(&input)?;
    let reader = open(args.reading.models.as_deref())?;
    let reading = reader.read(&photo, &options).context(source.name.clone())?;
    let size = reading.setup.board.size();
    let case = crate::case(
        source,
        &reading,
        &corrections.on(size)?,
        Some(counting.case(size)?),
    );
    let report = Report::new(case).context("--dead")?;
    if let Some(path) = &args.overlay {
        write_overlay(&report, &photo, &reading, path)?;
    }
    write_report(&report, style, out)?;
    Ok(Outcome::certain_if(report.is_certain()))
}

/// What the flags tell the reader.
pub(super) fn read_options(args: &ReadingArgs) -> Result<ReadOptions> {
    Ok(ReadOptions {
        size: args.size,
        corners: args.corners.as_deref().map(corners).transpose()?,
        dump: args.dump_stages.clone(),
    })
}

fn take(input: &Input) -> Result<(Photo, Source)> {
    match input {
        Input::File(path) => {
            let name = path.display().to_string();
            let photo = Photo::open(path).with_context(|| name.clone())?;
            Ok((
                photo,
                Source {
                    kind: SourceKind::Photo,
                    name,
                },
            ))
        }
        Input::Camera(source) => {
            let photo = frame(source).with_context(|| format!("--camera {source}"))?;
            Ok((
                photo,
                Source {
                    kind: SourceKind::Camera,
                    name: source.clone(),
                },
            ))
        }
    }
}

#[cfg(feature = "opencv")]
fn frame(source: &str) -> Result<Photo> {
    Ok(crate::video::sharpest_frame(
        source,
        std::time::Duration::from_secs(1),
    )?)
}

#[cfg(not(feature = "opencv"))]
fn frame(_source: &str) -> Result<Photo> {
    anyhow::bail!("this program was built without cameras: take a photo and give its file")
}
