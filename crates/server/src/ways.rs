//! The ways in, as the operator wishes: providers that vouch for people, and whether there are others.

use tengen_actions::people::Ways;
use tengen_openid::{NoOpenId, OpenId, Providers, SettingsError};
use tengen_passkeys::Passkeys;
use tengen_protocol::Role;
use tengen_tls::{CaFile, CaFileError, NoConfig};
use url::Url;

use crate::options::{ServeOptions, WaysWish};

/// Why the ways in can't be as the operator wishes.
#[derive(Debug, thiserror::Error)]
pub enum WaysError {
    /// Browsers have to find the way back.
    #[error(
        "--providers-file (TENGEN_PROVIDERS_FILE) needs --public-url (TENGEN_PUBLIC_URL): providers send browsers back there"
    )]
    NoAddress,
    /// Nobody could come in.
    #[error(
        "--ways-in providers (TENGEN_WAYS_IN) needs --providers-file (TENGEN_PROVIDERS_FILE) with at least one provider"
    )]
    NoProvider,
    /// The file can't be used.
    #[error("--providers-file: {0}")]
    Settings(#[from] SettingsError),
    /// A group is to give a role that there is not.
    #[error("--providers-file: provider {provider}, roles: there is no role {role}; a role is one of: {}", Role::ALL.map(Role::name).join(", "))]
    NoSuchRole {
        /// The provider's id.
        provider: String,
        /// The word in the file.
        role: String,
    },
    /// There is no way to providers.
    #[error("--providers-file: {0}")]
    NoOpenId(#[from] NoOpenId),
    /// The file with certificate authorities can't be used.
    #[error("--ca-file: {0}")]
    CaFile(#[from] CaFileError),
    /// Nobody is trusted.
    #[error("providers: {0}")]
    Trust(#[from] NoConfig),
}

/// The ways in of these options. The file with the providers is read now, and not again; none of them is asked for anything.
///
/// # Errors
///
/// When the options contradict each other, or the file can't be used.
pub fn ways(options: &ServeOptions) -> Result<Ways, WaysError> {
    let providers =
        options.ways.providers_file.as_deref().map(Providers::read).transpose()?.unwrap_or_default();
    let has_others = options.ways.ways_in == WaysWish::All;
    if providers.is_empty() && !has_others {
        return Err(WaysError::NoProvider);
    }
    let openid = if providers.is_empty() { None } else { Some(openid(providers, options)?) };
    let passkeys = if has_others { passkeys(options) } else { None };
    Ok(Ways::new(openid, passkeys, has_others))
}

/// The way to these providers and back.
fn openid(providers: Providers, options: &ServeOptions) -> Result<OpenId, WaysError> {
    for provider in providers.iter() {
        if let Some(word) = provider.roles().find(|word| Ways::role(word).is_none()) {
            let (provider, role) = (provider.id().to_owned(), word.to_owned());
            return Err(WaysError::NoSuchRole { provider, role });
        }
    }
    let address = options.public_url.as_deref().ok_or(WaysError::NoAddress)?;
    let ca_file = options.ca_file.as_deref().map(CaFile::read).transpose()?;
    Ok(OpenId::new(providers, address, tengen_tls::client_config(ca_file.as_ref())?)?)
}

/// Passkeys of the server's public address. Browsers keep none for an address without a name or without TLS.
fn passkeys(options: &ServeOptions) -> Option<Passkeys> {
    let address = options.public_url.as_deref()?;
    let host = Url::parse(address).ok()?.host_str()?.to_owned();
    let passkeys = Passkeys::new(address, &host);
    passkeys.inspect_err(|error| tracing::info!(%error, "members have no passkeys")).ok()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use clap::Parser;
    use serde_json::json;

    use super::*;
    use crate::options::{Arguments, Task};

    fn ways_of(options: &[&str]) -> Result<Ways, WaysError> {
        let task = Arguments::parse_from([&["tengen"], options].concat()).task();
        let Task::Serve(options) = task else { panic!("no task but to serve") };
        ways(&options)
    }

    #[test]
    fn providers_alone_need_a_provider_and_a_provider_an_address_to_come_back_to() {
        let folder = tempfile::TempDir::new().unwrap();
        let file = folder.path().join("providers.json");
        let with = |role: &str| {
            let provider = json!({
                "id": "club", "name": "Our club", "issuer": "https://accounts.example.org", "client_id": "tengen",
                "groups_claim": "groups", "roles": {"board": role},
            });
            fs::write(&file, json!({"providers": [provider]}).to_string()).unwrap();
            ["--providers-file", file.to_str().unwrap()]
        };
        assert!(ways_of(&[]).unwrap().openid().is_none());
        assert!(matches!(ways_of(&["--ways-in", "providers"]), Err(WaysError::NoProvider)));
        assert!(matches!(ways_of(&with("owner")), Err(WaysError::NoAddress)));
        let site = ["--public-url", "https://go.example.org"];
        let open = ways_of(&[with("owner"), site].concat()).unwrap();
        assert!(open.has_others() && open.openid().is_some());
        let alone = ways_of(&[&with("owner")[..], &site, &["--ways-in", "providers"]].concat()).unwrap();
        assert!(!alone.has_others() && alone.passkeys().is_none() && open.passkeys().is_some());
        for (address, has) in [
            ("http://localhost:8080", true),
            ("http://127.0.0.1:8080", false),
            ("http://go.example.org", false),
        ] {
            assert_eq!(ways_of(&["--public-url", address]).unwrap().passkeys().is_some(), has, "{address}");
        }
        let provider = alone.of_issuer("https://accounts.example.org").unwrap();
        assert_eq!(Ways::roles(provider, &["board".to_owned()]), [Role::Owner]);
        assert!(Ways::roles(provider, &["guests".to_owned()]).is_empty());
        let refused = ways_of(&[with("king"), site].concat()).unwrap_err().to_string();
        assert!(
            refused.contains("club") && refused.contains("king") && refused.contains("owner"),
            "{refused}"
        );
    }
}
