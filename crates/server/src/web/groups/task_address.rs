//! A task of a class in an address.

use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;
use tengen_game::{GroupId, TaskId};
use tengen_protocol::ProblemCode;

use crate::web::error::WebError;
use crate::web::openapi::{GenContext, Operation, OperationInput, may_refuse, path_parameter};

/// The class and the task that an address names.
#[derive(Debug, Clone, Copy)]
pub(super) struct TaskAddress {
    pub(super) group: GroupId,
    pub(super) task: TaskId,
}

impl<S: Send + Sync> FromRequestParts<S> for TaskAddress {
    type Rejection = WebError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, WebError> {
        let path = Path::<(String, String)>::from_request_parts(parts, state).await;
        let Path((group, task)) = path.map_err(|_| ProblemCode::NoSuchGroup)?;
        let group = group.parse().map_err(|_| ProblemCode::NoSuchGroup)?;
        let task = task.parse().map_err(|_| ProblemCode::NoSuchTask)?;
        Ok(Self { group, task })
    }
}

impl OperationInput for TaskAddress {
    fn operation_input(ctx: &mut GenContext, operation: &mut Operation) {
        path_parameter::<GroupId>(ctx, operation, "id");
        path_parameter::<TaskId>(ctx, operation, "task");
        may_refuse(operation, &[ProblemCode::NoSuchGroup, ProblemCode::NoSuchTask]);
    }
}
