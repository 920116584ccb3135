//! The answer that a browser brings back from a provider.

use std::fmt::{self, Debug, Formatter};

use url::form_urlencoded;

use crate::error::OpenIdError;

/// The longest query that is read, in bytes. Codes of known providers have some thousand at most.
const LONGEST: usize = 8 * 1024;

/// The answer that a browser brings back from a provider, in the query of the address.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Answer {
    /// The code for which the provider gives a token.
    pub code: Option<String>,
    /// The attempt to which it belongs.
    pub state: Option<String>,
    /// The provider that answers: RFC 9207.
    pub iss: Option<String>,
    /// Why there is no code, if there is none.
    pub error: Option<String>,
}

impl Answer {
    /// Reads the query of an address, without its question mark.
    ///
    /// ```
    /// use tengen_openid::Answer;
    ///
    /// let answer = Answer::from_query("code=a%20b&state=c&session_state=d")?;
    /// assert_eq!((answer.code.as_deref(), answer.state.as_deref(), answer.error), (Some("a b"), Some("c"), None));
    /// # Ok::<(), tengen_openid::OpenIdError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// `unreadable`, when it has more than 8 KiB, or a parameter twice: RFC 6749, section 3.1.
    pub fn from_query(query: &str) -> Result<Self, OpenIdError> {
        if query.len() > LONGEST {
            return Err(OpenIdError::unreadable("the query is too long"));
        }
        let mut answer = Self::default();
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            let place = match &*name {
                "code" => &mut answer.code,
                "state" => &mut answer.state,
                "iss" => &mut answer.iss,
                "error" => &mut answer.error,
                _ => continue,
            };
            if place.replace(value.into_owned()).is_some() {
                return Err(OpenIdError::unreadable("the query has a parameter twice"));
            }
        }
        Ok(answer)
    }
}

/// Without the code and the state, which are secrets for a while.
impl Debug for Answer {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("Answer").field("iss", &self.iss).field("error", &self.error).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_stands_twice_is_refused_and_what_is_too_long() {
        for query in ["code=1&code=1", "state=1&code=2&state=", "iss=1&iss=2", "error=1&error=1"] {
            assert_eq!(Answer::from_query(query).unwrap_err().word(), "unreadable", "{query}");
        }
        assert!(Answer::from_query(&"x".repeat(LONGEST)).is_ok());
        assert!(Answer::from_query(&"x".repeat(LONGEST + 1)).is_err());
    }

    #[test]
    fn secrets_are_not_shown() {
        let answer = Answer::from_query("code=hidden&state=secret&iss=https://a.example").unwrap();
        assert_eq!(format!("{answer:?}"), r#"Answer { iss: Some("https://a.example"), error: None, .. }"#);
    }

    proptest! {
        #[test]
        fn what_was_written_is_read(code in ".*", state in ".*") {
            let mut query = form_urlencoded::Serializer::new(String::new());
            let query = query.append_pair("code", &code).append_pair("state", &state).finish();
            prop_assume!(query.len() <= LONGEST);
            let answer = Answer::from_query(&query).unwrap();
            prop_assert_eq!(answer, Answer { code: Some(code), state: Some(state), ..Answer::default() });
        }

        #[test]
        fn any_query_is_an_answer_or_refused(query in ".*") {
            let _ = Answer::from_query(&query);
        }
    }
}
