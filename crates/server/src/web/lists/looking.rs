//! Turns of looks through lists.

use std::sync::Arc;

use tengen_actions::kit::{AtWork, WorkPlace};
use tengen_limits::{Client, Limits, Look};

pub(in crate::web) use tengen_actions::kit::{counted, look};

use super::both_turns::both_turns;
use crate::web::error::WebError;

/// The turns of a look among what looks through lists for its client, and among all work of its kind. The look begins when it has
/// both.
pub(in crate::web) async fn turns(
    limits: &Arc<Limits>,
    client: Client,
    place: &WorkPlace,
) -> Result<(Look, AtWork), WebError> {
    let waits = limits.place_to_look(client).await?;
    let (own_turn, turn) = both_turns(limits, client, place).await?;
    Ok((waits.begin(own_turn), turn))
}
