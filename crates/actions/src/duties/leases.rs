//! The leases of this process: renewed as long as it lives.

use tengen_duties::Repeat;
use tengen_store::{RENEWED_EVERY, Store};
use tengen_trouble as trouble;
use tokio_util::sync::CancellationToken;

/// Renews the leases until the server stops. Where no other server shares the database, there is nobody else to take them.
pub async fn keep(store: Store, stop: CancellationToken) {
    let mut ticks = Repeat::every(RENEWED_EVERY, store.clock(), &stop);
    while ticks.tick().await {
        if let Err(error) = store.renew_leases(store.clock().now()).await {
            trouble::log("the leases of this server can't be renewed", error);
        }
    }
}
