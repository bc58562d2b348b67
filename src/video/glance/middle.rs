//! The middle of a square between four crossings.

use super::Sight;
use super::lines::Shown;
use super::tone::{Tone, grey, largest, minus};
use crate::video::seen::Seconds;

/// A middle has its own colour up to this change of a channel's logarithm: noise and shake of a
/// compressed video stay below 0.05.
pub(super) const SAME: f32 = 0.1;
/// A middle that shows its lines is free up to this change: the shadows of stones are fainter, those of
/// hands deeper.
const FAINT: f32 = 0.25;
/// A shadow takes all channels alike, up to this.
const GREY: f32 = 0.1;
/// The deepest shadow, and the brightest light that is still read, as logarithms.
const SHADE: std::ops::Range<f32> = -0.9..0.35;
/// The colours follow slow changes of the light with this time constant, in seconds.
pub(super) const FOLLOW: Seconds = 3.0;
/// A shadow that does not move becomes part of the board after this time, in seconds.
const SHADE_STAYS: Seconds = 6.0;
/// So does coloured light, which shows the lines, after this time.
const LIGHT_STAYS: Seconds = 10.0;
/// And what is alone and stands where no lines can be seen, among stones.
const SPECK_STAYS: Seconds = 60.0;

/// A middle between crossings.
#[derive(Debug, Clone, Copy)]
pub(super) struct Middle {
    /// Its own colour.
    pub(super) own: Tone,
    /// What it showed last.
    last: Tone,
    /// Since when it shows that.
    pub(super) still_since: Seconds,
    pub(super) sight: Sight,
    pub(super) shown: Shown,
}

impl Middle {
    pub(super) fn new(own: Tone, tone: Tone, now: Seconds) -> Self {
        Self {
            own,
            last: tone,
            still_since: now,
            sight: Sight::Free,
            shown: Shown::Unknown,
        }
    }

    /// Takes in the colour less the light, and what its lines say.
    pub(super) fn see(&mut self, tone: Tone, shown: Shown, now: Seconds) {
        let off = minus(tone, self.own);
        let common = grey(off);
        let colour = largest(off.map(|v| v - common));
        self.shown = shown;
        self.sight = if shown == Shown::Nothing {
            Sight::Hidden
        } else if shown == Shown::Little && largest(off) < SAME {
            Sight::Shaded
        } else if largest(off) < SAME || shown == Shown::Lines && largest(off) < FAINT {
            Sight::Free
        } else if colour < GREY && SHADE.contains(&common) {
            Sight::Shaded
        } else {
            Sight::Hidden
        };
        if largest(minus(tone, self.last)) > SAME / 2.0 {
            self.still_since = now;
            self.last = tone;
        }
    }

    /// Takes what it shows as its own colour.
    pub(super) fn accept(&mut self) {
        self.own = self.last;
        self.sight = Sight::Free;
    }

    /// Whether it is darker in this light than by itself: under a hand or a shadow, not where a shadow has gone.
    pub(super) fn is_darker_in(&self, tone: Tone) -> bool {
        grey(minus(tone, self.own)) < 0.0
    }

    /// Lets what has stayed for long enough become its own colour: light and shadow, but no thing. With
    /// `may_be_covered` a shadow must show the lines, or it may be the thing itself.
    pub(super) fn follow(&mut self, tone: Tone, may_be_covered: bool, now: Seconds, part: f32) {
        let shows_lines = self.shown == Shown::Lines;
        let stays = match self.sight {
            _ if self.shown.is_poor() => return,
            Sight::Free => 0.0,
            Sight::Shaded if shows_lines || !may_be_covered => SHADE_STAYS,
            Sight::Hidden if shows_lines => LIGHT_STAYS,
            Sight::Hidden if !may_be_covered => SPECK_STAYS,
            Sight::Shaded | Sight::Hidden => return,
        };
        if now - self.still_since >= stays {
            let off = minus(tone, self.own);
            for (own, off) in self.own.iter_mut().zip(off) {
                *own += part * off;
            }
        }
    }
}
