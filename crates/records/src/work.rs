//! How much work a file is, before anybody has read it.

/// A node of a file takes about so many bytes where somebody has played it, and a rectangle of points is as much work as so many.
const BYTES_OF_NODE: u64 = 20;
const BYTES_OF_RECTANGLE: u64 = 100;

/// How much work it is to read and to show a file, by the bytes of a usual one: a node takes a semicolon at least, and a rectangle of a whole board not
/// much more than its colon.
///
/// ```
/// use tengen_records::work_of;
///
/// let played = "(;SZ[19];B[dd];W[pp];B[dp];W[pd])";
/// assert_eq!(work_of(played.as_bytes()), 100);
/// assert_eq!(work_of(b"(;SZ[19];AB[aa:ss];AE[aa:ss])"), 260);
/// ```
pub fn work_of(file: &[u8]) -> u64 {
    let work = file.iter().map(|byte| match byte {
        b';' => BYTES_OF_NODE,
        b':' => BYTES_OF_RECTANGLE,
        _ => 0,
    });
    work.sum::<u64>().max(file.len() as u64)
}
