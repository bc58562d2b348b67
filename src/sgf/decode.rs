//! From bytes to text: what encoding a record is really in.
//!
//! `CA` is believed where the bytes bear it out. Text that is valid UTF-8 is UTF-8, and
//! so is text that is UTF-8 but for a few cut characters, as servers that cut names to a
//! number of bytes write it. All else is told apart by `chardetng` and by the Go terms
//! (段, 級, 黑胜 …) that turn up in each reading.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{BIG5, EUC_JP, EUC_KR, Encoding, GB18030, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE};

use super::error::{Warning, WarningKind};
use super::value::unify_line_ends;

/// How far into a file `CA` is looked for, in bytes: beyond the longest root node seen.
const DECLARATION_SEARCH: usize = 1 << 16;

/// Words that a Go record in the right encoding holds, and one in the wrong rarely does.
const GO_TERMS: [&str; 30] = [
    "段", "级", "級", "黑", "白", "胜", "勝", "子", "目", "局", "赛", "戦", "战", "戰", "棋", "贴",
    "中国", "中國", "日本", "韩国", "韓國", "九段", "初段", "围棋", "囲碁", "圍棋", "先", "名人",
    "단", "국",
];

/// A record's text, its line ends `\n`, and the encoding that it was in.
#[derive(Debug)]
pub(super) struct Decoded {
    pub text: String,
    pub encoding: &'static str,
    pub warnings: Vec<Warning>,
}

/// Decodes a record; bytes that are no text become U+FFFD and a warning.
pub(super) fn decode(bytes: &[u8]) -> Decoded {
    let label = declared_label(bytes);
    let (encoding, bom_length) = match Encoding::for_bom(bytes) {
        Some(found) => found,
        None => (choose(bytes, label.as_deref()), 0),
    };
    let (text, malformed) = encoding.decode_without_bom_handling(&bytes[bom_length..]);
    let text = unify_line_ends(&text);
    let mut warnings = Vec::new();
    if let Some(declared) = label
        && !text.is_ascii()
        && for_declared(&declared).is_none_or(|named| named != encoding)
    {
        let used = encoding.name();
        warnings.push(Warning::at(
            &text,
            text.find("CA[").unwrap_or(0),
            WarningKind::Encoding { declared, used },
        ));
    }
    if malformed {
        let broken: Vec<usize> = text
            .match_indices(char::REPLACEMENT_CHARACTER)
            .map(|(at, _)| at)
            .collect();
        let (places, encoding) = (broken.len(), encoding.name());
        let first = broken.first().copied().unwrap_or(0);
        warnings.push(Warning::at(
            &text,
            first,
            WarningKind::MalformedText { encoding, places },
        ));
    }
    Decoded {
        text,
        encoding: encoding.name(),
        warnings,
    }
}

/// The value of the first `CA` near the start of the file.
fn declared_label(bytes: &[u8]) -> Option<String> {
    let head = &bytes[..bytes.len().min(DECLARATION_SEARCH)];
    let at = (0..head.len()).find(|&at| {
        head[at..].starts_with(b"CA[") && (at == 0 || !head[at - 1].is_ascii_alphabetic())
    })?;
    let value = &head[at + 3..];
    let end = value.iter().position(|&byte| byte == b']')?;
    let label = std::str::from_utf8(&value[..end]).ok()?.trim();
    (!label.is_empty()).then(|| label.to_owned())
}

/// The encoding that a `CA` names, with names that records use beyond the web's.
fn for_declared(label: &str) -> Option<&'static Encoding> {
    let plain: String = label.chars().filter(char::is_ascii_alphanumeric).collect();
    match plain.to_ascii_lowercase().as_str() {
        "gb" | "gb2312" | "gbk" | "gb18030" | "cp936" | "936" => Some(GB18030),
        "big5" | "cp950" | "950" => Some(BIG5),
        "sjis" | "shiftjis" | "cp932" | "ms932" | "932" => Some(SHIFT_JIS),
        "euckr" | "cp949" | "uhc" | "949" | "ksc5601" => Some(EUC_KR),
        "utf8" => Some(UTF_8),
        _ => Encoding::for_label(label.as_bytes()).map(|named| {
            if named.name() == "GBK" {
                GB18030
            } else {
                named
            }
        }),
    }
}

fn choose(bytes: &[u8], label: Option<&str>) -> &'static Encoding {
    if let Some(utf16) = utf16_without_mark(bytes) {
        return utf16;
    }
    let declared = label
        .and_then(for_declared)
        .filter(|named| *named != UTF_16LE && *named != UTF_16BE);
    let sequences = Utf8Sequences::of(bytes);
    let declared_fits = declared.filter(|named| misfits(bytes, named) == 0);
    if sequences.malformed == 0 && (sequences.long > 0 || declared_fits.is_none()) {
        return UTF_8;
    }
    if let Some(named) = declared_fits {
        return named;
    }
    if sequences.valid >= 2 * sequences.malformed {
        return UTF_8;
    }
    if let Some(named) = declared
        && misfits(bytes, named) * 20 < bytes.iter().filter(|byte| !byte.is_ascii()).count()
    {
        return named;
    }
    guess(bytes)
}

/// UTF-16 shows itself by the zero byte of `(` and `;`.
fn utf16_without_mark(bytes: &[u8]) -> Option<&'static Encoding> {
    match bytes {
        [b'(', 0, b';', 0, ..] => Some(UTF_16LE),
        [0, b'(', 0, b';', ..] => Some(UTF_16BE),
        _ => None,
    }
}

/// How much of the bytes beyond ASCII reads as UTF-8.
struct Utf8Sequences {
    valid: usize,
    /// Valid ones of three bytes and more: two bytes may be a GB2312 or EUC character.
    long: usize,
    malformed: usize,
}

impl Utf8Sequences {
    fn of(bytes: &[u8]) -> Self {
        let mut sequences = Self {
            valid: 0,
            long: 0,
            malformed: 0,
        };
        for chunk in bytes.utf8_chunks() {
            for character in chunk
                .valid()
                .chars()
                .filter(|character| !character.is_ascii())
            {
                sequences.valid += 1;
                sequences.long += usize::from(character.len_utf8() > 2);
            }
            sequences.malformed += usize::from(!chunk.invalid().is_empty());
        }
        sequences
    }
}

/// Places that are no text, or no text that people write, in this encoding.
fn misfits(bytes: &[u8], encoding: &'static Encoding) -> usize {
    let (text, _) = encoding.decode_without_bom_handling(bytes);
    text.chars().filter(|character| matches!(character, '\u{FFFD}' | '\u{E000}'..='\u{F8FF}' | '\u{80}'..='\u{9F}')).count()
}

/// The most likely of the encodings that Go records come in.
fn guess(bytes: &[u8]) -> &'static Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    detector.feed(bytes, true);
    let detected = detector.guess(None, Utf8Detection::Deny);
    let detected = if detected.name() == "GBK" {
        GB18030
    } else {
        detected
    };
    let mut best = detected;
    let mut best_fit = fit(bytes, detected);
    for encoding in [GB18030, BIG5, SHIFT_JIS, EUC_JP, EUC_KR] {
        let this_fit = fit(bytes, encoding);
        if this_fit > best_fit {
            (best, best_fit) = (encoding, this_fit);
        }
    }
    best
}

/// How well bytes read in an encoding: fewest misfits first, then most Go terms.
fn fit(bytes: &[u8], encoding: &'static Encoding) -> (std::cmp::Reverse<usize>, usize) {
    let (text, _) = encoding.decode_without_bom_handling(bytes);
    let terms = GO_TERMS.iter().map(|term| text.matches(term).count()).sum();
    (std::cmp::Reverse(misfits(bytes, encoding)), terms)
}

#[cfg(test)]
mod tests;
