//! Two turns at once: that of a client among whatever looks through lists for it, and one among all clients.
//!
//! Neither is held while the other is waited for. The queue of all clients may be long, and whoever held the own turn in it would keep
//! everybody behind the same address from every list meanwhile; and nobody else is to wait because the lists of one client are busy. These
//! are so for a part of the time only, since they are bounded, so whoever finds them busy has both turns after a few more queues at most.

use tengen_actions::kit::{AtWork, WorkPlace};
use tengen_limits::{Client, Limits, ListTurn};

use crate::web::error::WebError;

/// Waits until it is this client's turn among its lists and the turn of this place among all, in the same moment.
pub(super) async fn both_turns(
    limits: &Limits,
    client: Client,
    place: &WorkPlace,
) -> Result<(ListTurn, AtWork), WebError> {
    loop {
        let turn = place.turn().await?;
        if let Some(own) = limits.turn_among_lists_now(client) {
            return Ok((own, turn));
        }
        drop(turn);
        // Until they are free.
        drop(limits.turn_among_lists(client).await);
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;
    use std::pin::pin;
    use std::sync::Arc;

    use futures_util::FutureExt;
    use tengen_limits::Options;

    use super::*;
    use tengen_actions::kit::Turns;

    #[tokio::test]
    async fn neither_turn_is_held_while_the_other_one_is_waited_for() {
        let all = Turns::new(1, 2);
        let limits = Arc::new(Limits::new(&Options::USUAL));
        let [one, other] = [1, 2].map(|last| limits.client(Ipv4Addr::new(192, 0, 2, last).into(), false));
        let [place, others] = [one, other].map(|client| all.place(&limits, client).unwrap());
        let busy = others.turn().await.unwrap();
        let mut waits = pin!(both_turns(&limits, one, &place));
        assert!(waits.as_mut().now_or_never().is_none());
        // Whoever waits behind others keeps none of the own lists.
        let look = limits.look(one).await.unwrap();
        drop(busy);
        assert!(waits.as_mut().now_or_never().is_none());
        // And whoever waits for the own lists keeps nobody else.
        drop(both_turns(&limits, other, &others).await.unwrap());
        drop(look);
        let both = waits.await.unwrap();
        assert!(limits.turn_among_lists_now(one).is_none());
        assert!(others.turn().now_or_never().is_none());
        drop(both);
        drop(both_turns(&limits, other, &others).await.unwrap());
    }
}
