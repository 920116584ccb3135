//! A player who is signed in confirms by a passkey that it is the same person.

use tengen_game::Millis;
use webauthn_rs_proto::AllowCredentials;

use crate::answer::{Assertion, id_bytes};
use crate::error::PasskeyError;
use crate::handle::UserHandle;
use crate::kept::{Kept, Verified};
use crate::passkeys::{Begun, Passkeys};
use crate::pending::{PendingConfirmation, in_time};
use crate::registration::{MOST_PASSKEYS, options};

impl Passkeys {
    /// Begins a confirmation by the player of this id, who has passkeys of these ids, in base64url.
    ///
    /// # Errors
    ///
    /// [`PasskeyError::NoPasskey`], [`PasskeyError::TooMany`] when there are more than [`MOST_PASSKEYS`], and
    /// [`PasskeyError::BadlyKept`] when an id is none.
    pub fn begin_confirmation(
        &self,
        player: &str,
        allowed: &[&str],
        now: Millis,
    ) -> Result<Begun<PendingConfirmation>, PasskeyError> {
        // An empty list would mean any passkey.
        if allowed.is_empty() {
            return Err(PasskeyError::NoPasskey);
        }
        if allowed.len() > MOST_PASSKEYS {
            return Err(PasskeyError::TooMany);
        }
        // The beginning of a sign-in knows no passkeys, so the one that was stored last is compared at the
        // end, not a copy of it.
        let (mut challenge, confirmation) = self.webauthn.start_discoverable_authentication()?;
        let credential = |&id: &&str| {
            Ok(AllowCredentials { type_: "public-key".to_owned(), id: id_bytes(id)?, transports: None })
        };
        challenge.public_key.allow_credentials =
            allowed.iter().map(credential).collect::<Result<_, PasskeyError>>()?;
        let allowed = allowed.iter().map(|&id| id.to_owned()).collect();
        let pending =
            PendingConfirmation { player: UserHandle::of(player), begun_at: now, allowed, confirmation };
        Ok(Begun { options: options(&challenge.public_key)?, pending })
    }

    /// Ends a confirmation by the owner of a passkey: checks that the passkey which the caller has kept under
    /// the [id](Assertion::credential_id) of the assertion made it, and was one of those that were asked for.
    ///
    /// The caller forgets the pending confirmation before it calls this, so that no answer counts twice, and
    /// stores what has [changed](Verified::changed).
    ///
    /// # Errors
    ///
    /// When the answer is another ceremony's, another passkey's or another player's, comes too late, or
    /// breaks a rule of the standard.
    pub fn finish_confirmation(
        &self,
        pending: &PendingConfirmation,
        assertion: &Assertion,
        kept: Kept<'_>,
        now: Millis,
    ) -> Result<Verified, PasskeyError> {
        in_time(pending.begun_at, now)?;
        if UserHandle::of(kept.owner) != pending.player {
            return Err(PasskeyError::WrongPlayer);
        }
        if !pending.allowed.iter().any(|id| id == assertion.credential_id()) {
            return Err(PasskeyError::UnknownPasskey);
        }
        // Web Authentication, section 7.2: where the player is known, a device may be silent, but may not say
        // somebody else.
        if assertion.names_another_than(pending.player) {
            return Err(PasskeyError::WrongPlayer);
        }
        self.verify(&pending.confirmation, assertion, kept)
    }
}
