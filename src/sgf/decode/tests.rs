use super::*;

const CHINESE: &str = "(;GM[1]PB[柯洁]BR[九段]PW[古力]WR[九段]RE[黑中盘胜]EV[中国围棋甲级联赛])";
const TRADITIONAL: &str =
    "(;GM[1]PB[周俊勳]BR[九段]PW[王元均]WR[八段]RE[黑中盤勝]EV[中國圍棋名人賽])";
const JAPANESE: &str =
    "(;GM[1]PB[井山裕太]BR[九段]PW[一力遼]WR[八段]RE[黒中押し勝ち]EV[囲碁の名人戦])";
const KOREAN: &str = "(;GM[1]PB[이창호]BR[9단]PW[이세돌]WR[9단]RE[흑불계승]EV[국수전 결승 대국])";

fn kinds(decoded: &Decoded) -> Vec<WarningKind> {
    let warnings = decoded.warnings.iter();
    warnings.map(|warning| warning.kind.clone()).collect()
}

fn encoded(text: &str, encoding: &'static Encoding) -> Vec<u8> {
    let (bytes, _, unmappable) = encoding.encode(text);
    assert!(!unmappable, "{} cannot write {text}", encoding.name());
    bytes.into_owned()
}

fn declared(text: &str, label: &str) -> String {
    text.replacen("GM[1]", &format!("GM[1]CA[{label}]"), 1)
}

#[test]
fn undeclared_encodings_are_found() {
    for (text, encoding) in [
        (CHINESE, UTF_8),
        (CHINESE, GB18030),
        (TRADITIONAL, BIG5),
        (JAPANESE, SHIFT_JIS),
        (JAPANESE, EUC_JP),
        (KOREAN, EUC_KR),
    ] {
        let decoded = decode(&encoded(text, encoding));
        assert_eq!(
            decoded.text,
            text,
            "{} read as {}",
            encoding.name(),
            decoded.encoding
        );
        assert_eq!(decoded.warnings, []);
    }
}

#[test]
fn declared_encodings_are_used_under_all_their_names() {
    for (text, label, encoding) in [
        (CHINESE, "gb2312", GB18030),
        (CHINESE, "GBK", GB18030),
        (TRADITIONAL, "Big5", BIG5),
        (JAPANESE, "SJIS", SHIFT_JIS),
        (JAPANESE, "Shift_JIS", SHIFT_JIS),
        (JAPANESE, "EUC-JP", EUC_JP),
        (KOREAN, "windows-949", EUC_KR),
        (KOREAN, "UTF8", UTF_8),
    ] {
        let text = declared(text, label);
        let decoded = decode(&encoded(&text, encoding));
        assert_eq!(decoded.text, text, "{label}");
        assert_eq!(decoded.warnings, [], "{label}");
    }
}

#[test]
fn a_wrong_declaration_is_overruled_and_told() {
    for (text, label, encoding) in [
        (CHINESE, "UTF-8", GB18030),
        (JAPANESE, "UTF-8", SHIFT_JIS),
        (TRADITIONAL, "UTF-8", BIG5),
        (CHINESE, "GB2312", UTF_8),
        (KOREAN, "ISO-8859-1", UTF_8),
        (CHINESE, "no-such-thing", UTF_8),
    ] {
        let text = declared(text, label);
        let decoded = decode(&encoded(&text, encoding));
        assert_eq!(decoded.text, text, "{label}");
        assert_eq!(
            kinds(&decoded),
            [WarningKind::Encoding {
                declared: label.into(),
                used: encoding.name()
            }]
        );
    }
}

#[test]
fn cut_characters_do_not_turn_utf8_into_something_else() {
    let mut bytes = declared(CHINESE, "UTF-8").into_bytes();
    let name = declared(CHINESE, "UTF-8")
        .find("洁")
        .expect("the name is there");
    bytes.remove(name + 2);
    let decoded = decode(&bytes);
    assert_eq!(
        decoded.text,
        declared(CHINESE, "UTF-8").replace('洁', "\u{FFFD}")
    );
    assert_eq!(
        decoded.warnings,
        [Warning {
            line: 1,
            column: 21,
            kind: WarningKind::MalformedText {
                encoding: "UTF-8",
                places: 1
            }
        }]
    );
}

#[test]
fn byte_order_marks_are_taken_off() {
    let mut utf8 = b"\xEF\xBB\xBF".to_vec();
    utf8.extend(CHINESE.as_bytes());
    assert_eq!(decode(&utf8).text, CHINESE);
    let utf16: Vec<u8> = CHINESE.encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(decode(&utf16).text, CHINESE);
    let marked: Vec<u8> = [0xFF, 0xFE].into_iter().chain(utf16).collect();
    assert_eq!(decode(&marked).text, CHINESE);
}

#[test]
fn latin_names_are_read() {
    let text = "(;GM[1]PB[Jürgen Müller]PW[François Lorrain]C[Schöne Züge überall])";
    let decoded = decode(&encoded(text, encoding_rs::WINDOWS_1252));
    assert_eq!(decoded.text, text, "read as {}", decoded.encoding);
}
