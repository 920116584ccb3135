//! HTTP and WebSockets: the caller, the request, and the answer in the shapes of the protocol.

mod accept;
mod answers;
mod arriving;
mod beginning;
mod body;
mod caller;
mod client;
mod cross_origin;
mod enclosed;
mod encrypted_alone;
mod error;
mod fingerprint;
mod fresh;
mod games;
mod groups;
mod health;
mod host;
mod keeping;
mod key;
mod lists;
mod located;
mod members_only;
mod metrics;
mod next_page;
mod once;
mod openapi;
mod origin;
mod packed;
mod pages;
mod people;
mod permission;
mod record_file;
mod records;
mod routing;
mod seal;
mod socket;
mod staff;
mod streaming;
mod suspended;
mod told;
mod traced;
mod trying;
mod turns;
mod upload;
mod version;
mod well_known;

pub use metrics::door as metrics_door;
pub(crate) use people::own_data::WholeData;

use std::time::Duration;

use aide::axum::ApiRouter;
use axum::Router;
use axum::extract::{DefaultBodyLimit, Request};
use axum::http::{Extensions, HeaderMap, HeaderName, HeaderValue, StatusCode, Version, header};
use axum::middleware::{from_fn, from_fn_with_state};
use tengen_protocol::MAX_MESSAGE_BYTES;
use tengen_trouble as trouble;
use tower::ServiceBuilder;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::classify::ServerErrorsFailureClass;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate};
use tower_http::set_header::SetResponseHeaderLayer;
use tower_http::trace::TraceLayer;
use tracing::{Span, debug_span};

use self::pages::policy::CONTENT_SECURITY_POLICY;
use self::permission::{OpenTo, PUPILS, Permissions};
use crate::app::App;

/// Everything the server answers.
pub fn router(app: App) -> Router {
    let served = app.clone();
    let api = move || {
        let routes = interface()
            .layer(from_fn(next_page::link))
            .layer(from_fn(located::locate))
            .layer(from_fn_with_state(served.clone(), enclosed::guard))
            .layer(from_fn_with_state(served.clone(), origin::check_on_change))
            .layer(DefaultBodyLimit::max(MAX_MESSAGE_BYTES));
        ApiRouter::new().nest("/api/v1", routes).merge(health::router())
    };
    let see = from_fn_with_state(app.clone(), enclosed::guard);
    let (routes, permissions) = Permissions::gather(
        openapi::described(api)
            .merge(pages::page::router().route_layer(from_fn_with_state(app.clone(), pages::missing::look)))
            .merge(pages::missing::router())
            .merge(pages::embed::router())
            .merge(well_known::router(&app.options))
            .merge(pages::pictures::router().merge(pages::codes::router()).route_layer(see)),
    );
    let set = |name: HeaderName, value| {
        SetResponseHeaderLayer::if_not_present(name, HeaderValue::from_static(value))
    };
    let gains = |_: StatusCode, _: Version, _: &HeaderMap, parts: &Extensions| {
        parts.get::<streaming::Live>().is_none() && parts.get::<packed::StaysBare>().is_none()
    };
    // The files of an archive are compressed already.
    let compressed = DefaultPredicate::new().and(NotForContentType::const_new(accept::ZIP)).and(gains);
    let leaving = app.clone();
    let failed = move |failure: ServerErrorsFailureClass, _: Duration, _: &Span| {
        if !is_of_leaving(&leaving, &failure) {
            trouble::log("a response failed", failure);
        }
    };
    let layers = ServiceBuilder::new()
        .layer(from_fn_with_state(app.clone(), metrics::count))
        .layer(TraceLayer::new_for_http().make_span_with(span).on_failure(failed))
        // Within the span of the layer before it, so that commands are found in this one.
        .layer(from_fn(traced::trace))
        .layer(set(header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY))
        .layer(set(header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .layer(set(header::REFERRER_POLICY, "same-origin"))
        .layer(from_fn_with_state(app.clone(), encrypted_alone::tell))
        // Brotli takes ten times the memory while it is at work. Files that never change are compressed with it ahead.
        .layer(CompressionLayer::new().compress_when(compressed))
        // Refusals of the layers below are for those pages, too.
        .layer(from_fn_with_state(app.clone(), cross_origin::tell))
        .layer(CatchPanicLayer::custom(error::answer_to_panic))
        .layer(from_fn_with_state(app.clone(), answers::limit))
        .layer(from_fn(host::check))
        .map_request(move |request| permissions.note(request))
        .layer(from_fn_with_state(app.clone(), members_only::guard));
    routes
        .fallback(pages::missing::not_found)
        .method_not_allowed_fallback(pages::missing::method_not_allowed)
        .layer(layers)
        .with_state(app)
}

/// The routes of the interface, without what is done around each. Rooms that are open to pupils in part say it themselves.
fn interface() -> ApiRouter<App> {
    ApiRouter::new()
        .merge(games::game::router().open_to(PUPILS))
        .merge(lists::histories::router().open_to(PUPILS))
        .merge(games::events::router().open_to(PUPILS))
        .merge(lists::feeds::router().open_to(PUPILS))
        .merge(people::accounts::router().open_to(PUPILS))
        .merge(people::acquaintances::router().open_to(PUPILS))
        .merge(people::bots::router())
        .merge(people::identities::router().open_to(PUPILS))
        .merge(people::invitations::router())
        .merge(people::leaving::router().open_to(PUPILS))
        .merge(people::mails::router().open_to(PUPILS))
        .merge(people::me::router().open_to(PUPILS))
        .merge(people::providers::router().open_to(PUPILS))
        .merge(people::second_step::router().open_to(PUPILS))
        .merge(people::passkeys::router().open_to(PUPILS))
        .merge(people::players::router().open_to(PUPILS))
        .merge(lists::positions::router())
        .merge(records::record::router().open_to(PUPILS))
        .merge(trying::play::router().open_to(PUPILS))
        .merge(trying::estimate::router().open_to(PUPILS))
        .merge(trying::variations::router().open_to(PUPILS))
        .merge(people::sanctions::router().open_to(PUPILS))
        .merge(people::sessions::router().open_to(PUPILS))
        .merge(people::tokens::router().open_to(PUPILS))
        .merge(groups::router())
        .merge(staff::router())
        .merge(socket::door::router().open_to(PUPILS))
}

/// The span of a request in the log. It has the path alone: in a query there may be what somebody looks for.
fn span(request: &Request) -> Span {
    let (method, path) = (request.method(), request.uri().path());
    debug_span!(target: "tower_http", "request", %method, path, version = ?request.version())
}

/// Whether a response failed because the server leaves, as its operator wants: it says that it is not ready, and what is still
/// being answered when it stops is cut off.
fn is_of_leaving(app: &App, failure: &ServerErrorsFailureClass) -> bool {
    let is_refusal = matches!(
        failure,
        ServerErrorsFailureClass::StatusCode(status) if *status == StatusCode::SERVICE_UNAVAILABLE
    );
    app.stop.is_cancelled() || (is_refusal && app.drain.has_begun())
}
