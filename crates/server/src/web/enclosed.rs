//! What closed classes hide is not there: the place at which requests are refused for it.
//!
//! An address names a game, a player, a record or a group; whoever may not see it hears that there is none. A pupil is refused at
//! each route that is not open to pupils.

use axum::extract::{FromRequestParts, MatchedPath, RawPathParams, Request, State};
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tengen_actions::kit::{ActionError, Seen};
use tengen_game::GroupId;
use tengen_protocol::ProblemCode;
use tengen_store::{Eyes, Thing};

use super::caller::Anyone;
use super::error::WebError;
use super::members_only::for_members_alone;
use super::permission::{PUPILS, Permission, UNSEEING};
use crate::app::App;

/// The address under which the interface is.
const API: &str = "/api/v1";

/// Lets requests through for things that their callers see.
pub(super) async fn guard(State(app): State<App>, request: Request, next: Next) -> Response {
    let (mut parts, body) = request.into_parts();
    match look(&app, &mut parts).await {
        Ok(seen) => {
            let answer = next.run(Request::from_parts(parts, body)).await;
            if seen == Seen::Within { for_members_alone(answer) } else { answer }
        }
        Err(error) => error.into_response(),
    }
}

/// How the caller sees the thing that the address names; refused, if not at all.
async fn look(app: &App, parts: &mut Parts) -> Result<Seen, WebError> {
    let Ok(template) = MatchedPath::from_request_parts(parts, app).await else { return Ok(Seen::Openly) };
    let address = template.as_str().strip_prefix(API).unwrap_or(template.as_str());
    let named = ["/games/{id}", "/players/{id}", "/records/{id}", "/groups/{id}"]
        .into_iter()
        .find(|named| is_below(address, named));
    let permission = Permission::of(&parts.extensions);
    let is_open = permission.includes(PUPILS);
    if named.is_none() && is_open || permission.includes(UNSEEING) {
        return Ok(Seen::Openly);
    }
    let eyes = match Anyone::from_request_parts(parts, app).await {
        Ok(caller) => caller.eyes(),
        // Whoever answers the request refuses this, or has no need to know.
        Err(error) if is_about_the_caller(&error) => Eyes::default(),
        Err(error) => return Err(error),
    };
    if eyes.enclosed_in.is_some() && !is_open {
        return Err(ProblemCode::NotInClass.into());
    }
    let params = RawPathParams::from_request_parts(parts, app).await;
    let id = params.as_ref().ok().and_then(|params| params.iter().find(|(name, _)| *name == "id"));
    let (Some(named), Some((_, id))) = (named, id) else { return Ok(Seen::Openly) };
    let thing = match named {
        "/games/{id}" => id.parse().ok().map(Thing::Game),
        "/players/{id}" => id.parse().ok().map(Thing::Player),
        "/records/{id}" => id.parse().ok().map(Thing::Record),
        _ => {
            return match (id.parse::<GroupId>(), eyes.enclosed_in) {
                (Ok(group), Some(class)) if group != class => Err(ProblemCode::NoSuchGroup.into()),
                _ => Ok(Seen::Openly),
            };
        }
    };
    match thing {
        Some(thing) => Ok(app.enclosures.sees(eyes, thing).await?),
        // An id that does not read names nothing.
        None => Ok(Seen::Openly),
    }
}

fn is_below(address: &str, above: &str) -> bool {
    address.strip_prefix(above).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

fn is_about_the_caller(WebError(error): &WebError) -> bool {
    let ActionError::Refused(refused) = error else { return false };
    matches!(refused.code, ProblemCode::Unauthenticated | ProblemCode::Suspended)
}
