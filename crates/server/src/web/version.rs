//! The version of the protocol that a client asks for.

use axum::extract::{FromRequestParts, Query};
use axum::http::request::Parts;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use tengen_protocol::{ProblemCode, Version};

use super::body::malformed;
use super::error::WebError;
use super::openapi::{GenContext, Operation, OperationInput, may_refuse, query_parameters};

/// The field of a query that names the version, where the query has no other fields.
#[derive(Debug, Default, Deserialize, JsonSchema)]
struct VersionField {
    /// The version of the protocol, 1 or 2; 1 if it is left out.
    #[schemars(extend("enum" = ["1", "2"]))]
    protocol: Option<String>,
}

/// The version that a request asks for. Other fields of its query are passed over.
#[derive(Debug, Clone, Copy)]
pub(super) struct Spoken(pub(super) Version);

impl<S: Send + Sync> FromRequestParts<S> for Spoken {
    type Rejection = WebError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, WebError> {
        let query = Query::<VersionField>::from_request_parts(parts, state).await;
        let Query(field) = query.map_err(|rejection| malformed(&rejection.body_text()))?;
        version(field.protocol.as_deref()).map(Self)
    }
}

impl OperationInput for Spoken {
    fn operation_input(ctx: &mut GenContext, operation: &mut Operation) {
        query_parameters::<VersionField>(ctx, operation);
        may_refuse(operation, &[ProblemCode::Malformed, ProblemCode::UnknownProtocol]);
    }
}

/// The version of this name; the first one where none is named.
pub(super) fn version(named: Option<&str>) -> Result<Version, WebError> {
    named.map_or(Ok(Version::default()), |name| {
        let versions = Version::ALL.map(Version::number);
        name.parse().map_err(|_| ProblemCode::UnknownProtocol.with(json!({ "versions": versions })).into())
    })
}
