//! Places where something is still to be played, and what each outcome is worth.

use crate::go::{
    Agreed, Board, Color, Counting, Point, Position, QuarterZi, Score, Setup, area_lead,
};
use crate::life::{Life, Unfinished};

/// A place where something is still to be played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// Empty points between both sides that are more than dame.
    OpenBorder(Vec<Point>),
    /// A ko that may be taken here.
    Ko(Point),
    /// Its owner may have to play here when the dame are filled (补棋).
    Protect(Color, Point),
    /// An odd number of dame: somebody fills the last one.
    LastDame(Vec<Point>),
}

impl Place {
    /// Its points.
    #[must_use]
    pub fn points(&self) -> Vec<Point> {
        match self {
            Self::OpenBorder(points) | Self::LastDame(points) => points.clone(),
            Self::Ko(point) | Self::Protect(_, point) => vec![*point],
        }
    }
}

/// A place and by how much Black's margin changes against its being shared as it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenPlace {
    /// Which one.
    pub place: Place,
    /// If it goes Black's way, not below zero. For an open border a bound.
    pub black: QuarterZi,
    /// If it goes White's way, not above zero. For an open border a bound.
    pub white: QuarterZi,
}

impl OpenPlace {
    /// A place worth as many points to either side.
    fn even(place: Place, points: usize) -> Self {
        let worth = QuarterZi::from_points(i32::try_from(points).expect("few"));
        Self {
            place,
            black: worth,
            white: -worth,
        }
    }
}

/// The places of a board that are open on it as it was counted.
pub(super) fn open_places(life: &Life, agreed: &Agreed, score: &Score) -> Vec<OpenPlace> {
    let is_shared = |point: &Point| score.owner(*point).is_none();
    let mut places = Vec::new();
    let mut in_borders = Vec::new();
    for place in life.unfinished() {
        match place {
            Unfinished::OpenBorder(points) => {
                let shared: Vec<Point> = points.iter().copied().filter(is_shared).collect();
                in_borders.extend(shared.iter().copied());
                if !shared.is_empty() {
                    // As `Life::at_stake`: whoever plays there first may push on as far.
                    let worth = 2 * shared.len();
                    places.push(OpenPlace::even(Place::OpenBorder(shared), worth));
                }
            }
            Unfinished::Ko(point) => places.extend(ko(agreed.live(), *point)),
            Unfinished::Protect(color, point) if score.owner(*point) == Some(*color) => {
                places.push(protect(*color, *point));
            }
            // The life of chains is asked about chain by chain.
            Unfinished::Protect(..) | Unfinished::Unsettled(_) | Unfinished::BentFour(_) => {}
        }
    }
    // Shared points that are not beside both sides are part of no border that is settled.
    let touches = |point: &Point, color: Color| {
        let mut around = agreed.live().neighbours(*point);
        around.any(|near| agreed.live().get(near) == Some(color))
    };
    let is_dame = |point: &Point| {
        is_shared(point)
            && Color::BOTH.iter().all(|&color| touches(point, color))
            && !in_borders.contains(point)
            && !life.seki().contains(point)
    };
    let dame: Vec<Point> = score.size().points().filter(is_dame).collect();
    if score.settings().counting == Counting::Area && dame.len() % 2 == 1 {
        places.push(OpenPlace::even(Place::LastDame(dame), 1));
    }
    places
}

/// What a ko is worth to each side: the winner takes or fills, the loser gets nothing there.
/// `None` where no live stone can be taken.
fn ko(live: &Board, point: Point) -> Option<OpenPlace> {
    let lead = area_lead(live);
    let ends = Color::BOTH.map(|color| {
        let mut won = live.clone();
        won.set(point, Some(color));
        let beside = live.neighbours(point).filter_map(|p| won.chain_at(p));
        let taken: Vec<Point> = beside
            .filter(|chain| chain.color != color && chain.liberties.is_empty())
            .flat_map(|chain| chain.stones)
            .collect();
        taken.iter().for_each(|&stone| won.set(stone, Some(color)));
        (area_lead(&won) - lead, taken.len())
    });
    let [(black, black_takes), (white, white_takes)] = ends;
    let is_ko =
        black_takes + white_takes == 1 && Position::try_from(Setup::from(live.clone())).is_ok();
    is_ko.then(|| OpenPlace {
        place: Place::Ko(point),
        black: QuarterZi::from_points(black.max(0)),
        white: QuarterZi::from_points(white.min(0)),
    })
}

/// A protection costs its owner a point: of territory, or the last dame.
fn protect(color: Color, point: Point) -> OpenPlace {
    let cost = QuarterZi::from_points(1);
    let (black, white) = match color {
        Color::Black => (QuarterZi::ZERO, -cost),
        Color::White => (cost, QuarterZi::ZERO),
    };
    OpenPlace {
        place: Place::Protect(color, point),
        black,
        white,
    }
}
