//! Answers that describe their own content.

use aide::OperationOutput;
use aide::generate::GenContext;
use aide::openapi::{Operation, Response as Described, StatusCode as Status};
use axum::Json;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Serialize;

use super::describe::{carrying, with_link, with_location};
use crate::web::accept::JSON;
use crate::web::error::WebError;
use crate::web::next_page::{self, Listed};

/// A JSON answer that no cache keeps.
pub(in crate::web) struct Answer<T>(T);

/// Makes an [`Answer`].
pub(in crate::web) fn answer<T>(value: T) -> Answer<T> {
    Answer(value)
}

impl<T: Serialize> IntoResponse for Answer<T> {
    fn into_response(self) -> Response {
        ([(header::CACHE_CONTROL, "no-store")], Json(self.0)).into_response()
    }
}

impl<T: JsonSchema> OperationOutput for Answer<T> {
    type Inner = T;

    fn operation_response(ctx: &mut GenContext, _: &mut Operation) -> Option<Described> {
        Some(carrying::<T>(ctx, JSON, "As asked for."))
    }

    fn inferred_responses(
        ctx: &mut GenContext,
        operation: &mut Operation,
    ) -> Vec<(Option<Status>, Described)> {
        told_with::<Self>(200, ctx, operation)
    }
}

/// The described answer of a handler, which has a status.
fn told_with<A: OperationOutput>(
    status: u16,
    ctx: &mut GenContext,
    operation: &mut Operation,
) -> Vec<(Option<Status>, Described)> {
    let described = A::operation_response(ctx, operation);
    described.map(|described| (Some(Status::Code(status)), described)).into_iter().collect()
}

/// A page of a list that no cache keeps, with the way to the next one.
pub(in crate::web) struct Page<T>(T);

/// Makes a [`Page`].
pub(in crate::web) fn page<T>(list: T) -> Page<T> {
    Page(list)
}

impl<T: Serialize + Listed> IntoResponse for Page<T> {
    fn into_response(self) -> Response {
        let next = next_page::after(&self.0);
        next_page::noted(next, answer(self.0))
    }
}

impl<T: JsonSchema> OperationOutput for Page<T> {
    type Inner = T;

    fn operation_response(ctx: &mut GenContext, _: &mut Operation) -> Option<Described> {
        Some(with_link(carrying::<T>(ctx, JSON, "As asked for.")))
    }

    fn inferred_responses(
        ctx: &mut GenContext,
        operation: &mut Operation,
    ) -> Vec<(Option<Status>, Described)> {
        told_with::<Self>(200, ctx, operation)
    }
}

/// The answer about something new, and where it is from now on.
pub(in crate::web) struct Created<T> {
    pub(in crate::web) location: String,
    pub(in crate::web) content: T,
}

impl<T: Serialize> IntoResponse for Created<T> {
    fn into_response(self) -> Response {
        (StatusCode::CREATED, [(header::LOCATION, self.location)], answer(self.content)).into_response()
    }
}

impl<T: JsonSchema> OperationOutput for Created<T> {
    type Inner = T;

    fn operation_response(ctx: &mut GenContext, _: &mut Operation) -> Option<Described> {
        Some(with_location(carrying::<T>(ctx, JSON, "Made.")))
    }

    fn inferred_responses(
        ctx: &mut GenContext,
        operation: &mut Operation,
    ) -> Vec<(Option<Status>, Described)> {
        told_with::<Self>(201, ctx, operation)
    }
}

/// What goes wrong is described where it may: see [`Describe::refuses`](super::Describe::refuses).
impl OperationOutput for WebError {
    type Inner = Self;
}
