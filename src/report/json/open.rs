//! What is not known, and what the players said, in a document.

use serde::Serialize;

use super::{name, stone};
use crate::go::Point;
use crate::report::{
    About, Counted, Oddity, OpenChain, OpenPlace, Place, Question, Report, Stakes,
};
use crate::sgf::RecordResult;

#[derive(Debug, Serialize)]
pub(super) struct StakesJson {
    black_least_quarter_zi: i32,
    black_most_quarter_zi: i32,
    certified: bool,
    winner: Option<&'static str>,
    other_winner: f64,
    ask: Vec<AskJson>,
}

/// Something to ask.
#[derive(Debug, Serialize)]
struct AskJson {
    kind: &'static str,
    points: Vec<String>,
    taken_as: Option<&'static str>,
    may_be: Option<&'static str>,
    probability: f64,
    otherwise: Vec<String>,
}

#[derive(Debug, Serialize)]
pub(super) struct PlaceJson {
    kind: &'static str,
    points: Vec<String>,
    black_quarter_zi: i32,
    white_quarter_zi: i32,
}

#[derive(Debug, Serialize)]
pub(super) struct DeadJson {
    agreed: bool,
    stones: Vec<String>,
    accepted: Vec<String>,
    suggested: Option<SuggestedJson>,
    open: Vec<OpenJson>,
    questioned: Vec<QuestionedJson>,
}

#[derive(Debug, Serialize)]
struct SuggestedJson {
    certain: Vec<String>,
    uncertain: Vec<String>,
}

/// A chain that is not certain.
#[derive(Debug, Serialize)]
struct OpenJson {
    stone: String,
    color: &'static str,
    looks_dead: bool,
    certainty: f64,
    hinge: Option<&'static str>,
}

/// Marked stones that can hardly be meant so.
#[derive(Debug, Serialize)]
struct QuestionedJson {
    kind: &'static str,
    stones: Vec<String>,
}

fn labels(report: &Report, points: &[Point]) -> Vec<String> {
    let size = report.board().size();
    points.iter().map(|point| point.label(size)).collect()
}

pub(super) fn stakes(report: &Report, stakes: &Stakes) -> StakesJson {
    StakesJson {
        black_least_quarter_zi: stakes.margins[0].0,
        black_most_quarter_zi: stakes.margins[1].0,
        certified: stakes.questions.is_empty(),
        winner: stakes.winner.map(name),
        other_winner: thousandths(stakes.other_winner),
        ask: (stakes.questions.iter())
            .map(|question| ask(report, question))
            .collect(),
    }
}

fn ask(report: &Report, question: &Question) -> AskJson {
    let (kind, points, taken_as, may_be) = match &question.about {
        About::Point {
            point,
            read,
            otherwise,
        } => (
            "point",
            vec![*point],
            Some(stone(*read)),
            Some(stone(*otherwise)),
        ),
        About::Life {
            stones, looks_dead, ..
        } => {
            let (is, other) = if *looks_dead {
                ("dead", "alive")
            } else {
                ("alive", "dead")
            };
            ("chain", stones.clone(), Some(is), Some(other))
        }
        About::Place(place) => {
            let kind = place_kind(place);
            (kind, place.points(), Some("shared"), None)
        }
        About::Settings => ("settings", Vec::new(), None, None),
    };
    let otherwise = question.outcomes.iter();
    AskJson {
        kind,
        points: labels(report, &points),
        taken_as,
        may_be,
        probability: thousandths(1.0 - question.otherwise),
        otherwise: otherwise
            .map(|verdict| RecordResult::from(*verdict).to_string())
            .collect(),
    }
}

fn place_kind(place: &Place) -> &'static str {
    match place {
        Place::OpenBorder(_) => "open_border",
        Place::Ko(_) => "ko",
        Place::Protect(..) => "protect",
        Place::LastDame(_) => "last_dame",
    }
}

pub(super) fn place(report: &Report, open: &OpenPlace) -> PlaceJson {
    PlaceJson {
        kind: place_kind(&open.place),
        points: labels(report, &open.place.points()),
        black_quarter_zi: open.black.0,
        white_quarter_zi: open.white.0,
    }
}

pub(super) fn dead(report: &Report, counted: &Counted) -> DeadJson {
    let names = |points: &[Point]| labels(report, points);
    let open = |chain: &OpenChain| OpenJson {
        stone: chain.stones[0].label(report.board().size()),
        color: name(chain.color),
        looks_dead: chain.looks_dead,
        certainty: thousandths(chain.certainty),
        hinge: chain.hinge.map(super::life::hinge),
    };
    DeadJson {
        agreed: !counted.provisional,
        stones: names(counted.agreed.dead()),
        accepted: names(report.accepted()),
        suggested: report.suggestion().map(|suggestion| SuggestedJson {
            certain: names(&suggestion.certain),
            uncertain: names(&suggestion.uncertain),
        }),
        open: report.open_chains().iter().map(open).collect(),
        questioned: (report.oddities().iter())
            .map(|odd| questioned(report, odd))
            .collect(),
    }
}

fn questioned(report: &Report, odd: &Oddity) -> QuestionedJson {
    let (kind, stones) = match *odd {
        Oddity::BothColors(dead) => ("both_colors", vec![dead.black, dead.white]),
        Oddity::OwnArea(_, dead) => ("own_area", vec![dead]),
        Oddity::LeftAlive { dead, alive, .. } => ("left_alive", vec![dead, alive]),
        Oddity::Unsurrounded(_, dead) => ("unsurrounded", vec![dead]),
    };
    QuestionedJson {
        kind,
        stones: labels(report, &stones),
    }
}

/// As exact as a probability can be told.
pub(super) fn thousandths(probability: f64) -> f64 {
    (probability * 1000.0).round() / 1000.0
}
