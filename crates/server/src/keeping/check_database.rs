//! `tengen check-database`: replays every log, compares what lists show of a game with its log, and looks whether the files of several
//! games that players have brought fit their records.

use serde_json::json;
use tengen_clock::Clock;
use tengen_game::State;
use tengen_live::headline_after;
use tengen_store::{Access, Database, OpenError, ShownRow, Store, StoreError, StoredGame};
use tengen_tls::CaFileError;

use super::say;
use crate::database_address::database_address;
use crate::options::CheckDatabaseOptions;

/// Why a database can't be checked to its end.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// The file with certificate authorities can't be used.
    #[error("--ca-file: {0}")]
    CaFile(#[from] CaFileError),
    /// It can't be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// It failed meanwhile.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What was found so far.
#[derive(Debug, Default)]
struct Found {
    games: u64,
    events: u64,
    unreadable: u64,
    later_release: u64,
    headlines: u64,
    files: u64,
    repaired: u64,
}

/// Reads all games, prints a line for each that is not as it should be, and a last one with the numbers. Answers whether all is
/// well now.
pub async fn check_database(options: &CheckDatabaseOptions) -> Result<bool, CheckError> {
    let access = if options.repair { Access::Write } else { Access::Read };
    let url = database_address(options.database_url.as_deref(), options.ca_file.as_deref())?;
    let database = Database::attach(url.as_deref(), &options.data_dir, access, Clock::system()).await?;
    let checked = check(&database.store, options.repair).await;
    database.store.close().await;
    let found = checked?;
    let Found { games, events, unreadable, later_release, headlines, files, repaired } = found;
    let numbers = json!({
        "games": games, "events": events, "unreadable": unreadable, "later_release": later_release,
        "headlines": headlines, "files": files, "repaired": repaired
    });
    say(&numbers.to_string());
    Ok(unreadable == 0 && later_release == 0 && headlines + files == repaired)
}

async fn check(store: &Store, repairs: bool) -> Result<Found, StoreError> {
    let (mut found, mut last) = (Found::default(), String::new());
    loop {
        let games = store.next_games(&last).await?;
        let Some(end) = games.last() else { break };
        last.clone_from(&end.id);
        for game in &games {
            check_game(store, game, repairs, &mut found).await?;
        }
    }
    last.clear();
    loop {
        let orphans = store.next_orphans(&last).await?;
        let Some(end) = orphans.last() else { break };
        last.clone_from(end);
        for id in &orphans {
            found.unreadable += 1;
            name(id, "unreadable", "there are events of a game that is not there");
        }
    }
    check_files(store, repairs, &mut found).await?;
    Ok(found)
}

/// Looks for what stood around games that are no records any more, which goes where that is mended, and for records whose file is lost.
async fn check_files(store: &Store, repairs: bool, found: &mut Found) -> Result<(), StoreError> {
    let mut last = String::new();
    loop {
        let files = store.next_left_files(&last).await?;
        let Some(end) = files.last() else { break };
        last.clone_from(end);
        for id in &files {
            found.files += 1;
            if repairs {
                store.remove_left_file(id).await?;
                found.repaired += 1;
            }
            say(&json!({ "file": id, "problem": "left_over", "repaired": repairs }).to_string());
        }
    }
    last.clear();
    loop {
        let records = store.next_records_without_files(&last).await?;
        let Some(end) = records.last() else { return Ok(()) };
        last.clone_from(end);
        for id in &records {
            found.files += 1;
            say(&json!({ "record": id, "problem": "no_file" }).to_string());
        }
    }
}

async fn check_game(
    store: &Store,
    game: &StoredGame,
    repairs: bool,
    found: &mut Found,
) -> Result<(), StoreError> {
    found.games += 1;
    if let Err(StoreError::LaterRelease(reason)) = &game.read {
        found.later_release += 1;
        name(&game.id, "later_release", reason);
        return Ok(());
    }
    match row_of_log(game) {
        Err(reason) => {
            found.unreadable += 1;
            name(&game.id, "unreadable", &reason);
        }
        Ok(expected) => {
            found.events += game.read.as_ref().map_or(0, |(_, log)| log.len() as u64);
            let columns = game.shown.differences(&expected);
            if columns.is_empty() {
                return Ok(());
            }
            found.headlines += 1;
            let differs = |game: &StoredGame| {
                row_of_log(game).ok().filter(|expected| !game.shown.differences(expected).is_empty())
            };
            if repairs {
                // Servers may have gone on with the game, and written its row with that.
                store.mend_row(&game.id, differs).await?;
                found.repaired += 1;
            }
            let line = json!({
                "game": game.id, "problem": "headline", "columns": columns, "repaired": repairs
            });
            say(&line.to_string());
        }
    }
    Ok(())
}

/// Names a game that does not read back.
fn name(id: &str, problem: &str, reason: &str) {
    say(&json!({ "game": id, "problem": problem, "reason": reason }).to_string());
}

/// The row that a game should have; or why its settings and its log do not read back.
fn row_of_log(game: &StoredGame) -> Result<ShownRow, String> {
    let (row, log) = game.read.as_ref().map_err(ToString::to_string)?;
    let mut expected = ShownRow::new(row);
    let mut state =
        State::new(row.settings.clone(), row.created_at).map_err(|error| format!("settings: {error}"))?;
    // Earlier releases wrote the row at fewer events. Since the phase began, what else is in it has stayed.
    let mut earlier = Vec::new();
    for event in log {
        let headline = headline_after(&state, event);
        state.apply(event).map_err(|error| error.to_string())?;
        if event.begins().is_some() {
            earlier.clear();
        }
        earlier.push((event.seq, event.at, state.moves().len()));
        if let Some(headline) = headline {
            expected.follow(event.seq, event.at, &headline).map_err(|error| error.to_string())?;
        }
    }
    for (seq, at, moves) in earlier {
        let mut other = expected.clone();
        other.reach(seq, at, moves);
        if other.is_as_far_as(&game.shown) {
            return Ok(other);
        }
    }
    Ok(expected)
}
