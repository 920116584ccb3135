//! One's own trees beside games and kept records, as their owners read them.

use tengen_game::PlayerId;
use tengen_limits::Client;
use tengen_protocol::view::Audience;
use tengen_protocol::{ProblemCode, Variations};
use tengen_records::{Unreadable, with_tree_of_game, with_tree_of_record};
use tengen_store::TreeOf;

use super::beside::is_open_to;
use super::weighing::work_of;
use crate::kit::{ActionError, Parts, WorkPlace, rested};

/// A player's own tree, or what has changed of it since its change of a number.
pub async fn own_tree(
    parts: &Parts,
    player: PlayerId,
    of: TreeOf,
    since: Option<u64>,
) -> Result<Variations, ActionError> {
    match of {
        TreeOf::Game(id) => {
            if !parts.rooms.read(id, move |game| is_open_to(game.state(), player)).await? {
                return Err(ProblemCode::NotDuringTheGame.into());
            }
        }
        TreeOf::Record(id) => {
            parts.store.about_record(id).await?.ok_or(ProblemCode::NoSuchRecord)?;
        }
    }
    Ok(parts.store.variations(player, of, since).await?)
}

/// The record of a game or a kept record, as a player sees it in this audience, with the player's own tree beside it. `tell` makes an
/// answer of its text, in the same turn of work; the place is taken until the answer is sent.
pub async fn with_own_tree<T: Send + 'static>(
    parts: &Parts,
    (player, client): (PlayerId, Client),
    audience: Audience,
    of: TreeOf,
    tell: impl FnOnce(String) -> T + Send + 'static,
) -> Result<(T, WorkPlace), ActionError> {
    rested(&parts.limits, client)?;
    let work = work_of(parts, player, of).await?;
    let place = parts.turns.writings.of(work).place(&parts.limits, client)?;
    let write: Box<dyn FnOnce() -> Result<String, Unreadable> + Send> = match of {
        TreeOf::Game(id) => {
            let seen = parts.rooms.read(id, move |game| {
                let settings = game.state().settings().clone();
                is_open_to(game.state(), player).then(|| (settings, game.seen_log(audience).to_vec()))
            });
            let (settings, log) = seen.await?.ok_or(ProblemCode::NotDuringTheGame)?;
            let record = parts.rooms.record(id, audience).await?.content;
            let tree = parts.store.variations(player, of, None).await?;
            Box::new(move || with_tree_of_game(&record, &settings, &log, &tree.nodes))
        }
        TreeOf::Record(id) => {
            let (record, _) = parts.store.record_file(id).await?.ok_or(ProblemCode::NoSuchRecord)?;
            let tree = parts.store.variations(player, of, None).await?;
            Box::new(move || with_tree_of_record(&record, &tree.nodes))
        }
    };
    let turn = place.turn_for(&parts.limits, client).await?;
    let written = turn.work_for(&parts.limits, client, move || write().map(tell)).await?;
    let told = written.map_err(|error| ActionError::internal(format!("a tree beside {of:?}: {error}")))?;
    Ok((told, place))
}
