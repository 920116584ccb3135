//! Keys of requests, and the answers kept by them, end with their day, a few at a time.

use std::time::Duration;

use tengen_duties::Repeat;
use tengen_store::StoreError;
use tengen_trouble as trouble;

use crate::app::App;

/// How often it is looked whether keys are too old.
const LOOK: Duration = Duration::from_mins(1);

/// Forgets keys that are older than they are kept, until the server stops. Several servers may do so at once.
pub(super) async fn watch(app: App) {
    let mut looks = Repeat::every(LOOK, &app.clock, &app.stop);
    while looks.tick().await {
        // By a clock that is wrong nothing is old.
        if app.store.wrong_clock().is_none()
            && let Err(error) = forget(&app).await
        {
            trouble::log("old keys of requests can't be forgotten yet", error);
        }
    }
}

/// Forgets all old keys. Between two transactions others have their turn.
async fn forget(app: &App) -> Result<(), StoreError> {
    while !app.stop.is_cancelled() && app.store.forget_old_keys(app.clock.now()).await? > 0 {}
    Ok(())
}
