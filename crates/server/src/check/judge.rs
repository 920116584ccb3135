//! From a file to its lines.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use tengen_check::{Bounds, DeadChoice, Failure, Line, OpenGame, Options, RulesChoice, Verdict};
use tengen_sgf::{Collection, Node};

use super::files::{Found, is_standard_input};

/// The most games of one file whose lines are kept in memory together.
const MANY: usize = 64;

/// Lines that are ready to be written.
#[derive(Debug)]
pub(super) struct Judged {
    /// The lines, each with its end.
    pub(super) lines: String,
    /// Whether all records behind them are legal and readable.
    pub(super) all_sound: bool,
}

/// The way on for a file.
#[derive(Debug)]
pub(super) enum FileVerdict {
    /// Its lines.
    Judged(Judged),
    /// The file has so many games that they are judged one by one. A file is read again for that; standard input comes but
    /// once, so its games are here.
    Many(Option<Box<Collection>>),
}

/// How records are judged.
#[derive(Debug)]
pub(super) struct Judge {
    options: Options,
    bounds: Bounds,
}

/// A game of a file that opens, or why it does not.
pub(super) type Opened = Result<OpenGame, Failure>;

impl Judge {
    pub(super) fn new(rules: Option<RulesChoice>, dead: DeadChoice, bounds: Bounds) -> Self {
        Self { options: Options { rules, dead }, bounds }
    }

    /// The games of a file.
    pub(super) fn read(&self, found: &Found) -> Result<Collection, Failure> {
        if let Some(error) = &found.error {
            return Err(Failure::new("unreadable", error.as_str()));
        }
        let bytes = bytes(&found.path, self.bounds.bytes)
            .map_err(|error| Failure::new("unreadable", error.to_string()))?;
        Ok(tengen_check::read_collection(&bytes, &self.bounds)?)
    }

    /// Opens the games of a file.
    pub(super) fn open(&self, collection: &Collection) -> Result<Vec<Opened>, Failure> {
        let games = tengen_check::open_games(collection, &self.bounds)?;
        Ok(games.into_iter().map(|game| game.map_err(Failure::from)).collect())
    }

    /// Looks whether the games of a file are not too much together.
    pub(super) fn look_through(&self, collection: &Collection) -> Result<(), Failure> {
        Ok(tengen_check::look_through(collection, &self.bounds)?)
    }

    /// Opens one game of a file that was looked through.
    pub(super) fn open_one(&self, root: Node<'_>) -> Opened {
        Ok(tengen_check::open_game(root, &self.bounds)?)
    }

    /// The lines of a file, unless it has too many games.
    pub(super) fn file(&self, found: &Found) -> FileVerdict {
        let collection = match self.read(found) {
            Ok(collection) => collection,
            Err(failure) => return FileVerdict::Judged(self.failed(found, failure)),
        };
        if collection.games().len() > MANY {
            return FileVerdict::Many(is_standard_input(&found.path).then(|| Box::new(collection)));
        }
        let opened = match self.open(&collection) {
            Ok(opened) => opened,
            Err(failure) => return FileVerdict::Judged(self.failed(found, failure)),
        };
        let alone = opened.len() == 1;
        let mut all = Judged { lines: String::new(), all_sound: true };
        for (number, (root, game)) in (1..).zip(collection.games().zip(opened)) {
            let judged = self.game(found, (!alone).then_some(number), root, game);
            all.lines.push_str(&judged.lines);
            all.all_sound &= judged.all_sound;
        }
        FileVerdict::Judged(all)
    }

    /// The line of a game.
    pub(super) fn game(&self, found: &Found, index: Option<usize>, root: Node<'_>, game: Opened) -> Judged {
        let verdict = game.and_then(|game| tengen_check::check_opened(root, &game, &self.options));
        written(found, index, &verdict)
    }

    /// The line of a file that can't be read.
    #[allow(clippy::unused_self, reason = "lines come from a judge")]
    pub(super) fn failed(&self, found: &Found, failure: Failure) -> Judged {
        written(found, None, &Err(failure))
    }
}

fn written(found: &Found, index: Option<usize>, verdict: &Verdict) -> Judged {
    let file = found.path.to_string_lossy();
    let all_sound = verdict.as_ref().is_ok_and(|report| report.illegal.is_none());
    // Nothing in a line can fail to be JSON: its maps have words for keys.
    let mut lines = serde_json::to_string(&Line { file: &file, index, verdict }).unwrap_or_default();
    lines.push('\n');
    Judged { lines, all_sound }
}

fn bytes(path: &Path, most: usize) -> io::Result<Vec<u8>> {
    // One byte more than allowed tells that there is too much.
    let longest = u64::try_from(most).unwrap_or(u64::MAX).saturating_add(1);
    let mut bytes = Vec::new();
    if is_standard_input(path) {
        io::stdin().lock().take(longest).read_to_end(&mut bytes)?;
    } else {
        File::open(path)?.take(longest).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}
