//! What the players have to say about dead stones and the end of the game.

use super::Answer;
use crate::go::{BoardSize, Point};
use crate::report::{About, Lang, Oddity, Report, Suggestion, verdict};

/// What both players must still say.
pub(super) fn to_do(report: &Report, lang: Lang, answer: Answer) -> Vec<String> {
    let mut remarks: Vec<String> = (report.oddities().iter())
        .map(|odd| oddity(report, odd, lang, answer))
        .collect();
    if let Some(suggestion) = report.suggestion() {
        remarks.push(nothing_agreed(report, suggestion, lang));
    }
    remarks
}

/// Points as `--dead` takes them.
fn names(report: &Report, points: &[Point]) -> String {
    let size = report.board().size();
    let labels: Vec<String> = points.iter().map(|point| point.label(size)).collect();
    labels.join(",")
}

/// What was taken as dead without being named.
pub(super) fn accepted(report: &Report, lang: Lang) -> Option<String> {
    let names = names(report, report.accepted());
    (!names.is_empty()).then(|| match lang {
        Lang::En => format!("Accepted as dead, as they certainly look: {names}."),
        Lang::Zh => format!("按建议作为死子：{names}。"),
    })
}

/// What certainly looks otherwise than the players named it.
pub(super) fn unlike(report: &Report, lang: Lang) -> Option<String> {
    let stones = |dead: bool| -> Vec<Point> {
        let chains = report.unlike().iter().filter(|c| c.looks_dead == dead);
        chains.map(|chain| chain.stones[0]).collect()
    };
    let named = |dead: bool, english: &str, chinese: &str| {
        let names = names(report, &stones(dead));
        (!names.is_empty()).then(|| match lang {
            Lang::En => format!("{english}: {names}."),
            Lang::Zh => format!("{chinese}：{names}。"),
        })
    };
    let dead = named(
        true,
        "Looks dead and is counted as alive",
        "看来是死子，按活棋计算",
    );
    let alive = named(
        false,
        "Looks alive and is counted as dead",
        "看来是活棋，按死子计算",
    );
    let found: Vec<String> = dead.into_iter().chain(alive).collect();
    (!found.is_empty()).then(|| found.join(lang.pick(" ", "")))
}

/// That nobody has agreed on dead stones, which look dead, and what that would mean.
fn nothing_agreed(report: &Report, suggestion: &Suggestion, lang: Lang) -> String {
    let how = lang.pick(
        "Dead stones: nothing is agreed yet and every stone counts as alive. Name a stone of each \
         dead chain with --dead D4,Q16, or say --dead none when both players agree that nothing is \
         dead.",
        "死子：双方尚未确认，暂按全部活棋计算。请用 --dead D4,Q16 指出每块死棋的任一子；\
         双方确认没有死子时用 --dead none。",
    );
    let names = |points: &[Point]| names(report, points);
    let Suggestion { certain, uncertain } = suggestion;
    let looks = match (certain.is_empty(), uncertain.is_empty(), lang) {
        (true, true, Lang::En) => " Nothing looks dead.".to_owned(),
        (true, true, Lang::Zh) => "看来没有死子。".to_owned(),
        (false, true, Lang::En) => format!(" It looks like --dead {}.", names(certain)),
        (false, true, Lang::Zh) => format!("看来是 --dead {}。", names(certain)),
        (true, false, Lang::En) => format!(" Perhaps dead: {}.", names(uncertain)),
        (true, false, Lang::Zh) => format!("可能是死子：{}。", names(uncertain)),
        (false, false, Lang::En) => format!(
            " It looks like --dead {}; perhaps dead, too: {}.",
            names(certain),
            names(uncertain)
        ),
        (false, false, Lang::Zh) => format!(
            "看来是 --dead {}；可能还有：{}。",
            names(certain),
            names(uncertain)
        ),
    };
    format!("{how}{looks}{}", uncertain_chains(report, lang))
}

/// Whether the chains that are not certain can change the winner.
fn uncertain_chains(report: &Report, lang: Lang) -> String {
    let (Some(stakes), Some(counted)) = (report.stakes(), report.counted()) else {
        return String::new();
    };
    if report.open_chains().is_empty() {
        return String::new();
    }
    let is_life = |about: &About| matches!(about, About::Life { .. });
    let matters = stakes.questions.iter().any(|q| is_life(&q.about));
    let range = verdict::range(stakes, counted, lang);
    match (matters, stakes.questions.is_empty(), lang) {
        (true, _, Lang::En) => " The chains that are not certain can change the winner.".into(),
        (true, _, Lang::Zh) => "死活未定的棋可能改变胜负。".into(),
        (false, true, Lang::En) => {
            format!(" The chains that are not certain cannot change the winner: {range}.")
        }
        (false, true, Lang::Zh) => format!("死活未定的棋不影响胜负：{range}。"),
        (false, false, Lang::En) => {
            " The chains that are not certain cannot change the winner by themselves.".into()
        }
        (false, false, Lang::Zh) => "死活未定的棋本身不影响胜负。".into(),
    }
}

/// What is odd about marked stones, and what to say.
fn oddity(report: &Report, odd: &Oddity, lang: Lang, answer: Answer) -> String {
    let size = report.board().size();
    let what = match lang {
        Lang::En => oddity_en(odd, size),
        Lang::Zh => oddity_zh(odd, size),
    };
    let how = match answer {
        Answer::Flags => lang.pick(
            " Correct --dead, or add --confirmed when both players mean it so.",
            "请改正 --dead；双方确认无误时加 --confirmed。",
        ),
        Answer::Yes => lang.pick(
            " Say n and what is wrong, or y when both players mean it so.",
            "有误请答 n 并改正；双方确认无误请答 y。",
        ),
    };
    what + how
}

fn oddity_en(odd: &Oddity, size: BoardSize) -> String {
    let name = |point: &Point| point.label(size);
    match odd {
        Oddity::BothColors(dead) => format!(
            "Black {} and White {} are both marked dead in one region, but one of them takes the \
             other.",
            name(&dead.black),
            name(&dead.white)
        ),
        Oddity::OwnArea(color, dead) => format!(
            "{color} {} is marked dead, but only {color}'s live stones surround it.",
            name(dead)
        ),
        Oddity::LeftAlive { color, dead, alive } => format!(
            "{color} {} is marked dead beside {color} {}, which is not: the points around belong \
             to nobody.",
            name(dead),
            name(alive)
        ),
        Oddity::Unsurrounded(color, dead) => format!(
            "{color} {} is marked dead, but no live stone surrounds it.",
            name(dead)
        ),
    }
}

fn oddity_zh(odd: &Oddity, size: BoardSize) -> String {
    let name = |point: &Point| point.label(size);
    match odd {
        Oddity::BothColors(dead) => format!(
            "黑 {} 与白 {} 在同一处都标为死子，但必有一方被提。",
            name(&dead.black),
            name(&dead.white)
        ),
        Oddity::OwnArea(color, dead) => {
            let side = Lang::Zh.side(*color);
            format!("{side} {} 标为死子，但四周只有{side}方的活子。", name(dead))
        }
        Oddity::LeftAlive { color, dead, alive } => {
            let side = Lang::Zh.side(*color);
            let (dead, alive) = (name(dead), name(alive));
            format!(
                "{side} {dead} 标为死子，相邻的{side} {alive} 却是活子：其间的空点不属任何一方。"
            )
        }
        Oddity::Unsurrounded(color, dead) => {
            let side = Lang::Zh.side(*color);
            format!("{side} {} 标为死子，但四周没有活子。", name(dead))
        }
    }
}
