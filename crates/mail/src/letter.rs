//! Letters, and how they are written for a mail server.

use std::fmt::{self, Debug, Formatter};
use std::time::{Duration, UNIX_EPOCH};

use lettre::Message;
use lettre::address::Envelope;
use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Mailbox, SinglePart};

use crate::address::MailAddress;
use crate::sender::Sender;

/// The longest subject, in characters.
pub const LONGEST_SUBJECT: usize = 200;
/// The longest text of a letter, in bytes.
pub const LONGEST_TEXT: usize = 64 * 1024;
/// The longest tag of a language, in characters: those of RFC 5646, 4.4.1, which says that a tag of 35 fits
/// everywhere.
const LONGEST_LANGUAGE: usize = 35;
/// The last time that a date of a letter can tell, in milliseconds since 1970-01-01T00:00Z: the end of the
/// year 9999.
const LAST_DATE: u64 = 253_402_300_799_999;

/// A letter to a member: plain text in one language.
#[derive(Clone, PartialEq, Eq)]
pub struct Letter {
    to: MailAddress,
    subject: String,
    text: String,
    language: String,
}

/// Why something is no letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum LetterError {
    /// The subject is empty, too long, or has control characters: a break of the line would begin another
    /// header.
    #[error("a subject has 1 to {LONGEST_SUBJECT} characters on one line")]
    Subject,
    /// The text is empty, too long, or has control characters other than breaks of lines and tabs.
    #[error("a text has 1 to {LONGEST_TEXT} bytes, and of control characters breaks of lines and tabs alone")]
    Text,
    /// The language is no tag of RFC 5646.
    #[error("a language is a tag like en or zh-Hans")]
    Language,
}

impl Letter {
    /// A letter to one member.
    ///
    /// # Errors
    ///
    /// When a part is too long, empty, or would not be what it seems.
    pub fn new(
        to: MailAddress,
        subject: impl Into<String>,
        text: impl Into<String>,
        language: impl Into<String>,
    ) -> Result<Self, LetterError> {
        let (subject, text, language) = (subject.into(), text.into(), language.into());
        let is_long = subject.chars().count() > LONGEST_SUBJECT;
        if subject.trim().is_empty() || is_long || subject.contains(char::is_control) {
            return Err(LetterError::Subject);
        }
        let text = text.replace("\r\n", "\n");
        let is_foreign = |letter: char| letter.is_control() && !matches!(letter, '\n' | '\t');
        if text.is_empty() || text.len() > LONGEST_TEXT || text.contains(is_foreign) {
            return Err(LetterError::Text);
        }
        let is_subtag =
            |tag: &str| (1..=8).contains(&tag.len()) && tag.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if language.len() > LONGEST_LANGUAGE || !language.split('-').all(is_subtag) {
            return Err(LetterError::Language);
        }
        Ok(Self { to, subject, text, language })
    }

    /// To whom it is.
    pub fn to(&self) -> &MailAddress {
        &self.to
    }

    /// The letter as a mail server takes it.
    ///
    /// `id` is what stands before the `@` of its Message-ID, and `at` the time of its date in milliseconds
    /// since 1970-01-01T00:00Z.
    pub(crate) fn written(
        &self,
        sender: &Sender,
        id: &str,
        at: i64,
    ) -> Result<Written, lettre::error::Error> {
        let at = u64::try_from(at).unwrap_or(0).min(LAST_DATE);
        let message_id = format!("<{id}@{}>", sender.address().domain());
        let message = Message::builder()
            .date(UNIX_EPOCH + Duration::from_millis(at))
            .from(sender.mailbox())
            .to(Mailbox::new(None, self.to.as_lettre().clone()))
            .subject(self.subject.clone())
            // The library would break a long one into encoded words, which no program joins again in this
            // header.
            .raw_header(raw("Message-ID", message_id))
            // Programs that answer by themselves leave it alone (RFC 3834, 5).
            .raw_header(raw("Auto-Submitted", "auto-generated".to_owned()))
            .raw_header(raw("Content-Language", self.language.clone()))
            .singlepart(SinglePart::builder().header(ContentType::TEXT_PLAIN).body(self.text.clone()))?;
        Ok(Written { envelope: message.envelope().clone(), bytes: message.formatted() })
    }
}

/// A header whose value is of plain characters, and stays as it is.
fn raw(name: &'static str, value: String) -> HeaderValue {
    HeaderValue::dangerous_new_pre_encoded(HeaderName::new_from_ascii_str(name), value.clone(), value)
}

impl Debug for Letter {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "Letter(to {:?})", self.to)
    }
}

/// A letter as it goes over the wire.
pub(crate) struct Written {
    /// From whom and to whom.
    pub envelope: Envelope,
    /// Its headers and its text.
    pub bytes: Vec<u8>,
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const HEADERS: [&str; 10] = [
        "Date",
        "From",
        "To",
        "Subject",
        "Message-ID",
        "Auto-Submitted",
        "Content-Language",
        "MIME-Version",
        "Content-Type",
        "Content-Transfer-Encoding",
    ];

    fn to() -> MailAddress {
        "alice@example.org".parse().unwrap()
    }

    fn written(letter: &Letter, sender: &str) -> String {
        let sender: Sender = sender.parse().unwrap();
        let bytes = letter.written(&sender, "abc.1", 1_790_000_000_123).unwrap().bytes;
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn a_letter_is_written_like_this() {
        let letter =
            Letter::new(to(), "Your link", "Here it is:\r\nhttps://go.example.org/x\n", "en").unwrap();
        let expected = "\
            Date: Mon, 21 Sep 2026 14:13:20 +0000\r\n\
            From: \"Go club\" <go@example.org>\r\n\
            To: alice@example.org\r\n\
            Subject: Your link\r\n\
            Message-ID: <abc.1@example.org>\r\n\
            Auto-Submitted: auto-generated\r\n\
            Content-Language: en\r\n\
            MIME-Version: 1.0\r\n\
            Content-Type: text/plain; charset=utf-8\r\n\
            Content-Transfer-Encoding: 7bit\r\n\
            \r\n\
            Here it is:\r\n\
            https://go.example.org/x\r\n";
        assert_eq!(written(&letter, "Go club <go@example.org>").trim_end(), expected.trim_end());
    }

    #[test]
    fn parts_that_are_none_are_refused() {
        let of = |subject: &str, text: &str, language: &str| Letter::new(to(), subject, text, language);
        for subject in ["", " ", "a\nBcc: b@example.org", "a\r\n\r\nb", "a\rb", "a\0b", "a\u{85}b"] {
            assert_eq!(of(subject, "text", "en"), Err(LetterError::Subject), "{subject:?}");
        }
        assert_eq!(of(&"碁".repeat(201), "text", "en"), Err(LetterError::Subject));
        assert!(of(&"碁".repeat(200), "text", "en").is_ok());
        for text in ["", "a\0b", "a\rb", "\u{1b}[2J"] {
            assert_eq!(of("subject", text, "en"), Err(LetterError::Text), "{text:?}");
        }
        assert_eq!(of("subject", &"a".repeat(LONGEST_TEXT + 1), "en"), Err(LetterError::Text));
        for language in ["", "-", "en-", "en\r\nBcc: x", "english-and-much-more-than-fits-a-tag", "日本"] {
            assert_eq!(of("subject", "text", language), Err(LetterError::Language), "{language:?}");
        }
        assert!(of("subject", "text", "zh-Hans").is_ok());
    }

    #[test]
    fn a_date_that_no_calendar_of_letters_has_is_moved_into_it() {
        let letter = Letter::new(to(), "subject", "text", "en").unwrap();
        let sender: Sender = "go@example.org".parse().unwrap();
        for (at, expected) in [(i64::MIN, "Date: Thu, 01 Jan 1970"), (i64::MAX, "Date: Fri, 31 Dec 9999")] {
            let bytes = letter.written(&sender, "abc.1", at).unwrap().bytes;
            assert!(bytes.starts_with(expected.as_bytes()));
        }
    }

    #[test]
    fn a_log_has_neither_the_address_nor_the_text() {
        let letter = Letter::new(to(), "subject", "secret", "en").unwrap();
        assert_eq!(format!("{letter:?}"), "Letter(to MailAddress(...@example.org))");
    }

    /// Texts with more of the signs that mean something in a letter.
    fn texts() -> impl Strategy<Value = String> {
        let pieces = vec![
            "\r\n",
            "\n",
            "\r",
            "\r\n\r\n",
            ".",
            "\r\n.\r\n",
            "Bcc: b@example.org",
            ":",
            "=?utf-8?b?",
            "?=",
        ];
        let piece = prop_oneof![
            prop::sample::select(pieces).prop_map(str::to_owned),
            "\\PC{0,12}",
            ".{0,4}",
            "[ -~]{70,90}"
        ];
        prop::collection::vec(piece, 0..8).prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #[test]
        fn no_part_of_a_letter_becomes_a_header(subject in texts(), text in texts(), name in texts(), language in texts()) {
            let sender = format!("{name} <go@example.org>");
            prop_assume!(sender.parse::<Sender>().is_ok());
            let language = if Letter::new(to(), "a", "b", language.clone()).is_ok() { language } else { "ja".to_owned() };
            let Ok(letter) = Letter::new(to(), subject, text, language) else { return Ok(()) };
            let written = written(&letter, &sender);
            let (head, _) = written.split_once("\r\n\r\n").unwrap();
            let lines = head.split("\r\n");
            let names: Vec<&str> = lines.filter(|line| !line.starts_with([' ', '\t']))
                .map(|line| line.split(':').next().unwrap()).collect();
            prop_assert_eq!(names, HEADERS, "{}", head);
            prop_assert!(!head.replace("\r\n", "").contains(['\r', '\n']), "{}", head);
            prop_assert!(written.is_ascii());
            // No line is longer than a mail server takes (RFC 5321, 4.5.3.1.6).
            prop_assert!(written.split("\r\n").all(|line| line.len() <= 998));
        }
    }
}
