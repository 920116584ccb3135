//! By which server letters leave.

use std::fmt::{self, Debug, Display, Formatter};
use std::str::FromStr;

use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::extension::ClientId;
use lettre::transport::smtp::{SMTP_PORT, SUBMISSION_PORT, SUBMISSIONS_PORT};
use percent_encoding::percent_decode_str;
use url::{Host, Url};

/// The mail server that takes letters, as an operator gives it in one URL:
///
/// | URL | encryption | port |
/// |---|---|---|
/// | `smtps://user:password@host` | from the first byte | 465 |
/// | `smtp://user:password@host` | by STARTTLS, and nothing without it | 587 |
/// | `smtp://host?tls=opportunistic` | by STARTTLS where the server has it | 587 |
/// | `smtp://host?tls=none` | none | 25 |
///
/// User and password are left out where the server asks for none. Signs other than letters, digits and
/// `- . _ ~` are written in percent in them, as in every URL: `%40` for `@`. A path is the name by which the
/// server introduces itself (EHLO): `smtp://host/go.example.org`.
///
/// It prints as host and port, and never with the password.
///
/// ```
/// use tengen_mail::MailServer;
///
/// let server: MailServer = "smtp://go:s%40fe@mail.example.org".parse()?;
/// assert_eq!(server.to_string(), "mail.example.org:587");
/// # Ok::<(), tengen_mail::MailServerError>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct MailServer {
    host: Host<String>,
    port: u16,
    encryption: Encryption,
    login: Option<Login>,
    own_name: Option<String>,
}

/// The encryption of a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encryption {
    /// Not at all.
    None,
    /// By STARTTLS where the server offers it. Whoever stands between can take the offer away.
    Opportunistic,
    /// By STARTTLS; a server that does not offer it gets no letters.
    Required,
    /// From the first byte.
    Wrapped,
}

#[derive(Clone, PartialEq, Eq)]
struct Login {
    user: String,
    password: String,
}

/// Why a text is no URL of a mail server. It never quotes the text, which may hold a password.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum MailServerError {
    /// It is no URL.
    #[error(
        "a mail server is like smtps://user:password@mail.example.org, with the signs of the password in percent (%40 for @)"
    )]
    NoUrl,
    /// It is the URL of something else.
    #[error("the URL of a mail server begins with smtp:// or smtps://")]
    Scheme,
    /// It names no host that can be.
    #[error("the URL of the mail server names no host")]
    Host,
    /// Something stands behind the host that is no name for EHLO.
    #[error(
        "behind the host of the mail server stands at most the own name for EHLO; / ? # and @ in the password are written %2F %3F %23 %40"
    )]
    Path,
    /// A parameter is unknown, or there twice.
    #[error("the URL of a mail server has one parameter at most, and that is tls")]
    Parameter,
    /// The parameter `tls` has another value.
    #[error("the parameter tls is required, opportunistic or none, and smtps:// needs none")]
    Tls,
    /// There is a user without a password, or the other way round, or either has control characters.
    #[error("the URL of a mail server has a user and a password, both of plain characters, or neither")]
    Login,
    /// The password could travel in the clear.
    #[error(
        "a password goes to another machine encrypted only: take smtps:// or tls=required, or leave the password out"
    )]
    PasswordInTheClear,
}

impl FromStr for MailServer {
    type Err = MailServerError;

    fn from_str(text: &str) -> Result<Self, MailServerError> {
        let url: Url = text.trim().parse().map_err(|_| MailServerError::NoUrl)?;
        if !matches!(url.scheme(), "smtp" | "smtps") {
            return Err(MailServerError::Scheme);
        }
        let host = host(&url)?;
        let encryption = encryption(&url)?;
        let port = match (url.port(), encryption) {
            (Some(0), _) => return Err(MailServerError::Host),
            (Some(port), _) => port,
            (None, Encryption::None) => SMTP_PORT,
            (None, Encryption::Opportunistic | Encryption::Required) => SUBMISSION_PORT,
            (None, Encryption::Wrapped) => SUBMISSIONS_PORT,
        };
        let login = login(&url)?;
        let may_be_read = matches!(encryption, Encryption::None | Encryption::Opportunistic);
        if login.is_some() && may_be_read && !is_this_machine(&host) {
            return Err(MailServerError::PasswordInTheClear);
        }
        Ok(Self { host, port, encryption, login, own_name: own_name(&url)? })
    }
}

fn host(url: &Url) -> Result<Host<String>, MailServerError> {
    match url.host().ok_or(MailServerError::Host)? {
        // The library reads the host of a scheme that it does not know as any text.
        Host::Domain(name) => Host::parse(name).map_err(|_| MailServerError::Host),
        other => Ok(other.to_owned()),
    }
}

fn is_this_machine(host: &Host<String>) -> bool {
    match host {
        Host::Domain(name) => name == "localhost" || name.ends_with(".localhost"),
        Host::Ipv4(address) => address.is_loopback(),
        Host::Ipv6(address) => address.is_loopback(),
    }
}

fn encryption(url: &Url) -> Result<Encryption, MailServerError> {
    let mut parameters = url.query_pairs();
    let tls = match (parameters.next(), parameters.next()) {
        (None, _) => None,
        (Some((name, value)), None) if name == "tls" => Some(value),
        _ => return Err(MailServerError::Parameter),
    };
    match (url.scheme(), tls.as_deref()) {
        ("smtps", None) => Ok(Encryption::Wrapped),
        ("smtp", None | Some("required")) => Ok(Encryption::Required),
        ("smtp", Some("opportunistic")) => Ok(Encryption::Opportunistic),
        ("smtp", Some("none")) => Ok(Encryption::None),
        _ => Err(MailServerError::Tls),
    }
}

fn login(url: &Url) -> Result<Option<Login>, MailServerError> {
    let plain = |text: &str| {
        let text = percent_decode_str(text).decode_utf8().map_err(|_| MailServerError::Login)?;
        if text.is_empty() || text.contains(char::is_control) {
            return Err(MailServerError::Login);
        }
        Ok(text.into_owned())
    };
    match (url.username(), url.password()) {
        ("", None) => Ok(None),
        (user, Some(password)) => Ok(Some(Login { user: plain(user)?, password: plain(password)? })),
        (_, None) => Err(MailServerError::Login),
    }
}

fn own_name(url: &Url) -> Result<Option<String>, MailServerError> {
    let name = url.path().trim_matches('/');
    let is_taken = |byte: u8| byte.is_ascii_alphanumeric() || b"-.".contains(&byte);
    if url.fragment().is_some() || name.len() > 253 || !name.bytes().all(is_taken) {
        return Err(MailServerError::Path);
    }
    Ok((!name.is_empty()).then(|| name.to_owned()))
}

impl MailServer {
    /// The encryption of connections.
    pub fn encryption(&self) -> Encryption {
        self.encryption
    }

    /// Its address: a name or an address without brackets, and the port.
    pub(crate) fn place(&self) -> (String, u16) {
        let host = match &self.host {
            Host::Domain(name) => name.clone(),
            Host::Ipv4(address) => address.to_string(),
            Host::Ipv6(address) => address.to_string(),
        };
        (host, self.port)
    }

    /// With what it is logged in to.
    pub(crate) fn credentials(&self) -> Option<Credentials> {
        let login = self.login.as_ref()?;
        Some(Credentials::new(login.user.clone(), login.password.clone()))
    }

    /// The name by which the own side introduces itself.
    pub(crate) fn client_id(&self) -> ClientId {
        self.own_name.clone().map_or_else(ClientId::default, ClientId::Domain)
    }
}

impl Display for MailServer {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.host, self.port)
    }
}

impl Debug for MailServer {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "MailServer({self}, {:?})", self.encryption)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn of(text: &str) -> Result<MailServer, MailServerError> {
        text.parse()
    }

    #[test]
    fn the_url_says_how_to_encrypt_and_where_to_go() {
        for (text, expected, encryption) in [
            ("smtps://mail.example.org", "mail.example.org:465", Encryption::Wrapped),
            ("smtps://a:b@mail.example.org:1465/", "mail.example.org:1465", Encryption::Wrapped),
            ("smtp://a:b@mail.example.org", "mail.example.org:587", Encryption::Required),
            ("smtp://a:b@mail.example.org?tls=required", "mail.example.org:587", Encryption::Required),
            ("smtp://mail.example.org?tls=opportunistic", "mail.example.org:587", Encryption::Opportunistic),
            (" SMTP://MAIL?tls=none\n", "mail:25", Encryption::None),
            ("smtp://a:b@localhost?tls=none", "localhost:25", Encryption::None),
            ("smtp://a:b@127.0.0.1:2525?tls=opportunistic", "127.0.0.1:2525", Encryption::Opportunistic),
            ("smtp://a:b@[::1]:2525?tls=none", "[::1]:2525", Encryption::None),
        ] {
            let server = of(text).unwrap();
            assert_eq!((server.to_string().as_str(), server.encryption()), (expected, encryption), "{text}");
        }
        assert_eq!(of("smtps://[2001:db8::1]").unwrap().place(), ("2001:db8::1".to_owned(), 465));
    }

    #[test]
    fn user_and_password_may_have_any_signs_and_the_path_is_the_own_name() {
        let server =
            of("smtps://go%40example.org:p%3Aa%2Fs%23%E7%A2%81@mail.example.org/go.example.org").unwrap();
        let login = Login { user: "go@example.org".to_owned(), password: "p:a/s#碁".to_owned() };
        assert!(server.login == Some(login));
        assert_eq!(server.client_id(), ClientId::Domain("go.example.org".to_owned()));
        assert_eq!(of("smtps://mail.example.org").unwrap().client_id(), ClientId::default());
    }

    #[test]
    fn what_can_not_be_is_refused_with_the_reason() {
        use MailServerError::{Host, Login, NoUrl, Parameter, PasswordInTheClear, Path, Scheme, Tls};
        for (text, expected) in [
            ("", NoUrl),
            ("mail.example.org", NoUrl),
            ("smtp://u:pa/ss@mail.example.org", NoUrl),
            ("https://mail.example.org", Scheme),
            ("mail.example.org:25", Scheme),
            ("smtp:mail.example.org", Host),
            ("smtp:///x", Host),
            ("smtp://mail.example.org:0", Host),
            ("smtp://a%20b", Host),
            ("smtp://u:12/34@mail.example.org", Path),
            ("smtp://mail.example.org/a/b", Path),
            ("smtp://mail.example.org/a%0d%0ab", Path),
            ("smtp://mail.example.org#part", Path),
            ("smtp://u:12#34@mail.example.org", Path),
            ("smtp://mail.example.org?TLS=none", Parameter),
            ("smtp://mail.example.org?tls=none&tls=required", Parameter),
            ("smtp://u:12?34@mail.example.org", Parameter),
            ("smtp://mail.example.org?tls=maybe", Tls),
            ("smtp://mail.example.org?tls=", Tls),
            ("smtps://mail.example.org?tls=none", Tls),
            ("smtps://user@mail.example.org", Login),
            ("smtps://:password@mail.example.org", Login),
            ("smtps://user:@mail.example.org", Login),
            ("smtps://user:a%0Ab@mail.example.org", Login),
            ("smtps://user:%ff@mail.example.org", Login),
            ("smtp://u:p@mail.example.org?tls=none", PasswordInTheClear),
            ("smtp://u:p@10.0.0.1?tls=none", PasswordInTheClear),
            ("smtp://u:p@localhost.example.org?tls=opportunistic", PasswordInTheClear),
        ] {
            assert_eq!(of(text), Err(expected), "{text}");
        }
    }

    proptest! {
        #[test]
        fn nothing_prints_the_password(
            before in prop::sample::select(vec!["smtp://go:", "smtps://go:", "smtp:", "x://go:", "", "smtp://"]),
            signs in "[a-z0-9@/?#:%&= ]{0,6}",
            after in prop::sample::select(vec!["@mail.example.org", "@localhost?tls=none", "@host?tls=none", "", "@"]),
        ) {
            let text = format!("{before}{signs}SECRET{signs}{after}");
            match of(&text) {
                // A text in the place of the host is no password to anybody who reads it.
                Ok(server) if text.contains("SECRET@") || text.contains(&format!("SECRET{signs}@")) => {
                    let whole = format!("{server} {server:?}");
                    prop_assert!(!whole.contains("SECRET"), "{}", whole);
                }
                Ok(_) => {}
                Err(error) => {
                    let whole = format!("{error} {error:?}");
                    prop_assert!(!whole.contains("SECRET"), "{}", whole);
                }
            }
        }
    }
}
