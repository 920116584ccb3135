//! Players.

use tengen_game::PlayerId;
use tengen_protocol::{Player, PlayerCard};

use super::sessions::{NewSession, begin_session};
use crate::players::names::{NameWish, give_guest_name};
use crate::players::player_row::{PlayerRow, card, player};
use crate::pool::missing_player::{ARE_THERE, MissingPlayer, are_there_after_all};
use crate::pool::{Pools, Store, StoreError};
use crate::query::pieces::Pieces;

impl Store {
    /// Keeps a new guest and the guest's first session, both or neither. The guest
    /// gets the first of these names that nobody has, and is answered with it. If everybody has all of them, it is the first one until
    /// [`Store::name_players`] finds another one.
    pub async fn add_guest(
        &self,
        player: Player,
        wishes: &[NameWish],
        session: NewSession<'_>,
    ) -> Result<Player, StoreError> {
        let id = player.id.0;
        let mut player = player;
        let mut tx = self.begin().await?;
        tx.query("INSERT INTO players (id, name, guest, created_at, named) VALUES ($1, $2, TRUE, $3, TRUE)")
            .bind_all((id.as_str(), &player.name, player.created_at))
            .execute()
            .await?;
        match give_guest_name(&mut tx, id.as_str(), wishes, player.created_at).await? {
            Some(place) => player.name.clone_from(&wishes[place].name),
            None => {
                tx.query("UPDATE players SET named = FALSE WHERE id = $1")
                    .bind(id.as_str())
                    .execute()
                    .await?;
            }
        }
        tx.query("UPDATE players SET name = $1 WHERE id = $2 AND name <> $1")
            .bind_all((&player.name, id.as_str()))
            .execute()
            .await?;
        begin_session(&mut tx, id.as_str(), session, player.created_at).await?;
        tx.commit().await?;
        Ok(player)
    }

    /// Keeps a player who has no token, unless the player is there already.
    pub async fn ensure_player(&self, player: &Player) -> Result<(), StoreError> {
        self.write(
            "INSERT INTO players (id, name, guest, created_at) VALUES ($1, $2, $3, $4)
             ON CONFLICT DO NOTHING",
        )
        .bind_all((player.id.0.as_str(), &player.name, player.guest, player.created_at))
        .execute()
        .await?;
        Ok(())
    }

    /// The player with this id.
    pub async fn player(&self, id: PlayerId) -> Result<Option<Player>, StoreError> {
        let row: Option<PlayerRow> = self
            .read("SELECT id, name, kind, created_at FROM players WHERE id = $1")
            .bind(id.as_str())
            .fetch_optional()
            .await?;
        row.map(player).transpose()
    }

    /// Makes sure that two players are there: the one in whose name something could not be made, and another whom it needs.
    /// Whoever holds one of them is waited for, five seconds at most and without a connection: if both are there then, what could
    /// not be made may be tried again.
    ///
    /// # Errors
    ///
    /// [`StoreError::NoPlayer`] when one of them has been deleted, or when the database failed or somebody is held for longer.
    pub async fn expect_players(&self, maker: PlayerId, other: PlayerId) -> Result<(), StoreError> {
        let (maker, other): (bool, bool) = match &self.pools {
            Pools::Postgres(pool) => are_there_after_all(pool, &self.clock, maker, other).await?,
            Pools::Sqlite { reader, .. } => {
                sqlx::query_as(ARE_THERE).bind(maker.as_str()).bind(other.as_str()).fetch_one(reader).await?
            }
        };
        match (maker, other) {
            (true, true) => Ok(()),
            (true, false) => Err(StoreError::NoPlayer(MissingPlayer::Other)),
            (false, _) => Err(StoreError::NoPlayer(MissingPlayer::Maker)),
        }
    }

    /// The cards of players, in no order. Those who are not there are left out.
    pub async fn cards(&self, ids: &[PlayerId]) -> Result<Vec<PlayerCard>, StoreError> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let mut query = Pieces::default();
        query.sql("SELECT id, name, kind FROM players WHERE id IN ").texts(ids.iter().map(PlayerId::as_str));
        let rows: Vec<(String, String, Option<String>)> = query.read(self).fetch_all().await?;
        rows.into_iter().map(|(id, name, kind)| card(&id, name, kind.as_deref())).collect()
    }
}
