//! Requests that make something, sent again: with the same `Idempotency-Key` they make nothing twice.
//!
//! A key is noted before anything is done, so that of two equal requests one is the first, also at two servers. The answer is
//! kept for a day. What a request with a key wants is done to its end though its sender has gone: an answer that gets lost is why
//! keys are given. A refusal makes nothing, and its key is forgotten. Where the server or its database fails, nobody can say
//! whether something was made: that is what the same key is told then, at once, or minutes after the beginning at a server that
//! has stopped in between. Never is anything made a second time by it.
//!
//! An answer may tell a secret, so the database has it encrypted by what its sender alone knows ([`Seal`]), and it is told again to
//! that sender alone ([`Again`]).

use std::panic::AssertUnwindSafe;
use std::pin::Pin;
use std::sync::Arc;

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{FromRequestParts, OriginalUri, Request};
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use futures_util::FutureExt;
use serde_json::json;
use sha2::{Digest, Sha256};
use tengen_entropy::token_hash;
use tengen_game::{Millis, PlayerId};
use tengen_protocol::{MAX_MESSAGE_BYTES, ProblemCode, Scope};
use tengen_store::{Holder, KeptAnswer, KeptContent, Keyed, KeyedRequest, MOST_KEYS};
use tengen_trouble as trouble;
use tengen_yielding::nicely;
use tokio::sync::oneshot;
use tokio::task::yield_now;
use tracing::Instrument;

use super::accept::{FORM, JSON, SGF, TEXT};
use super::arriving::Pace;
use super::body::{gather, is};
use super::caller::{Anyone, shown_token};
use super::client::Client;
use super::error::{Making, Refusal, WebError, answer_to_panic};
use super::key::{Again, key, nobody_guesses};
use super::record_file::file_in_form;
use super::seal::Seal;
use super::told::{LONGEST_BODY, Told};
use super::upload::Upload;
use crate::app::App;

/// For how long a request without an answer is taken to be under way, in milliseconds: a great file may wait for some tens of
/// others, each of some seconds.
const UNDER_WAY: Millis = 300_000;

/// How many bytes a body has at most to which a secret is answered: names for the accounts of a class. Each route has a bound of its own besides.
const LONGEST_LIST: usize = 64 << 10;
/// How many bytes of a body are looked at before others have their turn.
const PIECE: usize = 256 << 10;
/// An answer of more bytes is packed on a thread of its own, where moves do not wait for it.
const GREAT: usize = 64 << 10;
/// The name of that thread.
const THREAD: &str = "kept answers";

/// An answer on its way.
pub(super) type Answering = Pin<Box<dyn Future<Output = Response> + Send>>;

/// What answers a request, whatever its key.
pub(super) type Doing = Arc<dyn Fn(Request, App) -> Answering + Send + Sync>;

/// A request with a key, and what closes its answer.
struct Asked {
    keyed: KeyedRequest,
    seal: Seal,
}

/// Answers a request that may have a key.
pub(super) async fn once(again: Again, doing: Doing, request: Request, app: App) -> Response {
    match key(request.headers()) {
        Ok(None) => doing(request, app).await,
        Ok(Some(key)) => {
            with_key(again, doing, &key, request, app).await.unwrap_or_else(IntoResponse::into_response)
        }
        Err(error) => error.into_response(),
    }
}

async fn with_key(
    again: Again,
    doing: Doing,
    key: &str,
    request: Request,
    app: App,
) -> Result<Response, WebError> {
    let (mut parts, body) = request.into_parts();
    let caller = if again == Again::Stranger {
        nobody_guesses(key)?;
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
    // Each key is a transaction, also of a request that is refused.
    app.limits.command(client)?;
    let token = if again == Again::Token { shown_token(&parts.headers) } else { None };
    let seal = Seal::new(key, &token.unwrap_or_default());
    let digest = fingerprint(&parts, caller.as_ref().map(|(caller, _)| caller), &body).await;
    let digest = match again {
        Again::Player => digest,
        // There may be a password in the body.
        Again::Token | Again::Stranger => seal.mark(&digest).ok_or_else(no_seal)?,
    };
    let holder = match caller {
        Some((_, player)) => Holder::Player(player),
        None => Holder::Network(network(&app, client).await?),
    };
    let keyed = KeyedRequest { holder, key: token_hash(key), request: URL_SAFE_NO_PAD.encode(digest) };
    let asked = Asked { keyed, seal };
    match app.store.begin_keyed(&asked.keyed, app.clock.now()).await? {
        Keyed::New => {}
        Keyed::Answered(answer) => return given_again(&asked, answer).await,
        Keyed::Unanswered { since } if app.clock.now() < since + UNDER_WAY => {
            return Err(ProblemCode::RequestUnderWay.into());
        }
        Keyed::Unanswered { .. } | Keyed::Unknown => return Err(ProblemCode::OutcomeUnknown.into()),
        Keyed::OtherRequest => return Err(ProblemCode::KeyReused.into()),
        Keyed::TooMany => return Err(ProblemCode::TooManyKeys.with(json!({"max": MOST_KEYS})).into()),
    }
    let request = Request::from_parts(parts, Body::from(body));
    let done = async move {
        // It is not done within the connection, whose time is counted otherwise.
        let answering = app.limits.attend(client, doing(request, app.clone()));
        // After a panic, too, it is noted that nobody knows how it ended.
        let answer = AssertUnwindSafe(answering).catch_unwind().await.unwrap_or_else(answer_to_panic);
        kept(&app, &asked, answer).await
    };
    tokio::spawn(done.in_current_span()).await.map_err(|error| WebError::Internal(error.to_string()))
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
    name.ok_or_else(|| WebError::Internal("a network has no name".to_owned()))
}

fn no_seal() -> WebError {
    WebError::Internal("an answer can't be sealed".to_owned())
}

/// What a token is good for, as far as requests are told apart by it.
fn mark_of(caller: Option<&Anyone>) -> u8 {
    match caller {
        Some(caller) if caller.own().is_ok() => 1,
        Some(caller) if caller.permit(Scope::Play).is_ok() => 0,
        // Of the staff alone.
        Some(_) => 2,
        None => 3,
    }
}

/// All by which a request is told from another one. Of a form it is the file: a sender draws another boundary each time.
async fn fingerprint(parts: &Parts, caller: Option<&Anyone>, body: &Bytes) -> [u8; 32] {
    let whole = parts.extensions.get::<OriginalUri>().map_or(&parts.uri, |OriginalUri(whole)| whole);
    let media_type = parts.headers.get(header::CONTENT_TYPE).map_or(&b""[..], HeaderValue::as_bytes);
    let form = file_in_form(&parts.headers, body).await;
    let [kind, content] = match &form {
        Some((bytes, charset)) => [charset.as_deref().unwrap_or_default().as_bytes(), &bytes[..]],
        None => [media_type, &body[..]],
    };
    let marks = [mark_of(caller), u8::from(form.is_some())];
    let mut digest = Sha256::new();
    for part in [whole.to_string().as_bytes(), kind, &marks[..], content] {
        // Each with its length: parts can't run into each other.
        digest.update((part.len() as u64).to_le_bytes());
        for piece in part.chunks(PIECE) {
            digest.update(piece);
            // Moves wait for a piece of a great file, and not for all of it.
            if part.len() > PIECE {
                yield_now().await;
            }
        }
    }
    digest.finalize().into()
}

/// Keeps an answer that tells of success, and forgets the key of a refusal.
async fn kept(app: &App, asked: &Asked, answer: Response) -> Response {
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
        return WebError::Internal("an answer broke off".to_owned()).into_response();
    };
    // Without all else it is still kept that something was made, and where it is.
    let sealed = if bytes.len() > LONGEST_BODY {
        None
    } else {
        let (told, seal, place) =
            (Told::new(&parts.headers, &bytes), asked.seal.clone(), place(&asked.keyed));
        aside(bytes.len(), move || seal.close(&told.pack()?, &place)).await
    };
    let location = parts.headers.get(header::LOCATION).and_then(|location| location.to_str().ok());
    let status = status.as_u16();
    if let Err(error) = app.store.answer_keyed(&asked.keyed, status, location, sealed.as_deref()).await {
        trouble::log("the answer to a request with a key was not kept", error);
    }
    Response::from_parts(parts, Body::from(bytes))
}

/// Where an answer belongs: it does not open elsewhere.
fn place(KeyedRequest { holder, key, request }: &KeyedRequest) -> String {
    [holder.id(), key, request].join(" ")
}

/// Does work on so many bytes: at once, or where they are many on a thread that is nice to others. Nothing, if there is no room for one.
async fn aside<T: Send + 'static>(
    bytes: usize,
    work: impl FnOnce() -> Option<T> + Send + 'static,
) -> Option<T> {
    if bytes <= GREAT {
        return work();
    }
    let (tell, outcome) = oneshot::channel();
    nicely(THREAD, work, move |done, _| drop(tell.send(done))).ok()?;
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

/// An answer as it was given before.
async fn given_again(asked: &Asked, answer: KeptAnswer) -> Result<Response, WebError> {
    let KeptAnswer { status, location, content } = answer;
    let code = StatusCode::from_u16(status).unwrap_or(StatusCode::OK);
    match content {
        KeptContent::Sealed(sealed) => {
            let (seal, place) = (asked.seal.clone(), place(&asked.keyed));
            // It is some times as long when it is unpacked.
            let bytes = 4 * sealed.len();
            let told = aside(bytes, move || Told::unpack(&seal.open(&sealed, &place)?)).await;
            let told = told.ok_or_else(|| WebError::Internal("a kept answer does not open".to_owned()))?;
            let headers = told.headers();
            let mut answer = (code, told.body).into_response();
            *answer.headers_mut() = headers;
            Ok(answer)
        }
        KeptContent::Open(body) => Ok(given_by_release_before(code, location, body)),
        KeptContent::Nothing => {
            Err(ProblemCode::AnswerNotKept.with(json!({"status": status, "location": location})).into())
        }
    }
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
    use super::*;
    use crate::web::error::{after_making, before_making};

    #[test]
    fn a_refusal_makes_nothing() {
        let refused = |error: WebError| refuses(&error.into_response());
        assert!(refused(ProblemCode::NoSuchGroup.into()));
        assert!(refused(ProblemCode::WrongClock.into()));
        assert!(!refused(after_making(ProblemCode::NoSuchGroup)));
        assert!(!refused(ProblemCode::Unavailable.into()));
        assert!(refused(before_making(ProblemCode::Unavailable)));
        assert!(!refused(WebError::Internal("a failure".to_owned())));
        assert!(!refuses(&StatusCode::NOT_FOUND.into_response()));
    }

    fn parts(address: &str, media_type: &str) -> Parts {
        let request = Request::post(address).header(header::CONTENT_TYPE, media_type);
        request.body(Body::empty()).unwrap().into_parts().0
    }

    #[tokio::test]
    async fn requests_are_told_apart() {
        let games = parts("/games", "application/json");
        let all = [
            fingerprint(&games, None, &Bytes::from_static(b"{}")).await,
            fingerprint(&games, None, &Bytes::from_static(b"{} ")).await,
            fingerprint(&games, Some(&Anyone(None)), &Bytes::from_static(b"{}")).await,
            fingerprint(&parts("/groups", "application/json"), None, &Bytes::from_static(b"{}")).await,
            fingerprint(&parts("/games", "text/plain"), None, &Bytes::from_static(b"{}")).await,
        ];
        for (place, one) in all.iter().enumerate() {
            assert!(!all[..place].contains(one), "{place}");
        }
        assert_eq!(fingerprint(&games, None, &Bytes::from_static(b"{}")).await, all[0]);
    }

    #[tokio::test]
    async fn a_form_is_the_same_with_another_boundary() {
        let form = async |boundary: &str, file: &str| {
            let parts = parts("/records", &format!("multipart/form-data; boundary={boundary}"));
            let head = "Content-Disposition: form-data; name=\"file\"";
            let body = format!("--{boundary}\r\n{head}\r\n\r\n{file}\r\n--{boundary}--\r\n");
            fingerprint(&parts, None, &Bytes::from(body)).await
        };
        assert_eq!(form("one", "(;)").await, form("another", "(;)").await);
        assert_ne!(form("one", "(;)").await, form("one", "(;B[])").await);
    }
}
