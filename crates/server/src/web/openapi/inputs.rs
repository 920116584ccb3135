//! What each extractor of the caller needs, and its refusals. Other extractors say it where they are written.

use aide::OperationInput;
use aide::generate::GenContext;
use aide::openapi::{Operation, SecurityRequirement};
use tengen_protocol::{ProblemCode, Scope};

use super::describe::may_refuse;
use super::document::TOKEN;
use crate::web::caller::{
    Acting, Anyone, AtHome, AtHomeActing, Caller, Looking, MaybeCaller, Owner, OwnerOrBot, OwnerOrBotLooking,
    Viewer,
};

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
