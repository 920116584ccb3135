//! Signing in: the way to a provider and back.

use std::time::Duration;

use openidconnect::core::{CoreAuthPrompt, CoreAuthenticationFlow, CoreClientAuthMethod};
use openidconnect::{
    AuthType, AuthorizationCode, CsrfToken, Nonce, PkceCodeChallenge, PkceCodeVerifier, RedirectUrl,
    RequestTokenError, Scope,
};
use tengen_game::Millis;
use tengen_tls::ClientConfig;
use url::Url;

use crate::answer::Answer;
use crate::discovery::Discovery;
use crate::error::{OpenIdError, Told};
use crate::http::{Http, NoAnswer};
use crate::identity::Identity;
use crate::pending::Pending;
use crate::provider::{OPENID, Provider};
use crate::providers::Providers;
use crate::shapes::{Client, Metadata, Refusal, Tokens};
use crate::token::{self, Refused};

/// The providers of a server, and what is known of each.
///
/// Each has an address of its own to which browsers come back: `<public_url>/sign-in/<provider's id>/back`.
#[derive(Debug)]
pub struct OpenId {
    doors: Vec<Door>,
    http: Http,
}

/// The way by one provider.
#[derive(Debug)]
struct Door {
    provider: Provider,
    redirect_address: RedirectUrl,
    discovery: Discovery,
}

/// Why there is no way by providers.
#[derive(Debug, thiserror::Error)]
pub enum NoOpenId {
    /// The server's address is none to which browsers come back.
    #[error("browsers find no way back to this address: {0}")]
    Address(String),
    /// There is no client for requests.
    #[error(transparent)]
    Client(#[from] reqwest::Error),
}

/// A sign-in that has begun.
#[derive(Debug)]
pub struct Begun {
    /// The address to which the browser goes.
    pub address: Url,
    /// The secret state that the caller keeps until the browser comes back.
    pub pending: Pending,
}

impl OpenId {
    /// The way by these providers to a server that browsers find at `public_url`, such as
    /// `https://go.example.org`. No provider is asked for anything yet.
    ///
    /// # Errors
    ///
    /// When the address is not one of http or https, or has a query or a fragment.
    pub fn new(providers: Providers, public_url: &str, tls: ClientConfig) -> Result<Self, NoOpenId> {
        let no_way = || NoOpenId::Address(public_url.to_owned());
        let url = Url::parse(public_url).map_err(|_| no_way())?;
        let is_web = matches!(url.scheme(), "http" | "https");
        if !is_web || url.query().is_some() || url.fragment().is_some() {
            return Err(no_way());
        }
        let http = Http::new(tls)?;
        let door = |provider: Provider| {
            let address = format!("{}/sign-in/{}/back", url.as_str().trim_end_matches('/'), provider.id());
            let redirect_address = RedirectUrl::new(address).map_err(|_| no_way())?;
            let discovery = Discovery::new(provider.issuer_url().clone(), http.clone());
            Ok(Door { provider, redirect_address, discovery })
        };
        let doors = providers.into_vec().into_iter().map(door).collect::<Result<_, NoOpenId>>()?;
        Ok(Self { doors, http })
    }

    /// The providers, in the order of the settings.
    pub fn providers(&self) -> impl ExactSizeIterator<Item = &Provider> {
        self.doors.iter().map(|door| &door.provider)
    }

    /// The address that has to be registered at the provider of this id: browsers come back to it.
    pub fn redirect_address(&self, provider: &str) -> Option<&str> {
        self.door(provider).ok().map(|door| door.redirect_address.as_str())
    }

    /// Begins a sign-in by the provider of this id. Where it is to be `fresh`, the person has to sign in
    /// anew, even if the provider knows who it is.
    ///
    /// # Errors
    ///
    /// When the provider is away, or what it says about itself can't be used.
    pub async fn begin(&self, provider: &str, fresh: bool, now: Millis) -> Result<Begun, OpenIdError> {
        let door = self.door(provider)?;
        let client = door.client(&*door.discovery.metadata(now).await?);
        let pending = Pending::new(provider, fresh, now)?;
        let verifier = PkceCodeVerifier::new(pending.verifier.clone());
        let (state, nonce) = (CsrfToken::new(pending.state.clone()), Nonce::new(pending.nonce.clone()));
        let scopes = door.provider.scopes().iter().filter(|scope| *scope != OPENID);
        let mut request = client
            .authorize_url(CoreAuthenticationFlow::AuthorizationCode, || state, || nonce)
            .set_pkce_challenge(PkceCodeChallenge::from_code_verifier_sha256(&verifier))
            .add_scopes(scopes.map(|scope| Scope::new(scope.clone())));
        if fresh {
            // The age makes the provider say when the person signed in.
            request = request.add_prompt(CoreAuthPrompt::Login).set_max_age(Duration::ZERO);
        }
        Ok(Begun { address: request.url().0, pending })
    }

    /// Ends a sign-in: who the person is whose browser came back, to the address of the provider of this id.
    ///
    /// The caller forgets the pending sign-in before it calls this, so that no answer counts twice.
    ///
    /// # Errors
    ///
    /// When the answer belongs to another attempt or comes too late, when the provider refuses or is away,
    /// and when the token is not good.
    pub async fn finish(
        &self,
        provider: &str,
        pending: &Pending,
        answer: &Answer,
        now: Millis,
    ) -> Result<Identity, OpenIdError> {
        let door = self.door(provider)?;
        pending.fits(provider, answer.state.as_deref(), now)?;
        // RFC 9207: whoever answers in a provider's place sends a code that is not to be shown to this
        // provider.
        if let Some(iss) = answer.iss.as_deref().filter(|iss| *iss != door.provider.issuer()) {
            return Err(OpenIdError::WrongIssuer(Told::new(iss)));
        }
        if let Some(error) = &answer.error {
            return Err(OpenIdError::RefusedByProvider(Told::new(error)));
        }
        let metadata = door.discovery.metadata(now).await?;
        if answer.iss.is_none() && metadata.additional_metadata().names_issuer {
            return Err(OpenIdError::WrongIssuer(Told::new("the answer names none")));
        }
        let code = answer.code.clone().filter(|code| !code.is_empty());
        let code = code.ok_or_else(|| OpenIdError::unreadable("the answer has no code"))?;
        let tokens = self.exchange(&door.client(&metadata), code, pending).await?;
        let token = tokens
            .extra_fields()
            .id_token()
            .ok_or_else(|| OpenIdError::unreadable("there is no id_token"))?;
        let claims = match token::claims(token, &door.provider, &metadata, pending, now) {
            Err(Refused::ByKeys(error)) => {
                let newer = door.discovery.with_newer_keys(&metadata, now).await?.ok_or(error)?;
                token::claims(token, &door.provider, &newer, pending, now)
            }
            first => first,
        };
        Identity::of(claims.map_err(Refused::into_error)?, door.provider.groups_claim())
    }

    async fn exchange(
        &self,
        client: &Client,
        code: String,
        pending: &Pending,
    ) -> Result<Tokens, OpenIdError> {
        let request = client
            .exchange_code(AuthorizationCode::new(code))
            .map_err(|error| OpenIdError::Unreadable(Told::of(&error)))?
            .set_pkce_verifier(PkceCodeVerifier::new(pending.verifier.clone()));
        request.request_async(&self.http).await.map_err(|error| no_tokens(&error))
    }

    fn door(&self, provider: &str) -> Result<&Door, OpenIdError> {
        let mut doors = self.doors.iter();
        doors.find(|door| door.provider.id() == provider).ok_or(OpenIdError::UnknownProvider)
    }
}

impl Door {
    fn client(&self, metadata: &Metadata) -> Client {
        let secret = self.provider.client_secret().cloned();
        let client =
            Client::from_provider_metadata(metadata.clone(), self.provider.client_id().clone(), secret)
                .set_redirect_uri(self.redirect_address.clone());
        // Where the document says nothing, it is the header: OpenID Connect Discovery 1.0, section 3.
        let methods = metadata.token_endpoint_auth_methods_supported();
        let takes = |method| methods.is_none_or(|methods| methods.contains(&method));
        let by_form =
            !takes(CoreClientAuthMethod::ClientSecretBasic) && takes(CoreClientAuthMethod::ClientSecretPost);
        client.set_auth_type(if by_form { AuthType::RequestBody } else { AuthType::BasicAuth })
    }
}

fn no_tokens(error: &RequestTokenError<NoAnswer, Refusal>) -> OpenIdError {
    match error {
        RequestTokenError::ServerResponse(refusal) => {
            OpenIdError::RefusedByProvider(Told::new(&refusal.to_string()))
        }
        RequestTokenError::Request(why) => why.into(),
        _ => OpenIdError::Unreadable(Told::of(error)),
    }
}
