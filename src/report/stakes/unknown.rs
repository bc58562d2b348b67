//! Everything that is not known about a counted board.

use super::About;
use crate::go::{Color, Position, QuarterZi};
use crate::report::{Case, Counted, CountingCase, Lives, OpenChain, OpenPlace};
use crate::vision::Doubt;

/// Something that is not known.
#[derive(Debug, Clone)]
pub(in crate::report) struct Unknown {
    pub about: About,
    /// The probability that it is otherwise; for what adds to the margin by itself, of all other
    /// values together.
    pub otherwise: f64,
    /// What each other value adds to Black's margin, where it does so by itself.
    pub adds: Vec<QuarterZi>,
}

impl Unknown {
    fn point(doubt: &Doubt) -> Option<Self> {
        let Doubt::Point {
            point,
            read,
            probability,
            alternative,
            ..
        } = *doubt
        else {
            return None;
        };
        Some(Self {
            about: About::Point {
                point,
                read,
                otherwise: alternative,
            },
            otherwise: 1.0 - probability,
            adds: Vec::new(),
        })
    }

    fn life(chain: &OpenChain) -> Self {
        Self {
            about: About::Life {
                stones: chain.stones.clone(),
                color: chain.color,
                looks_dead: chain.looks_dead,
            },
            otherwise: 1.0 - chain.certainty,
            adds: Vec::new(),
        }
    }

    fn place(place: &OpenPlace) -> Self {
        let adds = vec![place.black, place.white];
        Self::adding(About::Place(place.place.clone()), adds)
    }

    /// Something of which nothing is known but what it may add: each value is as likely as none.
    fn adding(about: About, adds: Vec<QuarterZi>) -> Self {
        let values = adds.len() as f64;
        Self {
            about,
            otherwise: values / (values + 1.0),
            adds,
        }
    }
}

/// A board that was counted, with all that is not known about it.
pub(in crate::report) struct Open<'a> {
    pub case: &'a Case,
    pub counting: &'a CountingCase,
    pub position: &'a Position,
    pub counted: &'a Counted,
    pub lives: &'a Lives,
    pub places: &'a [OpenPlace],
}

impl Open<'_> {
    /// Everything that is not known.
    pub(in crate::report) fn unknowns(&self) -> Vec<Unknown> {
        let points = self.case.doubts.iter().filter_map(Unknown::point);
        let lives = self.lives.open.iter().map(Unknown::life);
        let places = self.places.iter().map(Unknown::place);
        points
            .chain(lives)
            .chain(places)
            .chain(self.settings())
            .collect()
    }

    /// What other settings would do to the margin.
    fn settings(&self) -> Option<Unknown> {
        let margin = self.counted.score.margin(Color::Black);
        let others = self.counting.others.iter().map(|other| {
            let score = self.counted.agreed.score(other);
            score.margin(Color::Black) - margin
        });
        let adds: Vec<QuarterZi> = others.collect();
        (!adds.is_empty()).then(|| Unknown::adding(About::Settings, adds))
    }
}
