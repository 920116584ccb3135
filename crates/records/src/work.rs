//! The work of a file, before anybody has read it.

use tengen_rules::MAX_SIDE;

/// A node of a file takes about so many bytes where somebody has played it, and a point that is named by
/// itself so many.
const BYTES_OF_NODE: u64 = 20;
const BYTES_OF_POINT: u64 = 4;

/// The work of reading and showing a file, by the bytes of a usual one. A node takes a semicolon at least. A
/// rectangle of points names two of its corners, and is as much work as its points named one by one.
///
/// ```
/// use tengen_records::work_of;
///
/// let played = "(;SZ[19];B[dd];W[pp];B[dp];W[pd])";
/// assert_eq!(work_of(played.as_bytes()), 100);
/// assert_eq!(work_of(b"(;SZ[19];AB[aa:ss];AE[aa:ss])"), 3 * 20 + 2 * 361 * 4);
/// ```
pub fn work_of(file: &[u8]) -> u64 {
    let nodes: u64 = file.iter().map(|byte| u64::from(*byte == b';')).sum();
    let values = file.split(|byte| matches!(byte, b'[' | b']'));
    let points: u64 = values.filter_map(points_between).sum();
    (nodes * BYTES_OF_NODE + points * BYTES_OF_POINT).max(file.len() as u64)
}

/// The work of so many nodes, whatever is in them.
pub fn work_of_nodes(nodes: u32) -> u64 {
    u64::from(nodes) * BYTES_OF_NODE
}

/// The number of points of a value that is a rectangle of a board of the largest size.
fn points_between(value: &[u8]) -> Option<u64> {
    let colon = value.iter().position(|byte| *byte == b':')?;
    let (one, two) = value.split_at(colon);
    let (one, two) = (corner(one)?, corner(two)?);
    Some((one.0.abs_diff(two.0) + 1) * (one.1.abs_diff(two.1) + 1))
}

/// The column and the row that two letters name. Between and around them there may be whatever stands for
/// spaces, or for half a letter, in some encoding.
fn corner(text: &[u8]) -> Option<(u64, u64)> {
    let last = MAX_SIDE as u64 - 1;
    let mut places = text
        .iter()
        .filter(|byte| byte.is_ascii_alphabetic())
        // Capital letters are behind the small ones, beyond every board.
        .map(|letter| u64::from(letter.wrapping_sub(b'a')).min(last));
    match (places.next(), places.next(), places.next()) {
        (Some(column), Some(row), None) => Some((column, row)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(value: &str) -> u64 {
        (work_of(format!("(;AB[{value}])").as_bytes()).saturating_sub(BYTES_OF_NODE)) / BYTES_OF_POINT
    }

    #[test]
    fn a_rectangle_is_the_work_of_its_points() {
        for (value, most) in [("aa:yy", 625), ("ss:aa", 361), ("bc:dc", 3), ("ya:ay", 625), ("aa:ZZ", 625)] {
            assert_eq!(points(value), most, "{value}");
            assert_eq!(
                points(&format!(" {}\u{3000}", value.replace(':', "\n: "))),
                most,
                "{value} with spaces"
            );
        }
        let wide: Vec<u8> = "(;AB[aa:ss])".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(work_of(&wide), BYTES_OF_NODE + 361 * BYTES_OF_POINT);
    }

    #[test]
    fn what_is_no_rectangle_is_its_bytes() {
        for file in
            ["(;C[White: a long remark on the clock 00:12])", "(;C[a:b][Ann: yes];LB[dd:text]AB[aa][ss])"]
        {
            let least = file.bytes().filter(|byte| *byte == b';').map(|_| BYTES_OF_NODE).sum::<u64>();
            assert_eq!(work_of(file.as_bytes()), least.max(file.len() as u64), "{file}");
        }
    }

    #[test]
    fn whatever_names_as_many_points_as_may_be_shown_is_the_work_of_a_great_file() {
        // On the largest board as many rectangles as may be shown, and on the usual one three quarters of
        // that.
        for (size, corner, times, shown) in [(25, "yy", 209, 261_250), (19, "ss", 273, 197_106)] {
            let file = format!("(;SZ[{size}]{})", format!(";AB[aa:{corner}];AE[aa:{corner}]").repeat(times));
            assert!(file.len() < 7_000 && work_of(file.as_bytes()) > shown * BYTES_OF_POINT, "SZ[{size}]");
        }
    }
}
