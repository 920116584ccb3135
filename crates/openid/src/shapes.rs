//! The shapes of the library below, with what this crate wants to know besides.

use std::collections::BTreeMap;

use openidconnect::core::{
    CoreAuthDisplay, CoreAuthPrompt, CoreClaimName, CoreClaimType, CoreClientAuthMethod,
    CoreErrorResponseType, CoreGenderClaim, CoreGrantType, CoreJsonWebKey, CoreJweContentEncryptionAlgorithm,
    CoreJweKeyManagementAlgorithm, CoreJwsSigningAlgorithm, CoreResponseMode, CoreResponseType,
    CoreRevocableToken, CoreRevocationErrorResponse, CoreSubjectIdentifierType,
    CoreTokenIntrospectionResponse, CoreTokenType,
};
use openidconnect::{
    AdditionalClaims, AdditionalProviderMetadata, EmptyExtraTokenFields, EndpointMaybeSet, EndpointNotSet,
    EndpointSet, IdTokenClaims, IdTokenFields, JsonWebKeySet, ProviderMetadata, StandardErrorResponse,
    StandardTokenResponse,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Further members of a provider's document.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Announced {
    /// Whether each answer names the issuer, by RFC 9207.
    #[serde(default, rename = "authorization_response_iss_parameter_supported")]
    pub(crate) names_issuer: bool,
}

impl AdditionalProviderMetadata for Announced {}

/// The claims of a token that OpenID Connect has no names for.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct OtherClaims {
    #[serde(flatten)]
    pub(crate) by_name: BTreeMap<String, Value>,
}

impl AdditionalClaims for OtherClaims {}

/// The document of a provider, with its keys.
pub(crate) type Metadata = ProviderMetadata<
    Announced,
    CoreAuthDisplay,
    CoreClientAuthMethod,
    CoreClaimName,
    CoreClaimType,
    CoreGrantType,
    CoreJweContentEncryptionAlgorithm,
    CoreJweKeyManagementAlgorithm,
    CoreJsonWebKey,
    CoreResponseMode,
    CoreResponseType,
    CoreSubjectIdentifierType,
>;

/// The keys of a provider.
pub(crate) type Keys = JsonWebKeySet<CoreJsonWebKey>;

/// The token that says who somebody is.
pub(crate) type IdToken = openidconnect::IdToken<
    OtherClaims,
    CoreGenderClaim,
    CoreJweContentEncryptionAlgorithm,
    CoreJwsSigningAlgorithm,
>;

/// The content of such a token.
pub(crate) type Claims = IdTokenClaims<OtherClaims, CoreGenderClaim>;

/// The answer of a provider to a code.
pub(crate) type Tokens = StandardTokenResponse<
    IdTokenFields<
        OtherClaims,
        EmptyExtraTokenFields,
        CoreGenderClaim,
        CoreJweContentEncryptionAlgorithm,
        CoreJwsSigningAlgorithm,
    >,
    CoreTokenType,
>;

/// The answer of a provider that gives nothing for a code.
pub(crate) type Refusal = StandardErrorResponse<CoreErrorResponseType>;

/// Tengen, as a provider's client.
pub(crate) type Client = openidconnect::Client<
    OtherClaims,
    CoreAuthDisplay,
    CoreGenderClaim,
    CoreJweContentEncryptionAlgorithm,
    CoreJsonWebKey,
    CoreAuthPrompt,
    Refusal,
    Tokens,
    CoreTokenIntrospectionResponse,
    CoreRevocableToken,
    CoreRevocationErrorResponse,
    EndpointSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointMaybeSet,
    EndpointMaybeSet,
>;
