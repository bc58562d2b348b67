//! What is not known, a sentence each: what to ask with how to answer it, and the rest without.

use super::places::{FEW, brief};
use super::{Answer, doubt, reading};
use crate::go::{Color, Point, Settings, Verdict};
use crate::life::Hinge;
use crate::report::{About, DoubtNote, Lang, Place, Question, Report};
use crate::vision::Doubt;

/// The questions that decide the winner.
pub(super) fn asked(
    report: &Report,
    questions: &[Question],
    lang: Lang,
    answer: Answer,
) -> Vec<String> {
    let teller = Teller { report, lang };
    let mut sentences: Vec<String> = questions.iter().map(|q| teller.asked(q, answer)).collect();
    if let [_, _, ..] = questions {
        sentences.extend(teller.all_together());
    }
    sentences
}

/// What is not known and need not be.
pub(super) fn not_asked(report: &Report, questions: &[Question], lang: Lang) -> Vec<String> {
    let teller = Teller { report, lang };
    let place = |question: &&Question| matches!(question.about, About::Place(_));
    let (places, others): (Vec<&Question>, Vec<&Question>) = questions.iter().partition(place);
    let told = |questions: &[&Question]| -> Vec<String> {
        questions.iter().map(|q| teller.told(q)).collect()
    };
    let mut sentences = told(&others);
    if places.len() <= FEW {
        sentences.extend(told(&places));
    } else {
        let places = places.iter().filter_map(|question| match &question.about {
            About::Place(place) => Some(place),
            _ => None,
        });
        sentences.extend(brief(report, &places.collect::<Vec<_>>(), lang));
    }
    sentences
}

/// What is not known and what it would do, in a sentence.
#[must_use]
pub fn question(report: &Report, question: &Question, lang: Lang) -> String {
    Teller { report, lang }.told(question)
}

pub(super) struct Teller<'a> {
    pub(super) report: &'a Report,
    pub(super) lang: Lang,
}

impl Teller<'_> {
    fn asked(&self, question: &Question, answer: Answer) -> String {
        if let About::Point { point, .. } = question.about {
            let note = self.note(point);
            return note.map_or(String::new(), |note| doubt(self.report, note, self.lang));
        }
        let how = match (&question.about, self.lang) {
            (About::Place(_), Lang::En) if answer == Answer::Yes => " It is shared if both say yes.".to_owned(),
            (About::Place(_), Lang::Zh) if answer == Answer::Yes => "双方确认则按双活各半计算。".to_owned(),
            (About::Life { stones, .. }, Lang::En) => {
                let name = self.name(stones[0]);
                format!(" Ask both players: --dead {name} or --alive {name}, with --accept-suggested for what is certain.")
            }
            (About::Life { stones, .. }, Lang::Zh) => {
                let name = self.name(stones[0]);
                format!("请双方确认：--dead {name} 或 --alive {name}，并用 --accept-suggested 接受确定的死子。")
            }
            (About::Place(_), Lang::En) => {
                " Let it be played out, or add --confirmed when both players agree that the game has ended: then it is shared.".to_owned()
            }
            (About::Place(_), Lang::Zh) => {
                "请收完，或双方确认终局时加 --confirmed：按双活各半计算。".to_owned()
            }
            (_, Lang::En) => " Give them with --komi and --handicap.".to_owned(),
            (_, Lang::Zh) => "请用 --komi 和 --handicap 指明。".to_owned(),
        };
        self.told(question) + &how
    }

    /// What is not known and what it would do.
    fn told(&self, question: &Question) -> String {
        match &question.about {
            About::Point { point, .. } => {
                let note = self.note(*point);
                let told = note.and_then(|note| reading(self.report, note, self.lang));
                told.unwrap_or_default()
            }
            About::Life {
                stones,
                color,
                looks_dead,
            } => self.life(stones[0], *color, *looks_dead, question),
            About::Place(place) => self.place(place, &question.outcomes),
            About::Settings => self.settings(&question.outcomes),
        }
    }

    fn life(&self, stone: Point, color: Color, looks_dead: bool, question: &Question) -> String {
        let (name, side) = (self.name(stone), self.lang.side(color));
        let sure = super::percent(1.0 - question.otherwise);
        let sure = format!("{sure}{}", self.why(stone));
        let looks = match (self.lang, looks_dead) {
            (Lang::En, true) => format!("{side}'s chain at {name} looks dead ({sure})"),
            (Lang::En, false) => format!("{side}'s chain at {name} looks alive ({sure})"),
            (Lang::Zh, true) => format!("{side} {name} 看来是死棋（把握 {sure}）"),
            (Lang::Zh, false) => format!("{side} {name} 看来是活棋（把握 {sure}）"),
        };
        let results = self.results(&question.outcomes);
        match (self.lang, looks_dead) {
            (Lang::En, _) if results.is_empty() => format!("{looks}."),
            (Lang::Zh, _) if results.is_empty() => format!("{looks}。"),
            (Lang::En, true) => format!("{looks}; if it lives: {results}."),
            (Lang::En, false) => format!("{looks}; if it is dead: {results}."),
            (Lang::Zh, true) => format!("{looks}；若是活棋：{results}。"),
            (Lang::Zh, false) => format!("{looks}；若是死棋：{results}。"),
        }
    }

    /// The unit of a certainty, and what the life of a chain hangs on.
    fn why(&self, stone: Point) -> &'static str {
        let mut chains = self.report.open_chains().iter();
        let chain = chains.find(|chain| chain.stones.contains(&stone));
        match (chain.and_then(|chain| chain.hinge), self.lang) {
            (None, Lang::En) => " % sure",
            (None, Lang::Zh) => "%",
            (Some(Hinge::FirstMove), Lang::En) => " % sure: who moves first there decides",
            (Some(Hinge::FirstMove), Lang::Zh) => "%：先手决定死活",
            (Some(Hinge::Ko), Lang::En) => " % sure: a ko there decides",
            (Some(Hinge::Ko), Lang::Zh) => "%：由劫决定死活",
            (Some(Hinge::BentFour), Lang::En) => {
                " % sure: a bent four in the corner, which is to be played out"
            }
            (Some(Hinge::BentFour), Lang::Zh) => "%：盘角曲四，须实际下出",
        }
    }

    /// An open place and what each side's getting it leads to.
    pub(super) fn place(&self, place: &Place, outcomes: &[Verdict]) -> String {
        let lang = self.lang;
        let points = |points: &[Point]| lang.points(points, self.report.board().size());
        let results = self.ways(place, outcomes);
        match (place, lang) {
            (Place::OpenBorder(open), Lang::En) => {
                format!(
                    "The border is open at {}: at most, {results}.",
                    points(open)
                )
            }
            (Place::OpenBorder(open), Lang::Zh) => {
                format!("边界未收完：{}。至多{results}。", points(open))
            }
            (Place::Ko(point), Lang::En) => {
                format!("The ko at {} is open: {results}.", self.name(*point))
            }
            (Place::Ko(point), Lang::Zh) => format!("{} 有劫未完：{results}。", self.name(*point)),
            (Place::Protect(color, point), Lang::En) => format!(
                "{color} may have to protect at {} when the dame are filled: then {results}.",
                self.name(*point)
            ),
            (Place::Protect(color, point), Lang::Zh) => format!(
                "收完单官后{}方 {} 可能需要补棋：那样{results}。",
                lang.side(*color),
                self.name(*point)
            ),
            (Place::LastDame(dame), Lang::En) => format!(
                "Who fills the last of {} dame is open ({}): {results}.",
                dame.len(),
                points(dame)
            ),
            (Place::LastDame(dame), Lang::Zh) => format!(
                "单官 {} 个（{}），最后一个归谁未定：{results}。",
                dame.len(),
                points(dame)
            ),
        }
    }

    /// What each side's getting a place leads to; of a protection, its being played.
    fn ways(&self, place: &Place, outcomes: &[Verdict]) -> String {
        let lang = self.lang;
        let &[black, white] = outcomes else {
            return self.results(outcomes);
        };
        let [black, white] = [black, white].map(|verdict| self.result(verdict));
        match (place, lang) {
            (Place::Protect(Color::Black, _), _) => white,
            (Place::Protect(Color::White, _), _) => black,
            (Place::Ko(_), Lang::En) => {
                format!("if Black wins it, {black}; if White wins it, {white}")
            }
            (Place::Ko(_), Lang::Zh) => format!("黑方劫胜则{black}；白方劫胜则{white}"),
            (_, Lang::En) => format!("if Black gets it, {black}; if White gets it, {white}"),
            (_, Lang::Zh) => format!("黑方收则{black}；白方收则{white}"),
        }
    }

    fn settings(&self, outcomes: &[Verdict]) -> String {
        let counting = self.report.case().counting.as_ref();
        let others = counting.map_or(&[][..], |counting| &counting.others);
        let each: Vec<String> = (others.iter().zip(outcomes))
            .map(|(settings, verdict)| {
                let (name, result) = (self.terms(settings), self.result(*verdict));
                match self.lang {
                    Lang::En => format!("with {name}, {result}"),
                    Lang::Zh => format!("{name}则{result}"),
                }
            })
            .collect();
        let each = each.join(self.lang.pick("; ", "；"));
        match self.lang {
            Lang::En => format!("Komi or handicap is not known: {each}."),
            Lang::Zh => format!("贴子或让子未定：{each}。"),
        }
    }

    /// Komi and handicap in words.
    fn terms(&self, settings: &Settings) -> String {
        let komi = if settings.rules.speaks_of_zi() {
            self.lang.zi(settings.komi.zi())
        } else {
            settings.komi.points().to_string()
        };
        match (self.lang, settings.handicap) {
            (Lang::En, 0) => format!("komi {komi}"),
            (Lang::Zh, 0) => format!("贴 {komi}"),
            (Lang::En, stones) => format!("komi {komi} and handicap {stones}"),
            (Lang::Zh, stones) => format!("贴 {komi}、让 {stones} 子"),
        }
    }

    fn results(&self, outcomes: &[Verdict]) -> String {
        let results: Vec<String> = outcomes.iter().map(|v| self.result(*v)).collect();
        results.join(self.lang.pick(" or ", "或"))
    }

    /// A verdict, and whether another wins than as it looks.
    fn result(&self, verdict: Verdict) -> String {
        let Some(counted) = self.report.counted() else {
            return String::new();
        };
        let words = self.lang.verdict(verdict, counted.score.settings());
        let turns = verdict.winner() != counted.likely.winner();
        match (turns, self.lang) {
            (true, Lang::En) => format!("another winner, {words}"),
            (true, Lang::Zh) => format!("胜负改变，{words}"),
            (false, _) => words,
        }
    }

    /// How the questions hang together.
    fn all_together(&self) -> Option<String> {
        let stakes = self.report.stakes()?;
        let chance = super::percent(stakes.other_winner);
        Some(match self.lang {
            Lang::En => format!(
                "If these are as they look, nothing else can change the winner. The chance of another winner is about {chance} %."
            ),
            Lang::Zh => {
                format!("若以上各项如看来那样，其余不影响胜负。胜负改变的可能约 {chance}%。")
            }
        })
    }

    fn note(&self, point: Point) -> Option<&DoubtNote> {
        let mut notes = self.report.notes().iter();
        notes.find(|note| matches!(note.doubt, Doubt::Point { point: p, .. } if p == point))
    }

    fn name(&self, point: Point) -> String {
        point.label(self.report.board().size())
    }
}
