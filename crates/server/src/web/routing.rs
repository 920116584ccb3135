//! Routes that describe themselves, with handlers of one type.
//!
//! A router of `axum`, described by `aide`, is compiled anew for each type of handler that it is given, and each function is a type of its
//! own. There are some two hundred, and their routers took a quarter of the time of compiling this crate. So a handler is put in
//! a box, with its description beside it, before a router sees it. A request costs one call by a pointer more.

use std::sync::Arc;

use aide::axum::routing::{self, ApiMethodRouter};
use aide::generate::in_context;
use aide::openapi::{Operation, ReferenceOr};
use aide::operation::{OperationHandler, OperationInput, OperationOutput};
use aide::transform::TransformOperation;
use axum::extract::Request;
use axum::handler::Handler;
use axum::response::IntoResponse;
use tengen_protocol::ProblemCode;

use super::key::{Again, takes_none};
use super::once::{Answering, Keys, Still, once};
use super::openapi::{Describe, is_describing};
pub(super) use super::permission::{
    BELOW, NOBODY, OpenTo, PUPILS, Permission, STRANGERS, SUSPENDED, UNSEEING, no_page, page,
};
use crate::app::App;

/// Any handler.
#[derive(Clone)]
struct AnyHandler(Arc<dyn Fn(Request, App) -> Answering + Send + Sync>);

/// How `axum` tells this kind of handler from functions.
struct Boxed;

/// The answer of any handler, which `aide` is not told by its type.
struct AnyAnswer;

/// The description that a route gives of itself.
type Description<'r> = Box<dyn FnOnce(TransformOperation<'_>) -> TransformOperation<'_> + 'r>;

impl Handler<Boxed, App> for AnyHandler {
    type Future = Answering;

    fn call(self, request: Request, app: App) -> Answering {
        (self.0)(request, app)
    }
}

impl OperationOutput for AnyAnswer {
    type Inner = Self;
}

impl OperationHandler<(), AnyAnswer> for AnyHandler {}

/// A function that `axum` takes for a handler and `aide` for the source of a description. `T` is how `axum` tells kinds of
/// handlers, `I` are the arguments and `O` is the answer.
pub(super) trait Described<T, I, O>:
    Handler<T, App, Future = Answering> + OperationHandler<I, O>
where
    I: OperationInput,
    O: OperationOutput,
{
}

impl<H, T, I, O> Described<T, I, O> for H
where
    H: Handler<T, App, Future = Answering> + OperationHandler<I, O>,
    I: OperationInput,
    O: OperationOutput,
{
}

/// A route for GET. `about` adds to the description what the handler's arguments and its answer do not say.
pub(super) fn get_with<T, I: OperationInput, O: OperationOutput>(
    handler: impl Described<T, I, O>,
    about: impl FnOnce(TransformOperation<'_>) -> TransformOperation<'_>,
) -> ApiMethodRouter<App> {
    routing::get_with(boxed(handler), description::<I, O>(about))
}

/// A route for POST that takes no key: it makes nothing, or a thing that is good for minutes and once, such as a sign-in.
pub(super) fn post_with<T, I: OperationInput, O: OperationOutput>(
    handler: impl Described<T, I, O>,
    about: impl FnOnce(TransformOperation<'_>) -> TransformOperation<'_>,
) -> ApiMethodRouter<App> {
    let AnyHandler(handler) = boxed(handler);
    let without_key = move |request: Request, app: App| -> Answering {
        match takes_none(request.headers()) {
            Ok(()) => handler(request, app),
            Err(error) => Box::pin(std::future::ready(error.into_response())),
        }
    };
    let about = description::<I, O>(|operation| about(operation).refuses(&[ProblemCode::KeyRefused]));
    routing::post_with(AnyHandler(Arc::new(without_key)), about)
}

/// A route for POST whose request makes something. With a key it makes it once, and its answer, which tells no secret, is kept for a day.
pub(super) fn create_with<T, I: OperationInput, O: OperationOutput>(
    handler: impl Described<T, I, O>,
    about: impl FnOnce(TransformOperation<'_>) -> TransformOperation<'_>,
) -> ApiMethodRouter<App> {
    once_with(Again::Player, None, handler, about)
}

/// The same where the answer tells a secret: it is told again by the same token alone.
pub(super) fn create_secret_with<T, I: OperationInput, O: OperationOutput>(
    handler: impl Described<T, I, O>,
    about: impl FnOnce(TransformOperation<'_>) -> TransformOperation<'_>,
) -> ApiMethodRouter<App> {
    once_with(Again::Token, None, handler, about)
}

/// The same where the sender may not ask for it at any time: `still` says whether the answer may be told again.
pub(super) fn create_guarded_secret_with<T, I: OperationInput, O: OperationOutput>(
    handler: impl Described<T, I, O>,
    still: Still,
    about: impl FnOnce(TransformOperation<'_>) -> TransformOperation<'_>,
) -> ApiMethodRouter<App> {
    once_with(Again::Token, Some(still), handler, about)
}

/// The same where a stranger becomes a player. The handler tells `Beginning` when it is past all that may refuse the request.
pub(super) fn create_player_with<T, I: OperationInput, O: OperationOutput>(
    handler: impl Described<T, I, O>,
    about: impl FnOnce(TransformOperation<'_>) -> TransformOperation<'_>,
) -> ApiMethodRouter<App> {
    once_with(Again::Stranger, None, handler, about)
}

fn once_with<T, I: OperationInput, O: OperationOutput>(
    again: Again,
    still: Option<Still>,
    handler: impl Described<T, I, O>,
    about: impl FnOnce(TransformOperation<'_>) -> TransformOperation<'_>,
) -> ApiMethodRouter<App> {
    let AnyHandler(doing) = boxed(handler);
    let keys = Keys { again, still, doing };
    let with_key =
        move |request: Request, app: App| -> Answering { Box::pin(once(keys.clone(), request, app)) };
    routing::post_with(
        AnyHandler(Arc::new(with_key)),
        description::<I, O>(|operation| about(operation).keyed(again)),
    )
}

/// A route for PUT.
pub(super) fn put_with<T, I: OperationInput, O: OperationOutput>(
    handler: impl Described<T, I, O>,
    about: impl FnOnce(TransformOperation<'_>) -> TransformOperation<'_>,
) -> ApiMethodRouter<App> {
    routing::put_with(boxed(handler), description::<I, O>(about))
}

/// A route for PATCH.
pub(super) fn patch_with<T, I: OperationInput, O: OperationOutput>(
    handler: impl Described<T, I, O>,
    about: impl FnOnce(TransformOperation<'_>) -> TransformOperation<'_>,
) -> ApiMethodRouter<App> {
    routing::patch_with(boxed(handler), description::<I, O>(about))
}

/// A route for DELETE.
pub(super) fn delete_with<T, I: OperationInput, O: OperationOutput>(
    handler: impl Described<T, I, O>,
    about: impl FnOnce(TransformOperation<'_>) -> TransformOperation<'_>,
) -> ApiMethodRouter<App> {
    routing::delete_with(boxed(handler), description::<I, O>(about))
}

fn boxed<T, I: OperationInput, O: OperationOutput>(handler: impl Described<T, I, O>) -> AnyHandler {
    AnyHandler(Arc::new(move |request, app| handler.clone().call(request, app)))
}

fn description<'r, I: OperationInput, O: OperationOutput>(
    about: impl FnOnce(TransformOperation<'_>) -> TransformOperation<'_> + 'r,
) -> Description<'r> {
    Box::new(move |mut operation| {
        if is_describing() {
            infer::<I, O>(operation.inner_mut());
        }
        about(operation)
    })
}

/// Adds what arguments and answer say of themselves. Where both tell of an answer of the same status, it is the handler's own.
fn infer<I: OperationInput, O: OperationOutput>(operation: &mut Operation) {
    let inferred = in_context(|ctx| {
        I::operation_input(ctx, operation);
        let mut inferred = O::inferred_responses(ctx, operation);
        inferred.extend(I::inferred_early_responses(ctx, operation));
        inferred
    });
    let responses = operation.responses.get_or_insert_default();
    for (status, response) in inferred {
        let response = ReferenceOr::Item(response);
        match status {
            Some(status) => {
                responses.responses.entry(status).or_insert(response);
            }
            None => {
                responses.default.get_or_insert(response);
            }
        }
    }
}
