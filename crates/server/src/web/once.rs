//! Requests that make something, sent again: with the same `Idempotency-Key` they make nothing twice.
//!
//! A key is noted before anything is made, so that of two equal requests one is the first, also at two servers. The answer is
//! kept for a day. What a request with a key wants is done to its end though its sender has gone: an answer that gets lost is why
//! keys are given. A refusal makes nothing, and its key is forgotten. Where the server or its database fails, nobody can say
//! whether something was made: that is what the same key is told then, at once, or minutes after the beginning at a server that
//! has stopped in between. Never is anything made a second time by it.
//!
//! An answer may tell a secret, so the database has it encrypted by what its sender alone knows ([`Seal`]), and it is told again to
//! that sender alone ([`Again`]), who still has to be one to whom it may be told ([`Still`]).

use std::panic::AssertUnwindSafe;
use std::pin::Pin;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::{FromRequestParts, Request};
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use tengen_actions::kit::unanswered;
use tengen_entropy::token_hash;
use tengen_game::PlayerId;
use tengen_protocol::{MAX_MESSAGE_BYTES, ProblemCode, Scope};
use tengen_store::{Holder, Keyed, KeyedRequest};
use tracing::Instrument;

use super::accept::{FORM, SGF, TEXT};
use super::arriving::Pace;
use super::beginning::Beginning;
use super::body::{gather, is};
use super::caller::{Anyone, shown_token};
use super::client::Client;
use super::error::{WebError, answer_to_panic};
use super::fingerprint::fingerprint;
use super::keeping::{Asked, given_again, kept};
use super::key::{Again, kept_of_stranger, key, nobody_guesses};
use super::seal::Seal;
use super::upload::Upload;
use crate::app::App;

/// How many bytes a body has at most to which a secret is answered: names for the accounts of a class. Each route has a bound of its
/// own besides.
const LONGEST_LIST: usize = 64 << 10;

/// An answer on its way.
pub(super) type Answering = Pin<Box<dyn Future<Output = Response> + Send>>;

/// What answers a request, whatever its key.
pub(super) type Doing = Arc<dyn Fn(Request, App) -> Answering + Send + Sync>;

/// Refuses to tell an answer again to a sender who may not ask for it any more, by the request and its body.
pub(super) type Still = for<'r> fn(&'r mut Parts, &'r Bytes, &'r App) -> BoxFuture<'r, Result<(), WebError>>;

/// How a route takes keys.
#[derive(Clone)]
pub(super) struct Keys {
    /// To whom an answer is told again.
    pub(super) again: Again,
    /// What else has to hold then.
    pub(super) still: Option<Still>,
    /// What answers.
    pub(super) doing: Doing,
}

/// Answers a request that may have a key.
pub(super) async fn once(keys: Keys, request: Request, app: App) -> Response {
    match key(request.headers()) {
        Ok(None) => (keys.doing)(request, app).await,
        Ok(Some(key)) => with_key(keys, &key, request, app).await.unwrap_or_else(IntoResponse::into_response),
        Err(error) => error.into_response(),
    }
}

async fn with_key(
    Keys { again, still, doing }: Keys,
    key: &str,
    request: Request,
    app: App,
) -> Result<Response, WebError> {
    let (mut parts, body) = request.into_parts();
    if again != Again::Player {
        nobody_guesses(key)?;
    }
    let caller = if again == Again::Stranger {
        None
    } else {
        let caller = Anyone::from_request_parts(&mut parts, &app).await?;
        let player = sender(&caller)?;
        Some((caller, player))
    };
    // Where a secret is told, or a player made, nothing is made of a file.
    let is_file =
        again == Again::Player && [SGF, TEXT, FORM].iter().any(|media_type| is(media_type, &parts.headers));
    let longest = if again == Again::Token { LONGEST_LIST } else { MAX_MESSAGE_BYTES };
    let body = if is_file {
        // The route finds it in the request.
        Upload::of(&mut parts, body, &app).await?.bytes
    } else {
        gather(body, longest, Pace::SMALL).await?
    };
    if let Some((caller, _)) = &caller {
        caller.is_still_let_in(&mut parts, &app).await?;
    }
    let Ok(client) = Client::from_request_parts(&mut parts, &app).await;
    // A key is a transaction, of a player also where the request is refused.
    app.limits.command(client)?;
    let token = if again == Again::Token { shown_token(&parts.headers) } else { None };
    let seal = Seal::new(key, &token.unwrap_or_default());
    let digest = fingerprint(&parts, caller.as_ref().map(|(caller, _)| caller), &body).await;
    let digest = match again {
        Again::Player => digest,
        // There may be a password in the body.
        Again::Token | Again::Stranger => seal.mark(&digest).ok_or_else(no_seal)?,
    };
    let holder = match &caller {
        Some((_, player)) => Holder::Player(*player),
        None => Holder::Network { name: network(&app, client).await?, kept: kept_of_stranger(key) },
    };
    let keyed = KeyedRequest { holder, key: token_hash(key), request: URL_SAFE_NO_PAD.encode(digest) };
    let asked = Asked { keyed, seal };
    // What is known already needs no place among those who write.
    let now = app.clock.now();
    match app.store.known_keyed(&asked.keyed, now).await? {
        None => {}
        Some(Keyed::Answered(answer)) => {
            if let Some(still) = still {
                still(&mut parts, &body, &app).await?;
            }
            return given_again(&app, client, &parts.headers, &asked, answer).await;
        }
        Some(known) => return Err(unanswered(&known, now).into()),
    }
    let beginning = Beginning::of(asked.keyed.clone());
    if again == Again::Stranger {
        // The route begins.
        parts.extensions.insert(beginning.clone());
    } else {
        beginning.begin(&app).await?;
    }
    let request = Request::from_parts(parts, Body::from(body));
    let done = async move {
        // It is not done within the connection, whose time is counted otherwise.
        let answering = app.limits.attend(client, doing(request, app.clone()));
        // After a panic, too, it is noted that nobody knows how it ended.
        let answer = AssertUnwindSafe(answering).catch_unwind().await.unwrap_or_else(answer_to_panic);
        if beginning.has_begun() { kept(&app, &asked, answer).await } else { answer }
    };
    tokio::spawn(done.in_current_span()).await.map_err(WebError::internal)
}

/// The player who sends a request with a key.
fn sender(caller: &Anyone) -> Result<PlayerId, WebError> {
    // Strangers can't be told apart.
    let player = caller.player().ok_or(ProblemCode::Unauthenticated)?.id.0;
    // A token that only reads is told nothing of what another one has made.
    caller.permit(Scope::Play).or_else(|refusal| caller.permit(Scope::Staff).map_err(|_| refusal))?;
    Ok(player)
}

/// The name of the network from which a stranger asks.
async fn network(app: &App, client: Client) -> Result<String, WebError> {
    let name = app.networks.name(&app.store, client.network()).await?;
    name.ok_or_else(|| WebError::internal("a network has no name"))
}

fn no_seal() -> WebError {
    WebError::internal("an answer can't be sealed")
}
