//! A member of a group in an address.

use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;
use tengen_game::{GroupId, PlayerId};
use tengen_protocol::ProblemCode;

use crate::web::error::WebError;
use crate::web::openapi::{GenContext, Operation, OperationInput, may_refuse, path_parameter};

/// The group and the player that an address names.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fellows {
    pub(super) group: GroupId,
    pub(super) player: PlayerId,
}

impl<S: Send + Sync> FromRequestParts<S> for Fellows {
    type Rejection = WebError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, WebError> {
        let path = Path::<(String, String)>::from_request_parts(parts, state).await;
        let Path((group, player)) = path.map_err(|_| ProblemCode::NoSuchGroup)?;
        let group = group.parse().map_err(|_| ProblemCode::NoSuchGroup)?;
        let player = player.parse().map_err(|_| ProblemCode::NoSuchPlayer)?;
        Ok(Self { group, player })
    }
}

impl OperationInput for Fellows {
    fn operation_input(ctx: &mut GenContext, operation: &mut Operation) {
        path_parameter::<GroupId>(ctx, operation, "id");
        path_parameter::<PlayerId>(ctx, operation, "player");
        may_refuse(operation, &[ProblemCode::NoSuchGroup, ProblemCode::NoSuchPlayer]);
    }
}
