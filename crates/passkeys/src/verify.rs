//! The end of a sign-in and of a confirmation.

use webauthn_rs::prelude::DiscoverableAuthentication;

use crate::answer::{Assertion, refuse_framed};
use crate::error::PasskeyError;
use crate::kept::{Kept, Verified};
use crate::passkeys::Passkeys;
use crate::quiet::quietly;

impl Passkeys {
    /// Checks an assertion by the passkey that was kept.
    pub(crate) fn verify(
        &self,
        begun: &DiscoverableAuthentication,
        assertion: &Assertion,
        kept: Kept<'_>,
    ) -> Result<Verified, PasskeyError> {
        refuse_framed(&assertion.said.response.client_data_json)?;
        let passkey = kept.read()?;
        let result = quietly(|| {
            let begun = begun.clone();
            self.webauthn.finish_discoverable_authentication_v2(&assertion.said, begun, &passkey)
        })?;
        // The library has refused this already; a sign-in by both steps hangs on it.
        if !result.user_verified() {
            return Err(PasskeyError::NotVerified);
        }
        Verified::new(passkey, &result)
    }
}
