//! The meaning of a response's text.

use std::str::FromStr;

use tengen_rules::Vertex;

/// The step that an engine wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// Play a stone.
    Play(Vertex),
    /// Pass.
    Pass,
    /// Give up.
    Resign,
}

/// A text that is no answer to the question.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("neither a vertex nor pass nor resign: {0:?}")]
pub struct AnswerError(String);

impl AnswerError {
    pub(crate) fn new(text: &str) -> Self {
        Self(text.chars().take(40).collect())
    }
}

impl FromStr for Answer {
    type Err = AnswerError;

    fn from_str(text: &str) -> Result<Self, AnswerError> {
        match text.trim() {
            word if word.eq_ignore_ascii_case("pass") => Ok(Self::Pass),
            word if word.eq_ignore_ascii_case("resign") => Ok(Self::Resign),
            word => word.parse().map(Self::Play).map_err(|_| AnswerError::new(word)),
        }
    }
}

/// The vertices of a list such as `A1 B2`, on any number of lines.
///
/// ```
/// use tengen_bot::gtp::vertices;
///
/// assert_eq!(vertices("A1 b2\nC3")?.len(), 3);
/// assert_eq!(vertices("")?, []);
/// assert!(vertices("A1 I1").is_err());
/// # Ok::<(), tengen_bot::gtp::AnswerError>(())
/// ```
pub fn vertices(text: &str) -> Result<Vec<Vertex>, AnswerError> {
    text.split_whitespace().map(|word| word.parse().map_err(|_| AnswerError::new(word))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_write_as_they_like() {
        assert_eq!("PASS".parse(), Ok(Answer::Pass));
        assert_eq!(" resign ".parse(), Ok(Answer::Resign));
        assert_eq!("q16".parse(), Ok(Answer::Play("Q16".parse().unwrap())));
        assert!("I5".parse::<Answer>().is_err());
        assert!("".parse::<Answer>().is_err());
    }
}
