//! `tengen check`: replays records and prints a line of JSON for each. `docs/check.md` describes it for its users.

mod files;
mod judge;
mod progress;

use std::io::{self, BufWriter, ErrorKind, Write};
use std::process::ExitCode;

use rayon::prelude::*;
use tengen_check::Bounds;
use tengen_sgf::Collection;

use crate::options::CheckOptions;
use files::Found;
use judge::{FileVerdict, Judge, Judged};
use progress::Progress;

/// How many files or games each core gets at a time. Their lines wait in memory until all of them are there, so that
/// the output keeps the order of the input.
const PER_CORE: usize = 32;

/// Checks all records and prints their lines to standard output: success if all are legal and readable. A reader that
/// has seen enough may close the pipe; what it did not want is no failure.
pub fn run(options: &CheckOptions) -> io::Result<ExitCode> {
    let progress = Progress::over(&options.files);
    let bounds = if options.large { Bounds::WIDE } else { Bounds::GREAT };
    let judge = Judge::new(options.rules, options.dead.clone(), bounds);
    let mut output = Output { lines: BufWriter::new(io::stdout().lock()), progress, all_sound: true };
    let written =
        check_files(files::below(&options.files), &judge, &mut output).and_then(|()| output.lines.flush());
    output.progress.end();
    match written {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error),
        _ if output.all_sound => Ok(ExitCode::SUCCESS),
        _ => Ok(ExitCode::FAILURE),
    }
}

/// The destination of the lines, and their common settings.
struct Output<W: Write> {
    lines: W,
    progress: Progress,
    all_sound: bool,
}

impl<W: Write> Output<W> {
    fn write(&mut self, judged: &Judged) -> io::Result<()> {
        self.all_sound &= judged.all_sound;
        let lines = &mut self.lines;
        self.progress.aside(|| lines.write_all(judged.lines.as_bytes()))
    }
}

fn check_files(
    mut files: impl Iterator<Item = Found>,
    judge: &Judge,
    output: &mut Output<impl Write>,
) -> io::Result<()> {
    loop {
        let some: Vec<Found> = files.by_ref().take(at_a_time()).collect();
        if some.is_empty() {
            return Ok(());
        }
        let progress = &output.progress;
        let judged: Vec<_> = some.par_iter().map(|found| progress.counting(|| judge.file(found))).collect();
        for (found, judged) in some.iter().zip(judged) {
            match judged {
                FileVerdict::Judged(judged) => output.write(&judged)?,
                FileVerdict::Many(kept) => check_games(found, kept.map(|kept| *kept), judge, output)?,
            }
        }
        output.lines.flush()?;
    }
}

/// Checks a file of so many games that they must not all be open in memory, nor their lines wait there. It is read again rather than
/// kept, so that many such files in a row don't add up, and each game is opened when it is its turn.
fn check_games(
    found: &Found,
    kept: Option<Collection>,
    judge: &Judge,
    output: &mut Output<impl Write>,
) -> io::Result<()> {
    let read = kept.map_or_else(|| judge.read(found), Ok);
    let looked_through = read.and_then(|collection| judge.look_through(&collection).map(|()| collection));
    let collection = match looked_through {
        Ok(collection) => collection,
        Err(failure) => return output.write(&judge.failed(found, failure)),
    };
    let mut games = collection.games().enumerate();
    loop {
        let some: Vec<_> = games.by_ref().take(at_a_time()).collect();
        if some.is_empty() {
            return Ok(());
        }
        let judged: Vec<_> = some
            .into_par_iter()
            .map(|(index, root)| judge.game(found, Some(index + 1), root, judge.open_one(root)))
            .collect();
        for judged in judged {
            output.write(&judged)?;
        }
    }
}

fn at_a_time() -> usize {
    PER_CORE * rayon::current_num_threads()
}
