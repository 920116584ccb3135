//! Filling a database with games, in the shapes of the server's store but without the wait for its journal.

use sqlx::{Connection, PgConnection, SqliteConnection};
use tengen_archive::{StoredEvent, StoredResult, StoredSettings};
use tengen_game::{EventKind, GameId, PlayerId};
use tengen_rules::{ByColor, Color, SplitMix};
use tengen_store::{Opening, Winner};

use super::scripts::{Script, scripts};
use crate::failure::Failure;
use crate::stage::Instance;

/// How many players there are.
const PLAYERS: usize = 1_000;
/// How many games one transaction takes.
const TOGETHER: usize = 500;
/// How many rows one statement takes: SQLite counts values, and has an end.
const ROWS: usize = 1_000;
/// When the first game was made, and how much later each other, in milliseconds.
const BEGAN: i64 = 1_600_000_000_000;
const APART: i64 = 1_000_000;

/// What there is now.
#[derive(Debug)]
pub(super) struct Filled {
    /// How many events.
    pub(super) events: usize,
    /// Somebody who has played.
    pub(super) player: PlayerId,
    /// First moves that many games have.
    pub(super) common: String,
    /// First moves that few games have.
    pub(super) rare: String,
}

/// When the game of this number was made, counted from the oldest.
pub(super) fn made_at(number: usize) -> i64 {
    BEGAN + APART * i64::try_from(number).unwrap_or(i64::MAX / APART / 2)
}

/// A row of the table of games.
struct GameRow {
    id: GameId,
    creator: PlayerId,
    players: ByColor<PlayerId>,
    at: i64,
    script: usize,
}

/// What each copy of a script has in its row.
struct Headline {
    settings: String,
    result: String,
    winner: &'static str,
    ended_by: &'static str,
    opening: String,
    moves: i32,
    lasted: i64,
}

/// Everything that is written.
struct Archive {
    scripts: Vec<Script>,
    headlines: Vec<Headline>,
    players: Vec<PlayerId>,
    games: Vec<GameRow>,
}

/// Writes an archive by a connection of either driver.
macro_rules! write_all {
    ($archive:expr, $connection:expr) => {{
        let (archive, mut connection) = (&$archive, $connection);
        let mut transaction = connection.begin().await?;
        for some in archive.players.chunks(ROWS) {
            let mut query = sqlx::QueryBuilder::new("INSERT INTO players (id, name, guest, created_at) ");
            query.push_values(some, |mut row, player| {
                row.push_bind(player.to_string());
                row.push_bind(format!("Guest {player}"));
                row.push_bind(true);
                row.push_bind(BEGAN);
            });
            query.build().execute(&mut *transaction).await?;
        }
        transaction.commit().await?;
        for some in archive.games.chunks(TOGETHER) {
            let mut transaction = connection.begin().await?;
            let mut query = sqlx::QueryBuilder::new(
                "INSERT INTO games (id, creator, created_at, private, settings, phase, black, white, seq, move_count,
                                    result, updated_at, board, rules, handicap, shown_at, winner, ended_by, opening, number) ",
            );
            query.push_values(some, |mut row, game| {
                let (script, headline) = (&archive.scripts[game.script], &archive.headlines[game.script]);
                row.push_bind(game.id.to_string());
                row.push_bind(game.creator.to_string());
                row.push_bind(game.at);
                row.push_bind(false);
                row.push_bind(headline.settings.as_str());
                row.push_bind("finished");
                row.push_bind(game.players.black.to_string());
                row.push_bind(game.players.white.to_string());
                row.push_bind(script.state.seq().cast_signed());
                row.push_bind(headline.moves);
                row.push_bind(headline.result.as_str());
                row.push_bind(game.at + headline.lasted);
                row.push_bind(script.settings.board().to_string());
                row.push_bind(script.settings.preset().name());
                row.push_bind(i32::from(script.settings.handicap()));
                row.push_bind(0_i64);
                row.push_bind(headline.winner);
                row.push_bind(headline.ended_by);
                row.push_bind(headline.opening.as_str());
                // The server leaves it alone until its positions are measured.
                row.push_bind(0_i32);
            });
            query.build().execute(&mut *transaction).await?;
            let mut rows = Vec::new();
            for game in some {
                for event in log(game, &archive.scripts[game.script])? {
                    rows.push((game.id, event));
                }
            }
            for rows in rows.chunks(ROWS) {
                let mut query =
                    sqlx::QueryBuilder::new("INSERT INTO events (game_id, seq, v, at, actor, body) ");
                query.push_values(rows, |mut row, (game, event)| {
                    row.push_bind(game.to_string());
                    row.push_bind(event.seq.cast_signed());
                    row.push_bind(event.v.cast_signed());
                    row.push_bind(event.at);
                    row.push_bind(event.actor.map(|actor| actor.to_string()));
                    row.push_bind(event.body.as_str());
                });
                query.build().execute(&mut *transaction).await?;
            }
            transaction.commit().await?;
        }
        // What autovacuum would have done by tomorrow.
        sqlx::query("ANALYZE").execute(&mut connection).await?;
        connection.close().await?;
    }};
}

/// Writes so many games.
pub(super) async fn fill(instance: &Instance, count: usize) -> Result<Filled, Failure> {
    let scripts = scripts()?;
    let headlines = scripts.iter().map(headline).collect::<Result<Vec<_>, _>>()?;
    let mut random = SplitMix::new(7);
    let mut bits = || {
        let mut bits = [0; 10];
        bits[..8].copy_from_slice(&random.next_u64().to_le_bytes());
        bits
    };
    let players: Vec<PlayerId> = (0..PLAYERS).map(|_| PlayerId::from_entropy(bits())).collect();
    let games: Vec<GameRow> = (0..count)
        .map(|number| {
            let id = GameId::from_entropy(bits());
            let draw = usize::from(bits()[0]) * 7 + number;
            let (black, white) = (players[draw % PLAYERS], players[(draw * 3 + 1) % PLAYERS]);
            let at = made_at(number);
            GameRow {
                id,
                creator: black,
                players: ByColor { black, white },
                at,
                script: draw % scripts.len(),
            }
        })
        .collect();
    let events = games.iter().map(|game| scripts[game.script].events.len()).sum();

    let archive = Archive { scripts, headlines, players, games };
    if let Some(url) = &instance.url {
        write_all!(archive, PgConnection::connect(url).await?);
    } else {
        write_all!(archive, SqliteConnection::connect(&instance.sqlite()).await?);
    }
    let Archive { scripts, players, .. } = archive;
    let (common, rare) = openings(&scripts);
    let player = *players.first().ok_or("nobody plays")?;
    Ok(Filled { events, player, common, rare })
}

fn headline(script: &Script) -> Result<Headline, Failure> {
    let state = &script.state;
    let result = state.result().ok_or("a game without an end")?;
    Ok(Headline {
        settings: StoredSettings::write(&script.settings)?,
        winner: Winner::of(&result).name(),
        ended_by: result.by.name(),
        opening: Opening::of(script.settings.topology(), state.moves()).to_string(),
        moves: i32::try_from(state.moves().len())?,
        lasted: state.at(),
        result: StoredResult::write(&result)?,
    })
}

/// The log of a game: that of its script with its own players and times.
fn log(game: &GameRow, script: &Script) -> Result<Vec<StoredEvent>, Failure> {
    let topology = script.settings.topology();
    let stand_ins = script.state.players();
    let events = script.events.iter().map(|event| {
        let mut event = event.clone();
        event.at += game.at;
        event.actor = event.actor.zip(stand_ins).map(|(actor, stand_ins)| {
            game.players[if actor == stand_ins.black { Color::Black } else { Color::White }]
        });
        if let EventKind::Joined { players } = &mut event.kind {
            *players = game.players;
        }
        Ok(StoredEvent::write(&event, topology)?)
    });
    events.collect()
}

/// A first move on 9x9, and three first moves of one script.
fn openings(scripts: &[Script]) -> (String, String) {
    let words = |script: &Script, count: usize| {
        let opening = Opening::of(script.settings.topology(), script.state.moves().iter().take(count));
        let text = opening.to_string();
        let words = text.split_whitespace().map(|word| match word.split_at(1) {
            ("b", at) => format!("black:{at}"),
            (_, at) => format!("white:{at}"),
        });
        words.collect::<Vec<_>>().join(",")
    };
    let script = &scripts[0];
    (words(script, 1), words(script, 3))
}
