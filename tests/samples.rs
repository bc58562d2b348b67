//! Reads every photo of `samples/` that has a truth file beside it: one named test a photo, found at
//! run time, so that a new photo needs no code. So it does with the rendered pictures of
//! `tests/data/cases` (`training/cases.py`): what people report about programs of this kind. These
//! must not be read wrongly in silence, and without any doubt where today's weights have none.
//! Those of `tests/data/several` show one board from three sides and are read as one. The symmetries
//! of the square are tried on each sample: a photo turned or mirrored must give the reading turned or
//! mirrored; only a point that is doubtful may come out otherwise.

use std::error::Error;
use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use image::{DynamicImage, ImageFormat, RgbImage, imageops};
use libtest_mimic::{Arguments, Failed, Trial};
use serde::Deserialize;
use shuzi::go::{Board, Point, Symmetry};
use shuzi::vision::{Doubt, GridDoubt, Photo, ReadOptions, Reader, Reading, merged};

#[derive(Deserialize)]
struct Truth {
    image: String,
    #[serde(default)]
    cut: bool,
    board: Option<Vec<String>>,
    corners: Option<[[f64; 2]; 4]>,
    /// Covered crossings (column, row), not to be judged.
    #[serde(default)]
    hidden: Vec<[u8; 2]>,
    /// The corners of other boards in the picture.
    #[serde(default)]
    neighbours: Vec<[[f64; 2]; 4]>,
    /// The program may ask about this picture, or refuse it.
    #[serde(default)]
    may_ask: bool,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::from_args();
    let reader = Arc::new(Reader::new()?);
    let mut trials = Vec::new();
    for (name, path, truth) in truths("tests/data/cases")? {
        let r = reader.clone();
        trials.push(Trial::test(format!("case_{name}"), move || {
            case(&r, &truth, &path)
        }));
    }
    let r = reader.clone();
    trials.push(Trial::test("case_several_photos", move || several(&r)));
    for (name, path, truth) in truths("samples")? {
        let (r, t, p) = (reader.clone(), truth.clone(), path.clone());
        trials.push(Trial::test(format!("reads_{name}"), move || {
            reads(&r, &t, &p)
        }));
        if truth.board.is_some() {
            let (r, t, p) = (reader.clone(), truth.clone(), path.clone());
            trials.push(Trial::test(format!("symmetries_{name}"), move || {
                symmetries(&r, &t, &p)
            }));
        }
    }
    libtest_mimic::run(&arguments, trials).exit()
}

/// The name, path and content of a truth file.
type Named = (String, PathBuf, Arc<Truth>);

/// Each truth file of a folder.
fn truths(folder: &str) -> Result<Vec<Named>, Box<dyn Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|e| e == "json"))
        .collect();
    files.sort();
    (files.into_iter())
        .map(|path| {
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            let truth = serde_json::from_str(&std::fs::read_to_string(&path)?)?;
            Ok((name.into_owned(), path, Arc::new(truth)))
        })
        .collect()
}

fn photo(truth: &Truth, path: &Path) -> Result<Photo, Failed> {
    Ok(Photo::open(&path.with_file_name(&truth.image))?)
}

fn reads(reader: &Reader, truth: &Truth, path: &Path) -> Result<(), Failed> {
    let reading = reader.read(&photo(truth, path)?, &ReadOptions::default());
    if truth.cut {
        return says_cut(reading.ok().as_ref());
    }
    let reading = reading?;
    let board = expected(truth)?;
    same(&reading.setup.board, &board)?;
    let cell = reading.grid.cell();
    for (found, right) in reading
        .grid
        .corners()
        .iter()
        .zip(truth.corners.unwrap_or_default())
    {
        let off = (found[0] - right[0]).hypot(found[1] - right[1]) / cell;
        if off > 0.3 {
            return Err(format!("a corner is {off:.2} cells off: {found:?} for {right:?}").into());
        }
    }
    Ok(())
}

/// A case that people report: no error without a doubt, and no error at all unless it may ask.
fn case(reader: &Reader, truth: &Truth, path: &Path) -> Result<(), Failed> {
    let reading = match reader.read(&photo(truth, path)?, &ReadOptions::default()) {
        Err(_) if truth.may_ask => return Ok(()),
        Err(_) if truth.cut => return Ok(()),
        reading => reading?,
    };
    if truth.cut {
        return says_cut(Some(&reading));
    }
    let is_other = |doubt: &Doubt| matches!(doubt, Doubt::Grid(GridDoubt::OtherBoard(_)));
    let tells = reading.neighbour.is_some() || reading.doubts.iter().any(is_other);
    if tells && truth.neighbours.is_empty() {
        return Err("tells of a board that is not there".into());
    }
    let board = expected(truth)?;
    if reading.setup.board.size() != board.size() {
        let asks = reading.doubts.iter().any(|d| matches!(d, Doubt::Grid(_)));
        return (truth.may_ask && asks)
            .then_some(())
            .ok_or_else(|| format!("read with {}", reading.setup.board.size()).into());
    }
    let read = &reading.setup.board;
    let wrong = |turn: &Symmetry| -> Vec<Point> {
        (board.size().points())
            .filter(|p| !truth.hidden.contains(&[p.column(), p.row()]))
            .map(|p| (turn.apply(p, board.size()), board.get(p)))
            .filter(|(p, stone)| read.get(*p) != *stone)
            .map(|(p, _)| p)
            .collect()
    };
    let wrong = Symmetry::ALL[..4].iter().map(wrong).min_by_key(Vec::len);
    let wrong = wrong.ok_or("no quarter turn")?;
    if wrong.is_empty() || truth.may_ask && !reading.doubts.is_empty() {
        return Ok(());
    }
    let points: Vec<String> = wrong.iter().map(|p| p.label(board.size())).collect();
    Err(format!("wrong at {}; doubts {:?}", points.join(" "), reading.doubts).into())
}

/// One board from three sides, a lamp's glare elsewhere in each and a hand over one: together they show
/// it whole.
fn several(reader: &Reader) -> Result<(), Failed> {
    let mut readings = Vec::new();
    let mut board = None;
    for (_, path, truth) in truths("tests/data/several")? {
        readings.push(reader.read(&photo(&truth, &path)?, &ReadOptions::default())?);
        board = Some(expected(&truth)?);
    }
    let board = board.ok_or("no photo")?;
    if readings.iter().all(|reading| reading.doubts.is_empty()) {
        return Err("nothing is doubtful in any single photo".into());
    }
    let together = merged(&readings)?;
    let mut turns = Symmetry::ALL[..4]
        .iter()
        .map(|turn| board.transformed(*turn));
    if !turns.any(|turned| turned == together.setup.board) {
        same(&together.setup.board, &board)?;
    }
    match together.doubts.as_slice() {
        [] => Ok(()),
        doubts => Err(format!("doubts are left: {doubts:?}").into()),
    }
}

/// A cut board is refused or doubted for its edge.
fn says_cut(reading: Option<&Reading>) -> Result<(), Failed> {
    let doubts = reading.map(|r| r.doubts.as_slice());
    let said = doubts.is_none_or(|doubts| {
        doubts.iter().any(|d| {
            matches!(
                d,
                Doubt::Grid(GridDoubt::EdgeCut(_) | GridDoubt::EdgeUncertain(_))
            )
        })
    });
    if said {
        Ok(())
    } else {
        Err(format!("nothing is said of the cut edge: {doubts:?}").into())
    }
}

fn expected(truth: &Truth) -> Result<Board, Failed> {
    let rows = truth.board.as_ref().ok_or("no board in the truth file")?;
    Ok(rows.join("\n").parse::<Board>()?)
}

fn same(found: &Board, expected: &Board) -> Result<(), String> {
    shuzi::go::diff(found, expected).map_or(Ok(()), Err)
}

fn symmetries(reader: &Reader, truth: &Truth, path: &Path) -> Result<(), Failed> {
    let board = expected(truth)?;
    let upright = photo(truth, path)?;
    for symmetry in Symmetry::ALL {
        let picture = turned(upright.rgb(), symmetry);
        let mut png = Cursor::new(Vec::new());
        DynamicImage::from(picture).write_to(&mut png, ImageFormat::Png)?;
        let reading = reader.read(&Photo::decode(png.get_ref())?, &ReadOptions::default())?;
        // An askew board may be read from another of its corners: quarter turns are allowed.
        let wanted = board.transformed(symmetry);
        let best = Symmetry::ALL[..4]
            .iter()
            .map(|turn| wanted.transformed(*turn))
            .min_by_key(|board| undoubted(&reading, board));
        let best = best.ok_or("no quarter turn")?;
        if undoubted(&reading, &best) > 0 {
            same(&reading.setup.board, &best).map_err(|e| format!("{symmetry:?}: {e}"))?;
        }
    }
    Ok(())
}

/// Points that differ although the reading has no doubt of them; all, where the size differs.
fn undoubted(reading: &Reading, board: &Board) -> usize {
    let size = board.size();
    if reading.setup.board.size() != size {
        return size.area();
    }
    let doubtful = |point| {
        let at = |d: &Doubt| matches!(d, Doubt::Point { point: p, .. } if *p == point);
        reading.doubts.iter().any(at)
    };
    size.points()
        .filter(|&p| reading.setup.board.get(p) != board.get(p) && !doubtful(p))
        .count()
}

/// The picture as the board looks after the symmetry.
fn turned(picture: &RgbImage, symmetry: Symmetry) -> RgbImage {
    let at = Symmetry::ALL
        .iter()
        .position(|s| *s == symmetry)
        .unwrap_or(0);
    let flat = if at >= 4 {
        imageops::flip_horizontal(picture)
    } else {
        picture.clone()
    };
    match at % 4 {
        1 => imageops::rotate90(&flat),
        2 => imageops::rotate180(&flat),
        3 => imageops::rotate270(&flat),
        _ => flat,
    }
}
