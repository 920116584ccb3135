//! The settings of one provider.

use std::collections::{BTreeMap, BTreeSet};

use openidconnect::{ClientId, ClientSecret, IssuerUrl};
use serde_json::{Map, Value};
use url::Url;

use crate::address::is_safe;
use crate::fields::Fields;
use crate::settings::{Fault, SettingsError};

/// The most scopes that are asked for, and the most groups that have a role.
const MANY: usize = 256;
/// The scope that makes a request one of OpenID Connect.
pub(crate) const OPENID: &str = "openid";

/// A provider that vouches for people. Its secret is shown nowhere, not even by `Debug`.
#[derive(Debug, Clone)]
pub struct Provider {
    id: String,
    name: String,
    issuer: IssuerUrl,
    client_id: ClientId,
    client_secret: Option<ClientSecret>,
    scopes: Vec<String>,
    groups_claim: Option<String>,
    roles: BTreeMap<String, String>,
}

impl Provider {
    /// The provider of these fields, which is the one of this number in the list.
    pub(crate) fn parse(number: usize, values: Map<String, Value>) -> Result<Self, SettingsError> {
        let mut fields = Fields::new(format!("number {number}"), values);
        let id = fields.required("id", is_word, "1 to 32 of a-z, 0-9 and -")?;
        fields.provider.clone_from(&id);
        let name = fields.required("name", is_shown, "1 to 64 characters without control characters")?;
        let issuer = fields.required(
            "issuer",
            is_issuer,
            "an address of https, or of http on this machine, without user, query and fragment",
        )?;
        let issuer =
            IssuerUrl::new(issuer).map_err(|_| fields.refuse("issuer", Fault::Refused("an address")))?;
        let printable = "1 to 1024 printable characters of ASCII";
        let client_id = fields.required("client_id", is_printable, printable)?;
        let client_secret = fields.optional("client_secret", is_printable, printable)?;
        let scopes = fields.list("scopes")?;
        let scopes = scopes.unwrap_or_else(|| vec![OPENID.to_owned(), "profile".to_owned()]);
        if scopes.len() > MANY || !scopes.iter().all(|scope| is_scope(scope)) {
            return Err(fields.refuse("scopes", Fault::Refused("words without spaces and quotes")));
        }
        if !scopes.iter().any(|scope| scope == OPENID) {
            return Err(fields.refuse("scopes", Fault::Refused("with openid")));
        }
        let groups_claim = fields.optional("groups_claim", is_printable, printable)?;
        let roles = fields.texts_by_texts("roles")?;
        if roles.len() > MANY || !roles.values().all(|role| is_word(role)) {
            let rule = "at most 256 roles, each 1 to 32 of a-z, 0-9 and -";
            return Err(fields.refuse("roles", Fault::Refused(rule)));
        }
        if groups_claim.is_none() && !roles.is_empty() {
            return Err(fields.refuse("groups_claim", Fault::Missing));
        }
        fields.finish()?;
        Ok(Self {
            id,
            name,
            issuer,
            client_id: ClientId::new(client_id),
            client_secret: client_secret.map(ClientSecret::new),
            scopes,
            groups_claim,
            roles,
        })
    }

    /// Its word in addresses: 1 to 32 of a-z, 0-9 and -.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Its name for people.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its issuer, exactly as it stands in the settings.
    pub fn issuer(&self) -> &str {
        &self.issuer
    }

    /// The claim of tokens with somebody's groups, if there is one.
    pub fn groups_claim(&self) -> Option<&str> {
        self.groups_claim.as_deref()
    }

    /// The words that the settings have for groups, each as often as it stands there.
    pub fn roles(&self) -> impl Iterator<Item = &str> {
        self.roles.values().map(String::as_str)
    }

    /// The words that the settings have for these groups. Their meaning is up to the caller.
    pub fn roles_of<'p>(&'p self, groups: &[String]) -> BTreeSet<&'p str> {
        groups.iter().filter_map(|group| self.roles.get(group)).map(String::as_str).collect()
    }

    pub(crate) fn issuer_url(&self) -> &IssuerUrl {
        &self.issuer
    }

    pub(crate) fn client_id(&self) -> &ClientId {
        &self.client_id
    }

    pub(crate) fn client_secret(&self) -> Option<&ClientSecret> {
        self.client_secret.as_ref()
    }

    pub(crate) fn scopes(&self) -> &[String] {
        &self.scopes
    }
}

/// Whether a text can stand in an address and be a role.
fn is_word(text: &str) -> bool {
    (1..=32).contains(&text.len())
        && text.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-'))
}

fn is_shown(text: &str) -> bool {
    (1..=64).contains(&text.chars().count()) && !text.chars().any(char::is_control) && text.trim() == text
}

/// The characters of RFC 6749, appendix A, for clients and their secrets.
fn is_printable(text: &str) -> bool {
    (1..=1024).contains(&text.len()) && text.bytes().all(|byte| matches!(byte, b' '..=b'~'))
}

/// RFC 6749, section 3.3.
fn is_scope(text: &str) -> bool {
    is_printable(text) && !text.contains([' ', '"', '\\'])
}

/// OpenID Connect Core 1.0, section 2, besides the machine itself.
fn is_issuer(text: &str) -> bool {
    let Ok(address) = Url::parse(text) else { return false };
    is_printable(text) && is_safe(&address) && address.query().is_none() && address.fragment().is_none()
}
