//! Warnings, suspensions and bans of players, and their end.

use serde_json::json;
use tengen_audit::Kind;
use tengen_entropy as entropy;
use tengen_game::{Millis, PlayerId, SanctionId};
use tengen_protocol::{Ground, ProblemCode, SanctionKind};
use tengen_store::{ChangedToken, NewSanction, Sanctioned, Store};

use super::by::{By, words_to_players};
use crate::duties::suspending;
use crate::kit::{ActionError, Parts};

/// The longest suspension, in milliseconds: a year. Whoever is to stay away for longer is banned.
const LONGEST: Millis = 366 * 86_400_000;

/// A sanction as it is to begin.
#[derive(Debug, Clone, Copy)]
pub(super) struct Measure<'m> {
    pub(super) kind: SanctionKind,
    pub(super) ground: Ground,
    /// Words to the player; they may be empty.
    pub(super) words: &'m str,
    /// The end of a suspension.
    pub(super) until: Option<Millis>,
}

/// Has a sanction begin, and answers the tokens that are good for something else since then.
pub(super) async fn sanction(
    store: &Store,
    by: By<'_>,
    player: PlayerId,
    Measure { kind, ground, words, until }: Measure<'_>,
) -> Result<Option<Vec<ChangedToken>>, ActionError> {
    let words = words_to_players(words)?;
    let now = by.at;
    if until.is_some_and(|until| until <= now || until > now + LONGEST) {
        let field = json!({"field": "until", "min": now, "max": now + LONGEST});
        return Err(ProblemCode::InvalidAct.with(field).into());
    }
    let act = match kind {
        SanctionKind::Warning => Kind::Warn,
        SanctionKind::Suspension => Kind::Suspend,
        SanctionKind::Ban => Kind::Ban,
    };
    // Words are no facts: they may have to be removed.
    let facts = match until {
        Some(until) => json!({"ground": ground, "until": until}),
        None => json!({"ground": ground}),
    };
    let noted = by.noted(act, ("player", player.as_str()), facts)?;
    let new = NewSanction { id: entropy::sanction_id()?, player, kind, ground, words, until };
    changed(store.sanction(&new, &noted).await?)
}

/// Ends all suspensions and bans of a player, and answers the tokens that are good for something else since then; nothing,
/// if there was none of them.
pub(super) async fn lift(
    store: &Store,
    by: By<'_>,
    player: PlayerId,
) -> Result<Option<Vec<ChangedToken>>, ActionError> {
    let noted = by.noted(Kind::Lift, ("player", player.as_str()), json!({}))?;
    changed(store.lift_sanctions(player, &noted).await?)
}

fn changed(outcome: Sanctioned) -> Result<Option<Vec<ChangedToken>>, ActionError> {
    match outcome {
        Sanctioned::Done(changed) => Ok(Some(changed)),
        Sanctioned::Nothing => Ok(None),
        Sanctioned::Gone => Err(ProblemCode::NoSuchPlayer.into()),
    }
}

/// Has everything else follow that depends on a change of somebody's sanctions.
pub(super) fn follow(parts: &Parts, changed: &[ChangedToken]) {
    parts.tokens.change_everywhere(changed);
    let parts = parts.clone();
    tokio::spawn(async move { suspending::settle(&parts).await });
}

/// Takes note that a player has read a sanction.
pub async fn read_sanction(parts: &Parts, player: PlayerId, id: SanctionId) -> Result<(), ActionError> {
    parts.clock_is_right()?;
    if parts.store.read_sanction(player, id, parts.clock.now()).await? {
        Ok(())
    } else {
        Err(ProblemCode::NoSuchSanction.into())
    }
}
