//! What is wrong with options of which each alone is right: they contradict each other, or name a file that can't be used.

use std::collections::BTreeSet;

use crate::certificate::certificate;
use crate::database_address::database_address;
use crate::door;
use crate::log;
use crate::opening::{mail, nats};
use crate::options::ServeOptions;
use crate::serve_error::ServeError;
use crate::ways::ways;

/// Why no server starts with these options, as far as that shows before anything is opened or listened on; nothing if all is
/// well. Each fault is told once.
pub(crate) fn faults(options: &ServeOptions) -> Vec<ServeError> {
    let mut faults = Vec::new();
    if options.trusts_twice() {
        faults.push(ServeError::TrustedTwice);
    }
    if options.tls.encrypts() && options.public_url.as_deref().is_some_and(|url| url.starts_with("http://")) {
        faults.push(ServeError::PlainAddress);
    }
    faults.extend(nats(options).err());
    faults.extend(door(options).err());
    faults.extend(mail(options).err());
    faults.extend(log::filter(options).err().map(ServeError::from));
    faults.extend(database(options).err());
    faults.extend(certificate(&options.tls).err().map(ServeError::from));
    let mut told = BTreeSet::new();
    faults.retain(|fault| told.insert(fault.to_string()));
    faults
}

fn door(options: &ServeOptions) -> Result<(), ServeError> {
    door::door(&options.door, &ways(options)?, options.post.mail_server.is_some())?;
    Ok(())
}

fn database(options: &ServeOptions) -> Result<(), ServeError> {
    if let Some(address) = database_address(options.database_url.as_deref(), options.ca_file.as_deref())? {
        tengen_store::check_address(&address)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::options::{Arguments, Task};

    fn told(options: &[&str]) -> Vec<String> {
        let task = Arguments::parse_from([&["tengen"], options].concat()).task();
        let Task::Serve(options) = task else { panic!("no task but to serve") };
        faults(&options).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn every_fault_is_told() {
        assert_eq!(told(&[]), [""; 0]);
        let options = [
            "--nats-url=nats://127.0.0.1",
            "--viewing=members",
            "--guests=on",
            "--mail-from=go@example.org",
            "--log=tengen=loud",
            "--tls-key-file=key.pem",
            "--trusted-proxy=127.0.0.1",
            "--proxies=2",
        ];
        let all = told(&options);
        assert_eq!(all.len(), 6, "{all:#?}");
        for said in
            ["--trusted-proxy", "NATS_URL", "--guests", "--mail-server", "--log: ", "--tls-certificate-file"]
        {
            assert!(all.iter().any(|fault| fault.contains(said)), "{said}: {all:#?}");
        }
    }

    #[test]
    fn whoever_encrypts_is_found_by_https() {
        let files = ["--tls-certificate-file=/no/such/file", "--tls-key-file=/no/such/file"];
        let with = |url| told(&[&files[..], &[url]].concat());
        let plain = with("--public-url=http://go.example.org");
        assert!(plain.iter().any(|fault| fault.contains("--public-url")), "{plain:?}");
        let encrypted = with("--public-url=https://go.example.org");
        assert!(!encrypted.iter().any(|fault| fault.contains("--public-url")), "{encrypted:?}");
        assert_eq!(told(&["--public-url=http://go.example.org"]), [""; 0]);
    }

    #[test]
    fn a_file_that_is_missing_is_told_once() {
        let missing = told(&["--ca-file=/no/such/file", "--database-url=mysql://go:hidden@db/go"]);
        assert_eq!(missing.len(), 1, "{missing:?}");
        assert!(missing[0].starts_with("--ca-file: /no/such/file"), "{missing:?}");
        let wrong = told(&["--database-url=mysql://go:hidden@db/go"]);
        assert!(wrong.len() == 1 && !wrong[0].contains("hidden"), "{wrong:?}");
    }
}
