//! Bots: programs with accounts of their own, each of which belongs to a member.

use tengen_game::{Millis, PlayerId};
use tengen_protocol::Player;

use super::home::Home;
use crate::players::names::{NameWish, claim_name};
use crate::players::player_row::{BOT, PlayerRow, player};
use crate::pool::{Store, StoreError};

/// The outcome of making a bot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NewBot {
    /// It is there.
    Done,
    /// Another member has the name. Nothing was changed.
    NameTaken,
    /// The member has as many bots as one may have. Nothing was changed.
    TooMany,
}

impl Store {
    /// Keeps a new bot of a member, who may have so many, or changes nothing.
    pub async fn add_bot(
        &self,
        home: Home<'_>,
        bot: PlayerId,
        wish: &NameWish,
        now: Millis,
        most: u32,
    ) -> Result<NewBot, StoreError> {
        let owner = home.player;
        let mut tx = self.begin_at_home(home).await?;
        tx.query(
            "INSERT INTO players (id, name, guest, created_at, kind, named)
             VALUES ($1, $2, FALSE, $3, $4, TRUE)",
        )
        .bind_all((bot.as_str(), &wish.name, now, BOT))
        .execute()
        .await?;
        if !claim_name(&mut tx, bot.as_str(), wish, false, now).await? {
            return tx.give_up(NewBot::NameTaken).await;
        }
        tx.query("INSERT INTO accounts (player_id, created_at, owner) VALUES ($1, $2, $3)")
            .bind_all((bot.as_str(), now, owner.as_str()))
            .execute()
            .await?;
        let (there,): (i64,) = tx
            .query("SELECT count(*) FROM accounts WHERE owner = $1")
            .bind(owner.as_str())
            .fetch_one()
            .await?;
        if there > i64::from(most) {
            return tx.give_up(NewBot::TooMany).await;
        }
        tx.commit().await?;
        Ok(NewBot::Done)
    }

    /// The bots of a member, in the order in which they were made.
    pub async fn bots_of(&self, owner: PlayerId) -> Result<Vec<Player>, StoreError> {
        let rows: Vec<PlayerRow> = self
            .read(
                "SELECT players.id, players.name, players.kind, players.created_at
                 FROM accounts JOIN players ON players.id = accounts.player_id
                 WHERE accounts.owner = $1 ORDER BY players.created_at, players.id",
            )
            .bind(owner.as_str())
            .fetch_all()
            .await?;
        rows.into_iter().map(player).collect()
    }

    /// The member to whom a bot belongs; nothing, if it is no bot.
    pub async fn owner_of(&self, bot: PlayerId) -> Result<Option<Player>, StoreError> {
        let row: Option<PlayerRow> = self
            .read(
                "SELECT players.id, players.name, players.kind, players.created_at
                 FROM accounts JOIN players ON players.id = accounts.owner
                 WHERE accounts.player_id = $1",
            )
            .bind(bot.as_str())
            .fetch_optional()
            .await?;
        row.map(player).transpose()
    }
}
