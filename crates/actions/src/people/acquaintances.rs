//! Whom a player follows and whom a player blocks.

use serde_json::json;
use tengen_game::PlayerId;
use tengen_protocol::{Player, ProblemCode};
use tengen_store::Acquaintance;
use tengen_store::computers::level_of;

use crate::kit::{ActionError, Parts};

/// How many players each list has at most.
const MOST: u32 = 500;

/// Adds a player to a list of another one.
pub async fn add_acquaintance(
    parts: &Parts,
    list: Acquaintance,
    player: &Player,
    other: PlayerId,
) -> Result<(), ActionError> {
    // Nobody is bothered by a computer, which offers nothing.
    if matches!(list, Acquaintance::Blocked) && level_of(other).is_some() {
        return Err(ProblemCode::NotBlockable.into());
    }
    parts.clock_is_right()?;
    if player.id.0 == other {
        return Err(ProblemCode::Oneself.into());
    }
    parts.store.player(other).await?.ok_or(ProblemCode::NoSuchPlayer)?;
    if !parts.store.add_acquaintance(list, player.id.0, other, parts.clock.now(), MOST).await? {
        return Err(ProblemCode::ListFull.with(json!({"max": MOST})).into());
    }
    Ok(())
}
