//! Which photos a batch is about.

use std::fs::Metadata;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use anyhow::{Context, Result, ensure};

/// The endings of the files that are taken from a folder.
const ENDINGS: [&str; 9] = [
    "jpg", "jpeg", "png", "webp", "tif", "tiff", "heic", "heif", "jpe",
];

/// One photo, told from others by its path, size and time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Item {
    pub path: PathBuf,
    /// The path as it is written into a row: on one line.
    pub name: String,
    /// Size of the file; 0 where there is none.
    pub bytes: u64,
    /// Time of the last change in milliseconds since 1970; 0 where it is not known.
    pub modified: u64,
}

impl Item {
    fn new(path: PathBuf) -> Self {
        let about = std::fs::metadata(&path).ok();
        Self {
            name: one_line(&path),
            bytes: about.as_ref().map_or(0, Metadata::len),
            modified: about.as_ref().map_or(0, modified),
            path,
        }
    }
}

/// The path as text, its control characters escaped.
fn one_line(path: &Path) -> String {
    let text = path.to_string_lossy();
    let escaped = text.chars().map(|character| {
        if character.is_control() {
            character.escape_default().to_string()
        } else {
            character.to_string()
        }
    });
    escaped.collect()
}

fn modified(about: &Metadata) -> u64 {
    let since_1970 = about
        .modified()
        .ok()
        .and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    since_1970.map_or(0, |time| {
        u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
    })
}

/// The named files, whatever they are, and the photos in the named folders and the folders
/// within, sorted by name, each once. The output itself is no photo.
pub(super) fn photos(inputs: &[PathBuf], output: &Path) -> Result<Vec<Item>> {
    let mut paths = Vec::new();
    for input in inputs {
        if input.is_dir() {
            let before = paths.len();
            collect(input, &mut paths)?;
            paths[before..].sort();
        } else {
            paths.push(input.clone());
        }
    }
    let mut seen = std::collections::HashSet::new();
    paths.retain(|path| path != output && seen.insert(path.clone()));
    ensure!(!paths.is_empty(), "there are no photos in {}", list(inputs));
    Ok(paths.into_iter().map(Item::new).collect())
}

/// Links to folders are not followed, so that a ring of them has an end.
fn collect(folder: &Path, paths: &mut Vec<PathBuf>) -> Result<()> {
    let entries = std::fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    for entry in entries {
        let entry = entry.with_context(|| folder.display().to_string())?;
        let path = entry.path();
        let hidden = entry.file_name().to_string_lossy().starts_with('.');
        if hidden {
            continue;
        }
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            collect(&path, paths)?;
        } else if is_photo(&path) && path.is_file() {
            paths.push(path);
        }
    }
    Ok(())
}

fn is_photo(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str());
    ending.is_some_and(|ending| {
        ENDINGS
            .iter()
            .any(|known| known.eq_ignore_ascii_case(ending))
    })
}

fn list(inputs: &[PathBuf]) -> String {
    let names: Vec<String> = inputs
        .iter()
        .map(|path| path.display().to_string())
        .collect();
    names.join(", ")
}
