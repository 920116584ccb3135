//! The ways in: providers that vouch for people, and whether there are others.

use tengen_openid::{OpenId, Provider};
use tengen_passkeys::Passkeys;
use tengen_protocol::{self as protocol, Role};

/// The ways in.
#[derive(Debug)]
pub struct Ways {
    openid: Option<OpenId>,
    passkeys: Option<Passkeys>,
    has_others: bool,
}

impl Ways {
    /// Providers and passkeys, as far as there are any, and whether there are other ways than the providers.
    pub fn new(openid: Option<OpenId>, passkeys: Option<Passkeys>, has_others: bool) -> Self {
        Self { openid, passkeys, has_others }
    }

    /// The providers, if there are any.
    pub fn openid(&self) -> Option<&OpenId> {
        self.openid.as_ref()
    }

    /// Passkeys, if browsers can keep them for this server.
    pub fn passkeys(&self) -> Option<&Passkeys> {
        self.passkeys.as_ref()
    }

    /// Whether there are other ways in than the providers.
    pub fn has_others(&self) -> bool {
        self.has_others
    }

    /// The provider with this issuer, if the operator's settings have it.
    pub fn of_issuer(&self, issuer: &str) -> Option<&Provider> {
        self.providers().find(|provider| provider.issuer() == issuer)
    }

    /// The roles that somebody's groups give at a provider.
    pub fn roles(provider: &Provider, groups: &[String]) -> Vec<Role> {
        provider.roles_of(groups).into_iter().filter_map(Self::role).collect()
    }

    /// The issuers of all providers.
    pub fn issuers(&self) -> Vec<&str> {
        self.providers().map(Provider::issuer).collect()
    }

    /// The roles that groups of the providers give, each with the issuer.
    pub fn given_roles(&self) -> Vec<(&str, Role)> {
        let of = |provider| {
            Provider::roles(provider).filter_map(Self::role).map(move |role| (provider.issuer(), role))
        };
        self.providers().flat_map(of).collect()
    }

    /// The providers as strangers are told of them.
    pub fn told(&self) -> Vec<protocol::Provider> {
        let told = |provider: &Provider| protocol::Provider {
            id: provider.id().to_owned(),
            name: provider.name().to_owned(),
        };
        self.providers().map(told).collect()
    }

    /// The role that a word of the operator's settings names, if there is such a one.
    pub fn role(word: &str) -> Option<Role> {
        Role::ALL.into_iter().find(|role| role.name() == word)
    }

    fn providers(&self) -> impl Iterator<Item = &Provider> {
        self.openid.iter().flat_map(OpenId::providers)
    }
}
