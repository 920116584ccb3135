//! A letter as its recipient reads it.

use mail_parser::MessageParser;

/// A letter that a mail server was given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReceivedLetter {
    /// From whom the envelope says that it is.
    pub from: String,
    /// To whom it went.
    pub to: Vec<String>,
    /// Its headers and its text, as they came, with the dots of the way taken off.
    pub raw: Vec<u8>,
}

impl ReceivedLetter {
    /// The subject in letters for people.
    pub fn subject(&self) -> String {
        self.parsed().subject().expect("a subject").to_owned()
    }

    /// The text in letters for people, with `\n` at the ends of its lines.
    pub fn text(&self) -> String {
        self.parsed().body_text(0).expect("a text").replace("\r\n", "\n")
    }

    /// The name of the sender, if the letter tells one.
    pub fn sender_name(&self) -> Option<String> {
        let parsed = self.parsed();
        Some(parsed.from()?.first()?.name()?.to_owned())
    }

    /// The values of a header as they stand in the letter, with broken lines joined.
    pub fn header(&self, name: &str) -> Vec<String> {
        self.parsed()
            .headers_raw()
            .filter(|(known, _)| known.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.replace("\r\n", "").trim().to_owned())
            .collect()
    }

    /// The first link in the text.
    pub fn link(&self) -> Option<String> {
        let text = self.text();
        let mut words = text.split_whitespace();
        words.find(|word| word.starts_with("http://") || word.starts_with("https://")).map(str::to_owned)
    }

    fn parsed(&self) -> mail_parser::Message<'_> {
        MessageParser::default().parse(&self.raw).expect("a letter")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_is_read_whatever_way_it_is_written() {
        let letter = |raw: &str| ReceivedLetter {
            from: String::new(),
            to: Vec::new(),
            raw: raw.replace('\n', "\r\n").into_bytes(),
        };
        let quoted = letter(concat!(
            "From: =?utf-8?b?5Zuy56KB?= <go@example.org>\nSubject: =?utf-8?q?Stra=C3=9Fe?=\nMessage-ID: <a@b>\nX-Long: one\n two\n",
            "MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n",
            "Gr=C3=BC=C3=9Fe\nhttps://go.example.org/a?token=3D1234567890123456789012345678901234567890=\n1234567890 .\n",
        ));
        assert_eq!((quoted.subject().as_str(), quoted.sender_name().as_deref()), ("Straße", Some("囲碁")));
        assert!(quoted.text().starts_with("Grüße\nhttps://"));
        assert_eq!(quoted.link().unwrap().len(), 32 + 50 - 1);
        assert_eq!(quoted.header("message-id"), ["<a@b>"]);
        assert_eq!(quoted.header("X-Long"), ["one two"]);
        assert_eq!(quoted.header("Bcc"), [] as [&str; 0]);
        let base64 = letter(concat!(
            "Subject: plain\nMIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n",
            "Content-Transfer-Encoding: base64\n\n5Zuy\n56KB\n",
        ));
        assert_eq!((base64.text().as_str(), base64.link()), ("囲碁", None));
    }
}
