//! Looks through lists, for one request after the other of each client.

use std::future::Future;
use std::sync::Arc;

use tengen_actions::kit::{AtWork, WorkPlace};
use tengen_limits::{Client, Limits, Look};
use tengen_store::with_waits;

use super::both_turns::both_turns;
use crate::app::App;
use crate::web::error::WebError;

/// Looks through a list when it is the client's turn. The look goes on if nobody waits for it any more, as the database does, so that the
/// client's next one waits for it all the same.
pub(in crate::web) async fn look<T, E>(
    app: &App,
    client: Client,
    looking: impl Future<Output = Result<T, E>> + Send + 'static,
) -> Result<T, WebError>
where
    T: Send + 'static,
    E: Send + 'static,
    WebError: From<E>,
{
    let look = app.limits.look(client).await?;
    let found = tokio::spawn(counted(Arc::clone(&app.limits), client, look, looking));
    Ok(found.await.map_err(WebError::internal)??)
}

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

/// Looks through a list, now that the turn has come, and counts what that takes to the client.
pub(in crate::web) async fn counted<T, E>(
    limits: Arc<Limits>,
    client: Client,
    mut look: Look,
    looking: impl Future<Output = Result<T, E>>,
) -> Result<T, E> {
    // Games of the list may be played through.
    let (found, waited) = with_waits(limits.attend(client, looking)).await;
    look.waited(waited);
    if found.is_err() {
        look.failed();
    }
    found
}
