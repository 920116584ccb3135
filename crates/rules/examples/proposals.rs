//! Prints a proposal of dead stones for each position that comes in, for `scripts/proposal-duel`.
//!
//! A line has the side of a square board and its points row by row from the top left, as in `3 .BW......`. The answer is
//! `DEAD;UNSETTLED;MICROSECONDS`, vertices with blanks between them, and how long the proposal took.

use std::error::Error;
use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::time::Instant;

use tengen_rules::{Board, Point, Stones, Topology, propose_dead};

fn main() -> Result<(), Box<dyn Error>> {
    let mut output = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let (side, rows) = line.split_once(' ').ok_or("a line needs a side and points")?;
        let side = side.parse()?;
        let topology = Arc::new(Topology::grid(side, side)?);
        let board = Board::from_stones(Arc::clone(&topology), &Stones::parse(&topology, rows)?)?;
        let began = Instant::now();
        let proposal = propose_dead(&board);
        let microseconds = began.elapsed().as_micros();
        let names = |points: &[Point]| {
            let names: Vec<String> = points.iter().map(|&point| topology.vertex(point).to_string()).collect();
            names.join(" ")
        };
        writeln!(output, "{};{};{microseconds}", names(&proposal.dead), names(&proposal.unsettled))?;
    }
    Ok(())
}
