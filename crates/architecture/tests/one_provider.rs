//! Encrypted connections have one provider of cryptography in the whole tree: with two of them rustls can't choose, and panics when
//! it first has to.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail the test like the tests themselves")]

use std::fs;
use std::path::Path;

/// Providers, and other libraries of encryption, by the beginnings of their names.
const OTHERS: [&str; 9] = [
    "aws-lc-",
    "boring",
    "graviola",
    "native-tls",
    "openssl-sys",
    "rustls-graviola",
    "rustls-openssl",
    "rustls-rustcrypto",
    "wolfcrypt",
];

/// The names of the packages of a lock file, each as often as it has versions.
fn packages(lock: &str) -> Vec<&str> {
    lock.lines().filter_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"')).collect()
}

/// Other providers than ring, and what there is in several versions of rustls and ring, which would not know each other.
fn faults(lock: &str) -> Vec<String> {
    let packages = packages(lock);
    let is_other = |name: &&&str| OTHERS.iter().any(|other| name.starts_with(other));
    let mut faults: Vec<String> = packages.iter().filter(is_other).map(ToString::to_string).collect();
    for one in ["ring", "rustls"] {
        let versions = packages.iter().filter(|name| **name == one).count();
        if versions != 1 {
            faults.push(format!("{versions} versions of {one}"));
        }
    }
    faults
}

#[test]
fn the_lock_file_has_one_provider() {
    let lock = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../Cargo.lock");
    assert_eq!(faults(&fs::read_to_string(lock).unwrap()), [] as [String; 0]);
}

#[test]
fn a_second_one_is_found() {
    let lock = "name = \"ring\"\nname = \"aws-lc-rs\"\nname = \"rustls\"\nversion = \"0.23.46\"\nname = \"rustls\"\n";
    assert_eq!(faults(lock), ["aws-lc-rs", "2 versions of rustls"]);
}
