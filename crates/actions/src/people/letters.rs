//! The server's letters to its members.

use std::fmt::Debug;

use tengen_mail::{MailAddress, Post};
use tengen_pages::Language;

/// The way to members' mail boxes.
pub trait Letters: Debug + Send + Sync {
    /// Writes a letter and hands it in. Whether it arrives nobody learns.
    fn send(&self, to: &MailAddress, language: Language, message: &Message);

    /// How the post does.
    fn post(&self) -> &Post;
}

/// What a letter says.
#[derive(Debug, Clone)]
pub enum Message {
    /// Somebody, perhaps the reader, has given this address as a member's: the secret of the link. The letter does not name the
    /// member, or strangers could have the server send words of theirs to anybody.
    Verify(String),
    /// Somebody, perhaps the reader, wants to sign in without a password: a name and the secret of a link for each account.
    SignIn(Vec<(String, String)>),
    /// The password of a member was changed.
    PasswordChanged(String),
    /// The mail address of a member was changed to another one.
    MailChanged(String),
    /// The codes of an authenticator are asked for from now on, or are not any more.
    AuthenticatorChanged(String),
    /// A member has another way in than before, or one less.
    WaysInChanged(String),
}
