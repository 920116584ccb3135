//! What strangers say does not fill the log.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use serde_json::json;
use tengen_passkeys::{Assertion, Kept};
use tengen_testbed::Authenticator;
use tracing::level_filters::LevelFilter;

use crate::club::{ADA, NOW, PAGE, begun_sign_in, passkeys, person, registered};

#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn the_library_writes_nothing_into_it() {
    let log = Log::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(LevelFilter::TRACE)
        .with_writer(move || writer.clone())
        .finish();
    tracing::subscriber::with_default(subscriber, || {
        let mut browser = Authenticator::new(PAGE);
        let stored = registered(&mut browser, ADA);
        let begun = passkeys().begin_registration(person(ADA), &[], NOW).unwrap();
        let mut said = browser.create(&begun.options).unwrap();
        said["response"]["attestationObject"] = json!("o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YUEA");
        assert!(passkeys().finish_registration(&begun.pending, ADA, &said.to_string(), NOW).is_err());
        browser.keep_only(0);
        let (pending, mut said) = begun_sign_in(&mut browser);
        said["response"]["authenticatorData"] = json!("AAAA");
        let assertion = Assertion::parse(&said.to_string()).unwrap();
        let kept = Kept { owner: ADA, passkey: &stored.passkey };
        assert!(passkeys().finish_sign_in(&pending, &assertion, kept, NOW).is_err());
        tracing::info!("the log works");
    });
    let log = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
    assert_eq!(log.lines().count(), 1, "{log}");
    assert!(log.contains("the log works"));
}
