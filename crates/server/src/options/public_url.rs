//! Where browsers find the server. Links begin with it, origins are compared with it, and its scheme says whether cookies are secure.

use url::{Position, Url};

/// Scheme, host and perhaps a port, as browsers write an origin.
pub(super) fn public_url(text: &str) -> Result<String, String> {
    if !text.starts_with("https://") && !text.starts_with("http://") {
        return Err("it has to begin with https:// or http://, as in https://go.example.org".to_owned());
    }
    let url = Url::parse(text).map_err(|error| format!("{error}; it is like https://go.example.org"))?;
    if text.contains('@') {
        return Err("it names a user, which no link may have".to_owned());
    }
    if url.path() != "/" {
        return Err(format!(
            "it has the path {}, and the server is at / alone: give it a host name of its own",
            url.path()
        ));
    }
    match &url[Position::AfterPath..] {
        "" => Ok(url.origin().ascii_serialization()),
        rest => Err(format!("it ends with {rest}, and it may have nothing behind the host and the port")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_what_browsers_call_the_origin() {
        for (text, origin) in [
            ("https://go.example.org", "https://go.example.org"),
            ("https://go.example.org/", "https://go.example.org"),
            ("https://Go.Example.org:443", "https://go.example.org"),
            ("https://go.example.org:8443/", "https://go.example.org:8443"),
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
            ("http://[::1]:8080", "http://[::1]:8080"),
            ("https://gö.example.org", "https://xn--g-1ga.example.org"),
        ] {
            assert_eq!(public_url(text).as_deref(), Ok(origin), "{text}");
        }
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (text, what) in [
            ("", "https://"),
            ("go.example.org", "begin with"),
            ("//go.example.org", "begin with"),
            ("ftp://go.example.org", "begin with"),
            ("https:go.example.org", "begin with"),
            ("https://", "host"),
            ("https://go example.org", "go.example.org"),
            ("https://go.example.org:99999", "port"),
            ("https://ann@go.example.org", "a user"),
            ("https://ann:secret@go.example.org", "a user"),
            ("https://go.example.org/go", "/go"),
            ("https://go.example.org/?", "?"),
            ("https://go.example.org?a=b", "?a=b"),
            ("https://go.example.org/#a", "#a"),
        ] {
            let told = public_url(text).unwrap_err();
            assert!(told.contains(what), "{text}: {told}");
            assert!(!told.contains("secret"), "{told}");
        }
    }
}
