//! The ways in that a member has left when one is given up.

/// The ways in that are open on this server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each way is open or not, on its own")]
pub struct OtherWays {
    /// Passwords.
    pub passwords: bool,
    /// Links by mail.
    pub letters: bool,
    /// Passkeys.
    pub passkeys: bool,
    /// Persons of providers.
    pub providers: bool,
}

/// The outcome of giving a way in up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Removed {
    /// It is none any more.
    Done,
    /// The member does not have it.
    NotThere,
    /// There is no other way in. Nothing was changed.
    LastWayIn,
}

/// Whether player $1 has a way in, of those that are open: passwords ($2), links by mail ($3), passkeys ($4), persons of providers ($5).
pub(super) const HAS_WAY_IN: &str =
    "SELECT ($2 AND EXISTS (SELECT 1 FROM accounts WHERE player_id = $1 AND password IS NOT NULL))
         OR ($3 AND EXISTS (SELECT 1 FROM mails WHERE player_id = $1))
         OR ($4 AND EXISTS (SELECT 1 FROM passkeys WHERE player_id = $1))
         OR ($5 AND EXISTS (SELECT 1 FROM identities WHERE player_id = $1))";
