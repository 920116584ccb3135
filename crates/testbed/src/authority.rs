//! Certificate authorities that are made for a test.

use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair, KeyUsagePurpose};
use tempfile::TempDir;

/// A certificate authority that nothing but the test trusts.
pub struct Authority {
    issuer: CertifiedIssuer<'static, KeyPair>,
    pem: String,
    directory: TempDir,
}

/// A certificate with its key, both in the form of PEM.
#[derive(Debug, Clone)]
pub struct Certified {
    /// The certificate.
    pub certificate: String,
    /// Its private key.
    pub key: String,
}

impl Authority {
    /// A new one.
    #[allow(clippy::new_without_default, reason = "each is another one")]
    pub fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let mut params = CertificateParams::new(Vec::new()).unwrap();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        params.key_usages = vec![KeyUsagePurpose::KeyCertSign];
        // Two of one name would be taken for each other, until a signature is looked at.
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        params.distinguished_name.push(DnType::CommonName, format!("authority {number} of a test"));
        let issuer = CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap();
        let directory = tempfile::Builder::new().prefix("tengen-authority-").tempdir().unwrap();
        let pem = issuer.pem();
        let authority = Self { issuer, pem, directory };
        std::fs::write(authority.directory.path().join("ca.pem"), authority.pem()).unwrap();
        authority
    }

    /// Its certificate, in the form of PEM.
    pub fn pem(&self) -> &str {
        &self.pem
    }

    /// The path of a file with its certificate. The file goes with the authority.
    pub fn file(&self) -> String {
        let path: &Path = self.directory.path();
        path.join("ca.pem").to_str().unwrap().to_owned()
    }

    /// A certificate for a server of these names and addresses.
    pub fn issue(&self, names: &[&str]) -> Certified {
        let names: Vec<String> = names.iter().map(ToString::to_string).collect();
        let key = KeyPair::generate().unwrap();
        let certificate = CertificateParams::new(names).unwrap().signed_by(&key, &self.issuer).unwrap();
        Certified { certificate: certificate.pem(), key: key.serialize_pem() }
    }
}
