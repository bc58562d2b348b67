//! Events as lines of the log.

use serde_json::Value;

/// The time of this machine, ISO 8601.
pub(super) fn time_of_day() -> String {
    let now = jiff::Zoned::now();
    now.strftime("%Y-%m-%dT%H:%M:%S%:z").to_string()
}

/// An event as a line of the log; positions are not logged.
pub(super) fn in_words(event: &Value) -> String {
    let text = |key: &str| event[key].as_str().unwrap_or_default().to_owned();
    match event["event"].as_str().unwrap_or_default() {
        "position" => String::new(),
        "move" => {
            let point = event["point"].as_str().unwrap_or("pass");
            format!("move {} {} {point}", event["number"], text("color"))
        }
        "warning" => format!("WARNING: {} {}", text("text"), event["points"]),
        "repaired" => format!("repaired from move {}", event["from"]),
        "uncertain" => format!("the order of moves {} is not certain", event["moves"]),
        "not_found" => text("reason"),
        "occluded" => format!("{} points have been hidden for a while", event["points"]),
        "lost" => "the board cannot be seen any more".to_owned(),
        "moved" => "the board or the camera was moved; the game goes on".to_owned(),
        "found" => format!("the board was found at {}", event["corners"]),
        other => other.to_owned(),
    }
}
