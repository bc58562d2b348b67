//! What the dialogue says.

use crate::go::Color;
use crate::report::{About, Lang};

/// The words of a language.
#[derive(Debug, Clone, Copy)]
pub(super) struct Words(pub Lang);

impl Words {
    pub(super) fn intro(self, corrects: bool) -> String {
        let set = match (self.0, corrects) {
            (Lang::En, true) => "K10=W (or B, or .) corrects a point, ",
            (Lang::Zh, true) => "K10=W（B、.）改正一点，",
            (_, false) => "",
        };
        match self.0 {
            Lang::En => format!(
                "At any time: {set}dead D4 and alive D4 say of a chain, u takes the last answer \
                 back, q stops, ? says this again.\n"
            ),
            Lang::Zh => {
                format!(
                    "随时可输入：{set}dead D4、alive D4 说明一块棋的死活，u 撤回，q 停止，? 重述。\n"
                )
            }
        }
    }

    pub(super) fn prompt(self, about: &About) -> String {
        let keys = match (self.0, about) {
            (Lang::En, About::Point { .. }) => "b, w or . for what is there, Enter as it was read",
            (Lang::Zh, About::Point { .. }) => "b 黑、w 白、. 空，回车同识别结果",
            (Lang::En, _) => "d dead, a alive, Enter as it looks",
            (Lang::Zh, _) => "d 死、a 活，回车同上",
        };
        format!("({keys}) > ")
    }

    pub(super) fn agrees(self, color: Color) -> String {
        match (self.0, color) {
            (Lang::En, color) => format!("{color} agrees with what is marked? (y, n) > "),
            (Lang::Zh, Color::Black) => "黑方确认以上标记？(y, n) > ".to_owned(),
            (Lang::Zh, Color::White) => "白方确认以上标记？(y, n) > ".to_owned(),
        }
    }

    pub(super) fn what_is_wrong(self) -> String {
        match self.0 {
            Lang::En => "Say what is wrong: dead D4, alive D4, or u.\n".to_owned(),
            Lang::Zh => "请指出有误之处：dead D4、alive D4 或 u。\n".to_owned(),
        }
    }

    pub(super) fn no_corrections(self) -> String {
        match self.0 {
            Lang::En => "The stones are those of the file: correct the file.\n".to_owned(),
            Lang::Zh => "棋子来自文件：请改正文件。\n".to_owned(),
        }
    }

    pub(super) fn nothing_to_undo(self) -> String {
        match self.0 {
            Lang::En => "There is no answer to take back.\n".to_owned(),
            Lang::Zh => "没有可撤回的回答。\n".to_owned(),
        }
    }

    pub(super) fn not_understood(self, line: &str) -> String {
        match self.0 {
            Lang::En => format!("`{line}` does not answer this.\n"),
            Lang::Zh => format!("无法理解“{line}”。\n"),
        }
    }

    pub(super) fn agreed(self, flags: &str) -> String {
        match self.0 {
            Lang::En => format!("Agreed: {flags}\n\n"),
            Lang::Zh => format!("双方确认：{flags}\n\n"),
        }
    }

    pub(super) fn stopped(self, flags: &str) -> String {
        match self.0 {
            Lang::En => format!("\nStopped before both players agreed. So far: {flags}\n"),
            Lang::Zh => format!("\n双方尚未确认。目前为止：{flags}\n"),
        }
    }
}
