//! Who runs the server, and who keeps order on it.

use tengen_game::{Millis, PlayerId};
use tengen_protocol::{Player, Role};

use super::audit::{Noted, note_act};
use crate::players::player_row::player;
use crate::pool::{Store, StoreError};
use crate::query::from_row::from_row;
use crate::query::untangled::untangled;

/// Locks the rows of all who have role $1, if player $2 is one of them.
pub(crate) const LOCK_ROLE: &str = "UPDATE grants SET granted_at = granted_at
    WHERE role = $1 AND EXISTS (SELECT 1 FROM grants AS own WHERE own.role = $1 AND own.player_id = $2)";

/// Whether player $2 has role $1 and nobody else has it.
pub(crate) const LAST_WITH_ROLE: &str =
    "SELECT EXISTS (SELECT 1 FROM grants WHERE role = $1 AND player_id = $2)
        AND NOT EXISTS (SELECT 1 FROM grants WHERE role = $1 AND player_id <> $2)";

/// The outcome of giving a role.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Granted {
    /// The member has it.
    Done,
    /// The member had it before in this way. Nothing was changed.
    Before,
    /// There is no such member any more. Nothing was changed.
    NoMember,
}

/// The outcome of taking a role away.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Revoked {
    /// It is gone.
    Done,
    /// The player did not have it. Nothing was changed.
    Nothing,
    /// Nobody else runs the server. Nothing was changed.
    LastOwner,
}

impl Store {
    /// The roles of a player on the server, the highest first.
    pub async fn roles(&self, player: PlayerId) -> Result<Vec<Role>, StoreError> {
        let rows: Vec<(String,)> = self
            .read("SELECT role FROM grants WHERE player_id = $1")
            .bind(player.as_str())
            .fetch_all()
            .await?;
        // A role of a later release is nothing here.
        Ok(Role::ALL.into_iter().filter(|role| rows.iter().any(|(word,)| word == role.name())).collect())
    }

    /// Whether a player has a role on the server that nobody else has.
    pub async fn is_last(&self, player: PlayerId, role: Role) -> Result<bool, StoreError> {
        let (last,): (bool,) =
            self.read(LAST_WITH_ROLE).bind_all((role.name(), player.as_str())).fetch_one().await?;
        Ok(last)
    }

    /// Those who have roles on the server, with their roles, the highest role first. There are few.
    pub async fn staff(&self) -> Result<Vec<(Player, Vec<Role>)>, StoreError> {
        struct Row {
            player: Named,
            role: String,
        }

        from_row!(Row { role }, player);

        struct Named {
            id: String,
            name: String,
            kind: Option<String>,
            created_at: Millis,
        }

        from_row!(Named { id, name, kind, created_at });

        let rows: Vec<Row> = self
            .read(
                "SELECT players.id, players.name, players.kind, players.created_at, grants.role
                 FROM grants JOIN players ON players.id = grants.player_id ORDER BY grants.player_id",
            )
            .fetch_all()
            .await?;
        let mut staff: Vec<(Player, Vec<Role>)> = Vec::new();
        for Row { player: Named { id, name, kind, created_at }, role } in rows {
            // A role of a later release is nothing here.
            let Some(role) = Role::ALL.into_iter().find(|known| known.name() == role) else { continue };
            match staff.last_mut() {
                Some((known, roles)) if known.id.0.as_str() == id => roles.push(role),
                _ => staff.push((player((id, name, kind, created_at))?, vec![role])),
            }
        }
        let height = |role: &Role| Role::ALL.iter().position(|known| known == role);
        for (_, roles) in &mut staff {
            roles.sort_by_key(height);
        }
        staff.sort_by_key(|(player, roles)| (roles.first().and_then(height), player.name.clone()));
        Ok(staff)
    }

    /// Gives a member a role on the server, whatever groups the member is in, and writes that down.
    pub async fn grant(
        &self,
        player: PlayerId,
        role: Role,
        noted: &Noted<'_>,
    ) -> Result<Granted, StoreError> {
        untangled(|| async {
            let mut tx = self.begin().await?;
            // Whoever leaves at this moment waits for this, or has gone first: nobody who has left may count as an owner.
            let held = tx
                .query("UPDATE accounts SET created_at = created_at WHERE player_id = $1 AND owner IS NULL")
                .bind(player.as_str())
                .execute()
                .await?;
            if held == 0 {
                return tx.give_up(Granted::NoMember).await;
            }
            let done = tx
                .query(
                    "INSERT INTO grants (player_id, role, granted_at) VALUES ($1, $2, $3)
                     ON CONFLICT (player_id, role) DO UPDATE SET issuer = NULL
                     WHERE grants.issuer IS NOT NULL",
                )
                .bind_all((player.as_str(), role.name(), noted.at))
                .execute()
                .await?;
            if done == 0 {
                return tx.give_up(Granted::Before).await;
            }
            note_act(&mut tx, noted).await?;
            tx.commit().await?;
            Ok(Granted::Done)
        })
        .await
    }

    /// Takes a role on the server from a player, and writes that down.
    pub async fn revoke(
        &self,
        player: PlayerId,
        role: Role,
        noted: &Noted<'_>,
    ) -> Result<Revoked, StoreError> {
        untangled(|| async {
            let id = player.as_str();
            let mut tx = self.begin().await?;
            // Of two owners who give the role up at once the second waits here for the first, and then is the last one.
            tx.query(LOCK_ROLE).bind_all((role.name(), id)).execute().await?;
            if role == Role::Owner {
                let (is_last,): (bool,) =
                    tx.query(LAST_WITH_ROLE).bind_all((role.name(), id)).fetch_one().await?;
                if is_last {
                    return tx.give_up(Revoked::LastOwner).await;
                }
            }
            let gone = tx
                .query("DELETE FROM grants WHERE player_id = $1 AND role = $2")
                .bind_all((id, role.name()))
                .execute()
                .await?;
            if gone == 0 {
                return tx.give_up(Revoked::Nothing).await;
            }
            note_act(&mut tx, noted).await?;
            tx.commit().await?;
            Ok(Revoked::Done)
        })
        .await
    }
}
