//! A server whose clock is wrong decides nothing, and one whose journal is down can't. While there are others, whoever is here is better
//! off with them.

use std::time::Duration;

use crate::app::App;
use crate::guests::{Departure, NOTICE, RETURN};

/// The time over which the guests are asked to go, one after the other.
const SPREAD: Duration = Duration::from_secs(5);
/// How often it is looked whether the journal is down.
const LOOK: Duration = Duration::from_secs(1);

/// Asks the guests to go whenever the clock is found to be wrong or the journal is down, until the server stops. Whoever
/// comes after the proxies have noticed has found no other server, and stays.
pub(super) async fn send_guests_away(app: App) {
    let mut servers = app.store.watch_servers();
    let mut asked = app.guests.are_asked_to_go();
    loop {
        let alive = servers.borrow_and_update().alive;
        let can_not_store = app.duties.is_down("journal");
        let ask = (can_not_store || app.store.wrong_clock().is_some()) && (alive > 1 || asked);
        // A drain asks them to go as well, and for good.
        if ask != asked && !app.drain.has_begun() {
            if ask {
                let end = if can_not_store { "this one is started again" } else { "the clock is right" };
                tracing::warn!("sockets and streams are asked to go to another server, until {end}");
            }
            app.guests.ask_to_go(ask.then(|| {
                let first = app.clock.instant() + NOTICE;
                Departure { first, last: first + SPREAD, comers_too: false, time_to_return: RETURN }
            }));
            asked = ask;
        }
        // Each comparison of the clocks that tells anything new is news of the servers.
        tokio::select! {
            changed = servers.changed() => if changed.is_err() { return },
            () = app.clock.sleep(LOOK) => {}
            () = app.stop.cancelled() => return,
        }
    }
}
