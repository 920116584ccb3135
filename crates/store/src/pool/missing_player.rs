//! Whatever is made in the name of a player, or for one, needs the player: whoever has been deleted leaves nothing that is made
//! in the same moment.
//!
//! The rule is one of the tables (migration 0040): a row that names a player is refused unless the player is there, and on
//! Postgres it waits for a deletion that is under way. So no query has to ask, and none can forget to. The seats of games are
//! taken by the journal, whose batches leave out an event whose players are not there, or are held by somebody at the moment. The
//! room of that game then waits for them, and nobody else does.

use std::time::Duration;

use sqlx::PgPool;
use tengen_clock::Clock;
use tengen_game::PlayerId;

use super::undone::is_undone;

/// The beginning of what the tables say when they refuse a row; the table and the column follow.
const REFUSAL: &str = "no such player: ";
/// The codes of that: on Postgres one of the migration's own, on SQLite that of a trigger.
const CODES: [&str; 2] = ["TG001", "1811"];
/// The columns of players for whom somebody else makes the row.
const OTHERS: [&str; 10] = [
    "follows.other",
    "blocks.other",
    "games.opponent",
    "group_members.player_id",
    "group_invitations.player_id",
    "cards.player_id",
    "rounds.bye",
    "round_pairs.black",
    "round_pairs.white",
    "sanctions.player_id",
];

/// How often two players are looked for of whom somebody holds one, and the pause between: in all as long as a request waits for
/// a connection. Nobody has a connection in the pause, for those who wait for one deletion may be many.
const LOOKS: u32 = 50;
const PAUSE: Duration = Duration::from_millis(100);
/// Whether players $1 and $2 are there, on Postgres. It fails as long as one of them is held.
const ARE_THERE_AFTER_ALL: &str = "SELECT
    EXISTS (SELECT 1 FROM players WHERE id = $1 AND kind IS DISTINCT FROM 'deleted' FOR KEY SHARE NOWAIT),
    EXISTS (SELECT 1 FROM players WHERE id = $2 AND kind IS DISTINCT FROM 'deleted' FOR KEY SHARE NOWAIT)";
/// Whether players $1 and $2 are there, in a file, which has one writer.
pub(crate) const ARE_THERE: &str = "SELECT
    EXISTS (SELECT 1 FROM players WHERE id = $1 AND (kind IS NULL OR kind <> 'deleted')),
    EXISTS (SELECT 1 FROM players WHERE id = $2 AND (kind IS NULL OR kind <> 'deleted'))";

/// Whether two players are there, on Postgres, as soon as nobody holds them. The pauses are those of a clock.
///
/// # Errors
///
/// When the database failed, or one of them is held for longer than that.
pub(crate) async fn are_there_after_all(
    pool: &PgPool,
    clock: &Clock,
    one: PlayerId,
    other: PlayerId,
) -> Result<(bool, bool), sqlx::Error> {
    let look = || sqlx::query_as(ARE_THERE_AFTER_ALL).bind(one.as_str()).bind(other.as_str()).fetch_one(pool);
    for _ in 1..LOOKS {
        match look().await {
            Err(error) if is_undone(&error) => clock.sleep(PAUSE).await,
            there => return there,
        }
    }
    look().await
}

/// A player who is not there, or has been deleted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MissingPlayer {
    /// The one in whose name something was to be made.
    Maker,
    /// Somebody else, for whom it was to be made.
    Other,
}

/// The player for want of whom the tables have refused a row, if that is why.
pub(crate) fn missing_player(error: &sqlx::Error) -> Option<MissingPlayer> {
    let error = error.as_database_error()?;
    refused_for(&error.code()?, error.message())
}

fn refused_for(code: &str, message: &str) -> Option<MissingPlayer> {
    let column = message.strip_prefix(REFUSAL).filter(|_| CODES.contains(&code))?;
    Some(if OTHERS.contains(&column) { MissingPlayer::Other } else { MissingPlayer::Maker })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_for_want_of_a_player_is_told_from_other_errors() {
        for code in CODES {
            let refused = |column: &str| refused_for(code, &format!("{REFUSAL}{column}"));
            assert_eq!(refused("records.owner"), Some(MissingPlayer::Maker));
            assert_eq!(refused("follows.player_id"), Some(MissingPlayer::Maker));
            assert!(OTHERS.iter().all(|column| refused(column) == Some(MissingPlayer::Other)));
            assert_eq!(refused_for(code, "the audit log is append-only"), None);
        }
        assert_eq!(refused_for("23503", "no such player: records.owner"), None);
        assert_eq!(missing_player(&sqlx::Error::PoolTimedOut), None);
    }
}
