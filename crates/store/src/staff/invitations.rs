//! Invitations to register.

use tengen_game::{InvitationId, Millis, PlayerId};
use tengen_protocol::{Invitation, Text};

use super::audit::{Noted, note_act};
use crate::pool::{Store, StoreError, unreadable};
use crate::query::from_row::from_row;

/// How many of them a list has at most.
const LISTED: u32 = 200;

struct Row {
    id: String,
    note: String,
    created_at: Millis,
    expires_at: Millis,
    places: i32,
    left_places: i32,
}

from_row!(Row { id, note, created_at, expires_at, places, left_places });

impl Store {
    /// Keeps an invitation, by the hash of its secret, and writes down who made it. Those of anybody that ended a month ago are
    /// forgotten. Answers whether there was room: so many may be open at most.
    pub async fn add_invitation(
        &self,
        invitation: &Invitation,
        hash: &str,
        most: u32,
        noted: &Noted<'_>,
    ) -> Result<bool, StoreError> {
        const MONTH: Millis = 30 * 86_400_000;
        let now = invitation.created_at;
        let mut tx = self.begin().await?;
        tx.query("DELETE FROM invitations WHERE expires_at < $1").bind(now - MONTH).execute().await?;
        let (open,): (i64,) = tx
            .query("SELECT count(*) FROM invitations WHERE expires_at > $1 AND left_places > 0")
            .bind(now)
            .fetch_one()
            .await?;
        if open < i64::from(most) {
            tx.query(
                "INSERT INTO invitations (id, hash, inviter, note, created_at, expires_at, places,
                                          left_places)
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $7)",
            )
            .bind_all((
                invitation.id.0.as_str(),
                hash,
                noted.actor.as_ref().map(PlayerId::as_str),
                &invitation.note,
                now,
                invitation.expires_at,
                invitation.places.cast_signed(),
            ))
            .execute()
            .await?;
            note_act(&mut tx, noted).await?;
        }
        tx.commit().await?;
        Ok(open < i64::from(most))
    }

    /// The invitation with a secret of this hash, if it is good for anything.
    pub async fn invitation(&self, hash: &str, now: Millis) -> Result<Option<Invitation>, StoreError> {
        let row: Option<Row> = self
            .read(
                "SELECT id, note, created_at, expires_at, places, left_places FROM invitations
                 WHERE hash = $1 AND expires_at > $2 AND left_places > 0",
            )
            .bind_all((hash, now))
            .fetch_optional()
            .await?;
        row.map(invitation).transpose()
    }

    /// The invitations of this server, the newest first.
    pub async fn invitations(&self) -> Result<Vec<Invitation>, StoreError> {
        let rows: Vec<Row> = self
            .read(
                "SELECT id, note, created_at, expires_at, places, left_places FROM invitations
                 ORDER BY created_at DESC, id DESC LIMIT $1",
            )
            .bind(i64::from(LISTED))
            .fetch_all()
            .await?;
        rows.into_iter().map(invitation).collect()
    }

    /// Takes an invitation back, and writes that down. Answers whether there was one.
    pub async fn take_invitation_back(
        &self,
        id: InvitationId,
        noted: &Noted<'_>,
    ) -> Result<bool, StoreError> {
        let mut tx = self.begin().await?;
        let gone = tx.query("DELETE FROM invitations WHERE id = $1").bind(id.as_str()).execute().await?;
        if gone == 0 {
            return tx.give_up(false).await;
        }
        note_act(&mut tx, noted).await?;
        tx.commit().await?;
        Ok(true)
    }
}

fn invitation(row: Row) -> Result<Invitation, StoreError> {
    let Row { id, note, created_at, expires_at, places, left_places } = row;
    let id = Text(id.parse().map_err(unreadable)?);
    let number = |number: i32| u32::try_from(number).map_err(unreadable);
    Ok(Invitation { id, note, created_at, expires_at, places: number(places)?, left: number(left_places)? })
}
