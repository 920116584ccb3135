//! The leases of this process: renewed as long as it lives.

use tengen_store::{RENEWED_EVERY, Store};
use tengen_trouble as trouble;
use tokio_util::sync::CancellationToken;

/// Renews the leases until the server stops.
pub async fn keep(store: Store, stop: CancellationToken) {
    // Nobody else could take anything.
    if !store.is_shared() {
        return;
    }
    let mut ticks = store.clock().ticks(RENEWED_EVERY);
    loop {
        tokio::select! {
            () = ticks.tick() => {}
            () = stop.cancelled() => return,
        }
        if let Err(error) = store.renew_leases(store.clock().now()).await {
            trouble::log("the leases of this server can't be renewed", error);
        }
    }
}
