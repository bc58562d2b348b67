//! Where names and values begin and end in broken text.

/// The longest property name that is taken for one, in letters: `FF[3]` has `BlackToPlay`.
const LONGEST_NAME: usize = 24;

/// Properties whose values hold points, moves or whole numbers, and never free text.
const WITHOUT_TEXT: [&str; 27] = [
    "AB", "AE", "AW", "B", "BL", "CR", "DD", "DM", "FF", "GM", "HA", "HO", "KO", "MA", "MN", "OB",
    "OW", "PL", "SL", "SQ", "ST", "TB", "TE", "TR", "TW", "VW", "W",
];
/// Properties that may stand on a list of points, which duplicates only lengthen, and moves.
const LISTS: [&str; 16] = [
    "AB", "AE", "AW", "AR", "B", "CR", "DD", "LB", "LN", "MA", "SL", "SQ", "TB", "TR", "TW", "W",
];
/// Properties of one line that a lost bracket is known by.
const LINE_NAMES: [&str; 28] = [
    "AN", "AP", "BR", "BT", "CA", "CP", "DT", "EV", "FF", "GM", "GN", "HA", "KM", "ON", "OT", "PB",
    "PC", "PW", "RE", "RO", "RU", "SO", "ST", "SZ", "TM", "US", "WR", "WT",
];

/// Whether values of a property that stands twice are joined.
pub(super) fn is_list(id: &str) -> bool {
    LISTS.contains(&id)
}

/// Whether a property holds text of many lines, which is joined where it stands twice.
pub(super) fn is_comment(id: &str) -> bool {
    matches!(id, "C" | "GC")
}

/// A property name in a text.
pub(super) struct Identifier {
    /// In the short form: `FF[3]`'s lower-case letters are left out.
    pub id: String,
    /// Where its first value begins, at the bracket.
    pub end: usize,
}

/// The property name that begins at `at`, if letters and a bracket follow.
pub(super) fn identifier(text: &str, at: usize) -> Option<Identifier> {
    let rest = &text.as_bytes()[at..];
    let length = word_length(&text[at..]);
    if length == 0 || length > LONGEST_NAME {
        return None;
    }
    let bracket = length
        + rest[length..]
            .iter()
            .take_while(|byte| byte.is_ascii_whitespace())
            .count();
    if rest.get(bracket) != Some(&b'[') {
        return None;
    }
    let word = &text[at..at + length];
    let short: String = word
        .chars()
        .filter(|letter| !letter.is_ascii_lowercase())
        .collect();
    let named = short.starts_with(|c: char| c.is_ascii_uppercase());
    let id = if named {
        short
    } else {
        word.to_ascii_uppercase()
    };
    Some(Identifier {
        id,
        end: at + bracket,
    })
}

/// How many letters, and figures after the first, the text begins with.
pub(super) fn word_length(text: &str) -> usize {
    match text.as_bytes().first() {
        Some(first) if first.is_ascii_alphabetic() => {
            text.bytes().take_while(u8::is_ascii_alphanumeric).count()
        }
        _ => 0,
    }
}

/// Where the first game begins: at `(;`, else at the first node with a property.
pub(super) fn game_start(text: &str) -> Option<usize> {
    let begins = |open: char| {
        text.match_indices(open).map(|(at, _)| at).find(|&at| {
            let rest = text[at + 1..].trim_start();
            (open == '(' && rest.starts_with(';')) || has_name(rest)
        })
    };
    begins('(').or_else(|| begins(';'))
}

/// Whether a text begins with a property as files write it: with a capital.
fn has_name(text: &str) -> bool {
    let word = &text[..word_length(text)];
    word.bytes().any(|byte| byte.is_ascii_uppercase()) && identifier(text, 0).is_some()
}

/// A value found in a text.
pub(super) struct FoundValue {
    /// Its text with every bracket escaped.
    pub raw: String,
    /// Where the text goes on after it.
    pub end: usize,
    /// The closing bracket was missing.
    pub unclosed: bool,
    /// A closing bracket inside was taken as text.
    pub unescaped: bool,
}

/// Reads the value of property `id` from `start`, just after its `[`.
///
/// A `]` closes the value if what follows can follow a value; in free text it else counts
/// as an unescaped bracket. A value that runs into the next property or node has lost its
/// bracket and ends there.
pub(super) fn value(text: &str, start: usize, id: &str) -> FoundValue {
    let free = !WITHOUT_TEXT.contains(&id);
    let mut found = FoundValue {
        raw: String::new(),
        end: text.len(),
        unclosed: true,
        unescaped: false,
    };
    let mut depth = 0_usize;
    let mut characters = text[start..].char_indices();
    while let Some((offset, character)) = characters.next() {
        let at = start + offset;
        match character {
            '\\' => match characters.next() {
                Some((_, escaped)) => found.raw.extend(['\\', escaped]),
                None => break,
            },
            ']' if !free || closes(&text[at + 1..], depth) => {
                found.end = at + 1;
                found.unclosed = false;
                break;
            }
            ']' => {
                depth = depth.saturating_sub(1);
                found.unescaped = true;
                found.raw.push_str("\\]");
            }
            '[' => {
                if let Some(lost) = lost_bracket(&text[start..at], &text[at..], id, free) {
                    found.raw.truncate(found.raw.len() - lost);
                    found.end = at - lost;
                    break;
                }
                depth += 1;
                found.raw.push_str("\\[");
            }
            ';' | '(' | ')' if !free => {
                found.end = at;
                break;
            }
            other => found.raw.push(other),
        }
    }
    if found.unclosed {
        found.raw.truncate(found.raw.trim_end().len());
    }
    if found
        .raw
        .bytes()
        .rev()
        .take_while(|&byte| byte == b'\\')
        .count()
        % 2
        == 1
    {
        found.raw.pop();
    }
    found
}

/// Whether a `]` before `rest` closes a value, inside which `depth` brackets stand open.
fn closes(rest: &str, depth: usize) -> bool {
    let rest = rest.trim_start();
    match rest.chars().next() {
        None => true,
        Some('[') => depth == 0,
        Some(';' | '(') => node_follows(rest),
        Some(')') => {
            let rest = rest.trim_start_matches(|c: char| c == ')' || c.is_whitespace());
            rest.is_empty() || node_follows(rest)
        }
        Some(_) => has_name(rest),
    }
}

/// Whether a text begins with a node or variation rather than with words.
fn node_follows(text: &str) -> bool {
    let Some(rest) = text.strip_prefix([';', '(']) else {
        return false;
    };
    let rest = rest.trim_start();
    rest.is_empty() || rest.starts_with([';', '(', ')']) || identifier(rest, 0).is_some()
}

/// How many characters before a `[` belong to the next property, its `;` included, if the
/// value that runs on to there has lost its own `]`.
fn lost_bracket(before: &str, from_bracket: &str, id: &str, free: bool) -> Option<usize> {
    let name = before
        .bytes()
        .rev()
        .take_while(u8::is_ascii_uppercase)
        .count();
    let lead = &before[..before.len() - name];
    let name = &before[lead.len()..];
    let node = lead.trim_end().ends_with(';');
    if !free {
        return Some(name.len());
    }
    let after_node = before.len() - lead.trim_end().len() + 1;
    if is_comment(id) {
        let point = from_bracket[1..]
            .bytes()
            .take_while(u8::is_ascii_alphabetic)
            .count();
        let is_move =
            matches!(name, "B" | "W") && point <= 2 && from_bracket[1 + point..].starts_with(']');
        return (node && is_move).then_some(after_node);
    }
    if node && matches!(name, "B" | "W" | "AB" | "AW") {
        return Some(after_node);
    }
    let parted = !lead.ends_with(|c: char| c.is_ascii_alphanumeric());
    (parted && LINE_NAMES.contains(&name) && !lead.trim_start().is_empty()).then_some(name.len())
}
