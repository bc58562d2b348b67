//! Points, boards, komi and counts as text.

use shuzi::go::{
    Board, BoardSize, DiagramError, Komi, KomiError, Point, PointError, Points, QuarterZi, diff,
};

use super::{assert_board, board};

#[test]
fn one_point_in_its_three_forms() {
    let size = BoardSize::NINETEEN;
    let point = Point::new(3, 15);
    for text in ["D4", "d4", " D4 ", "dp", "4-16"] {
        assert_eq!(Point::parse(text, size), Ok(point), "{text}");
    }
    assert_eq!((point.label(size), point.sgf()), ("D4".into(), "dp".into()));
}

#[test]
fn there_is_no_column_i() {
    let size = BoardSize::NINETEEN;
    assert_eq!(Point::parse("J1", size), Ok(Point::new(8, 18)));
    assert_eq!(Point::parse("T19", size), Ok(Point::new(18, 0)));
    assert!(matches!(
        Point::parse("I5", size),
        Err(PointError::Unreadable(_))
    ));
}

#[test]
fn points_outside_are_told_from_nonsense() {
    let size = BoardSize::square(9).unwrap();
    for text in ["D10", "K1", "D0", "10-1", "0-1", "1-0", "aj", "zz", "Z25"] {
        let error = Point::parse(text, size).unwrap_err();
        assert!(
            matches!(error, PointError::OffBoard { .. }),
            "{text}: {error}"
        );
    }
    for text in [
        "", "D", "4", "DP", "D-4", "4-", "D4x", "d4,", "D+4", "-4-4", "子1", "D9999",
    ] {
        let error = Point::parse(text, size).unwrap_err();
        assert!(
            matches!(error, PointError::Unreadable(_)),
            "{text}: {error}"
        );
    }
}

#[test]
fn sizes_have_limits() {
    for (width, height) in [(1, 9), (9, 1), (26, 9), (0, 0)] {
        assert!(BoardSize::new(width, height).is_err());
    }
    let size = BoardSize::new(25, 2).unwrap();
    assert_eq!((size.area(), size.points().count()), (50, 50));
    assert_eq!(Point::parse("Z2", size), Ok(Point::new(24, 0)));
}

#[test]
fn star_points_of_the_usual_boards() {
    for (lines, count, last) in [(19, 9, "Q4"), (13, 5, "K4"), (9, 5, "G3"), (5, 0, "")] {
        let size = BoardSize::square(lines).unwrap();
        let stars = size.star_points();
        assert_eq!(stars.len(), count, "{size}");
        assert_eq!(
            stars.last().map(|p| p.label(size)).unwrap_or_default(),
            last
        );
    }
}

#[test]
fn boards_are_read_with_and_without_frame() {
    let plain = board(".XO\nX..\n+O,");
    let framed = board("   A B C\n 3 . X O 3\n 2 X . . 2\n 1 + O . 1\n   A B C\n");
    assert_board(&framed, &plain);
    let bars = board("+---+\n|.XO|\n|X..|\n|.O.|\n+---+");
    assert_board(&bars, &plain);
    assert_board(&board("· ● ○\n● · ·\n· ○ ·"), &plain);
    assert_eq!(plain.to_string(), ".XO\nX..\n.O.\n");
}

#[test]
fn a_bad_board_names_its_line() {
    let read = |text: &str| text.parse::<Board>().unwrap_err();
    assert_eq!(
        read("..\n.?"),
        DiagramError::Character {
            line: 2,
            character: '?'
        }
    );
    assert_eq!(
        read("...\n\n.."),
        DiagramError::Uneven {
            line: 3,
            found: 2,
            expected: 3
        }
    );
    assert_eq!(
        read(""),
        DiagramError::Size {
            width: 0,
            height: 0
        }
    );
    assert_eq!(
        read("X"),
        DiagramError::Size {
            width: 1,
            height: 1
        }
    );
}

#[test]
fn coordinates_surround_the_board() {
    let expected = "   A B C\n 3 . X O 3\n 2 X . . 2\n 1 . O . 1\n   A B C\n";
    assert_eq!(board(".XO\nX..\n.O.").with_coordinates(), expected);
}

#[test]
fn a_difference_shows_both_boards_and_the_points() {
    let text = diff(&board("..\n.."), &board(".X\n..")).unwrap();
    assert!(
        text.contains(" 2 . X 2") && text.ends_with(" 2 . * 2\n 1 . . 1\n   A B\n"),
        "{text}"
    );
    assert_eq!(diff(&board("..\n.."), &board("..\n..")), None);
}

#[test]
fn counts_are_written_as_a_referee_does() {
    for (quarters, zi, points) in [
        (738, "184 1/2", "369"),
        (3, "3/4", "1.5"),
        (-1, "-1/4", "-0.5"),
        (-15, "-3 3/4", "-7.5"),
        (0, "0", "0"),
        (8, "2", "4"),
    ] {
        let amount = QuarterZi(quarters);
        assert_eq!(
            (
                amount.to_string().as_str(),
                amount.points().to_string().as_str()
            ),
            (zi, points)
        );
        assert_eq!(Points::from_halves(quarters).zi(), amount);
    }
    let amount = QuarterZi(-15);
    assert_eq!(
        (amount.whole(), amount.quarters(), amount.fraction()),
        (3, 3, "3/4")
    );
}

#[test]
fn komi_in_zi_and_in_points() {
    for text in [
        "3.75",
        "3 3/4",
        "3又3/4子",
        "3¾",
        " 3.750 ",
        "+3.75",
        "15/4",
        "3又3/4",
    ] {
        assert_eq!(Komi::from_zi(text), Ok(Komi::ZI_3_3_4), "{text}");
    }
    for text in ["7.5", "7 1/2", "7½", "7目半", "7.5目", "7.50"] {
        assert_eq!(Komi::from_points(text), Ok(Komi::ZI_3_3_4), "{text}");
    }
    assert_eq!(Komi::from_zi("0"), Ok(Komi::ZERO));
    assert_eq!(Komi::from_zi("3/4").unwrap().zi(), QuarterZi(3));
    assert_eq!(Komi::from_zi("-.5").unwrap().zi(), QuarterZi(-2));
    assert_eq!(Komi::from_zi("2.75").unwrap().points().to_string(), "5.5");
}

#[test]
fn bad_komi_is_refused() {
    for text in [
        "",
        "x",
        "3,75",
        "--3",
        "3 3",
        "1/0",
        "3 1/4 1/4",
        ".",
        "1e3",
        "99999999999",
    ] {
        assert!(
            matches!(Komi::from_zi(text), Err(KomiError::Unreadable(_))),
            "{text}"
        );
    }
    assert!(matches!(Komi::from_zi("3.8"), Err(KomiError::TooFine(_))));
    assert!(matches!(
        Komi::from_points("7.25"),
        Err(KomiError::TooFine(_))
    ));
    assert!(matches!(
        Komi::from_zi("375000"),
        Err(KomiError::TooLarge(_))
    ));
}
