//! What we write, and that we read it back.

use proptest::prelude::*;
use shuzi::go::{Board, BoardSize, Color, Komi, Point, QuarterZi, RuleSet, Setup, Verdict};
use shuzi::sgf::{self, GameRecord, RecordResult, WinBy};

use super::{assert_board, board_after, read};

#[test]
fn a_setup_is_written_without_moves() {
    let board = Board::from_rows(&["X . .", ". O O"]).expect("a board");
    let setup = Setup {
        board,
        to_move: Some(Color::White),
    };
    let mut record = GameRecord::from_setup(&setup);
    record.set_rules(RuleSet::Chinese);
    record.set_komi(Komi::ZI_3_3_4);
    record.set_handicap(2);
    record.set_result(
        &Verdict::Win {
            winner: Color::Black,
            margin: QuarterZi(3),
        }
        .into(),
    );
    record.set_territory(Color::Black, [Point::new(1, 0)]);
    record.set_comment("a [b] \\ c");
    let expected = [
        "(;FF[4]GM[1]CA[UTF-8]",
        concat!("AP[shuzi:", env!("CARGO_PKG_VERSION"), "]"),
        "SZ[3:2]",
        "AB[aa]",
        "AW[bb][cb]",
        "PL[W]",
        "RU[Chinese]",
        "KM[7.5]",
        "HA[2]",
        "RE[B+1.5]",
        "TB[ba]",
        "C[a \\[b\\] \\\\ c])\n",
    ]
    .join("\n");
    assert_eq!(record.to_string(), expected);
    assert_board(&board_after(&read(&expected)), &["X . .", ". O O"]);
}

#[test]
fn variations_are_kept() {
    let record =
        read("(;SZ[9];B[aa](;W[bb]C[one];B[cc])(;W[dd](;B[ee]LB[aa:x][bb:y])(;B[ff]XX[kept])))");
    let written = record.to_string();
    let part = "\n(\n;W[dd]\n(\n;B[ee]LB[aa:x][bb:y])\n(\n;B[ff]XX[kept]))";
    assert!(written.contains(part), "{written}");
    assert_eq!(read(&written), record);
}

fn any_text() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        4 => any::<char>().prop_map(String::from),
        1 => prop::sample::select(vec!["]", "[", "\\", "\n;W[bb]", " PB[", ");(", "黑胜3又3/4子"])
            .prop_map(String::from),
    ];
    prop::collection::vec(word, 1..24).prop_map(|words| words.concat())
}

proptest! {
    #[test]
    fn what_is_written_is_read_back(
        (width, height) in (2_u8..=25, 2_u8..=25),
        stones in prop::collection::vec(0_usize..3, 625),
        name in any_text(),
        comment in any_text(),
        points in 1_i32..250,
        komi in -60_i32..60,
    ) {
        let size = BoardSize::new(width, height).expect("2 to 25 lines");
        let mut board = Board::empty(size);
        for (point, stone) in size.points().zip(stones) {
            board.set(point, [None, Some(Color::Black), Some(Color::White)][stone]);
        }
        let mut record = GameRecord::from_setup(&board.into());
        let margin = 2 * points + komi.rem_euclid(2);
        let komi = Komi::new(QuarterZi(komi));
        let result = RecordResult::Win { winner: Color::White, by: WinBy::Margin(QuarterZi(margin)) };
        record.set_player(Color::White, &name);
        record.set_comment(&comment);
        record.set_komi(komi);
        record.set_result(&result);
        let text = record.to_string();
        let again = sgf::read(text.as_bytes()).expect("our own text");
        prop_assert_eq!(&again, &record, "{}", text);
        prop_assert_eq!(again.warnings(), &[]);
        prop_assert_eq!(again.to_string(), text);
        prop_assert_eq!((again.size(), again.result(), again.komi()), (size, result, Some(komi)));
        if !comment.contains('\r') {
            prop_assert_eq!(again.comment(), Some(comment));
        }
    }

    #[test]
    fn any_text_that_is_read_is_written_and_read_back(text in any_text(), junk in any_text()) {
        let text = format!("{junk}(;C[{text}];B[aa{junk}](;W[bb]{text})({junk};GC[{junk}{text}");
        if let Ok(record) = sgf::read(text.as_bytes()) {
            let written = record.to_string();
            prop_assert_eq!(&sgf::read(written.as_bytes()).expect("our own text"), &record, "{}", written);
        }
    }
}
