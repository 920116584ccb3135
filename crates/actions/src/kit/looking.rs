//! Looks through lists, for one request after the other of each client.

use std::future::Future;
use std::sync::Arc;

use tengen_limits::{Client, Limits, Look};
use tengen_store::with_waits;

use super::error::ActionError;
use super::parts::Parts;

/// Looks through a list when it is the client's turn. The look goes on if nobody waits for it any more, as the database does, so that the
/// client's next one waits for it all the same.
pub async fn look<T, E>(
    parts: &Parts,
    client: Client,
    looking: impl Future<Output = Result<T, E>> + Send + 'static,
) -> Result<T, ActionError>
where
    T: Send + 'static,
    E: Send + 'static,
    ActionError: From<E>,
{
    let look = parts.limits.look(client).await?;
    let found = tokio::spawn(counted(Arc::clone(&parts.limits), client, look, looking));
    Ok(found.await.map_err(ActionError::internal)??)
}

/// Looks through a list, now that the turn has come, and counts what that takes to the client.
pub async fn counted<T, E>(
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
