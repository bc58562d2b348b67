//! Capital letters, digits and signs as strokes, so that the overlay needs no
//! font file. Lower case is drawn as capitals.

/// The height of a letter in grid units; the baseline is at `y = HEIGHT`.
pub(super) const HEIGHT: f32 = 6.0;
/// From one letter to the next, in grid units.
pub(super) const ADVANCE: f32 = 5.6;

/// The strokes of a character: polylines separated by spaces, each a run of
/// digit pairs `xy` on a grid 4 wide and 6 high (`y` down, 7 hangs below the
/// baseline). A polyline of one repeated pair is a dot. `None` for characters
/// that have no strokes.
fn code(character: char) -> Option<&'static str> {
    Some(match character.to_ascii_uppercase() {
        ' ' => "",
        'A' => "062046 0434",
        'B' => "0006364544331303 0030414233",
        'C' => "4130100105163645",
        'D' => "00062645412000",
        'E' => "40000646 0333",
        'F' => "400006 0333",
        'G' => "41301001051636454323",
        'H' => "0006 4046 0343",
        'I' => "1030 2026 1636",
        'J' => "4045361605",
        'K' => "0006 400346",
        'L' => "000646",
        'M' => "0600234046",
        'N' => "06004640",
        'O' => "103041453616050110",
        'P' => "06003041423303",
        'Q' => "103041453616050110 2446",
        'R' => "06003041423303 2346",
        'S' => "413010010213334445361605",
        'T' => "0040 2026",
        'U' => "000516364540",
        'V' => "002640",
        'W' => "0016233640",
        'X' => "0046 4006",
        'Y' => "002340 2326",
        'Z' => "00400646",
        '0' => "103041453616050110",
        '1' => "112026 1636",
        '2' => "01103041420646",
        '3' => "01103041423313 334445361605",
        '4' => "300444 3036",
        '5' => "400003334445361605",
        '6' => "4130100105163645443303",
        '7' => "004016",
        '8' => "103041423313020110 130405163645443313",
        '9' => "423313020110304145361605",
        '.' => "2626",
        ',' => "2617",
        ':' => "2222 2525",
        '/' => "4006",
        '+' => "1333 2224",
        '-' => "1333",
        '=' => "0242 0444",
        '(' => "30212536",
        ')' => "10212516",
        '?' => "01103041422324 2626",
        '!' => "2024 2626",
        '\'' => "2021",
        _ => return None,
    })
}

/// The polylines of a character in grid units; a character without strokes
/// of its own is drawn as a box.
pub(super) fn strokes(character: char) -> Vec<Vec<(f32, f32)>> {
    let code = code(character).unwrap_or("0040460600");
    code.split(' ')
        .filter(|run| !run.is_empty())
        .map(polyline)
        .collect()
}

fn polyline(run: &str) -> Vec<(f32, f32)> {
    let digit = |byte: u8| f32::from(byte - b'0');
    run.as_bytes()
        .chunks_exact(2)
        .map(|pair| (digit(pair[0]), digit(pair[1])))
        .collect()
}

/// The width of a line of text in grid units.
pub(super) fn width(text: &str) -> f32 {
    let letters = text.chars().count();
    if letters == 0 {
        0.0
    } else {
        letters as f32 * ADVANCE - (ADVANCE - 4.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_character_of_a_verdict_has_strokes() {
        let used = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,:/+-=()?!' abcdefghijklmnopqrstuvwxyz";
        for character in used.chars() {
            let code = code(character).unwrap_or_else(|| panic!("no strokes for {character:?}"));
            for run in code.split(' ') {
                assert!(
                    run.len() % 2 == 0,
                    "{character:?} has half a point in {run:?}"
                );
                assert!(run.len() != 2, "{character:?} has a stroke of one point");
                for point in polyline(run) {
                    assert!(
                        point.0 <= 4.0 && point.1 <= 7.0,
                        "{character:?} leaves its box"
                    );
                }
            }
        }
    }

    #[test]
    fn an_unknown_character_is_a_box_and_letters_differ() {
        assert_eq!(strokes('黑'), strokes('子'));
        assert_ne!(strokes('B'), strokes('8'));
        assert_eq!(width(""), 0.0);
        assert_eq!(width("A"), 4.0);
    }
}
