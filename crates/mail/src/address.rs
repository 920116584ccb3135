//! Addresses of members.

use std::fmt::{self, Debug, Display, Formatter};
use std::str::FromStr;

use lettre::Address;
use url::Host;

/// The longest address in bytes: what fits into the path of a letter, by RFC 5321, 4.5.3.1.3, without its
/// brackets.
pub const LONGEST_ADDRESS: usize = 254;
/// The longest part before the `@` in bytes (RFC 5321, 4.5.3.1.1).
const LONGEST_LOCAL_PART: usize = 64;
/// The longest label of a domain in bytes (RFC 1035, 2.3.4).
const LONGEST_LABEL: usize = 63;

/// The address of one mailbox, like `alice@example.org`. The domain is in lower case, and that of another
/// script in the form that name servers know (`xn--...`).
///
/// It prints whole by [`Display`] alone: a log that shows it by [`Debug`] shows the domain.
///
/// ```
/// use tengen_mail::MailAddress;
///
/// let address: MailAddress = "Alice@Example.ORG".parse()?;
/// assert_eq!((address.to_string(), address.key()), ("Alice@example.org".into(), "alice@example.org".into()));
/// # Ok::<(), tengen_mail::AddressError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct MailAddress(Address);

/// Why a text is no address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    /// It is too long.
    #[error("an address has at most {LONGEST_ADDRESS} characters")]
    TooLong,
    /// It has no `@`.
    #[error("an address is like name@example.org")]
    NoAt,
    /// The part before the `@` is not taken.
    #[error(
        "before the @ stand 1 to {LONGEST_LOCAL_PART} of the letters a to z, digits, and signs like . _ + -"
    )]
    LocalPart,
    /// The part behind the `@` is no name of a domain.
    #[error("behind the @ stands the name of a domain, like example.org")]
    Domain,
}

impl FromStr for MailAddress {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Self, AddressError> {
        if text.len() > LONGEST_ADDRESS {
            return Err(AddressError::TooLong);
        }
        let (local, domain) = text.rsplit_once('@').ok_or(AddressError::NoAt)?;
        if !is_local_part(local) {
            return Err(AddressError::LocalPart);
        }
        let domain = domain_name(domain).ok_or(AddressError::Domain)?;
        // The form that name servers know is longer.
        if local.len() + 1 + domain.len() > LONGEST_ADDRESS {
            return Err(AddressError::TooLong);
        }
        Address::new(local, domain).map(Self).map_err(|_| AddressError::Domain)
    }
}

/// Whether it is a dot-atom of RFC 5322, 3.2.3. Other letters than these would need a mail server that speaks
/// SMTPUTF8 on the whole way, which nobody knows when the address is given; and `K` (the sign of Kelvin) and
/// `k` would be the same in lower case. Quoted texts are allowed by the standard and used by nobody but those
/// who look for holes.
fn is_local_part(text: &str) -> bool {
    let is_atom = |atom: &str| {
        let is_taken = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-/=?^_`{|}~".contains(&byte);
        !atom.is_empty() && atom.bytes().all(is_taken)
    };
    text.len() <= LONGEST_LOCAL_PART && text.split('.').all(is_atom)
}

/// The name of a domain as name servers know it. It has a dot: a name without one is a slip, or a machine of
/// the house that no member has an address at.
fn domain_name(text: &str) -> Option<String> {
    let is_taken =
        |letter: char| !letter.is_ascii() || letter.is_ascii_alphanumeric() || "-.".contains(letter);
    if !text.chars().all(is_taken) {
        return None;
    }
    // The rules of the web for names of hosts: other scripts become ASCII, and numbers become the addresses
    // that they mean.
    let Ok(Host::Domain(name)) = Host::parse(text) else { return None };
    let is_label = |label: &str| {
        (1..=LONGEST_LABEL).contains(&label.len())
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    (name.contains('.') && name.split('.').all(is_label)).then_some(name)
}

impl MailAddress {
    /// The text by which two addresses are compared: all of it in lower case.
    ///
    /// It is nothing cleverer. By the standard a mail server may tell `Alice` from `alice`, but none does,
    /// and people write both. Some servers pass dots or what follows a `+` over; others do not, and who takes
    /// two mailboxes for one gives one member's letters to another.
    pub fn key(&self) -> String {
        self.to_string().to_ascii_lowercase()
    }

    /// The beginning of the [keys](Self::key) of all addresses that begin like a text, in any case. Of a
    /// whole address it is the key.
    ///
    /// ```
    /// use tengen_mail::MailAddress;
    ///
    /// assert_eq!(MailAddress::key_beginning(" Ali"), "ali");
    /// assert_eq!(MailAddress::key_beginning("Alice@bücher.example"), "alice@xn--bcher-kva.example");
    /// ```
    pub fn key_beginning(text: &str) -> String {
        let text = text.trim();
        text.parse::<Self>().map_or_else(|_| text.to_lowercase(), |address| address.key())
    }

    /// The part behind the `@`, in lower case.
    pub fn domain(&self) -> &str {
        self.0.domain()
    }

    /// The address as `lettre` has it.
    pub(crate) fn as_lettre(&self) -> &Address {
        &self.0
    }
}

impl Display for MailAddress {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.0, f)
    }
}

impl Debug for MailAddress {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "MailAddress(...@{})", self.domain())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn parsed(text: &str) -> Result<String, AddressError> {
        text.parse().map(|address: MailAddress| address.to_string())
    }

    #[test]
    fn addresses_are_taken_with_the_domain_in_lower_case() {
        for (text, expected) in [
            ("alice@example.org", "alice@example.org"),
            ("Alice.B+go@Mail.EXAMPLE.org", "Alice.B+go@mail.example.org"),
            ("o'neil_1/2=%@a-b.co", "o'neil_1/2=%@a-b.co"),
            ("go@囲碁.example", "go@xn--kcsw49e.example"),
            ("go@Bücher.example", "go@xn--bcher-kva.example"),
            ("go@xn--bcher-kva.example", "go@xn--bcher-kva.example"),
        ] {
            assert_eq!(parsed(text).as_deref(), Ok(expected), "{text}");
        }
    }

    #[test]
    fn what_is_no_single_plain_address_is_refused() {
        use AddressError::{Domain, LocalPart, NoAt, TooLong};
        for (text, expected) in [
            ("", NoAt),
            ("alice", NoAt),
            ("@example.org", LocalPart),
            (".alice@example.org", LocalPart),
            ("alice.@example.org", LocalPart),
            ("a..b@example.org", LocalPart),
            ("a b@example.org", LocalPart),
            (" alice@example.org", LocalPart),
            ("alice\r\n@example.org", LocalPart),
            ("\"alice\"@example.org", LocalPart),
            ("\"a@b\"@example.org", LocalPart),
            ("alice(me)@example.org", LocalPart),
            ("Alice <alice@example.org>", LocalPart),
            ("a@example.org,b@example.org", LocalPart),
            ("a@b@example.org", LocalPart),
            ("\u{212a}ate@example.org", LocalPart),
            ("碁@example.org", LocalPart),
            ("alice@", Domain),
            ("alice@example", Domain),
            ("alice@.org", Domain),
            ("alice@example..org", Domain),
            ("alice@example.org.", Domain),
            ("alice@-example.org", Domain),
            ("alice@example-.org", Domain),
            ("alice@example.org ", Domain),
            ("alice@example.org\n", Domain),
            ("alice@exa mple.org", Domain),
            ("alice@example.org(home)", Domain),
            ("alice@exam_ple.org", Domain),
            ("alice@%65xample.org", Domain),
            ("alice@127.0.0.1", Domain),
            ("alice@2130706433", Domain),
            ("alice@[127.0.0.1]", Domain),
            ("alice@[IPv6:::1]", Domain),
            ("alice@\u{0}.org", Domain),
        ] {
            assert_eq!(parsed(text), Err(expected), "{text}");
        }
        assert_eq!(parsed(&format!("{}@example.org", "a".repeat(65))), Err(LocalPart));
        assert_eq!(parsed(&format!("a@{}.org", "b".repeat(64))), Err(Domain));
        let long = |more: usize| format!("a@{}{}.org", "b23456789.".repeat(24), "c".repeat(more));
        assert_eq!(long(8).len(), LONGEST_ADDRESS);
        assert_eq!(parsed(&long(8)), Ok(long(8)));
        assert_eq!(parsed(&long(9)), Err(TooLong));
        // 232 bytes as they stand, and more as name servers know them.
        assert_eq!(parsed(&format!("a@{}example.org", "üü.".repeat(43))), Err(TooLong));
    }

    #[test]
    fn two_spellings_are_one_address_and_two_mailboxes_are_not() {
        let key = |text: &str| text.parse::<MailAddress>().unwrap().key();
        assert_eq!(key("Alice@example.org"), key("alice@EXAMPLE.org"));
        assert_ne!(key("ali.ce@example.org"), key("alice@example.org"));
        assert_ne!(key("alice+go@example.org"), key("alice@example.org"));
    }

    #[test]
    fn a_log_has_no_whole_address() {
        let address: MailAddress = "alice@example.org".parse().unwrap();
        assert_eq!(format!("{address:?}"), "MailAddress(...@example.org)");
    }

    proptest! {
        #[test]
        fn an_address_reads_as_it_prints(
            text in r"[a-zA-Z0-9!#$%&'*+/=?^_`{|}~-]{1,20}(\.[a-z0-9]{1,9}){0,3}@[a-zA-Z]([a-z0-9-]{0,8}[a-z0-9])?\.(org|碁|Ünder)",
        ) {
            // Some of these labels begin like the form of another script without being one.
            if let Ok(address) = text.parse::<MailAddress>() {
                prop_assert_eq!(address.to_string().parse::<MailAddress>().unwrap(), address.clone());
                prop_assert_eq!(address.key().parse::<MailAddress>().unwrap().key(), address.key());
            } else {
                prop_assert!(text.contains("--"), "{}", text);
            }
        }

        #[test]
        fn nothing_but_plain_letters_gets_through(text in any::<String>(), at in r"[^@]{0,9}@[^@]{0,9}\.[^@]{0,5}") {
            for text in [text, at] {
                if let Ok(address) = text.parse::<MailAddress>() {
                    let text = address.to_string();
                    prop_assert!(text.len() <= LONGEST_ADDRESS && text.bytes().all(|byte| byte.is_ascii_graphic()));
                    prop_assert_eq!(text.matches('@').count(), 1);
                    prop_assert!(!text.contains(['<', '>', '(', ')', ',', ';', ':', '"', '\\', '[', ']']));
                }
            }
        }
    }
}
