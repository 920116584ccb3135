//! Signing in by a passkey, without a name.

use tengen_game::Millis;

use crate::answer::Assertion;
use crate::error::PasskeyError;
use crate::handle::UserHandle;
use crate::kept::{Kept, Verified};
use crate::passkeys::{Begun, Passkeys};
use crate::pending::{PendingSignIn, in_time};
use crate::registration::options;

impl Passkeys {
    /// Begins a sign-in. The options name no passkey, so they are the same for all people, but for the
    /// challenge.
    ///
    /// # Errors
    ///
    /// None that a caller could do anything about.
    pub fn begin_sign_in(&self, now: Millis) -> Result<Begun<PendingSignIn>, PasskeyError> {
        let (challenge, sign_in) = self.webauthn.start_discoverable_authentication()?;
        Ok(Begun {
            options: options(&challenge.public_key)?,
            pending: PendingSignIn { begun_at: now, sign_in },
        })
    }

    /// Ends a sign-in: checks that the passkey which the caller has kept under the
    /// [id](Assertion::credential_id) of the assertion made it. The owner of that passkey is then signed in,
    /// by both steps.
    ///
    /// The caller forgets the pending sign-in before it calls this, so that no answer counts twice, and
    /// stores what has [changed](Verified::changed).
    ///
    /// # Errors
    ///
    /// When the answer is another ceremony's, another passkey's or another player's, comes too late, or
    /// breaks a rule of the standard.
    pub fn finish_sign_in(
        &self,
        pending: &PendingSignIn,
        assertion: &Assertion,
        kept: Kept<'_>,
        now: Millis,
    ) -> Result<Verified, PasskeyError> {
        in_time(pending.begun_at, now)?;
        // Web Authentication, section 7.2: where nobody was asked for, the device has to say who it is.
        if assertion.user_handle() != Some(UserHandle::of(kept.owner)) {
            return Err(PasskeyError::WrongPlayer);
        }
        self.verify(&pending.sign_in, assertion, kept)
    }
}
