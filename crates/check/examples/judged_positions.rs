//! Measures the proposal of dead stones on positions of which the right answer is known: `judged_positions FOLDER`.
//!
//! Each file `NAME.txt` of the folder is a diagram: rows of `.`, `X` and `O`, where a stone in lower case is dead, and `b` and `w` are
//! stones of either colour whose fate the first move decides. Lines that begin with `#` are comments; a first line `board NAME` names
//! a board that is no grid. If `NAME.sgf` lies beside it, the position is the end of that record, and the diagram only gives the
//! answer; the two must agree.
//!
//! A position is *right* if no stone is wrong and every open one is announced as unsettled, *announced* if each wrong stone is, and
//! *silent* otherwise. It prints a line for each position that is not right, how many there are of each kind, and the milliseconds of
//! the processor that a proposal took: the median, and the most. It fails if the folder has no positions.

use std::error::Error;
use std::ffi::OsStr;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use tengen_check::{DeadChoice, Options, check, read};
use tengen_rules::{Board, BoardName, Point, Proposal, Stones, Topology, propose_dead};

type Failed = Box<dyn Error>;

/// A position with the right answers.
struct Judged {
    board: Board,
    dead: Vec<Point>,
    open: Vec<Point>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Answer {
    Right,
    Announced,
    Silent,
}

impl Judged {
    /// Reads a diagram, and the record beside it.
    fn of(path: &Path) -> Result<Judged, Failed> {
        let text = fs::read_to_string(path)?;
        let mut lines: Vec<&str> =
            text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
        let named = lines.first().and_then(|line| line.strip_prefix("board ")).map(str::trim);
        if named.is_some() {
            lines.remove(0);
        }
        let topology = match named {
            Some(name) => name.parse::<BoardName>()?.topology()?,
            None => Topology::grid(lines.first().map_or(0, |row| row.len()), lines.len())?,
        };
        let topology = Arc::new(topology);
        let drawn: Vec<char> = lines.concat().chars().filter(|drawn| !drawn.is_whitespace()).collect();
        let rows: String = drawn.iter().map(|&drawn| stone(drawn)).collect();
        let stones = Stones::parse(&topology, &rows)?;
        let record = path.with_extension("sgf");
        if record.exists() && end_of(&record)? != stones.to_rows_string() {
            return Err("the diagram is not the end of the record".into());
        }
        let marked = |marks: [char; 2]| {
            let points = topology.points().zip(&drawn).filter(|(_, drawn)| marks.contains(drawn));
            points.map(|(point, _)| point).collect()
        };
        let (dead, open) = (marked(['x', 'o']), marked(['b', 'w']));
        Ok(Judged { board: Board::from_stones(topology, &stones)?, dead, open })
    }

    /// How right a proposal is, and the stones that are wrong or open without being announced, or else those that are wrong.
    fn answered(&self, proposal: &Proposal) -> (Answer, Vec<Point>) {
        let Judged { board, dead, open } = self;
        let stones = board.topology().points().filter(|&point| board.get(point).is_some());
        let wrong: Vec<Point> = stones
            .filter(|stone| !open.contains(stone) && dead.contains(stone) != proposal.dead.contains(stone))
            .collect();
        let silent: Vec<Point> =
            wrong.iter().chain(open).filter(|stone| !proposal.unsettled.contains(stone)).copied().collect();
        match (wrong.is_empty(), silent.is_empty()) {
            (_, false) => (Answer::Silent, silent),
            (true, true) => (Answer::Right, wrong),
            (false, true) => (Answer::Announced, wrong),
        }
    }
}

/// A mark of a diagram as [`Stones::parse`] reads it.
fn stone(drawn: char) -> char {
    match drawn {
        'X' | 'x' | 'b' => 'B',
        'O' | 'o' | 'w' => 'W',
        other => other,
    }
}

/// The stones at the end of the first game of a record.
fn end_of(record: &Path) -> Result<String, Failed> {
    let options = Options { dead: DeadChoice::None, ..Options::default() };
    let failed = |failure: tengen_check::Failure| -> Failed { format!("{failure:?}").into() };
    let games = read(&fs::read(record)?).map_err(failed)?;
    let root = games.games().next().ok_or("there is no game in the record")?;
    Ok(check(root, &options).map_err(failed)?.stones)
}

/// How long this thread has had a processor, where the system tells it.
fn on_processor() -> Option<Duration> {
    let told = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    told.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

/// What a piece of work gives, and how long it had a processor, or else how long it took.
fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let (began, before) = (Instant::now(), on_processor());
    let result = work();
    let after = on_processor();
    let took =
        before.zip(after).map_or_else(|| began.elapsed(), |(before, after)| after.saturating_sub(before));
    (result, took)
}

fn main() -> Result<(), Failed> {
    let folder = std::env::args_os().nth(1).ok_or("the folder with the positions is missing")?;
    let files: Result<Vec<PathBuf>, io::Error> =
        fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect();
    let mut files = files?;
    files.retain(|file| file.extension() == Some(OsStr::new("txt")));
    files.sort();
    let mut output = io::stdout().lock();
    let (mut answers, mut times) = (Vec::new(), Vec::new());
    for file in &files {
        let judged = Judged::of(file).map_err(|error| format!("{}: {error}", file.display()))?;
        let (proposal, took) = timed(|| propose_dead(&judged.board));
        let (answer, points) = judged.answered(&proposal);
        let topology = judged.board.topology();
        let names: Vec<String> = points.iter().map(|&point| topology.vertex(point).to_string()).collect();
        match answer {
            Answer::Right => {}
            Answer::Announced => writeln!(output, "announced {}: {}", file.display(), names.join(" "))?,
            Answer::Silent => writeln!(output, "silent {}: {}", file.display(), names.join(" "))?,
        }
        answers.push(answer);
        times.push(took);
    }
    times.sort_unstable();
    let [Some(median), Some(most)] = [times.get(times.len() / 2), times.last()] else {
        return Err("the folder has no positions".into());
    };
    let count = |kind| answers.iter().filter(|&&answer| answer == kind).count();
    writeln!(
        output,
        "{} positions: {} right, {} announced, {} silently wrong; {:.1} ms of the processor in the median, {:.1} at most",
        answers.len(),
        count(Answer::Right),
        count(Answer::Announced),
        count(Answer::Silent),
        median.as_secs_f64() * 1e3,
        most.as_secs_f64() * 1e3,
    )?;
    Ok(())
}
