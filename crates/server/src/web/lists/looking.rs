//! Looks through lists, for one request after the other of each client.

use std::future::Future;
use std::sync::Arc;

use tengen_limits::Client;

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
    let limits = Arc::clone(&app.limits);
    let found = tokio::spawn(async move {
        // Games of the list may be played through.
        let found = limits.attend(client, looking).await;
        drop(look);
        found
    });
    Ok(found.await.map_err(|error| WebError::Internal(error.to_string()))??)
}
