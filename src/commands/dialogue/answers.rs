//! What the players have said so far.

use crate::commands::config::stone_of;
use crate::go::{Board, BoardSize, Color, Point};
use crate::report::{About, Case, CountingCase};

use super::Said;

/// One thing that was said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Answer {
    /// What stands on a point.
    Set(Point, Option<Color>),
    /// The chain of this stone is dead.
    Dead(Point),
    /// The chain of this stone lives.
    Alive(Point),
}

/// All that was said, in its order; later answers go before earlier ones.
#[derive(Debug, Clone)]
pub(super) struct Answers {
    said: Vec<Answer>,
    /// How many of them flags have said: they are not undone.
    flags: usize,
}

impl Answers {
    pub(super) fn of_flags(case: &Case, corrections: &[(Point, Option<Color>)]) -> Self {
        let counting = case.counting.as_ref();
        let set = corrections.iter().map(|&(p, stone)| Answer::Set(p, stone));
        let dead = counting.into_iter().flat_map(|c| c.dead.iter().flatten());
        let alive = counting.into_iter().flat_map(|c| &c.alive);
        let named = dead.map(|&stone| Answer::Dead(stone));
        let said: Vec<Answer> = set
            .chain(named)
            .chain(alive.map(|&stone| Answer::Alive(stone)))
            .collect();
        Self {
            flags: said.len(),
            said,
        }
    }

    pub(super) fn push(&mut self, answer: Answer) {
        self.said.push(answer);
    }

    /// Takes the last answer back, if there is one.
    pub(super) fn undo(&mut self) -> bool {
        let has = self.said.len() > self.flags;
        if has {
            self.said.pop();
        }
        has
    }

    /// Corrected points, each once.
    fn set(&self) -> Vec<(Point, Option<Color>)> {
        let mut set: Vec<(Point, Option<Color>)> = Vec::new();
        for answer in &self.said {
            if let Answer::Set(point, stone) = *answer {
                set.retain(|(other, _)| *other != point);
                set.push((point, stone));
            }
        }
        set
    }

    /// Of each chain that was named the first stone, and whether it is dead.
    fn named(&self, board: &Board) -> Vec<(Point, bool)> {
        let mut named: Vec<(Point, bool)> = Vec::new();
        for answer in &self.said {
            let (stone, dead) = match *answer {
                Answer::Dead(stone) => (stone, true),
                Answer::Alive(stone) => (stone, false),
                Answer::Set(..) => continue,
            };
            // A stone that a later correction took away names nothing any more.
            let Some(chain) = board.chain_at(stone) else {
                continue;
            };
            named.retain(|(other, _)| !chain.stones.contains(other));
            named.push((stone, dead));
        }
        named
    }

    /// The board with all that was said.
    pub(super) fn case(&self, base: &Case) -> Case {
        let mut case = base.clone();
        for (point, stone) in self.set() {
            case.correct(point, stone);
        }
        let named = self.named(&case.setup.board);
        let stones = |dead: bool| {
            let stones = named.iter().filter(move |(_, is)| *is == dead);
            stones.map(|(stone, _)| *stone).collect::<Vec<Point>>()
        };
        if let Some(counting) = &mut case.counting {
            // Who has marked dead stones already has spoken of all.
            let accept_suggested = counting.dead.is_none() || counting.accept_suggested;
            *counting = CountingCase {
                dead: Some(stones(true)),
                alive: stones(false),
                accept_suggested,
                ..counting.clone()
            };
        }
        case
    }

    /// The flags that say the same. `agreed` if the dead stones of the case are all that are dead.
    pub(super) fn flags(&self, case: &Case, agreed: bool) -> String {
        let size = case.setup.board.size();
        let case = if agreed {
            case.clone()
        } else {
            self.case(case)
        };
        let names = |stones: &[Point]| -> String {
            let names: Vec<String> = stones.iter().map(|stone| stone.label(size)).collect();
            names.join(",")
        };
        let mut flags = Vec::new();
        if let Some(counting) = &case.counting {
            let dead = counting.dead.as_deref().unwrap_or_default();
            match dead {
                [] if agreed || !counting.accept_suggested => flags.push("--dead none".to_owned()),
                [] => {}
                dead => flags.push(format!("--dead {}", names(dead))),
            }
            if !counting.alive.is_empty() {
                flags.push(format!("--alive {}", names(&counting.alive)));
            }
            if counting.accept_suggested {
                flags.push("--accept-suggested".to_owned());
            }
            if counting.confirmed {
                flags.push("--confirmed".to_owned());
            }
        }
        let set = self.set().into_iter().map(|(point, stone)| {
            let stone = stone.map_or('.', Color::letter);
            format!("{}={stone}", point.label(size))
        });
        let set: Vec<String> = set.collect();
        if !set.is_empty() {
            flags.push(format!("--set {}", set.join(",")));
        }
        flags.join(" ")
    }
}

/// What a line says: `K10=W`, `dead D4`, `alive D4`, `u`, `?`, `q`, `y`, `n`, nothing at all; and about a
/// point that is asked about `b`, `w` or `.`, about a chain `d` or `a`.
pub(super) fn parse(line: &str, size: BoardSize, about: Option<&About>) -> Option<Said> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let lower = line.to_lowercase();
    let point = |name: &str| Point::parse(name, size).ok();
    match (about, lower.as_str()) {
        (_, "") => return Some(Said::AsItLooks),
        (_, "u" | "undo" | "悔") => return Some(Said::Undo),
        (_, "?" | "h" | "help" | "？" | "帮助") => return Some(Said::Help),
        (_, "q" | "quit" | "退出") => return Some(Said::Stop),
        (_, "y" | "yes" | "是") => return Some(Said::Yes),
        (_, "n" | "no" | "否") => return Some(Said::No),
        (Some(About::Life { stones, .. }), "d" | "dead" | "死") => {
            return Some(Said::Answer(Answer::Dead(stones[0])));
        }
        (Some(About::Life { stones, .. }), "a" | "alive" | "活") => {
            return Some(Said::Answer(Answer::Alive(stones[0])));
        }
        (Some(About::Point { point, .. }), stone) if stone_of(stone).is_some() => {
            return Some(Said::Answer(Answer::Set(*point, stone_of(stone)?)));
        }
        _ => {}
    }
    if let Some((name, stone)) = line.split_once('=') {
        return Some(Said::Answer(Answer::Set(point(name)?, stone_of(stone)?)));
    }
    match words.as_slice() {
        ["d" | "dead" | "死", name] => Some(Said::Answer(Answer::Dead(point(name)?))),
        ["a" | "alive" | "活", name] => Some(Said::Answer(Answer::Alive(point(name)?))),
        _ => None,
    }
}
