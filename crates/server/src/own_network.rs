//! Servers that seem to be reached from a network alone. What strangers see there is not meant for all the world, and the browser of
//! whoever is within would pass it on to pages of any origin.

use tengen_protocol::{Registration, Viewing};
use url::{Host, Url};

use crate::options::ServeOptions;

/// What is told to the operator of one, unless something was said about pages of other origins.
const WORDS: &str = "this server seems to be reached from its own network alone, and pages of any origin may read there what strangers see, \
                     in the browser of whoever is within: say --any-origin off, or on if that is meant";

/// How names end that the public system of names does not know.
const OWN_NAMES: [&str; 6] = [".localhost", ".local", ".internal", ".lan", ".home.arpa", ".home"];

/// The words to the operator, if there is something to say.
pub(crate) fn words(options: &ServeOptions) -> Option<&'static str> {
    let is_open = Registration::from(options.door.registration) == Registration::Open
        && Viewing::from(options.door.viewing) == Viewing::Everybody;
    let is_within = options.public_url.as_deref().is_none_or(is_of_own_network);
    (options.any_origin.is_none() && is_open && is_within).then_some(WORDS)
}

/// Whether an address leads nowhere but in the network of whoever uses it. One that does not read was refused before.
fn is_of_own_network(url: &str) -> bool {
    match Url::parse(url).ok().as_ref().and_then(Url::host) {
        Some(Host::Ipv4(address)) => address.is_private() || address.is_loopback() || address.is_link_local(),
        Some(Host::Ipv6(address)) => {
            address.is_unique_local() || address.is_loopback() || address.is_unicast_link_local()
        }
        // A name of one word is that of a machine nearby.
        Some(Host::Domain(name)) => !name.contains('.') || OWN_NAMES.iter().any(|end| name.ends_with(end)),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::options::{Arguments, Task};

    fn told(options: &[&str]) -> bool {
        let task = Arguments::parse_from([&["tengen"], options].concat()).task();
        let Task::Serve(options) = task else { panic!("no task but to serve") };
        words(&options).is_some()
    }

    #[test]
    fn operators_of_servers_that_a_network_reaches_are_told() {
        for (url, expected) in [
            ("http://192.168.1.4:8080", true),
            ("https://10.0.0.1", true),
            ("http://[fd00::1]", true),
            ("http://[fe80::1]", true),
            ("http://127.0.0.1:8080", true),
            ("http://go", true),
            ("https://go.school.lan", true),
            ("https://go.example.org", false),
            ("https://local.example.org", false),
            ("https://203.0.113.4", false),
            ("https://[2001:db8::1]", false),
        ] {
            assert_eq!(told(&["--public-url", url]), expected, "{url}");
        }
        assert!(told(&[]));
    }

    #[test]
    fn nobody_is_told_where_it_was_said_or_strangers_see_nothing() {
        for options in [
            &["--any-origin", "on"][..],
            &["--any-origin", "off"],
            &["--registration", "invited"],
            &["--viewing", "members"],
        ] {
            assert!(!told(options), "{options:?}");
        }
    }
}
