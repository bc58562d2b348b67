//! `shuzi score`: a photo → the verdict.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};

use super::config::{Corrections, CountingConfig, corners};
use super::{OpenReader, Outcome, Style, ask_players, lang, write_overlay, write_report};
use crate::cli::{ReadingArgs, ScoreArgs};
use crate::report::{Report, Source, SourceKind};
use crate::vision::{MergeError, Photo, ReadOptions, Reading, merged};

/// Where the photo comes from.
#[derive(Debug)]
enum Input {
    Files(Vec<PathBuf>),
    Camera(String),
}

pub(super) fn run(args: &ScoreArgs, open: &OpenReader<'_>, out: &mut dyn Write) -> Result<Outcome> {
    let input = match &args.camera {
        Some(source) => Input::Camera(source.clone()),
        None => Input::Files(args.photos.clone()),
    };
    let one_photo_only = args.reading.corners.is_some() || args.reading.dump_stages.is_some();
    ensure!(
        args.photos.len() <= 1 || !one_photo_only,
        "--corners and --dump-stages go with one photo; score each of several by itself first"
    );
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

    let photos = take(&input)?;
    let reader = open(args.reading.models.as_deref())?;
    let readings = (photos.iter())
        .map(|(name, photo)| reader.read(photo, &options).context(name.clone()))
        .collect::<Result<Vec<_>>>()?;
    let reading = together(&readings, &photos)?;
    let names: Vec<&str> = photos.iter().map(|(name, _)| name.as_str()).collect();
    let source = Source {
        kind: input.kind(),
        name: names.join(", "),
    };
    let size = reading.setup.board.size();
    let corrections = corrections.on(size)?;
    let counting = Some(counting.case(size)?);
    let case = if args.interactive {
        let open = crate::case(source, &reading, &[], counting);
        ask_players(open, Some(corrections), style.lang)?
    } else {
        Some(crate::case(source, &reading, &corrections, counting))
    };
    let Some(case) = case else {
        return Ok(Outcome::NeedsPerson);
    };
    let report = Report::new(case).context("--dead, --alive")?;
    if let Some(path) = &args.overlay {
        write_overlay(&report, &photos[0].1, &reading, path)?;
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

impl Input {
    fn kind(&self) -> SourceKind {
        match self {
            Self::Files(_) => SourceKind::Photo,
            Self::Camera(_) => SourceKind::Camera,
        }
    }
}

/// The photos and how they are named.
fn take(input: &Input) -> Result<Vec<(String, Photo)>> {
    match input {
        Input::Files(paths) => (paths.iter())
            .map(|path| {
                let name = path.display().to_string();
                let photo = Photo::open(path).with_context(|| name.clone())?;
                Ok((name, photo))
            })
            .collect(),
        Input::Camera(source) => {
            let photo = frame(source).with_context(|| format!("--camera {source}"))?;
            Ok(vec![(source.clone(), photo)])
        }
    }
}

/// One reading of all photos.
fn together(readings: &[Reading], photos: &[(String, Photo)]) -> Result<Reading> {
    merged(readings).map_err(|error| {
        let (MergeError::Size { photo, .. } | MergeError::Position { photo, .. }) = error;
        let names = [0, photo].map(|i| photos[i].0.as_str()).join(" and ");
        anyhow::Error::new(error).context(names)
    })
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
