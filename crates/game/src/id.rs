//! Names of players, games, commands and tokens that carry no meaning of their own.

use std::fmt;
use std::str::FromStr;

/// Digits of base 32 without the letters that are easily misread (i, l, o, u).
const DIGITS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// The number of characters of an id.
const LENGTH: usize = 16;

/// A text that is not an id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not an id")]
pub struct IdError;

macro_rules! opaque_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        ///
        /// Sixteen characters of base 32, 80 bits: short enough for a link, too many to guess.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name([u8; LENGTH]);

        impl $name {
            /// Spells 80 bits, which the caller drew at random, as an id.
            pub fn from_entropy(bits: [u8; 10]) -> Self {
                let mut number = bits.iter().fold(0u128, |sum, byte| sum << 8 | u128::from(*byte));
                let mut text = [0; LENGTH];
                for digit in text.iter_mut().rev() {
                    *digit = DIGITS[(number % 32) as usize];
                    number /= 32;
                }
                Self(text)
            }

            /// The sixteen characters.
            pub fn as_str(&self) -> &str {
                // The bytes are ASCII digits by construction, so the fallback is never taken.
                std::str::from_utf8(&self.0).unwrap_or_default()
            }
        }

        impl FromStr for $name {
            type Err = IdError;

            fn from_str(text: &str) -> Result<Self, IdError> {
                let bytes: [u8; LENGTH] = text.as_bytes().try_into().map_err(|_| IdError)?;
                if bytes.iter().all(|byte| DIGITS.contains(byte)) { Ok(Self(bytes)) } else { Err(IdError) }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.as_str())
            }
        }
    };
}

opaque_id! {
    /// A player under any name: events and seats keep the id when a guest registers or a name changes.
    PlayerId
}

opaque_id! {
    /// A game.
    GameId
}

opaque_id! {
    /// A personal access token. It names the token and opens nothing.
    TokenId
}

opaque_id! {
    /// A session: a device on which a player is at home. It names the session and opens nothing.
    SessionId
}

opaque_id! {
    /// An invitation to register. It names the invitation and opens nothing.
    InvitationId
}

opaque_id! {
    /// A person of a provider, as one of a member's ways in. It names the person and opens nothing.
    IdentityId
}

opaque_id! {
    /// A passkey of a member. It names the passkey and opens nothing.
    PasskeyId
}

opaque_id! {
    /// A case: the reports of the same thing.
    CaseId
}

opaque_id! {
    /// An announcement: a line on every page.
    AnnouncementId
}

opaque_id! {
    /// A sanction: a warning, a suspension or a ban of a player.
    SanctionId
}

opaque_id! {
    /// A group of members: a class or a club.
    GroupId
}

opaque_id! {
    /// A task that a teacher has set.
    TaskId
}

opaque_id! {
    /// A tree of variations. It names the tree within the server.
    TreeId
}

opaque_id! {
    /// A showing of a tree of variations. It names the showing and opens nothing.
    ShareId
}

opaque_id! {
    /// A record that a player keeps: a game that was played elsewhere.
    RecordId
}

/// The client's own name for a command: 1 to 64 characters of `A-Z a-z 0-9 _ -`, unique for that player in
/// that game.
///
/// It makes a command safe to send again: see [`State::decide`](crate::State::decide).
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CommandId(Box<str>);

impl CommandId {
    /// The longest id, in characters.
    pub const MAX: usize = 64;

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for CommandId {
    type Err = IdError;

    fn from_str(text: &str) -> Result<Self, IdError> {
        let fits = (1..=Self::MAX).contains(&text.len())
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-');
        if fits { Ok(Self(text.into())) } else { Err(IdError) }
    }
}

impl fmt::Display for CommandId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_print_what_they_parse() {
        for bits in [[0; 10], [255; 10], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]] {
            let id = GameId::from_entropy(bits);
            assert_eq!(id.to_string().parse(), Ok(id));
            assert_eq!(id.as_str().len(), 16);
        }
        assert_eq!(PlayerId::from_entropy([0; 10]).as_str(), "0000000000000000");
        assert_eq!(PlayerId::from_entropy([255; 10]).as_str(), "zzzzzzzzzzzzzzzz");
    }

    #[test]
    fn other_texts_are_refused() {
        for text in
            ["", "0000000000000", "00000000000000000", "000000000000000O", "00000000000000o0", "ééééééé0é"]
        {
            assert_eq!(text.parse::<GameId>(), Err(IdError), "{text:?}");
        }
        for text in ["", "a b", "é", "a/b", &"x".repeat(65)] {
            assert_eq!(text.parse::<CommandId>(), Err(IdError), "{text:?}");
        }
        assert!("A-z_09".parse::<CommandId>().is_ok());
    }
}
