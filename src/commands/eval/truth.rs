//! `NAME.json` beside a photo: what is truly on it.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

use crate::go::{Board, BoardSize, Point};
use crate::vision::Xy;

/// What is truly on a photo.
#[derive(Debug, Clone)]
pub(super) struct Truth {
    /// The name without its ending.
    pub name: String,
    pub image: PathBuf,
    /// Lines a side.
    pub size: u8,
    /// The outermost crossings in pixels of the upright photo: top left, top right, bottom
    /// right, bottom left; `None` where they were not written down.
    pub corners: Option<[Xy; 4]>,
    /// The stones; `None` where only the corners are known.
    pub board: Option<Board>,
    /// Whether an outer line is outside of the photo: a reader must say so.
    pub cut: bool,
    /// Covered crossings, which are not judged.
    pub hidden: Vec<Point>,
}

#[derive(Deserialize)]
struct File {
    size: u8,
    corners: Option<[Xy; 4]>,
    board: Option<Vec<String>>,
    #[serde(default)]
    cut: bool,
    #[serde(default)]
    hidden: Vec<(u8, u8)>,
    image: String,
}

/// The truths of a folder by name; of `only`, a list of names with or without their endings,
/// those that it names.
pub(super) fn load(folder: &Path, only: Option<&Path>) -> Result<Vec<Truth>> {
    let paths = paths(folder, only)?;
    paths
        .iter()
        .map(|path| truth(path).with_context(|| path.display().to_string()))
        .collect()
}

/// The JSON files of a folder by name; of `only`, those that it names.
pub(super) fn paths(folder: &Path, only: Option<&Path>) -> Result<Vec<PathBuf>> {
    let only = only.map(names).transpose()?;
    let entries = std::fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    let mut paths = Vec::new();
    for entry in entries {
        let path = entry.with_context(|| folder.display().to_string())?.path();
        if path.extension().is_some_and(|ending| ending == "json") {
            paths.push(path);
        }
    }
    paths.sort();
    if let Some(only) = &only {
        paths.retain(|path| only.contains(&stem(path)));
        let found: HashSet<String> = paths.iter().map(|path| stem(path)).collect();
        let missing = only.iter().find(|name| !found.contains(*name));
        ensure!(
            missing.is_none(),
            "--only: {} is not in {}",
            missing.expect("it was found"),
            folder.display()
        );
    }
    Ok(paths)
}

pub(super) fn stem(path: &Path) -> String {
    path.file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

/// The names in a list, one a line.
fn names(list: &Path) -> Result<HashSet<String>> {
    let text = std::fs::read_to_string(list)
        .with_context(|| format!("--only: cannot read {}", list.display()))?;
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    Ok(lines.map(|line| without_ending(line).to_owned()).collect())
}

/// Names may hold dots, so that only the endings of photos and truths are taken off.
fn without_ending(name: &str) -> &str {
    let endings = [".json", ".jpg", ".jpeg", ".png", ".webp"];
    endings
        .iter()
        .find_map(|ending| name.strip_suffix(ending))
        .unwrap_or(name)
}

fn truth(path: &Path) -> Result<Truth> {
    let text = std::fs::read_to_string(path)?;
    let file: File = serde_json::from_str(&text)?;
    let size = BoardSize::square(file.size)?;
    let board = file.board.as_deref().map(Board::from_rows).transpose()?;
    if let Some(board) = &board {
        ensure!(
            board.size() == size,
            "`board` is {}, `size` is {size}",
            board.size()
        );
    }
    ensure!(
        file.cut || board.is_some() || file.corners.is_some(),
        "neither `corners` nor `board` nor `cut`: nothing to judge by"
    );
    Ok(Truth {
        name: stem(path),
        image: path.with_file_name(file.image),
        size: file.size,
        corners: file.corners,
        board,
        cut: file.cut,
        hidden: file
            .hidden
            .iter()
            .map(|&(column, row)| Point::new(column, row))
            .collect(),
    })
}
