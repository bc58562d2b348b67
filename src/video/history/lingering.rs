//! Captured stones that still lie on the board.

use super::irregular::FORGOTTEN_AFTER;
use super::{Happening, History, Irregularity, Warning};
use crate::go::{Color, Point};
use crate::video::seen::{Seconds, Seen};

impl History {
    /// The captured stone that still lies on a point.
    pub(super) fn lingering_at(&self, point: Point) -> Option<Color> {
        let index = self.size().index(point);
        self.lingering.get(&index).map(|(color, _)| *color)
    }

    /// Forgets captured stones that were taken off.
    pub(super) fn note_lifted(&mut self, seen: &Seen) {
        let size = self.size();
        for point in size.points() {
            let index = size.index(point);
            if self.lingering_at(point) != seen.get(point).stone {
                self.lingering.remove(&index);
                self.forgotten.retain(|other| *other != index);
            }
        }
    }

    /// Reports captured stones that nobody takes off.
    pub(super) fn note_forgotten(&mut self, now: Seconds) -> Vec<Happening> {
        let size = self.size();
        let (mut points, mut whose) = (Vec::new(), None);
        for (&index, &(color, since)) in &self.lingering {
            if now - since > FORGOTTEN_AFTER && !self.forgotten.contains(&index) {
                self.forgotten.push(index);
                points.extend(size.points().nth(index));
                whose = Some(color);
            }
        }
        if points.is_empty() {
            return Vec::new();
        }
        vec![Happening::Warning(Warning {
            kind: Irregularity::CapturesLeft,
            points,
            color: whose,
        })]
    }
}
