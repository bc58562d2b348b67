//! Places where something is still to be played, and what each outcome is worth.

use crate::go::{
    Agreed, Board, ByColor, Color, Counting, Point, Position, QuarterZi, Score, Setup, area_lead,
};
use crate::life::{Border, Life, Unfinished};

/// A place where something is still to be played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// Empty points between both sides that are more than dame.
    OpenBorder(Vec<Point>),
    /// A ko that may be taken here.
    Ko(Point),
    /// Its owner may have to play here when the dame are filled (补棋).
    Protect(Color, Point),
    /// Dame of which one side may fill one more than the other.
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
    /// If it goes Black's way, not below zero. For an open border the most that beginning there
    /// gains.
    pub black: QuarterZi,
    /// If it goes White's way, not above zero.
    pub white: QuarterZi,
}

impl OpenPlace {
    /// A place by what each side gains in points.
    fn gaining(place: Place, points: ByColor<u32>) -> Self {
        let worth = |color| {
            let points = i32::try_from(points[color]).expect("a small board");
            QuarterZi::from_points(points)
        };
        Self {
            place,
            black: worth(Color::Black),
            white: -worth(Color::White),
        }
    }
}

/// The places of a board that are open on it as it was counted; `dame` are its [`dame`].
pub(super) fn open_places(
    life: &Life,
    agreed: &Agreed,
    score: &Score,
    dame: &[Point],
) -> Vec<OpenPlace> {
    let mut places = Vec::new();
    let mut protections = ByColor::default();
    for place in life.unfinished() {
        match place {
            Unfinished::OpenBorder(found) => {
                places.extend(border(found, score));
            }
            Unfinished::Ko(point) => places.extend(ko(agreed.live(), *point)),
            Unfinished::Protect(color, point) if score.owner(*point) == Some(*color) => {
                protections[*color] += 1;
                places.push(protect(*color, *point));
            }
            // The life of chains is asked about chain by chain.
            Unfinished::Protect(..)
            | Unfinished::Unsettled(_)
            | Unfinished::KoForLife(_)
            | Unfinished::BentFour(_) => {}
        }
    }
    if score.settings().counting == Counting::Area {
        let is_border = |open: &OpenPlace| matches!(open.place, Place::OpenBorder(_));
        let is_border_open = places.iter().any(is_border);
        places.extend(last_dame(dame.to_vec(), protections, is_border_open));
    }
    places
}

/// A border as far as it is shared on the board as it was counted.
fn border(found: &Border, score: &Score) -> Option<OpenPlace> {
    let is_shared = |point: &Point| score.owner(*point).is_none();
    let shared: Vec<Point> = found.points.iter().copied().filter(is_shared).collect();
    let gains = if shared.len() == found.points.len() {
        found.gains
    } else {
        // Whoever plays there first may push on as far.
        let twice = u32::try_from(2 * shared.len()).expect("a small board");
        ByColor::from_fn(|_| twice)
    };
    (!shared.is_empty()).then(|| OpenPlace::gaining(Place::OpenBorder(shared), gains))
}

/// The shared points beside live stones of both sides, seki and open borders apart.
pub(super) fn dame(life: &Life, agreed: &Agreed, score: &Score) -> Vec<Point> {
    let touches = |point: Point, color: Color| {
        let mut around = agreed.live().neighbours(point);
        around.any(|near| agreed.live().get(near) == Some(color))
    };
    let is_in_border = |point: &Point| {
        (life.unfinished().iter()).any(
            |place| matches!(place, Unfinished::OpenBorder(found) if found.points.contains(point)),
        )
    };
    let is_dame = |point: &Point| {
        score.owner(*point).is_none()
            && Color::BOTH.iter().all(|&color| touches(*point, color))
            && !life.seki().contains(point)
            && !is_in_border(point)
    };
    score.size().points().filter(is_dame).collect()
}

/// Who fills the last dame gains a point. A side that fills one so that the other must protect
/// moves again, so each protection turns who is last; and so may an open border where there
/// are protections.
fn last_dame(
    dame: Vec<Point>,
    protections: ByColor<usize>,
    is_border_open: bool,
) -> Option<OpenPlace> {
    let gains = ByColor::from_fn(|color: Color| {
        let forced = protections[color.opponent()];
        let is_last = dame.len() > forced && (dame.len() - forced) % 2 == 1;
        let turns = !dame.is_empty() && forced > 0 && is_border_open;
        u32::from(is_last || turns)
    });
    (gains.black + gains.white > 0).then(|| OpenPlace::gaining(Place::LastDame(dame), gains))
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

#[cfg(test)]
mod tests {
    use super::*;

    fn gains(dame: u8, black: usize, white: usize, is_border_open: bool) -> Option<[QuarterZi; 2]> {
        let dame = (0..dame).map(|column| Point::new(column, 0)).collect();
        let protections = ByColor { black, white };
        let place = last_dame(dame, protections, is_border_open)?;
        Some([place.black, place.white])
    }

    #[test]
    fn an_odd_dame_goes_to_either_side_and_protections_turn_that() {
        let (one, none) = (QuarterZi::from_points(1), QuarterZi::ZERO);
        assert_eq!(gains(4, 0, 0, false), None);
        assert_eq!(gains(3, 0, 0, false), Some([one, -one]));
        // White fills one of two dame, Black must protect, and White fills the other one, too.
        assert_eq!(gains(2, 1, 0, false), Some([none, -one]));
        // The only dame is the one that threatens.
        assert_eq!(gains(1, 1, 0, false), Some([one, none]));
        assert_eq!(gains(3, 0, 1, false), Some([none, -one]));
        assert_eq!(gains(4, 0, 1, true), Some([one, none]));
        assert_eq!(gains(0, 1, 1, true), None);
    }
}
