//! The inputs that each extractor reads from a request, and its refusals.

use aide::OperationInput;
use aide::generate::GenContext;
use aide::openapi::{Operation, SecurityRequirement};
use schemars::JsonSchema;
use tengen_game::{GroupId, PlayerId, TaskId};
use tengen_protocol::{NewAccounts, ProblemCode, Scope};

use super::describe::{
    may_be_file, may_be_form, may_refuse, path_parameter, query_parameters, request_body, request_file,
};
use super::document::TOKEN;
use crate::web::accept::{CSV, SGF, TEXT};
use crate::web::body::{Addressed, Body, BodyUpTo, Fields, Named, OptionalBody};
use crate::web::caller::{
    Acting, Anyone, AtHome, AtHomeActing, Caller, Looking, MaybeCaller, Owner, OwnerOrBot, OwnerOrBotLooking,
    Viewer,
};
use crate::web::groups::{Fellows, NamesBody, TaskAddress};
use crate::web::record_file::{PART, RecordFile};
use crate::web::version::{Spoken, VersionField};

/// The refusals of a body before its content is read.
const BODY_PROBLEMS: &[ProblemCode] =
    &[ProblemCode::Malformed, ProblemCode::TooSlow, ProblemCode::TooLarge, ProblemCode::UnsupportedMediaType];

/// A file in SGF.
const RECORD: &str = "(;GM[1]FF[4]SZ[9];B[ee];W[gc])";

/// A token is needed; a personal one must have this scope.
fn needs_token(operation: &mut Operation, scope: Option<Scope>) {
    let scopes = scope.into_iter().map(|scope| scope.name().to_owned()).collect();
    operation.security.push(SecurityRequirement::from_iter([(TOKEN.to_owned(), scopes)]));
    may_refuse(operation, &[ProblemCode::Unauthenticated]);
    if scope.is_some() {
        may_refuse(operation, &[ProblemCode::InsufficientScope]);
    }
}

/// It goes without a token, too: an empty requirement.
fn goes_without_token(operation: &mut Operation) {
    operation.security.push(SecurityRequirement::default());
}

impl OperationInput for Caller {
    fn operation_input(_: &mut GenContext, operation: &mut Operation) {
        needs_token(operation, Some(Scope::Play));
    }
}

impl OperationInput for Viewer {
    fn operation_input(_: &mut GenContext, operation: &mut Operation) {
        needs_token(operation, Some(Scope::Read));
    }
}

impl OperationInput for Owner {
    fn operation_input(_: &mut GenContext, operation: &mut Operation) {
        needs_token(operation, None);
        may_refuse(operation, &[ProblemCode::OwnTokenNeeded]);
    }
}

impl OperationInput for OwnerOrBot {
    fn operation_input(_: &mut GenContext, operation: &mut Operation) {
        needs_token(operation, Some(Scope::Play));
        may_refuse(operation, &[ProblemCode::OwnTokenNeeded]);
    }
}

impl OperationInput for OwnerOrBotLooking {
    fn operation_input(_: &mut GenContext, operation: &mut Operation) {
        needs_token(operation, Some(Scope::Read));
        may_refuse(operation, &[ProblemCode::OwnTokenNeeded]);
    }
}

impl OperationInput for AtHome {
    fn operation_input(ctx: &mut GenContext, operation: &mut Operation) {
        Owner::operation_input(ctx, operation);
    }
}

impl OperationInput for MaybeCaller {
    fn operation_input(_: &mut GenContext, operation: &mut Operation) {
        goes_without_token(operation);
        needs_token(operation, Some(Scope::Read));
    }
}

impl OperationInput for Anyone {
    fn operation_input(_: &mut GenContext, operation: &mut Operation) {
        goes_without_token(operation);
        needs_token(operation, None);
    }
}

impl OperationInput for Acting {
    fn operation_input(_: &mut GenContext, operation: &mut Operation) {
        needs_token(operation, Some(Scope::Staff));
        may_refuse(operation, &[ProblemCode::NotAllowed, ProblemCode::SignInAgain]);
    }
}

impl OperationInput for AtHomeActing {
    fn operation_input(ctx: &mut GenContext, operation: &mut Operation) {
        AtHome::operation_input(ctx, operation);
        may_refuse(operation, &[ProblemCode::NotAllowed, ProblemCode::SignInAgain]);
    }
}

impl OperationInput for Looking {
    fn operation_input(ctx: &mut GenContext, operation: &mut Operation) {
        MaybeCaller::operation_input(ctx, operation);
        may_refuse(operation, &[ProblemCode::SignInAgain]);
    }
}

impl OperationInput for Fellows {
    fn operation_input(ctx: &mut GenContext, operation: &mut Operation) {
        path_parameter::<GroupId>(ctx, operation, "id");
        path_parameter::<PlayerId>(ctx, operation, "player");
        may_refuse(operation, &[ProblemCode::NoSuchGroup, ProblemCode::NoSuchPlayer]);
    }
}

impl OperationInput for TaskAddress {
    fn operation_input(ctx: &mut GenContext, operation: &mut Operation) {
        path_parameter::<GroupId>(ctx, operation, "id");
        path_parameter::<TaskId>(ctx, operation, "task");
        may_refuse(operation, &[ProblemCode::NoSuchGroup, ProblemCode::NoSuchTask]);
    }
}

impl OperationInput for NamesBody {
    fn operation_input(ctx: &mut GenContext, operation: &mut Operation) {
        request_body::<NewAccounts>(ctx, operation, true);
        may_be_file(operation, CSV, "name\r\nAnn\r\nBen\r\n");
        may_refuse(operation, BODY_PROBLEMS);
    }
}

impl<T: JsonSchema> OperationInput for Body<T> {
    fn operation_input(ctx: &mut GenContext, operation: &mut Operation) {
        request_body::<T>(ctx, operation, true);
        may_refuse(operation, BODY_PROBLEMS);
    }
}

impl<T: JsonSchema, const MOST: usize> OperationInput for BodyUpTo<T, MOST> {
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

impl OperationInput for RecordFile {
    fn operation_input(ctx: &mut GenContext, operation: &mut Operation) {
        request_file(ctx, operation, SGF, RECORD);
        may_be_file(operation, TEXT, RECORD);
        may_be_form(operation, PART);
        may_refuse(operation, BODY_PROBLEMS);
    }
}

impl<T: JsonSchema> OperationInput for Fields<T> {
    fn operation_input(ctx: &mut GenContext, operation: &mut Operation) {
        query_parameters::<T>(ctx, operation);
        may_refuse(operation, &[ProblemCode::Malformed]);
    }
}

impl OperationInput for Spoken {
    fn operation_input(ctx: &mut GenContext, operation: &mut Operation) {
        query_parameters::<VersionField>(ctx, operation);
        may_refuse(operation, &[ProblemCode::Malformed, ProblemCode::UnknownProtocol]);
    }
}

impl<T: Addressed> OperationInput for Named<T> {
    fn operation_input(ctx: &mut GenContext, operation: &mut Operation) {
        path_parameter::<T>(ctx, operation, T::PARAMETER);
        may_refuse(operation, &[T::NONE]);
    }
}
