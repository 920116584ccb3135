//! Files at addresses that programs know of every site: what crawlers leave alone (RFC 9309), and to whom a weakness is told (RFC 9116).

use aide::axum::ApiRouter;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::get;
use tengen_game::Millis;
use time::OffsetDateTime;

use super::fresh::{self, Keeping, Tag};
use super::routing::{OpenTo, STRANGERS, no_page, page};
use crate::app::App;
use crate::options::ServeOptions;

const ROBOTS: &str = "/robots.txt";
const SECURITY: &str = "/.well-known/security.txt";
const TEXT: &str = "text/plain; charset=utf-8";
/// For how long a contact is said to be good, in milliseconds: ninety days. Whoever reads it later asks again.
const GOOD: Millis = 90 * 86_400_000;

/// What crawlers leave alone: lists and positions by the interface, which cost much and which the pages show; and pages with
/// nothing but a form.
const LEFT_ALONE: &str = "\
User-agent: *
Disallow: /api/
Disallow: /account
Disallow: /register
Disallow: /sign-in
Disallow: /staff
Disallow: /tokens
Disallow: /welcome
";
/// Where strangers see nothing, they find nothing.
const ALL_LEFT_ALONE: &str = "User-agent: *\nDisallow: /\n";

/// The file about weaknesses is there where the operator names a contact.
pub(super) fn router(options: &ServeOptions) -> ApiRouter<App> {
    let has_contact = options.security_contact.is_some();
    let about_weaknesses = if has_contact { page(SECURITY, get(security)) } else { no_page(SECURITY) };
    page(ROBOTS, get(robots)).merge(about_weaknesses).open_to(STRANGERS)
}

async fn robots(State(app): State<App>, asked: HeaderMap) -> Response {
    let text = if app.door.is_closed() { ALL_LEFT_ALONE } else { LEFT_ALONE };
    fresh::tagged(&asked, Keeping::Day, &Tag::of(text.as_bytes()), TEXT, text)
}

async fn security(State(app): State<App>, asked: HeaderMap) -> Response {
    let text = contact(&app.options, app.clock.now());
    fresh::tagged(&asked, Keeping::Day, &Tag::of(text.as_bytes()), TEXT, text)
}

/// The lines about weaknesses, the same for a day.
fn contact(options: &ServeOptions, now: Millis) -> String {
    let contact = options.security_contact.as_deref().unwrap_or_default();
    let canonical = options.public_url.as_deref().map(|site| format!("Canonical: {site}{SECURITY}\n"));
    format!("Contact: {contact}\nExpires: {}\n{}", day(now + GOOD), canonical.unwrap_or_default())
}

/// The beginning of the day of a moment, as RFC 3339 writes it.
fn day(at: Millis) -> String {
    let seconds = at.div_euclid(1_000);
    let date = OffsetDateTime::from_unix_timestamp(seconds).unwrap_or(OffsetDateTime::UNIX_EPOCH).date();
    format!("{:04}-{:02}-{:02}T00:00:00Z", date.year(), u8::from(date.month()), date.day())
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::options::{Arguments, Task};

    #[test]
    fn a_contact_is_good_for_ninety_days() {
        let told = |options: &[&str]| {
            let task = Arguments::parse_from([&["tengen"], options].concat()).task();
            let Task::Serve(options) = task else { panic!("no task but to serve") };
            contact(&options, 1_795_453_501_000)
        };
        let lines = "Contact: mailto:go@example.org\nExpires: 2027-02-21T00:00:00Z\n";
        assert_eq!(told(&["--security-contact", "mailto:go@example.org"]), lines);
        let at_home =
            ["--security-contact", "mailto:go@example.org", "--public-url", "https://go.example.org"];
        let canonical = "Canonical: https://go.example.org/.well-known/security.txt\n";
        assert_eq!(told(&at_home), format!("{lines}{canonical}"));
    }
}
