//! The leases of this process: renewed as long as it lives.

use tengen_store::RENEWED_EVERY;
use tengen_trouble as trouble;

use crate::app::App;

/// Renews the leases until the server stops.
pub async fn keep(app: App) {
    // Nobody else could take anything.
    if !app.store.is_shared() {
        return;
    }
    let mut ticks = app.clock.ticks(RENEWED_EVERY);
    loop {
        tokio::select! {
            () = ticks.tick() => {}
            () = app.stop.cancelled() => return,
        }
        if let Err(error) = app.store.renew_leases(app.clock.now()).await {
            trouble::log("the leases of this server can't be renewed", error);
        }
    }
}
