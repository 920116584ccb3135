//! Counts the legal positions of a small board by trying every arrangement of stones:
//! `cargo run --release -p tengen-rules --example count_positions -- "grid 4x4"` prints 24318165 after a few seconds.

use std::error::Error;
use std::io::Write;

use tengen_rules::{BoardName, Color, Stones, Topology};

fn main() -> Result<(), Box<dyn Error>> {
    let name: BoardName = std::env::args().nth(1).ok_or("name a board, such as `petersen`")?.parse()?;
    let topology = name.topology()?;
    let mut stones = Stones::empty(&topology);
    let mut legal = 0u64;
    loop {
        legal += u64::from(stones.check_liberties(&topology).is_ok());
        if !next(&topology, &mut stones) {
            break;
        }
    }
    writeln!(std::io::stdout(), "{legal}")?;
    Ok(())
}

/// The arrangement after this one, counting up in base three; false after the last.
fn next(topology: &Topology, stones: &mut Stones) -> bool {
    for point in topology.points() {
        let digit = match stones.get(point) {
            None => Some(Color::Black),
            Some(Color::Black) => Some(Color::White),
            Some(Color::White) => None,
        };
        stones.set(point, digit);
        if digit.is_some() {
            return true;
        }
    }
    false
}
