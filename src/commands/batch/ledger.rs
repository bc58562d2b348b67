//! The output of a batch, which is also its memory of what is done.

use std::collections::HashMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};

use super::row::{Past, Row, csv_head, past_from_csv, past_from_json};
use super::walk::Item;

/// How the rows are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    JsonLines,
    Csv,
}

/// The output file with what it already holds.
pub(super) struct Ledger {
    file: File,
    form: Form,
    /// Path, size and time of each photo that is done.
    done: HashMap<(String, u64, u64), Past>,
}

impl Ledger {
    /// Opens the output, takes note of the photos in it and cuts off a half-written last line.
    ///
    /// # Errors
    /// If it cannot be written, if another batch writes to it, or if it holds something else:
    /// nothing is changed then.
    pub(super) fn open(path: &Path, form: Form) -> Result<Self> {
        let name = || path.display().to_string();
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let file = options
            .open(path)
            .with_context(|| format!("cannot write {}", name()))?;
        let mut ledger = Self {
            file,
            form,
            done: HashMap::new(),
        };
        // A device such as /dev/null or a pipe has no past.
        if ledger.file.metadata().with_context(name)?.is_file() {
            match ledger.file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => bail!("{}: another batch writes to it", name()),
                // Some network file systems have no locks.
                Err(TryLockError::Error(_)) => {}
            }
            ledger.resume().with_context(name)?;
        }
        if ledger.form == Form::Csv && ledger.done.is_empty() && ledger.is_empty()? {
            ledger
                .file
                .write_all(&csv_head()?)
                .with_context(|| format!("cannot write {}", name()))?;
        }
        Ok(ledger)
    }

    fn is_empty(&self) -> Result<bool> {
        Ok(self.file.metadata()?.len() == 0)
    }

    /// Reads the whole lines and leaves the file ready for the next one.
    fn resume(&mut self) -> Result<()> {
        let mut whole = 0;
        let mut line = Vec::new();
        let mut reader = BufReader::new(&self.file);
        let mut number = 0;
        let mut rows = Vec::new();
        loop {
            line.clear();
            let read = reader.read_until(b'\n', &mut line)?;
            if read == 0 || line.last() != Some(&b'\n') {
                break;
            }
            number += 1;
            let text = String::from_utf8_lossy(&line);
            let is_head = number == 1 && self.form == Form::Csv && line == csv_head()?;
            if !is_head {
                let past = match self.form {
                    Form::JsonLines => past_from_json(&text),
                    Form::Csv => past_from_csv(&text),
                };
                rows.push(past.with_context(|| {
                    format!("line {number} is not of a batch; choose another output")
                })?);
            }
            whole += read as u64;
        }
        ensure!(
            number > 0 || line.is_empty() || self.is_start_of_row(&line),
            "the file holds something else; choose another output"
        );
        for past in rows {
            self.note(past);
        }
        self.file.set_len(whole)?;
        self.file.seek(SeekFrom::Start(whole))?;
        Ok(())
    }

    /// Whether a first line without end can be half of a row.
    fn is_start_of_row(&self, line: &[u8]) -> bool {
        let start: &[u8] = match self.form {
            Form::JsonLines => b"{\"schema\":\"shuzi/",
            Form::Csv => b"path,bytes,modified,",
        };
        let shared = start.len().min(line.len());
        start[..shared] == line[..shared]
    }

    /// How the photo ended, if it is done and unchanged since.
    pub(super) fn past(&self, item: &Item) -> Option<&Past> {
        self.done
            .get(&(item.name.clone(), item.bytes, item.modified))
    }

    /// Appends a row, whole and at once.
    pub(super) fn write(&mut self, row: &Row) -> Result<()> {
        let line = match self.form {
            Form::JsonLines => row.json()?,
            Form::Csv => row.csv()?,
        };
        self.file.write_all(&line).context("cannot write")?;
        self.note(row.past());
        Ok(())
    }

    fn note(&mut self, past: Past) {
        self.done
            .insert((past.name.clone(), past.bytes, past.modified), past);
    }
}
