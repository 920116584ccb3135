//! Letters of the server to its members, by SMTP.
//!
//! An address is read once, at the door ([`MailAddress`]); a [`Letter`] is plain text in one language, and no
//! part of it can become a header. The [`Post`] takes letters without waiting and sends them by a task of its
//! own. The log has failures, each cause once a minute, and in them neither the whole address of anybody nor
//! the words of a letter.

mod address;
mod carrier;
mod letter;
mod mail_server;
mod pace;
mod post;
mod refusal;
mod round;
mod sender;
mod waiting;

pub use address::{AddressError, LONGEST_ADDRESS, MailAddress};
pub use carrier::NoEncryption;
pub use letter::{LONGEST_SUBJECT, LONGEST_TEXT, Letter, LetterError};
pub use mail_server::{Encryption, MailServer, MailServerError};
pub use pace::Pace;
pub use post::{Figures, Full, Options, Post, PostError};
pub use round::Round;
pub use sender::{Sender, SenderError};
