//! The address of a Postgres: what it says, and by which authorities the database's certificate is judged.

use std::path::Path;

use sqlx::postgres::{PgConnectOptions, PgSslMode};
use url::Url;

use super::open_error::OpenError;

/// By these names an address tells the file with the authorities, for libpq and for the driver.
const ROOTS: [&str; 3] = ["sslrootcert", "ssl-root-cert", "ssl-ca"];

/// The address with a file of certificate authorities, which are trusted beside the system's. A file that the address names itself
/// stays. The file is read for each new connection, so that it may be exchanged while a server runs.
///
/// ```
/// # use std::path::Path;
/// let address = tengen_store::with_authorities("postgres://go@db/go?sslmode=verify-full", Path::new("/etc/ca.pem"));
/// assert_eq!(address, "postgres://go@db/go?sslmode=verify-full&sslrootcert=%2Fetc%2Fca.pem");
/// ```
pub fn with_authorities(url: &str, file: &Path) -> String {
    match Url::parse(url) {
        Ok(mut address) if !names_authorities(&address) => {
            address.query_pairs_mut().append_pair(ROOTS[0], &file.to_string_lossy());
            address.into()
        }
        // What is wrong with it is said when it is opened.
        _ => url.to_owned(),
    }
}

/// Whether an address is one of Postgres. Nothing is connected.
///
/// # Errors
///
/// When it is not, or has something that is not understood.
pub fn check_address(url: &str) -> Result<(), OpenError> {
    read(url).map(|_| ())
}

/// Reads an address.
pub(crate) fn read(url: &str) -> Result<PgConnectOptions, OpenError> {
    if !url.starts_with("postgres://") && !url.starts_with("postgresql://") {
        return Err(OpenError::Address);
    }
    let options: PgConnectOptions = url.parse()?;
    if !Url::parse(url).is_ok_and(|address| names_authorities(&address)) {
        return Ok(options);
    }
    Ok(match options.get_ssl_mode() {
        // As libpq does, on whose word operators rely; the driver would take any certificate.
        PgSslMode::Require => options.ssl_mode(PgSslMode::VerifyCa),
        PgSslMode::Prefer | PgSslMode::Allow => {
            tracing::warn!(
                "certificate authorities are given, but the address of the database does not ask for a certificate to be checked: \
                 sslmode=verify-full does, and sslmode=disable says that none is wanted"
            );
            options
        }
        _ => options,
    })
}

fn names_authorities(address: &Url) -> bool {
    address.query_pairs().any(|(name, _)| ROOTS.contains(&&*name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_the_address_names_stays() {
        for name in ROOTS {
            let url = format!("postgres://db/go?{name}=/own.pem");
            assert_eq!(with_authorities(&url, Path::new("/other.pem")), url);
        }
        assert_eq!(with_authorities("no address", Path::new("/ca.pem")), "no address");
    }

    #[test]
    fn encryption_with_authorities_is_never_without_a_check() {
        let mode =
            |query: &str| format!("{:?}", read(&format!("postgres://db/go{query}")).unwrap().get_ssl_mode());
        assert_eq!(mode("?sslmode=require"), "Require");
        assert_eq!(mode("?sslmode=require&sslrootcert=/ca.pem"), "VerifyCa");
        assert_eq!(mode("?sslmode=verify-full&sslrootcert=/ca.pem"), "VerifyFull");
        assert_eq!(mode("?sslrootcert=/ca.pem"), "Prefer");
        assert_eq!(mode("?sslmode=disable&sslrootcert=/ca.pem"), "Disable");
    }

    #[test]
    fn other_addresses_are_refused() {
        assert!(matches!(read("mysql://db/go"), Err(OpenError::Address)));
        assert!(matches!(read("postgres://db/go?sslmode=wrong"), Err(OpenError::Database(_))));
    }
}
