//! From whom letters are.

use std::fmt::{self, Debug, Display, Formatter};
use std::str::FromStr;

use lettre::message::Mailbox;

use crate::address::{AddressError, MailAddress};

/// The longest name of a sender, in characters.
const LONGEST_NAME: usize = 100;

/// From whom letters are: an address, with a name or without, like `Go club <go@example.org>`.
///
/// ```
/// use tengen_mail::Sender;
///
/// let sender: Sender = "Go club <go@example.org>".parse()?;
/// assert_eq!((sender.name(), sender.address().domain()), (Some("Go club"), "example.org"));
/// # Ok::<(), tengen_mail::SenderError>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Sender {
    name: Option<String>,
    address: MailAddress,
}

/// Why a text is no sender.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SenderError {
    /// The name is too long, or has control characters.
    #[error("the name of a sender has at most {LONGEST_NAME} characters, and none of them breaks the line")]
    Name,
    /// The address is none.
    #[error("a sender is like go@example.org or Go club <go@example.org>: {0}")]
    Address(#[from] AddressError),
}

impl FromStr for Sender {
    type Err = SenderError;

    fn from_str(text: &str) -> Result<Self, SenderError> {
        let text = text.trim();
        let Some((name, address)) = text.strip_suffix('>').and_then(|text| text.rsplit_once('<')) else {
            return Ok(Self { name: None, address: text.parse()? });
        };
        let name = name.trim();
        let within = name.strip_prefix('"').and_then(|name| name.strip_suffix('"'));
        let name = within.unwrap_or(name);
        if name.chars().count() > LONGEST_NAME || name.contains(char::is_control) {
            return Err(SenderError::Name);
        }
        Ok(Self { name: (!name.is_empty()).then(|| name.to_owned()), address: address.parse()? })
    }
}

impl Sender {
    /// The name.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// The address.
    pub fn address(&self) -> &MailAddress {
        &self.address
    }

    /// The sender as `lettre` has it.
    pub(crate) fn mailbox(&self) -> Mailbox {
        Mailbox::new(self.name.clone(), self.address.as_lettre().clone())
    }
}

impl Display for Sender {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.name {
            Some(name) => write!(f, "{name} <{}>", self.address),
            None => Display::fmt(&self.address, f),
        }
    }
}

impl Debug for Sender {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "Sender({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sender_has_an_address_and_perhaps_a_name() {
        for (text, expected) in [
            ("go@example.org", "go@example.org"),
            ("<go@example.org>", "go@example.org"),
            (" Go club <go@Example.org> ", "Go club <go@example.org>"),
            ("\"Go, club\"<go@example.org>", "Go, club <go@example.org>"),
            ("囲碁クラブ <go@example.org>", "囲碁クラブ <go@example.org>"),
            ("a < b <go@example.org>", "a < b <go@example.org>"),
        ] {
            let sender: Sender = text.parse().unwrap();
            assert_eq!(sender.to_string(), expected);
            assert_eq!(expected.parse(), Ok(sender));
        }
    }

    #[test]
    fn what_is_no_sender_is_refused() {
        let of = |text: &str| text.parse::<Sender>().unwrap_err();
        assert_eq!(of("Go club"), SenderError::Address(AddressError::NoAt));
        assert_eq!(of("Go club <go>"), SenderError::Address(AddressError::NoAt));
        assert_eq!(of("Go club <go@example.org> and more"), SenderError::Address(AddressError::LocalPart));
        assert_eq!(of("Go\nBcc: all <go@example.org>"), SenderError::Name);
        assert_eq!(of(&format!("{} <go@example.org>", "a".repeat(101))), SenderError::Name);
    }
}
