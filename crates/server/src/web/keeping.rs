//! Answers to requests with keys: how they are kept, and how they are told again.

use std::sync::Arc;

use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::json;
use tengen_protocol::ProblemCode;
use tengen_store::{KeptAnswer, KeptContent, KeyedRequest};
use tengen_trouble as trouble;
use tengen_yielding::nicely;
use tokio::sync::oneshot;

use super::accept::JSON;
use super::beginning::MadePlayer;
use super::caller::{identify, shown_token};
use super::client::Client;
use super::error::{Making, Refusal, WebError};
use super::seal::Seal;
use super::told::{LONGEST_BODY, Told};
use crate::app::App;

/// An answer of more bytes is packed on a thread of its own, where moves do not wait for it.
const GREAT: usize = 64 << 10;
/// The name of that thread.
const THREAD: &str = "kept answers";

/// A request with a key, and what closes its answer.
pub(super) struct Asked {
    pub(super) keyed: KeyedRequest,
    pub(super) seal: Seal,
}

/// What is read of an answer that tells a stranger a token.
#[derive(Deserialize)]
struct WithToken {
    token: String,
}

/// Keeps an answer that tells of success, and forgets the key of a refusal.
pub(super) async fn kept(app: &App, asked: &Asked, answer: Response) -> Response {
    let status = answer.status();
    if !status.is_success() {
        if refuses(&answer) {
            if let Err(error) = app.store.forget_keyed(&asked.keyed).await {
                trouble::log("the key of a refused request was not forgotten", error);
            }
        } else {
            lost(app, &asked.keyed).await;
        }
        return answer;
    }
    let (parts, body) = answer.into_parts();
    // It is there as a whole already.
    let Ok(bytes) = to_bytes(body, usize::MAX).await else {
        lost(app, &asked.keyed).await;
        return WebError::internal("an answer broke off").into_response();
    };
    // Without all else it is still kept that something was made, and where it is.
    let sealed = if bytes.len() > LONGEST_BODY {
        None
    } else {
        let (told, seal, place) =
            (Arc::new(Told::new(&parts.headers, &bytes)), asked.seal.clone(), place(&asked.keyed));
        aside(bytes.len(), move || seal.close(&told.pack()?, &place)).await
    };
    let location = parts.headers.get(header::LOCATION).and_then(|location| location.to_str().ok());
    let made = parts.extensions.get::<MadePlayer>().map(|MadePlayer(player)| *player);
    let (status, sealed) = (status.as_u16(), sealed.as_deref());
    if let Err(error) = app.store.answer_keyed(&asked.keyed, status, location, made, sealed).await {
        trouble::log("the answer to a request with a key was not kept", error);
    }
    Response::from_parts(parts, Body::from(bytes))
}

/// Where an answer belongs: it does not open elsewhere.
fn place(KeyedRequest { holder, key, request }: &KeyedRequest) -> String {
    [holder.id(), key, request].join(" ")
}

/// Does work on so many bytes: at once, or where they are many on a thread that is nice to others.
async fn aside<T: Send + 'static>(
    bytes: usize,
    work: impl Fn() -> Option<T> + Clone + Send + 'static,
) -> Option<T> {
    if bytes <= GREAT {
        return work();
    }
    let (tell, outcome) = oneshot::channel();
    if nicely(THREAD, work.clone(), move |done, _| drop(tell.send(done))).is_err() {
        // There is no room for a thread. What is not kept now is lost for ever, so moves wait for it this once.
        return work();
    }
    outcome.await.ok()?.ok()?
}

/// Notes that nobody knows how a request has ended. Where that fails as well, it is taken to be under way for a while.
async fn lost(app: &App, keyed: &KeyedRequest) {
    if let Err(error) = app.store.lose_keyed(keyed).await {
        trouble::log("a request with a key has ended, and that was not noted", error);
    }
}

/// Whether an answer tells that nothing was made. After a failure of the server or its database nobody knows, unless it is marked.
fn refuses(answer: &Response) -> bool {
    let unknown = [ProblemCode::Internal.name(), ProblemCode::Unavailable.name()];
    let extensions = answer.extensions();
    match extensions.get::<Making>() {
        Some(making) => *making == Making::NotBegun,
        None => extensions.get().is_some_and(|Refusal(code)| !unknown.contains(&code.as_str())),
    }
}

/// An answer as it was given before, to a client who asks with these headers.
pub(super) async fn given_again(
    app: &App,
    client: Client,
    headers: &HeaderMap,
    asked: &Asked,
    answer: KeptAnswer,
) -> Result<Response, WebError> {
    let KeptAnswer { status, location, content } = answer;
    let code = StatusCode::from_u16(status).unwrap_or(StatusCode::OK);
    match content {
        KeptContent::Sealed(sealed) => {
            let told = opened(app, client, asked, sealed).await?;
            let mut its = told.headers();
            if its.contains_key(header::SET_COOKIE) && !is_at_home(app, headers, &told.body).await? {
                its.remove(header::SET_COOKIE);
            }
            let mut answer = (code, told.body).into_response();
            *answer.headers_mut() = its;
            Ok(answer)
        }
        KeptContent::Open(body) => Ok(given_by_release_before(code, location, body)),
        KeptContent::Nothing => {
            Err(ProblemCode::AnswerNotKept.with(json!({"status": status, "location": location})).into())
        }
    }
}

/// What a sealed answer tells. A great one takes a turn, which its client pays for.
async fn opened(app: &App, client: Client, asked: &Asked, sealed: Vec<u8>) -> Result<Told, WebError> {
    let (seal, belongs_to) = (asked.seal.clone(), place(&asked.keyed));
    // It is some times as long when it is unpacked.
    let is_great = 4 * sealed.len() > GREAT;
    let open = move || Told::unpack(&seal.open(&sealed, &belongs_to)?);
    let told = if is_great {
        let place = app.turns.unpackings.place(&app.limits, client)?;
        place.turn().await?.work_for(&app.limits, client, open).await?
    } else {
        open()
    };
    told.ok_or_else(|| WebError::internal("a kept answer does not open"))
}

/// Whether the token of an answer, if it tells one, is still that of a session, and the browser that asks is in no other one: a
/// cookie of before would sign somebody out.
async fn is_at_home(app: &App, asks: &HeaderMap, body: &str) -> Result<bool, WebError> {
    let Ok(WithToken { token }) = serde_json::from_str(body) else { return Ok(true) };
    if let Some(shown) = shown_token(asks)
        && shown != token
        && identify(app, &shown).await?.is_some()
    {
        return Ok(false);
    }
    Ok(identify(app, &token).await?.is_some())
}

/// An answer that a server of the release before has kept.
fn given_by_release_before(status: StatusCode, location: Option<String>, body: String) -> Response {
    let mut answer = if body.is_empty() {
        status.into_response()
    } else {
        (status, [(header::CONTENT_TYPE, JSON), (header::CACHE_CONTROL, "no-store")], body).into_response()
    };
    let location: Option<HeaderValue> = location.and_then(|location| location.try_into().ok());
    answer.headers_mut().extend(location.map(|location| (header::LOCATION, location)));
    answer
}

#[cfg(test)]
mod tests {
    use tengen_actions::kit::before_making;

    use super::*;
    use crate::web::error::after_making;

    #[test]
    fn a_refusal_makes_nothing() {
        let refused = |error: WebError| refuses(&error.into_response());
        assert!(refused(ProblemCode::NoSuchGroup.into()));
        assert!(refused(ProblemCode::WrongClock.into()));
        assert!(!refused(after_making(ProblemCode::NoSuchGroup)));
        assert!(!refused(ProblemCode::Unavailable.into()));
        assert!(refused(before_making(ProblemCode::Unavailable).into()));
        assert!(!refused(WebError::internal("a failure")));
        assert!(!refuses(&StatusCode::NOT_FOUND.into_response()));
    }
}
