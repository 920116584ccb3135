//! Ceremonies that have begun.

use std::fmt::{self, Debug, Formatter};

use serde::{Deserialize, Serialize};
use tengen_game::Millis;
use webauthn_rs::prelude::{DiscoverableAuthentication, PasskeyRegistration};

use crate::error::PasskeyError;
use crate::handle::UserHandle;

/// The longest time of a ceremony from its beginning to the answer, in milliseconds: ten minutes.
pub const PENDING_LASTS: Millis = 10 * 60 * 1_000;
/// The largest difference between the clocks of two servers of a cluster, in milliseconds.
const LEEWAY: Millis = 30 * 1_000;

/// A registration that has begun.
///
/// The caller keeps it, as JSON of at most 32 KiB, where the person can't read or exchange it, tied to the
/// player's session; and forgets it with the first answer.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PendingRegistration {
    pub(crate) player: UserHandle,
    pub(crate) begun_at: Millis,
    /// The ids of the passkeys that were there, in base64url.
    pub(crate) there: Vec<String>,
    pub(crate) registration: PasskeyRegistration,
}

/// A sign-in that has begun.
///
/// The caller keeps it, as JSON of at most 1 KiB, where the person can't read or exchange it, tied to the
/// browser; and forgets it with the first answer.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PendingSignIn {
    pub(crate) begun_at: Millis,
    pub(crate) sign_in: DiscoverableAuthentication,
}

/// A confirmation by a known player that has begun.
///
/// The caller keeps it, as JSON of at most 32 KiB, where the person can't read or exchange it, tied to the
/// player's session; and forgets it with the first answer.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PendingConfirmation {
    pub(crate) player: UserHandle,
    pub(crate) begun_at: Millis,
    /// The ids of the player's passkeys, in base64url.
    pub(crate) allowed: Vec<String>,
    pub(crate) confirmation: DiscoverableAuthentication,
}

/// Refuses what began too long ago, or is still to come.
pub(crate) fn in_time(begun_at: Millis, now: Millis) -> Result<(), PasskeyError> {
    let age = now.saturating_sub(begun_at);
    if (-LEEWAY..=PENDING_LASTS).contains(&age) { Ok(()) } else { Err(PasskeyError::Expired(age)) }
}

macro_rules! without_secrets {
    ($($name:ident),*) => {$(
        impl $name {
            /// When it began, in milliseconds since 1970-01-01T00:00Z.
            pub fn begun_at(&self) -> Millis {
                self.begun_at
            }
        }

        impl Debug for $name {
            fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
                f.debug_struct(stringify!($name)).field("begun_at", &self.begun_at).finish_non_exhaustive()
            }
        }
    )*};
}

without_secrets!(PendingRegistration, PendingSignIn, PendingConfirmation);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_lasts_ten_minutes() {
        for after in [-LEEWAY, 0, PENDING_LASTS] {
            assert_eq!(in_time(1_000_000, 1_000_000 + after), Ok(()), "{after}");
        }
        for after in [-LEEWAY - 1, PENDING_LASTS + 1] {
            assert_eq!(in_time(1_000_000, 1_000_000 + after), Err(PasskeyError::Expired(after)));
        }
        for now in [Millis::MIN, Millis::MAX] {
            assert_eq!(in_time(1_000_000, now).unwrap_err().word(), "expired");
        }
    }
}
