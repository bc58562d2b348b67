//! Files that are whole at every instant.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

/// Puts a text in the place of a file: whoever reads it, also after a power cut, finds the old one or
/// the new one.
pub(super) fn replace(path: &Path, text: &str) -> io::Result<()> {
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(".part");
    let part = path.with_file_name(name);
    let mut file = File::create(&part)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    drop(file);
    fs::rename(&part, path)?;
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    // Not every system lets a folder be opened; then the name is as safe as it makes it.
    if let Ok(folder) = File::open(folder.unwrap_or(Path::new("."))) {
        let _ = folder.sync_all();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reader_never_sees_half_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.sgf");
        let texts = ["a".repeat(100_000), "b".repeat(90_000)];
        replace(&path, &texts[0]).unwrap();
        std::thread::scope(|scope| {
            let writer = scope.spawn(|| {
                for round in 0..60 {
                    replace(&path, &texts[round % 2]).unwrap();
                }
            });
            while !writer.is_finished() {
                let text = fs::read_to_string(&path).unwrap();
                assert!(texts.contains(&text), "{} bytes", text.len());
            }
        });
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
