//! Texts that nobody should read in a log.

use std::fmt::{self, Debug, Formatter};
use std::ops::Deref;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The longest secret that a client shows besides a password, in characters.
pub const LONGEST_SECRET: usize = 128;

/// A password, a code or the secret of a link, as a client shows it. In JSON it is a text like any other;
/// `Debug` tells nothing of it, not even how long it is.
///
/// ```
/// use tengen_protocol::Secret;
///
/// let password: Secret = serde_json::from_str(r#""seven black stones""#)?;
/// assert_eq!(&*password, "seven black stones");
/// assert_eq!(format!("{password:?}"), "Secret");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Secret(String);

impl From<String> for Secret {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl Deref for Secret {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl Debug for Secret {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}
