//! One piece of work by one crate, for a profiler or an instruction counter: `contest WORK [COUNT [RUNS]]`, see
//! `scripts/count-instructions`.

#[path = "../benches/rivals/mod.rs"]
mod rivals;

use std::error::Error;
use std::hint::black_box;
use std::io::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rivals::{Recorded, ego, goban, recorded, tengen};
use tengen_rules::{Square, Surface, Topology};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let work = arguments.next().unwrap_or_default();
    let count = arguments.next().map_or(Ok(100), |count| count.parse())?;
    let games = |surface: &Square<19>| -> Vec<Recorded> { recorded(surface, count) };
    let nineteen = games(&Square);
    let nine = if work.ends_with('9') { recorded(&Square::<9>, count) } else { Vec::new() };
    let theirs = ego::Games::of(19, &nineteen);
    let any = Arc::new(Topology::grid(19, 19)?);
    let mut shortest = Duration::MAX;
    let run = || -> Result<usize, Box<dyn Error>> {
        let result = match work.as_str() {
            "games" => nineteen.iter().map(Vec::len).sum(),
            "replay-ko" => tengen::replay(&Square::<19>, tengen::simple_ko(), &nineteen),
            "replay-ko-any" => tengen::replay(&any, tengen::simple_ko(), &nineteen),
            "replay-superko" => tengen::replay(&Square::<19>, tengen::superko(), &nineteen),
            "replay-superko-any" => tengen::replay(&any, tengen::superko(), &nineteen),
            "replay-ko-ego" => ego::replay(&theirs),
            "replay-ko-goban" => goban::replay(19, false, &nineteen),
            "replay-superko-goban" => goban::replay(19, true, &nineteen),
            "playouts" => tengen::playouts(&Square::<19>, count),
            "playouts-any" => tengen::playouts(&any, count),
            "playouts-ego" => ego::playouts(19, count),
            "playouts-ego-own" => ego::Own::new(19).playouts(count),
            "playouts-goban" => goban::playouts(19, count),
            "replay-ko9" => tengen::replay(&Square::<9>, tengen::simple_ko(), &nine),
            "replay-superko9" => tengen::replay(&Square::<9>, tengen::superko(), &nine),
            "replay-ko-ego9" => ego::replay(&ego::Games::of(9, &nine)),
            "replay-ko-goban9" => goban::replay(9, false, &nine),
            "playouts-ego9" => ego::playouts(9, count),
            "playouts9" => tengen::playouts(&Square::<9>, count),
            _ => return Err("unknown work".into()),
        };
        Ok(result)
    };
    // The machine may be busy with other things: the shortest of some runs says most.
    let runs = arguments.next().map_or(Ok(1), |runs| runs.parse())?;
    for _ in 1..runs {
        let began = Instant::now();
        black_box(run()?);
        shortest = shortest.min(began.elapsed());
    }
    let began = Instant::now();
    let result = black_box(run()?);
    shortest = shortest.min(began.elapsed());
    writeln!(std::io::stdout(), "{work}: {result} in {shortest:?}")?;
    debug_assert_eq!(any.size(), Square::<19>.size());
    Ok(())
}
