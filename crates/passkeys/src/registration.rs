//! Registering a passkey.

use serde_json::Value;
use tengen_game::Millis;
use webauthn_rs_proto::{PublicKeyCredentialDescriptor, ResidentKeyRequirement};

use crate::answer::{self, id_bytes, refuse_framed};
use crate::error::PasskeyError;
use crate::handle::UserHandle;
use crate::kept::StoredPasskey;
use crate::passkeys::{Begun, Passkeys};
use crate::pending::{PendingRegistration, in_time};
use crate::quiet::quietly;

/// The most passkeys of a player.
pub const MOST_PASSKEYS: usize = 16;
/// The longest name, in bytes.
const LONGEST_NAME: usize = 256;

/// A player, as the player's own device shows it.
#[derive(Debug, Clone, Copy)]
pub struct Person<'a> {
    /// The id of the player. Devices learn a part of its hash.
    pub id: &'a str,
    /// The name by which the player is known, with 1 to 256 bytes. Devices show it beside the passkey, and
    /// may cut what is longer than 64.
    pub name: &'a str,
    /// The name as the player wants to see it, with 1 to 256 bytes. Devices may show it as well.
    pub display_name: &'a str,
}

impl Passkeys {
    /// Begins the registration of a passkey for a player who has passkeys of these ids, in base64url,
    /// already.
    ///
    /// The options ask for a discoverable passkey of a device that verifies the person, and for no statement
    /// about the device.
    ///
    /// # Errors
    ///
    /// [`PasskeyError::BadName`], [`PasskeyError::TooMany`] when there are [`MOST_PASSKEYS`], and
    /// [`PasskeyError::BadlyKept`] when an id is none.
    pub fn begin_registration(
        &self,
        person: Person<'_>,
        there: &[&str],
        now: Millis,
    ) -> Result<Begun<PendingRegistration>, PasskeyError> {
        let is_name = |name: &str| (1..=LONGEST_NAME).contains(&name.len());
        if !is_name(person.name) || !is_name(person.display_name) {
            return Err(PasskeyError::BadName);
        }
        if there.len() >= MOST_PASSKEYS {
            return Err(PasskeyError::TooMany);
        }
        let player = UserHandle::of(person.id);
        let (mut challenge, registration) = self.webauthn.start_passkey_registration(
            player.uuid(),
            person.name,
            person.display_name,
            None,
        )?;
        // The library asks for verification by itself, but not for a passkey that the device finds without a
        // name.
        let selection = challenge.public_key.authenticator_selection.get_or_insert_default();
        selection.resident_key = Some(ResidentKeyRequirement::Required);
        selection.require_resident_key = true;
        let credential = |&id: &&str| {
            let (type_, id) = ("public-key".to_owned(), id_bytes(id)?);
            Ok(PublicKeyCredentialDescriptor { type_, id, transports: None })
        };
        let excluded = there.iter().map(credential).collect::<Result<_, PasskeyError>>()?;
        // The library would keep the list a second time, and has no name of its own for a passkey that is on
        // it.
        challenge.public_key.exclude_credentials = Some(excluded);
        let there = there.iter().map(|&id| id.to_owned()).collect();
        let pending = PendingRegistration { player, begun_at: now, there, registration };
        Ok(Begun { options: options(&challenge.public_key)?, pending })
    }

    /// Ends the registration of a passkey for the player of this id: checks what the browser says, the JSON
    /// of `credential.toJSON()`.
    ///
    /// The caller forgets the pending registration before it calls this, and refuses a passkey whose id
    /// another player has already.
    ///
    /// # Errors
    ///
    /// When the answer is another ceremony's or another player's, comes too late, breaks a rule of the
    /// standard, or is about a passkey that is there already.
    pub fn finish_registration(
        &self,
        pending: &PendingRegistration,
        player: &str,
        json: &str,
        now: Millis,
    ) -> Result<StoredPasskey, PasskeyError> {
        in_time(pending.begun_at, now)?;
        if UserHandle::of(player) != pending.player {
            return Err(PasskeyError::WrongPlayer);
        }
        let (said, credential_id) = answer::registration(json)?;
        refuse_framed(&said.response.client_data_json)?;
        if pending.there.contains(&credential_id) {
            return Err(PasskeyError::AlreadyThere);
        }
        // Devices that keep no trace of a passkey say so here: Web Authentication, section 10.1.3.
        if said.extensions.cred_props.as_ref().is_some_and(|properties| properties.rk == Some(false)) {
            return Err(PasskeyError::NotDiscoverable);
        }
        let passkey = quietly(|| self.webauthn.finish_passkey_registration(&said, &pending.registration))?;
        let stored = StoredPasskey::of(passkey)?;
        if stored.credential_id == credential_id {
            Ok(stored)
        } else {
            Err(PasskeyError::Unreadable("the browser and the device say different ids".to_owned()))
        }
    }
}

/// The options as JSON. They are of the library's making, so nothing in them can't be written.
pub(crate) fn options(options: &impl serde::Serialize) -> Result<Value, PasskeyError> {
    serde_json::to_value(options).map_err(|error| PasskeyError::of_json("the options", &error))
}
