//! Why a payment is not taken.

/// Why a payment is not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TollError {
    /// It is no challenge, or the answer is too long.
    #[error("this is no payment")]
    Unreadable,
    /// The challenge is not by this server since its start.
    #[error("the challenge has a wrong signature")]
    Forged,
    /// It is too old, or as old as paid ones that are forgotten. A new one may be asked for.
    #[error("the challenge has expired")]
    Expired,
    /// More bits are needed by now.
    #[error("the challenge is too easy: {bits} bits, and {least} are needed")]
    TooEasy {
        /// The bits that the challenge asks for.
        bits: u8,
        /// The bits that are needed.
        least: u8,
    },
    /// The hash has too few zero bits.
    #[error("the answer does not pay for the challenge")]
    Unpaid,
    /// The challenge was paid before, for something else.
    #[error("the challenge was used before")]
    Used,
}

impl TollError {
    /// The word for it in answers.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Unreadable => "unreadable",
            Self::Forged => "forged",
            Self::Expired => "expired",
            Self::TooEasy { .. } => "too_easy",
            Self::Unpaid => "unpaid",
            Self::Used => "used",
        }
    }
}
