//! Why nobody was signed in.

use std::error::Error;
use std::fmt::{self, Display, Formatter};

use tengen_entropy::NoEntropy;

/// The most characters of a text from outside that are kept.
const LONGEST: usize = 300;

/// A text from a provider or a library. It is for the log alone: at most 300 characters, none of which
/// controls anything.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Told(String);

impl Told {
    pub(crate) fn new(text: &str) -> Self {
        let shown = |character: char| if character.is_control() { '\u{fffd}' } else { character };
        Self(text.chars().take(LONGEST).map(shown).collect())
    }

    /// The text of an error, with those of the errors behind it.
    pub(crate) fn of(error: &dyn Error) -> Self {
        let mut text = error.to_string();
        let mut behind = error.source();
        while let Some(error) = behind {
            // Errors that say the same as those behind them are common.
            let said = error.to_string();
            if !text.ends_with(&said) {
                text = format!("{text}: {said}");
            }
            behind = error.source();
        }
        Self::new(&text)
    }
}

impl Display for Told {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Why nobody was signed in. The text is for the log; people are told by the [word](Self::word).
#[derive(Debug, thiserror::Error)]
pub enum OpenIdError {
    /// No provider has this id.
    #[error("there is no such provider")]
    UnknownProvider,
    /// The operating system gave no random bits.
    #[error(transparent)]
    NoEntropy(#[from] NoEntropy),
    /// The provider can't be reached, takes too long, or says that it is in trouble.
    #[error("the provider is away: {0}")]
    ProviderAway(Told),
    /// The provider says no: to the person, or to the code.
    #[error("the provider refuses: {0}")]
    RefusedByProvider(Told),
    /// The answer belongs to another attempt, or to another provider's address.
    #[error("the answer belongs to another attempt")]
    WrongState,
    /// Somebody else than the provider answers, or has made the token.
    #[error("the issuer is another one: {0}")]
    WrongIssuer(Told),
    /// The token is for somebody else.
    #[error("the token is for somebody else: {0}")]
    WrongAudience(Told),
    /// The token belongs to another attempt.
    #[error("the token belongs to another attempt")]
    WrongNonce,
    /// The signature is missing, wrong, or of a kind that is not taken.
    #[error("the signature is not good: {0}")]
    BadSignature(Told),
    /// The attempt took longer than ten minutes, or the times of the token are over or still to come.
    #[error("it is too late, or the clocks differ: {0}")]
    Expired(Told),
    /// A new sign-in was asked for, and the provider does not say that there was one.
    #[error("the person did not sign in anew: {0}")]
    NotFresh(Told),
    /// The answer is not what the standards describe, or longer than is read.
    #[error("the answer is unreadable: {0}")]
    Unreadable(Told),
}

impl OpenIdError {
    /// A word for the reason, which stays the same in all versions.
    pub fn word(&self) -> &'static str {
        match self {
            Self::UnknownProvider => "unknown_provider",
            Self::NoEntropy(_) => "no_entropy",
            Self::ProviderAway(_) => "provider_away",
            Self::RefusedByProvider(_) => "refused_by_provider",
            Self::WrongState => "wrong_state",
            Self::WrongIssuer(_) => "wrong_issuer",
            Self::WrongAudience(_) => "wrong_audience",
            Self::WrongNonce => "wrong_nonce",
            Self::BadSignature(_) => "bad_signature",
            Self::Expired(_) => "expired",
            Self::NotFresh(_) => "not_fresh",
            Self::Unreadable(_) => "unreadable",
        }
    }

    pub(crate) fn unreadable(why: &str) -> Self {
        Self::Unreadable(Told::new(why))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_from_outside_are_short_and_control_nothing() {
        let told = Told::new(&format!("a\n\u{1b}[31mb{}", "é".repeat(1_000)));
        assert!(told.to_string().starts_with("a\u{fffd}\u{fffd}[31mbé"));
        assert_eq!(told.to_string().chars().count(), LONGEST);
    }

    #[test]
    fn errors_behind_an_error_are_told_once() {
        #[derive(Debug, thiserror::Error)]
        #[error("{0}")]
        struct Outer(&'static str, #[source] std::fmt::Error);
        let behind = std::fmt::Error.to_string();
        assert_eq!(Told::of(&Outer("no way", std::fmt::Error)).to_string(), format!("no way: {behind}"));
        assert_eq!(Told::of(&std::fmt::Error).to_string(), behind);
    }
}
