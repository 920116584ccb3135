//! A player who leaves for good: everything goes but the games, which belong to the opponents as well.

use tengen_game::PlayerId;

use super::names::database_time;
use super::player_row::DELETED;
use super::sessions::end_tokens_within;
use super::{Store, StoreError, on_writer};

/// The name that is shown to programs in place of a player's who has left. Pages have a text of their own.
const NAME: &str = "Deleted player";
/// What is forgotten of a player.
const FORGOTTEN: [&str; 14] = [
    "DELETE FROM names WHERE player_id = $1",
    "DELETE FROM accounts WHERE player_id = $1",
    "DELETE FROM known_devices WHERE player_id = $1",
    "DELETE FROM authenticators WHERE player_id = $1",
    "DELETE FROM recovery_codes WHERE player_id = $1",
    "DELETE FROM mails WHERE player_id = $1",
    "DELETE FROM mail_links WHERE player_id = $1",
    "DELETE FROM grants WHERE player_id = $1",
    "DELETE FROM records WHERE owner = $1",
    "DELETE FROM follows WHERE player_id = $1",
    "DELETE FROM follows WHERE other = $1",
    "DELETE FROM blocks WHERE player_id = $1",
    "DELETE FROM blocks WHERE other = $1",
    "UPDATE invitations SET inviter = NULL WHERE inviter = $1",
];

impl Store {
    /// Forgets a player but for the games, all or nothing. The name is free for others then. Answers the hashes of the tokens that ended, or
    /// nothing, if there is no such player any more.
    ///
    /// # Errors
    ///
    /// When the database failed.
    pub async fn delete_player(&self, player: PlayerId) -> Result<Option<Vec<String>>, StoreError> {
        let moment = database_time(self);
        let leave = format!(
            "UPDATE players SET name = '{NAME}', guest = FALSE, kind = '{DELETED}', named = TRUE, renamed_at = {moment}
             WHERE id = $1 AND (kind IS NULL OR kind <> '{DELETED}')"
        );
        let ended = on_writer!(self, pool => {
            let mut transaction = pool.begin().await?;
            let left =
                sqlx::query(sqlx::AssertSqlSafe(leave)).bind(player.as_str()).execute(&mut *transaction).await?;
            if left.rows_affected() == 0 {
                transaction.rollback().await?;
                return Ok(None);
            }
            for statement in FORGOTTEN {
                sqlx::query(statement).bind(player.as_str()).execute(&mut *transaction).await?;
            }
            let ended = end_tokens_within!(self, transaction, player.as_str(), "");
            transaction.commit().await?;
            ended
        });
        Ok(Some(ended))
    }
}
