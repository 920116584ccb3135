//! From a file to its lines.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use tengen_check::{DeadChoice, Failure, Line, Options, RulesChoice, Verdict};
use tengen_sgf::{Collection, Limits, Node};

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
    Many(Option<Collection>),
}

/// How records are judged.
#[derive(Debug)]
pub(super) struct Judge {
    options: Options,
}

impl Judge {
    pub(super) fn new(rules: Option<RulesChoice>, dead: DeadChoice) -> Self {
        Self { options: Options { rules, dead } }
    }

    /// The lines of a file, unless it has too many games.
    pub(super) fn file(&self, found: &Found) -> FileVerdict {
        let collection = match read(found) {
            Ok(collection) => collection,
            Err(failure) => return FileVerdict::Judged(self.failed(found, failure)),
        };
        if collection.games().len() > MANY {
            return FileVerdict::Many(is_standard_input(&found.path).then_some(collection));
        }
        let games = collection.games();
        let alone = games.len() == 1;
        let mut all = Judged { lines: String::new(), all_sound: true };
        for (number, root) in (1..).zip(games) {
            let judged = self.game(found, (!alone).then_some(number), root);
            all.lines.push_str(&judged.lines);
            all.all_sound &= judged.all_sound;
        }
        FileVerdict::Judged(all)
    }

    /// The line of a game.
    pub(super) fn game(&self, found: &Found, index: Option<usize>, root: Node<'_>) -> Judged {
        written(found, index, &tengen_check::check(root, &self.options))
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

/// The games of a file.
pub(super) fn read(found: &Found) -> Result<Collection, Failure> {
    if let Some(error) = &found.error {
        return Err(Failure::new("unreadable", error.as_str()));
    }
    let bytes = bytes(&found.path).map_err(|error| Failure::new("unreadable", error.to_string()))?;
    tengen_check::read(&bytes)
}

fn bytes(path: &Path) -> io::Result<Vec<u8>> {
    // One byte more than allowed tells that there is too much.
    let longest = u64::try_from(Limits::DEFAULT.bytes).unwrap_or(u64::MAX).saturating_add(1);
    let mut bytes = Vec::new();
    if is_standard_input(path) {
        io::stdin().lock().take(longest).read_to_end(&mut bytes)?;
    } else {
        File::open(path)?.take(longest).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}
