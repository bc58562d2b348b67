//! Open places in few words: first those that could give another winner, the rest in one sentence.

use std::cmp::Reverse;

use super::questions::Teller;
use crate::go::{Color, Point, QuarterZi, Verdict};
use crate::report::{Counted, CountingCase, Lang, OpenPlace, Place, Report};

/// So many places are told one by one, with what each outcome leads to; JSON has that of all.
pub(super) const FEW: usize = 4;

/// The places that players who named the dead stones left open and so share, and what playing them
/// out would have led to.
pub(super) fn shared(report: &Report, lang: Lang) -> Vec<String> {
    let named = |counting: &CountingCase| !counting.asks_for_suggestions();
    let Some(counted) =
        (report.counted()).filter(|_| report.case().counting.as_ref().is_some_and(named))
    else {
        return Vec::new();
    };
    let ends = |open: &OpenPlace| [open.black, open.white].map(|by| verdict_after(counted, by));
    let turns = |open: &&OpenPlace| {
        let mut ends = ends(open).into_iter();
        ends.any(|end| end.winner() != counted.likely.winner())
    };
    let mut places: Vec<&OpenPlace> = report.open_places().iter().collect();
    if places.len() > FEW {
        places.sort_by_key(|open| (!turns(open), Reverse(open.black - open.white)));
    }
    let (deciding, others): (Vec<&OpenPlace>, Vec<&OpenPlace>) =
        (places.iter().copied()).partition(|open| places.len() <= FEW || turns(open));
    let teller = Teller { report, lang };
    let mut sentences = Vec::new();
    if places.len() > FEW {
        sentences.push(summary(counted, &places, deciding.len(), lang));
    }
    sentences.extend((deciding.into_iter()).map(|open| teller.place(&open.place, &ends(open))));
    let others: Vec<&Place> = others.into_iter().map(|open| &open.place).collect();
    sentences.extend(brief(report, &others, lang));
    sentences
}

fn verdict_after(counted: &Counted, by: QuarterZi) -> Verdict {
    let score = &counted.score;
    let margin = score.margin(Color::Black) + by;
    let limits = score.margin_limits(Color::Black);
    let margin = limits.map_or(margin, |[least, most]| margin.clamp(least, most));
    score.verdict_at(Color::Black, margin)
}

/// What all places together could lead to, and how many could turn the game alone.
fn summary(counted: &Counted, places: &[&OpenPlace], deciding: usize, lang: Lang) -> String {
    let zero = QuarterZi::ZERO;
    let white = places.iter().fold(zero, |sum, open| sum + open.white);
    let black = places.iter().fold(zero, |sum, open| sum + open.black);
    let ends = [white, black].map(|by| verdict_after(counted, by));
    let winner = counted.likely.winner();
    let stays = ends.iter().all(|end| end.winner() == winner);
    let [low, high] = ends.map(|end| lang.verdict(end, counted.score.settings()));
    let count = places.len();
    let range = match lang {
        Lang::En => format!("Played out, at most: from {low} to {high}."),
        Lang::Zh => format!("收完后至多从{low}到{high}。"),
    };
    match (stays, deciding, lang) {
        (true, _, Lang::En) => format!(
            "{count} places are open and counted as shared; the winner stays the same. {range}"
        ),
        (true, _, Lang::Zh) => format!("未收完 {count} 处，按双活各半计算；胜负不变。{range}"),
        (_, 0, Lang::En) => format!(
            "{count} places are open and counted as shared; only several together could give another winner. {range}"
        ),
        (_, 0, Lang::Zh) => {
            format!("未收完 {count} 处，按双活各半计算；几处合计才可能改变胜负。{range}")
        }
        (_, _, Lang::En) => format!(
            "{count} places are open and counted as shared; {deciding} could give another winner alone:"
        ),
        (_, _, Lang::Zh) => {
            format!("未收完 {count} 处，按双活各半计算；其中 {deciding} 处单独就可能改变胜负：")
        }
    }
}

/// Places that give no other winner alone, in one sentence.
pub(super) fn brief(report: &Report, places: &[&Place], lang: Lang) -> Option<String> {
    let size = report.board().size();
    let listed = |points: Vec<Point>| {
        let labels: Vec<String> = points.iter().map(|point| point.label(size)).collect();
        labels.join(lang.pick(", ", "、"))
    };
    let of = |first: &dyn Fn(&Place) -> Option<Point>| {
        listed(places.iter().filter_map(|place| first(place)).collect())
    };
    let protected = |color: Color| {
        of(&|place| match place {
            Place::Protect(owner, point) if *owner == color => Some(*point),
            _ => None,
        })
    };
    let borders = of(&|place| match place {
        Place::OpenBorder(points) => points.first().copied(),
        _ => None,
    });
    let kos = of(&|place| match place {
        Place::Ko(point) => Some(*point),
        _ => None,
    });
    let dame = (places.iter()).find_map(|place| match place {
        Place::LastDame(points) => Some(lang.points(points, size)),
        _ => None,
    });
    let kinds = [
        (lang.pick("borders at", "边界"), borders),
        (lang.pick("ko at", "劫"), kos),
        (
            lang.pick("protections of Black at", "黑方补棋"),
            protected(Color::Black),
        ),
        (
            lang.pick("protections of White at", "白方补棋"),
            protected(Color::White),
        ),
        (
            lang.pick("the last of the dame", "最后一个单官"),
            dame.unwrap_or_default(),
        ),
    ];
    let named: Vec<String> = (kinds.iter().filter(|(_, points)| !points.is_empty()))
        .map(|(kind, points)| format!("{kind} {points}"))
        .collect();
    let named = named.join(lang.pick("; ", "；"));
    (!named.is_empty()).then(|| match lang {
        Lang::En => format!("Also open, none of which alone changes the winner: {named}."),
        Lang::Zh => format!("另有未收完之处，单独不改变胜负：{named}。"),
    })
}
