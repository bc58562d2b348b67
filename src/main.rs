//! The `shuzi` command.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;

use shuzi::cli::Cli;
use shuzi::commands;

/// The exit status of an error, as clap has it for wrong flags.
const ERROR: u8 = 2;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let mut out = io::stdout().lock();
    let outcome = commands::run(&cli, &commands::open_reader, &mut out);
    ExitCode::from(match outcome {
        Ok(outcome) => outcome.code(),
        Err(error) if is_broken_pipe(&error) => ERROR,
        Err(error) => {
            let _ = writeln!(io::stderr(), "error: {error:#}");
            ERROR
        }
    })
}

/// Whether whoever read the answer went away, as `head` does: nothing to complain about.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let is_pipe = |cause: &io::Error| cause.kind() == io::ErrorKind::BrokenPipe;
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref())
        .any(is_pipe)
}
