//! A board that is in view: when to read it, and what was read.

use super::{IN_PLACE, Notice};
use crate::video::evidence::{Evidence, Look, Taken};
use crate::video::glance::{Glance, Sight};
use crate::video::seen::Seconds;
use crate::vision::{Grid, Photo, Reading};

/// A board that is in view.
pub(super) struct View {
    pub(super) grid: Grid,
    pub(super) glance: Glance,
    pub(super) evidence: Evidence,
    pub(super) last_read: Seconds,
    /// Since when the reading on the grid makes no sense.
    pub(super) astray_since: Option<Seconds>,
    /// Until when a reading is believed, however different it is: the grid was just found again.
    pub(super) trusted_until: Seconds,
    /// Since when points are hidden, and whether that was told.
    pub(super) hidden_since: Option<(Seconds, bool)>,
}

/// A change must stand still for so long before it is read.
const STILL: Seconds = 0.1;
/// Seconds between readings while something is not settled.
const READ_AGAIN: Seconds = 0.25;
/// Seconds between readings while the record does not agree with what is seen.
const THINK_AGAIN: Seconds = 1.0;
/// Seconds between readings when nothing happens.
const READ_ANYWAY: Seconds = 5.0;
/// Points that are hidden for so long are told.
const OCCLUDED_AFTER: Seconds = 20.0;
/// A grid that was found in the whole frame is believed for so long.
const TRUSTED: Seconds = 15.0;

impl View {
    /// The first look at a board on a grid.
    pub(super) fn of(photo: &Photo, grid: Grid, evidence: Evidence, now: Seconds) -> Self {
        let mut glance = Glance::new(&grid, photo.rgb().dimensions());
        glance.note_stones(&evidence.seen().board());
        glance.look(photo.rgb(), now);
        Self::through(glance, grid, evidence, now)
    }

    /// The same board on a grid that was found in the whole frame: a hand that lay over it does not become
    /// its colour, unless the colours are no longer those that were known.
    pub(super) fn moved_to(mut self, photo: &Photo, grid: Grid, now: Seconds) -> Self {
        self.glance.move_to(&grid);
        self.glance.look(photo.rgb(), now);
        match self.glance.share_free() > IN_PLACE {
            true => Self::through(self.glance, grid, self.evidence, now),
            false => Self::of(photo, grid, self.evidence, now),
        }
    }

    fn through(glance: Glance, grid: Grid, evidence: Evidence, now: Seconds) -> Self {
        Self {
            glance,
            evidence,
            grid,
            last_read: f64::NEG_INFINITY,
            astray_since: None,
            trusted_until: now + TRUSTED,
            hidden_since: None,
        }
    }

    /// Whether the stones are to be read in this frame.
    pub(super) fn is_due(&mut self, now: Seconds, unsettled: bool) -> bool {
        let passed = now - self.last_read;
        let size = self.evidence.seen().size();
        let (mut changed, mut shaded, mut in_sight) = (false, false, 0);
        for point in size.points() {
            let sight = self.glance.sight(point);
            in_sight += usize::from(sight != Sight::Hidden);
            let is_new = sight != Sight::Hidden && self.glance.has_changed(point);
            if is_new && self.glance.still_for(point, now) >= STILL {
                changed |= sight == Sight::Free;
                shaded |= sight == Sight::Shaded;
            } else if !is_new && sight == Sight::Free {
                self.evidence.still(point, now);
            }
        }
        changed |= self.evidence.is_open(Sight::Free);
        shaded |= self.evidence.is_open(Sight::Shaded);
        let wait = match (changed, unsettled || shaded) {
            (true, _) => READ_AGAIN,
            (false, true) => THINK_AGAIN,
            (false, false) => READ_ANYWAY,
        };
        passed >= wait && (10 * in_sight > size.area() || passed > READ_ANYWAY)
    }

    /// Takes in a reading of the points that are in sight.
    pub(super) fn take(&mut self, reading: &Reading, now: Seconds) {
        for point in reading.setup.board.size().points() {
            let sight = self.glance.sight(point);
            let look = Look {
                sight,
                since: now - self.glance.still_for(point, now),
                change: self.glance.change(point),
            };
            if sight == Sight::Hidden {
                continue;
            }
            let is_free = sight == Sight::Free;
            match self.evidence.take(point, reading, look, now) {
                Taken::Changed => self.glance.accept(point),
                Taken::Confirmed if is_free => self.glance.is_as_known(point),
                Taken::Confirmed | Taken::Open => {}
            }
            if is_free {
                self.glance.was_read(point);
            }
        }
        self.glance.note_stones(&self.evidence.seen().board());
    }

    /// Tells once when points have been hidden for a while.
    pub(super) fn note_hidden(&mut self, now: Seconds) -> Option<Notice> {
        let points = self.evidence.seen().size().points();
        let hidden = points
            .filter(|p| self.glance.sight(*p) == Sight::Hidden)
            .count();
        if hidden == 0 {
            self.hidden_since = None;
            return None;
        }
        let (since, told) = self.hidden_since.get_or_insert((now, false));
        (!*told && now - *since > OCCLUDED_AFTER).then(|| {
            *told = true;
            Notice::Occluded { points: hidden }
        })
    }
}
