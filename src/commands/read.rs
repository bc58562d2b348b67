//! `shuzi read`: photos → positions, without a count.

use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use super::score::read_options;
use super::{OpenReader, Outcome, ReadBoard, Style, complain, lang, write_overlay, write_report};
use crate::cli::ReadArgs;
use crate::report::{Report, Source, SourceKind};
use crate::vision::{Photo, ReadOptions};

pub(super) fn run(args: &ReadArgs, open: &OpenReader<'_>, out: &mut dyn Write) -> Result<Outcome> {
    let one_photo = args.photos.len() == 1;
    ensure!(
        one_photo || args.overlay.is_none(),
        "--overlay takes one photo at a time"
    );
    ensure!(
        one_photo || args.reading.corners.is_none(),
        "--corners belong to one photo"
    );
    ensure!(
        one_photo || args.reading.dump_stages.is_none(),
        "--dump-stages takes one photo"
    );
    let options = read_options(&args.reading)?;
    let style = Style {
        format: args.output.format,
        lang: lang(args.output.lang),
        side: None,
        among_many: !one_photo,
    };
    let reader = open(args.reading.models.as_deref())?;
    let mut outcome = Outcome::Certain;
    let mut failed = 0;
    for path in &args.photos {
        match read_one(path, &*reader, &options, args.overlay.as_deref()) {
            Ok(report) => {
                write_report(&report, style, out)?;
                outcome = outcome.and(Outcome::certain_if(report.is_certain()));
            }
            Err(error) if one_photo => return Err(error),
            Err(error) => {
                failed += 1;
                complain(&format!("error: {error:#}"));
            }
        }
    }
    ensure!(
        failed == 0,
        "{failed} of {} photos could not be read",
        args.photos.len()
    );
    Ok(outcome)
}

fn read_one(
    path: &Path,
    reader: &dyn ReadBoard,
    options: &ReadOptions,
    overlay: Option<&Path>,
) -> Result<Report> {
    let name = path.display().to_string();
    let photo = Photo::open(path).with_context(|| name.clone())?;
    let reading = reader.read(&photo, options).with_context(|| name.clone())?;
    let source = Source {
        kind: SourceKind::Photo,
        name,
    };
    let report = Report::new(crate::case(source, &reading, &[], None))?;
    if let Some(overlay) = overlay {
        write_overlay(&report, &photo, &reading, overlay)?;
    }
    Ok(report)
}
