//! GNU Go as referee of the rules engine. After every move of every game both must have the same stones, the same
//! captures and the same legal points, and at the end the same score. No disagreement stops the program: each is
//! printed with the game's number and the move, and then the program fails at its end.
//!
//! `cargo run --release -p tengen-rules --example gnugo_referee -- --random 50 --own 10` lets the engine play 50 games
//! at random, and GNU Go 10 against itself. `--from N` begins with game number N, `--only N` plays that one alone, and
//! `--jobs N` is how many games are played at a time. It needs the program gnugo, or one named in `GNUGO`.

mod border;
mod duel;
mod gtp;
mod setting;

use std::error::Error;
use std::io::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use duel::{Duel, Mover, Tally};
use setting::Setting;

/// What the command line asks for.
struct Options {
    random: u64,
    own: u64,
    from: u64,
    only: bool,
    jobs: usize,
}

fn options() -> Result<Options, Box<dyn Error>> {
    let jobs = thread::available_parallelism().map_or(1, usize::from);
    let mut options = Options { random: 50, own: 10, from: 0, only: false, jobs };
    let mut arguments = std::env::args().skip(1);
    while let Some(name) = arguments.next() {
        let value: u64 = arguments.next().ok_or_else(|| format!("{name} needs a number"))?.parse()?;
        match name.as_str() {
            "--random" => options.random = value,
            "--own" => options.own = value,
            "--from" => options.from = value,
            "--only" => (options.from, options.only) = (value, true),
            "--jobs" => options.jobs = usize::try_from(value)?.max(1),
            _ => return Err(format!("unknown option {name}").into()),
        }
    }
    Ok(options)
}

/// The games of one kind, shared by all jobs.
struct Series {
    mover: Mover,
    next: AtomicU64,
    end: u64,
}

impl Series {
    fn new(mover: Mover, options: &Options, count: u64) -> Series {
        let count = if options.only { count.min(1) } else { count };
        Series { mover, next: AtomicU64::new(options.from), end: options.from + count }
    }

    /// The next game that nobody plays yet.
    fn take(&self) -> Option<Setting> {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        (number < self.end).then(|| Setting::of(number, self.mover == Mover::Random))
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let options = options()?;
    let mut agreed = 0;
    let mut failed = 0;
    let mut total = Tally::default();
    for (mover, count) in [(Mover::Random, options.random), (Mover::GnuGo, options.own)] {
        let series = Series::new(mover, &options, count);
        let (tally, lost) = play(&series, options.jobs)?;
        if count > 0 {
            let mut out = std::io::stdout().lock();
            writeln!(out, "{mover}: {tally}")?;
        }
        agreed += tally.games;
        failed += lost;
        total += tally;
    }
    writeln!(std::io::stdout(), "GNU Go: {agreed} games agreed, {failed} failed; as referee: {total}")?;
    if failed > 0 || agreed == 0 { Err("GNU Go and the engine disagree".into()) } else { Ok(()) }
}

/// Plays all games of a series: what agreed, and how many games did not.
fn play(series: &Series, jobs: usize) -> Result<(Tally, u64), Box<dyn Error>> {
    let results = Mutex::new((Tally::default(), 0));
    let broken = AtomicBool::new(false);
    thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                while let Some(setting) = series.take() {
                    let result = Duel::new(&setting, series.mover).and_then(Duel::play);
                    let Ok(mut results) = results.lock() else { return };
                    match result {
                        Ok(tally) => results.0 += tally,
                        Err(reason) => {
                            results.1 += 1;
                            let line = format!("FAILED {} {setting}: {reason}\n", series.mover);
                            let written = std::io::stdout().lock().write_all(line.as_bytes());
                            broken.fetch_or(written.is_err(), Ordering::Relaxed);
                        }
                    }
                }
            });
        }
    });
    if broken.into_inner() {
        return Err("the results could not be written".into());
    }
    Ok(results.into_inner().unwrap_or_default())
}
