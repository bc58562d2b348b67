//! Where a game goes beside its files: the live page and another server.

use serde_json::Value;

use crate::server::Entered;
use crate::video::Watcher;
use crate::vision::Photo;

#[cfg(feature = "server")]
use std::sync::Arc;
#[cfg(feature = "server")]
use std::time::{Duration, Instant};

/// Where one board's game goes. Built without the feature `server` that is nowhere.
#[derive(Default)]
pub(super) struct Outlets {
    #[cfg(feature = "server")]
    pub(super) hub: Option<(Arc<crate::server::Hub>, usize)>,
    #[cfg(feature = "server")]
    pub(super) pusher: Option<crate::server::Pusher>,
    #[cfg(feature = "server")]
    shown_at: Option<Instant>,
    #[cfg(feature = "server")]
    warnings: Vec<Value>,
}

#[cfg(not(feature = "server"))]
impl Outlets {
    pub(super) fn see(&mut self, _: &Photo) {}

    pub(super) fn entered(&mut self) -> Vec<Entered> {
        Vec::new()
    }

    pub(super) fn publish(&mut self, _: &str, _: &Watcher, _: Vec<Value>, _: Option<&str>) {}

    pub(super) fn push(&mut self, _: String) {}
}

/// The operator sees a new picture this often.
#[cfg(feature = "server")]
const PICTURE_EVERY: Duration = Duration::from_secs(1);
/// The width of the operator's picture in pixels.
#[cfg(feature = "server")]
const PICTURE_WIDTH: u32 = 480;

#[cfg(feature = "server")]
impl Outlets {
    /// Shows the operator what the camera sees.
    pub(super) fn see(&mut self, photo: &Photo) {
        let Some((hub, board)) = &self.hub else {
            return;
        };
        let now = Instant::now();
        if self.shown_at.is_some_and(|at| now - at < PICTURE_EVERY) {
            return;
        }
        self.shown_at = Some(now);
        let (width, height) = photo.rgb().dimensions();
        let small = PICTURE_WIDTH.min(width);
        let picture =
            image::imageops::thumbnail(photo.rgb(), small, (height * small / width).max(1));
        let mut jpeg = Vec::new();
        let encoder = image::codecs::jpeg::JpegEncoder::new_with_quality(&mut jpeg, 70);
        if picture.write_with_encoder(encoder).is_ok() {
            hub.show(*board, jpeg);
        }
    }

    /// What a person has entered.
    pub(super) fn entered(&mut self) -> Vec<Entered> {
        let hub = self.hub.as_ref();
        hub.map(|(hub, board)| hub.take_entered(*board))
            .unwrap_or_default()
    }

    /// The game has changed.
    pub(super) fn publish(
        &mut self,
        name: &str,
        watcher: &Watcher,
        warnings: Vec<Value>,
        ended: Option<&str>,
    ) {
        self.warnings.extend(warnings);
        let (Some((hub, board)), Some(history)) = (&self.hub, watcher.history()) else {
            return;
        };
        let steps = super::events::steps(history, 0);
        let position = history.position();
        hub.publish(
            *board,
            serde_json::json!({
                "board": name,
                "rows": position.board().to_string().lines().collect::<Vec<_>>(),
                "to_move": position.to_move().map(super::events::color),
                "last": steps.last().map(|step| step["point"].clone()),
                "steps": steps,
                "warnings": self.warnings,
                "in_view": watcher.is_in_view(),
                "ended": ended,
            }),
        );
    }

    /// The record has changed.
    pub(super) fn push(&mut self, sgf: String) {
        if let Some(pusher) = &self.pusher {
            pusher.push(sgf);
        }
    }
}
