//! The server's letters to its members, in the language of the page from which each was asked for.

use std::path::PathBuf;

use tengen_actions::people::{Letters, Message};
use tengen_mail::{Letter, MailAddress, Post};
use tengen_pages::{Language, Param};
use tengen_trouble as trouble;

use crate::voice::Voice;

/// Writes letters and posts them; cheap to clone.
#[derive(Debug, Clone)]
pub struct WrittenLetters {
    post: Post,
    /// Where browsers find the server. Never as a request says: whoever asks for a letter to somebody else would write its links.
    site: String,
    static_dir: Option<PathBuf>,
}

impl WrittenLetters {
    /// Letters by this post, of the server that browsers find at this address.
    pub fn new(post: Post, site: &str, static_dir: Option<PathBuf>) -> Self {
        Self { post, site: site.trim_end_matches('/').to_owned(), static_dir }
    }

    fn write(&self, to: &MailAddress, language: Language, message: &Message) -> Result<Letter, String> {
        let voice = Voice::new(self.static_dir.as_deref(), language).map_err(|error| error.to_string())?;
        let host = self.site.split_once("://").map_or(self.site.as_str(), |(_, host)| host);
        let server = ("server", Param::Text(host));
        let (subject, mut lines) = match message {
            Message::Verify(secret) => {
                let text = voice.say("mail.verify", &[server]);
                let link = format!("{}/confirm-mail#{secret}", self.site);
                ("mail.verify_subject", vec![text, link, voice.say("mail.verify_not_you", &[])])
            }
            Message::SignIn(accounts) => {
                let mut lines = vec![voice.say("mail.sign_in", &[server])];
                lines.extend(
                    accounts
                        .iter()
                        .map(|(name, secret)| format!("{name}\n{}/sign-in/letter#{secret}", self.site)),
                );
                lines.push(voice.say("mail.sign_in_not_you", &[]));
                ("mail.sign_in_subject", lines)
            }
            Message::PasswordChanged(name) => (
                "mail.password_subject",
                vec![voice.say("mail.password", &[("name", Param::Text(name)), server])],
            ),
            Message::MailChanged(name) => (
                "mail.changed_subject",
                vec![voice.say("mail.changed", &[("name", Param::Text(name)), server])],
            ),
            Message::AuthenticatorChanged(name) => (
                "mail.authenticator_subject",
                vec![voice.say("mail.authenticator", &[("name", Param::Text(name)), server])],
            ),
            Message::WaysInChanged(name) => {
                ("mail.ways_subject", vec![voice.say("mail.ways", &[("name", Param::Text(name)), server])])
            }
        };
        if matches!(
            message,
            Message::PasswordChanged(_)
                | Message::MailChanged(_)
                | Message::AuthenticatorChanged(_)
                | Message::WaysInChanged(_)
        ) {
            lines.push(voice.say("mail.change_not_you", &[]));
        }
        let text = lines.join("\n\n");
        Letter::new(to.clone(), voice.say(subject, &[server]), text, language.tag())
            .map_err(|error| error.to_string())
    }
}

impl Letters for WrittenLetters {
    /// A full post is in the log.
    fn send(&self, to: &MailAddress, language: Language, message: &Message) {
        let written = self.write(to, language, message);
        match written.map(|letter| self.post.send(letter)) {
            Ok(Ok(())) => {}
            Ok(Err(full)) => trouble::log("a letter was not taken", full),
            Err(error) => trouble::log("a letter can't be written", error),
        }
    }

    fn post(&self) -> &Post {
        &self.post
    }
}
