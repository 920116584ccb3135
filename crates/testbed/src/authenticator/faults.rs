//! What a browser and its device do wrong.

use serde_json::Value;

/// What a browser and its device do wrong.
#[derive(Debug, Clone, PartialEq)]
pub enum PasskeyFault {
    /// The browser says this in a field of the data that are signed, whatever is true: `type`, `challenge`, `origin`,
    /// `crossOrigin`, `topOrigin`.
    ClientData(&'static str, Value),
    /// The device says that nobody was there.
    NotPresent,
    /// The device has not verified the person.
    NotVerified,
    /// The device says this about copies of the passkey.
    Backup {
        /// Whether there may be copies.
        eligible: bool,
        /// Whether there are any.
        backed_up: bool,
    },
    /// The passkey belongs to this name.
    RpId(String),
    /// The device has counted this many signatures.
    Count(u32),
    /// A passkey has this id.
    Id(Vec<u8>),
    /// The device keeps no trace of a new passkey.
    NotDiscoverable,
    /// The device does not say whose the passkey is.
    NoUser,
    /// The device says that the passkey is this user's.
    User(Vec<u8>),
    /// Another key than that of the passkey signs.
    ForeignKey,
    /// The device vouches for a new passkey by the passkey itself, though nobody asked.
    Vouches,
    /// The public key of a new passkey is this, in CBOR.
    Key(Vec<u8>),
}
