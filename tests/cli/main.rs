//! The command line: exit statuses, refusals, and every form of answer.

mod answers;
mod batch;
mod certainty;
mod check;
mod eval;
mod hinges;
#[cfg(unix)]
mod interrupt;
mod overlay;
mod positions;
mod refusals;
mod schema;
mod scoring;
mod support;
