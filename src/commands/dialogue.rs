//! `-i`: the open questions one after the other, as a referee asks both players.
//!
//! Answers are lines: on a terminal typed, else read as they come. Nothing is lost when they end
//! early: the flags that say the same are written before the program ends.

mod answers;
mod words;

use std::io::{BufRead, Write};
use std::sync::{Mutex, OnceLock};

use anyhow::{Context, Result};

use super::{Outcome, complain};
use crate::go::{AgreementError, Color, Point};
use crate::report::{About, Case, Lang, Question, Report, question, remarks_aloud, text};
use crate::vision::Doubt;

use answers::{Answer, Answers};
use words::Words;

/// What the players said so far, as flags, for Ctrl-C.
static SO_FAR: Mutex<String> = Mutex::new(String::new());

/// What a line says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Said {
    Answer(Answer),
    /// It is as it looks.
    AsItLooks,
    Yes,
    No,
    Undo,
    Help,
    Stop,
}

/// A talk with both players about one board.
pub(super) struct Dialogue<'a> {
    /// The board and what the flags say of its count.
    pub case: Case,
    /// The points that flags correct.
    pub corrections: Vec<(Point, Option<Color>)>,
    /// Whether points can be corrected; a file is corrected by hand.
    pub corrects: bool,
    pub lang: Lang,
    pub input: &'a mut dyn BufRead,
    pub out: &'a mut dyn Write,
}

impl Dialogue<'_> {
    /// Asks until both players have said yes; `None` if the answers end before.
    pub(super) fn run(mut self) -> Result<Option<Case>> {
        let words = Words(self.lang);
        let mut answers = Answers::of_flags(&self.case, &self.corrections);
        let mut message = words.intro(self.corrects);
        loop {
            let report = Report::new(answers.case(&self.case))?;
            note(&answers.flags(&self.case, false));
            self.write(&format!("{message}\n{}", shown(&report, self.lang)))?;
            let next = next_question(&report);
            let said = match &next {
                Some(next) => self.ask(&report, next)?,
                None => self.ask_both(&report)?,
            };
            message = String::new();
            match said {
                Ok(Said::Answer(Answer::Set(..))) if !self.corrects => {
                    message = words.no_corrections();
                }
                Ok(Said::Answer(answer)) => match self.checked(&answers, answer) {
                    Ok(()) => answers.push(answer),
                    Err(error) => message = error.to_string(),
                },
                Ok(Said::AsItLooks) => match next.as_ref().and_then(as_it_looks) {
                    Some(answer) => answers.push(answer),
                    None => message = words.not_understood(""),
                },
                Ok(Said::Undo) => {
                    if !answers.undo() {
                        message = words.nothing_to_undo();
                    }
                }
                Ok(Said::Yes) if next.is_none() => return self.agreed(&report, &answers).map(Some),
                Ok(Said::Help) => message = words.intro(self.corrects),
                Ok(Said::Stop) => return self.stopped(&answers).map(|()| None),
                Ok(Said::No) => message = words.what_is_wrong(),
                Ok(Said::Yes) => message = words.not_understood("y"),
                Err(line) => message = words.not_understood(&line),
            }
        }
    }

    /// Whether an answer fits the board.
    fn checked(&self, answers: &Answers, answer: Answer) -> Result<(), AgreementError> {
        let mut with = answers.clone();
        with.push(answer);
        let case = with.case(&self.case);
        let (board, Answer::Dead(stone) | Answer::Alive(stone)) = (&case.setup.board, answer)
        else {
            return Ok(());
        };
        match board.get(stone) {
            Some(_) => Report::new(case).map(|_| ()),
            None => Err(AgreementError::NoStone {
                point: stone,
                label: stone.label(board.size()),
            }),
        }
    }

    fn ask(&mut self, report: &Report, next: &Question) -> Result<Result<Said, String>> {
        let words = Words(self.lang);
        let sentence = question(report, next, self.lang);
        self.write(&format!("{sentence}\n{}", words.prompt(&next.about)))?;
        self.listen(report, Some(&next.about))
    }

    /// The yes of both players, Black first.
    fn ask_both(&mut self, report: &Report) -> Result<Result<Said, String>> {
        let words = Words(self.lang);
        for remark in remarks_aloud(report, self.lang) {
            self.write(&format!("- {remark}\n"))?;
        }
        for color in Color::BOTH {
            self.write(&words.agrees(color))?;
            let said = self.listen(report, None)?;
            if said != Ok(Said::Yes) {
                return Ok(said);
            }
        }
        Ok(Ok(Said::Yes))
    }

    /// The next line; `Err` holds one that is not understood.
    fn listen(&mut self, report: &Report, about: Option<&About>) -> Result<Result<Said, String>> {
        let mut line = String::new();
        if self.input.read_line(&mut line).context("standard input")? == 0 {
            return Ok(Ok(Said::Stop));
        }
        let said = answers::parse(line.trim(), report.board().size(), about);
        Ok(said.ok_or_else(|| line.trim().to_owned()))
    }

    /// Both said yes: what is marked now counts, and the game has ended.
    fn agreed(&mut self, report: &Report, answers: &Answers) -> Result<Case> {
        let mut case = answers.case(&self.case);
        if let (Some(counting), Some(counted)) = (&mut case.counting, report.counted()) {
            let dead = counted.agreed.dead();
            let chains = report.board().chains().into_iter();
            let first = chains.filter_map(|chain| chain.stones.first().copied());
            counting.dead = Some(first.filter(|stone| dead.contains(stone)).collect());
            counting.alive.clear();
            counting.accept_suggested = false;
            counting.confirmed = true;
        }
        let flags = answers.flags(&case, true);
        self.write(&Words(self.lang).agreed(&flags))?;
        Ok(case)
    }

    fn stopped(&mut self, answers: &Answers) -> Result<()> {
        let flags = answers.flags(&self.case, false);
        self.write(&Words(self.lang).stopped(&flags))
    }

    fn write(&mut self, text: &str) -> Result<()> {
        let written = self.out.write_all(text.as_bytes());
        written
            .and_then(|()| self.out.flush())
            .context("standard error")
    }
}

/// The board and who wins on it.
fn shown(report: &Report, lang: Lang) -> String {
    let (diagram, verdict) = (text::diagram(report, lang), text::verdict(report, lang));
    format!("{diagram}{verdict}\n")
}

/// The next thing to ask about the stones: what decides the winner first.
fn next_question(report: &Report) -> Option<Question> {
    let is_about_stones =
        |q: &&Question| matches!(q.about, About::Point { .. } | About::Life { .. });
    if let Some(stakes) = report.stakes() {
        return stakes.all().find(is_about_stones).cloned();
    }
    // Where all together could not be counted, one after the other.
    let points = report.notes().iter().filter_map(|note| match note.doubt {
        Doubt::Point {
            point,
            read,
            alternative,
            probability,
            ..
        } => Some(Question {
            about: About::Point {
                point,
                read,
                otherwise: alternative,
            },
            otherwise: 1.0 - probability,
            outcomes: Vec::new(),
        }),
        Doubt::Grid(_) => None,
    });
    let chains = report.open_chains().iter().map(|chain| Question {
        about: About::Life {
            stones: chain.stones.clone(),
            color: chain.color,
            looks_dead: chain.looks_dead,
        },
        otherwise: 1.0 - chain.certainty,
        outcomes: Vec::new(),
    });
    points.chain(chains).next()
}

fn as_it_looks(question: &Question) -> Option<Answer> {
    match &question.about {
        About::Point { point, read, .. } => Some(Answer::Set(*point, *read)),
        About::Life {
            stones,
            looks_dead: true,
            ..
        } => Some(Answer::Dead(stones[0])),
        About::Life { stones, .. } => Some(Answer::Alive(stones[0])),
        About::Place(_) | About::Settings => None,
    }
}

/// Keeps the flags so far for Ctrl-C, which writes them and ends.
fn note(flags: &str) {
    static ONCE: OnceLock<()> = OnceLock::new();
    if let Ok(mut so_far) = SO_FAR.lock() {
        flags.clone_into(&mut so_far);
    }
    ONCE.get_or_init(|| {
        let watched = ctrlc::set_handler(|| {
            if let Ok(so_far) = SO_FAR.lock() {
                complain(&format!("\n{so_far}"));
            }
            std::process::exit(i32::from(Outcome::Interrupted.code()));
        });
        if let Err(error) = watched {
            complain(&format!("Ctrl-C will lose the answers so far ({error})"));
        }
    });
}

#[cfg(test)]
mod tests;
