//! What can be put right is put right, and told.

use shuzi::go::{BoardSize, Komi};
use shuzi::sgf::{self, SgfError, WarningKind};

use super::{kinds, moves, read};

#[test]
fn text_before_the_game_is_passed_over() {
    let record = read("Dear (old) friend; here it is:\n\n(;SZ[9];B[aa])");
    assert_eq!(moves(&record), "Baa");
    assert_eq!(
        kinds(&record),
        [WarningKind::Stray("Dear (old) friend; here it is:".into())]
    );
    assert_eq!(record.warnings()[0].line, 1);
}

#[test]
fn a_missing_end_is_put_right() {
    let unclosed = |property: &str| WarningKind::UnclosedValue {
        property: property.into(),
    };
    for (text, expected) in [
        ("(;SZ[9];B[aa];W[bb]", WarningKind::UnclosedTree),
        ("(;SZ[9];B[aa];W[bb)", unclosed("W")),
        ("(;SZ[9];B[aa;W[bb])", unclosed("B")),
        ("(;SZ[9];B[aaW[bb])", unclosed("B")),
        ("(;PB[no end\nSZ[9];B[aa];W[bb])", unclosed("PB")),
        ("(;SZ[9]PB[no end;B[aa];W[bb])", unclosed("PB")),
        ("(;SZ[9]C[no end\n;B[aa];W[bb])", unclosed("C")),
        ("(;SZ[9];B[aa]);W[bb])", WarningKind::StrayClose),
        ("(SZ[9];B[aa];W[bb])", WarningKind::MissingNode),
    ] {
        let record = read(text);
        assert_eq!(moves(&record), "Baa Wbb", "{text}");
        assert_eq!(Ok(record.size()), BoardSize::square(9), "{text}");
        assert_eq!(kinds(&record), [expected], "{text}");
    }
    assert_eq!(moves(&read(";SZ[9];B[aa];W[bb])")), "Baa Wbb");
}

#[test]
fn unescaped_brackets_in_comments_are_text() {
    for (text, comment) in [
        ("(;C[look [here] please]SZ[9];B[aa])", "look [here] please"),
        ("(;C[see [1] [2] end]SZ[9];B[aa])", "see [1] [2] end"),
        ("(;C[a smile :[ is fine]SZ[9];B[aa])", "a smile :[ is fine"),
        (
            "(;C[ranks [5k], (see [A]) good; yes [!]!]SZ[9];B[aa])",
            "ranks [5k], (see [A]) good; yes [!]!",
        ),
        ("(;C[escaped \\] and \\\\]SZ[9];B[aa])", "escaped ] and \\"),
    ] {
        let record = read(text);
        assert_eq!(record.comment().as_deref(), Some(comment));
        assert_eq!(moves(&record), "Baa", "{text}");
    }
}

#[test]
fn long_names_and_lower_case_are_read() {
    let record = read("(;GaMe[1]SiZe[9]PlayerBlack[Honinbo]AddBlack[cc];White[aa];Black[bb])");
    assert_eq!(moves(&record), "Waa Bbb");
    assert_eq!(record.players().black, "Honinbo");
    assert_eq!(moves(&read("(;sz[9];b[aa];w[bb])")), "Baa Wbb");
}

#[test]
fn duplicates_are_joined_or_the_first_kept() {
    let record = read("(;SZ[9]AP[one]AP[two]AB[aa]AB[bb]KM[]KM[7.5];W[cc])");
    assert_eq!(record.info("AP").as_deref(), Some("one"));
    assert_eq!(record.tree().root().values("AB").len(), 2);
    assert_eq!(record.komi(), Some(Komi::ZI_3_3_4));
    let chat = read("(;SZ[9];B[aa]C[one]\nC[two]C[three];W[bb]C[one]C[two])");
    let comment = chat
        .tree()
        .main_line()
        .nth(1)
        .and_then(|node| node.value("C"));
    assert_eq!(comment.expect("a comment").to_text(), "one\ntwo\nthree");
    assert_eq!(chat.warnings().len(), 1, "said once for each property");
    let twice = |property: &str| WarningKind::DuplicateProperty {
        property: property.into(),
    };
    assert_eq!(kinds(&record), [twice("AP"), twice("AB"), twice("KM")]);
}

#[test]
fn stray_text_costs_a_warning_with_its_place() {
    let record = read("(;SZ[9]\n;B[aa] oops ;W\n[bb] )");
    assert_eq!(moves(&record), "Baa Wbb");
    let told: Vec<String> = record.warnings().iter().map(ToString::to_string).collect();
    assert_eq!(told, ["line 2, character 8: passed over: \"oops\""]);
}

#[test]
fn the_main_line_is_the_first_variation() {
    let record = read("(;SZ[9];B[aa](;W[bb];B[cc])(;W[dd](;B[ee])(;B[ff])))");
    assert_eq!(moves(&record), "Baa Wbb Bcc");
    assert_eq!(record.tree().node_count(), 7);
}

#[test]
fn further_games_are_told() {
    let record = read("(;SZ[9];B[aa])\n(;SZ[19];B[bb])");
    assert_eq!(moves(&record), "Baa");
    assert_eq!(kinds(&record), [WarningKind::MoreGames]);
    assert_eq!(record.warnings()[0].line, 2);
}

#[test]
fn depth_needs_no_stack() {
    let depth = 100_000;
    let record = read(&format!("{}{}", "(;B[]".repeat(depth), ")".repeat(depth)));
    assert_eq!(record.tree().node_count(), depth);
    assert_eq!(sgf::read(record.to_string().as_bytes()), Ok(record));
    assert_eq!(read(&"(;".repeat(depth)).tree().node_count(), depth);
}

#[test]
fn what_is_no_record_is_refused() {
    let refused = |text: &str| sgf::read(text.as_bytes()).expect_err("refused");
    assert_eq!(refused(""), SgfError::NoGame);
    assert_eq!(refused(". X O\nX . .\n"), SgfError::NoGame);
    assert!(matches!(refused("(;GM[2])"), SgfError::NotGo { .. }));
    assert!(matches!(refused("(;SZ[0])"), SgfError::BadSize { .. }));
    assert!(matches!(refused("(;SZ[19:99])"), SgfError::BadSize { .. }));
    let long = vec![b'('; sgf::MAX_BYTES + 1];
    assert!(matches!(sgf::read(&long), Err(SgfError::TooLarge { .. })));
    assert!(matches!(
        refused(&"(;".repeat(300_000)),
        SgfError::TooManyNodes { .. }
    ));
}

#[test]
fn many_warnings_are_summed_up() {
    let record = read(&format!("(;{})", "?;".repeat(1000)));
    assert_eq!(record.warnings().len(), 101);
    assert_eq!(record.warnings()[100].kind, WarningKind::More(900));
}

#[test]
fn records_and_text_boards_are_told_apart() {
    assert!(sgf::looks_like_sgf(b"\xEF\xBB\xBF \n(\n;GM[1])"));
    assert!(sgf::looks_like_sgf(b"mail header (\n(;FF[4])"));
    assert!(!sgf::looks_like_sgf(
        b"  A B C\n3 . X O\n2 . . .\n1 O X .\n"
    ));
    assert!(!sgf::looks_like_sgf(b""));
}
