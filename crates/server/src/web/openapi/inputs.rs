//! What each extractor reads from a request, and how it refuses one.

use aide::OperationInput;
use aide::generate::GenContext;
use aide::openapi::{Operation, SecurityRequirement};
use schemars::JsonSchema;
use tengen_game::{GameId, PlayerId};
use tengen_protocol::ProblemCode;
use tengen_rules::BoardName;

use super::describe::{may_refuse, path_parameter, query_parameters, request_body};
use super::document::TOKEN;
use crate::web::body::{BoardPath, Body, Fields, GamePath, OptionalBody, PlayerPath};
use crate::web::caller::{Caller, MaybeCaller};
use crate::web::client::Client;

/// How a body may be refused before anybody looks at what it says.
const BODY_PROBLEMS: &[ProblemCode] =
    &[ProblemCode::Malformed, ProblemCode::TooLarge, ProblemCode::UnsupportedMediaType];

fn needs_token(operation: &mut Operation) {
    operation.security.push(SecurityRequirement::from_iter([(TOKEN.to_owned(), Vec::new())]));
    may_refuse(operation, &[ProblemCode::Unauthenticated]);
}

impl OperationInput for Caller {
    fn operation_input(_: &mut GenContext, operation: &mut Operation) {
        needs_token(operation);
    }
}

impl OperationInput for MaybeCaller {
    fn operation_input(_: &mut GenContext, operation: &mut Operation) {
        // An empty requirement: it goes without a token, too.
        operation.security.push(SecurityRequirement::default());
        needs_token(operation);
    }
}

impl OperationInput for Client {}

impl<T: JsonSchema> OperationInput for Body<T> {
    fn operation_input(ctx: &mut GenContext, operation: &mut Operation) {
        request_body::<T>(ctx, operation, true);
        may_refuse(operation, BODY_PROBLEMS);
    }
}

impl<T: JsonSchema> OperationInput for OptionalBody<T> {
    fn operation_input(ctx: &mut GenContext, operation: &mut Operation) {
        request_body::<T>(ctx, operation, false);
        may_refuse(operation, BODY_PROBLEMS);
    }
}

impl<T: JsonSchema> OperationInput for Fields<T> {
    fn operation_input(ctx: &mut GenContext, operation: &mut Operation) {
        query_parameters::<T>(ctx, operation);
        may_refuse(operation, &[ProblemCode::Malformed]);
    }
}

impl OperationInput for GamePath {
    fn operation_input(ctx: &mut GenContext, operation: &mut Operation) {
        path_parameter::<GameId>(ctx, operation, "id");
        may_refuse(operation, &[ProblemCode::NoSuchGame]);
    }
}

impl OperationInput for PlayerPath {
    fn operation_input(ctx: &mut GenContext, operation: &mut Operation) {
        path_parameter::<PlayerId>(ctx, operation, "id");
        may_refuse(operation, &[ProblemCode::NoSuchPlayer]);
    }
}

impl OperationInput for BoardPath {
    fn operation_input(ctx: &mut GenContext, operation: &mut Operation) {
        path_parameter::<BoardName>(ctx, operation, "name");
        may_refuse(operation, &[ProblemCode::NoSuchBoard]);
    }
}
