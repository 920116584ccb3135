//! Guests who have done nothing for longer than the operator keeps them are removed, as if they had left by themselves.

use tengen_game::Millis;
use tengen_store::{GuestCursor, SESSION_NOTED_EVERY, StoreError};
use tengen_trouble as trouble;

use super::walk;
use crate::kit::Parts;
use crate::people::forget_idle;

/// After so many failures others would not do better.
const FAILURES: u32 = 3;
/// For how many times as long as a removal took none follows it: on SQLite moves wait for the same writer.
const REST: u32 = 3;

/// Goes through all guests who came long ago, and removes those who have done nothing for as long as guests are
/// `kept`, in milliseconds. Several servers may do so at once: a guest is removed once.
pub async fn watch(parts: Parts, kept: Millis) {
    walk(&parts, "idle guests can't be removed", |after| look(&parts, kept, after)).await;
}

/// Removes the idle ones of some guests, who have done nothing for as long as guests are `kept`, and answers the place from which to go on.
async fn look(
    parts: &Parts,
    kept: Millis,
    after: Option<GuestCursor>,
) -> Result<Option<GuestCursor>, StoreError> {
    // When a session was used is known to an hour.
    let since = parts.clock.now() - kept - SESSION_NOTED_EVERY;
    let since = parts.store.idle_since(since).await?;
    let found = parts.store.idle_guests(since, after.as_ref()).await?;
    let (mut removed, mut failed) = (0_u32, 0);
    for guest in found.guests {
        if parts.stop.is_cancelled() || parts.store.wrong_clock().is_some() || failed == FAILURES {
            break;
        }
        let began = parts.clock.instant();
        match forget_idle(parts, guest, since).await {
            Ok(is_gone) => removed += u32::from(is_gone),
            Err(error) => {
                failed += 1;
                trouble::log("an idle guest can't be removed", error);
            }
        }
        parts.clock.sleep_until(parts.clock.instant() + REST * parts.clock.since(began)).await;
    }
    if removed > 0 {
        tracing::info!(removed, "guests who have done nothing for long were removed");
    }
    Ok(found.next)
}
