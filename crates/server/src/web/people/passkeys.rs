//! Passkeys as ways in of members: made, listed, shown and removed.

use std::collections::BTreeMap;

use aide::NoApi;
use aide::axum::ApiRouter;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{AppendHeaders, IntoResponse, Response};
use serde::Serialize;
use serde_json::{Value, json};
use tengen_entropy::passkey_id;
use tengen_game::{PasskeyId, PlayerId};
use tengen_passkeys::{
    Assertion, Begun, Kept, MOST_PASSKEYS, PENDING_LASTS, PasskeyError, Passkeys, PendingConfirmation,
    PendingRegistration, PendingSignIn, Person, Verified,
};
use tengen_protocol::{
    ByPasskey, PasskeyChallenge, PasskeyList, PasskeyPurpose, PasskeyWish, Player, ProblemCode,
};
use tengen_store::{PasskeyAdded, Removed};
use tengen_trouble as trouble;

use super::fresh::{may_add_way_in, needs_account, needs_fresh_sign_in, open_ways};
use super::own_account::passkeys_of;
use super::{begun, device, mails};
use crate::app::App;
use crate::letters::Message;
use crate::web::accept::JSON;
use crate::web::body::{Body, Named, answer};
use crate::web::caller::{Anyone, AtHome};
use crate::web::client::Client;
use crate::web::error::{WebError, after_making};
use crate::web::openapi::{Created, Describe};
use crate::web::routing::{OpenTo, STRANGERS, SUSPENDED, create_with, delete_with, post_with};

pub(in crate::web) fn router() -> ApiRouter<App> {
    use ProblemCode as Code;
    ApiRouter::new()
        .api_route(
            "/passkey-challenges",
            post_with(challenge, |op| {
                op.about("new_passkey_challenge", "sessions", "Begins what the device of a passkey answers")
                    .open_to(STRANGERS | SUSPENDED)
                    .answers::<PasskeyChallenge>(201, JSON, "The challenge for the device.")
                    .refuses(&[
                        Code::Unauthenticated,
                        Code::OwnTokenNeeded,
                        Code::NoPasskeys,
                        Code::AccountNeeded,
                        Code::SignInAgain,
                        Code::NoSuchPasskey,
                        Code::TooManyPasskeys,
                        Code::WrongClock,
                    ])
            }),
        )
        .api_route(
            "/me/passkeys",
            create_with(add, |op| {
                op.about("add_passkey", "accounts", "Makes a passkey one of the ways in")
                    .answers::<PasskeyList>(201, JSON, "All passkeys of the member.")
                    .refuses(&[
                        Code::NoPasskeys,
                        Code::AccountNeeded,
                        Code::SignInAgain,
                        Code::WrongPasskey,
                        Code::PasskeyRefused,
                        Code::PasskeyTaken,
                        Code::TooManyPasskeys,
                        Code::WrongClock,
                    ])
            }),
        )
        .api_route(
            "/me/passkeys/{id}",
            delete_with(remove, |op| {
                op.about("remove_passkey", "accounts", "Removes a passkey as a way in")
                    .answers_text(204, None, "By it the member comes in no more.")
                    .refuses(&[Code::AccountNeeded, Code::SignInAgain, Code::LastWayIn])
            }),
        )
}

fn passkeys(app: &App) -> Result<&Passkeys, ProblemCode> {
    app.ways.passkeys().ok_or(ProblemCode::NoPasskeys)
}

async fn challenge(
    State(app): State<App>,
    NoApi(client): NoApi<Client>,
    caller: Anyone,
    Body(PasskeyWish { purpose }): Body<PasskeyWish>,
) -> Result<Response, WebError> {
    let passkeys = passkeys(&app)?;
    app.clock_is_right()?;
    let own = caller.own()?.map(|(player, hash)| AtHome { player: player.clone(), hash: hash.to_owned() });
    let now = app.clock.now();
    if purpose == PasskeyPurpose::SignIn {
        app.limits.way_in(client)?;
        return told(&app, passkeys.begin_sign_in(now)).await;
    }
    let home = own.ok_or(ProblemCode::Unauthenticated)?;
    needs_account(&home.player)?;
    if purpose == PasskeyPurpose::Register {
        may_add_way_in(&app, &home).await?;
    }
    let id = home.player.id.0;
    let there = app.store.passkeys(id).await?;
    let there: Vec<_> = there.iter().map(|passkey| passkey.credential_id.as_str()).collect();
    app.limits.way_in(client)?;
    if purpose == PasskeyPurpose::Confirm {
        return told(&app, passkeys.begin_confirmation(id.as_str(), &there, now)).await;
    }
    let person = Person { id: id.as_str(), name: &home.player.name, display_name: &home.player.name };
    told(&app, passkeys.begin_registration(person, &there, now)).await
}

/// Tells a browser what has begun, and keeps what the answer has to fit.
async fn told<P: Serialize>(app: &App, begun: Result<Begun<P>, PasskeyError>) -> Result<Response, WebError> {
    let begun = begun.map_err(|error| match error {
        PasskeyError::TooMany => too_many(),
        PasskeyError::NoPasskey => ProblemCode::NoSuchPasskey.into(),
        other => WebError::internal(other),
    })?;
    let Value::Object(options) = begun.options else {
        return Err(WebError::internal("a challenge is no object"));
    };
    let (cookie, expires_at) = begun::keep(app, &begun.pending, PENDING_LASTS).await?;
    let challenge = PasskeyChallenge { options: options.into_iter().collect(), expires_at };
    Ok((StatusCode::CREATED, AppendHeaders([cookie]), answer(challenge)).into_response())
}

fn too_many() -> WebError {
    ProblemCode::TooManyPasskeys.with(json!({"max": MOST_PASSKEYS})).into()
}

async fn add(
    State(app): State<App>,
    home: AtHome,
    headers: HeaderMap,
    Body(ByPasskey { passkey }): Body<ByPasskey>,
) -> Result<Response, WebError> {
    let passkeys = passkeys(&app)?;
    may_add_way_in(&app, &home).await?;
    app.clock_is_right()?;
    let (id, now) = (home.player.id.0, app.clock.now());
    let pending: PendingRegistration = begun::take(&app, &headers).await?.ok_or(ProblemCode::WrongPasskey)?;
    let stored = passkeys.finish_registration(&pending, id.as_str(), &text(&passkey), now);
    let stored = stored.map_err(|error| {
        tracing::info!(%error, "a passkey was not taken");
        match error {
            PasskeyError::AlreadyThere => ProblemCode::PasskeyTaken.into(),
            error @ (PasskeyError::NotVerified
            | PasskeyError::NotPresent
            | PasskeyError::NotDiscoverable
            | PasskeyError::Unsupported) => {
                WebError::from(ProblemCode::PasskeyRefused.with(json!({"reason": error.word()})))
            }
            _ => ProblemCode::WrongPasskey.into(),
        }
    })?;
    let (kept, device) = ((stored.credential_id.as_str(), stored.passkey.as_str()), device::of(&headers));
    let most = u32::try_from(MOST_PASSKEYS).unwrap_or(u32::MAX);
    match app.store.add_passkey(home.home(), kept, device.as_deref(), most, now).await? {
        PasskeyAdded::Done => {}
        PasskeyAdded::Taken => return Err(ProblemCode::PasskeyTaken.into()),
        PasskeyAdded::TooMany => return Err(too_many()),
    }
    let told = mails::tell(&app, id, &headers, Message::WaysInChanged(home.player.name)).await;
    told.map_err(after_making)?;
    let list = PasskeyList { passkeys: passkeys_of(&app.store, id).await.map_err(after_making)? };
    // There they are listed, with the other ways in.
    let made = Created { location: "/api/v1/me".to_owned(), content: list };
    Ok((AppendHeaders(begun::no_cookies()), made).into_response())
}

async fn remove(
    State(app): State<App>,
    home: AtHome,
    headers: HeaderMap,
    Named(id): Named<PasskeyId>,
) -> Result<Response, WebError> {
    needs_fresh_sign_in(&app, &home).await?;
    let player = home.player.id.0;
    let all = app.store.passkeys(player).await?;
    let named = all.into_iter().find(|passkey| passkey_id(&passkey.credential_id) == id);
    let named = named.ok_or(ProblemCode::NoSuchPasskey)?;
    match app.store.remove_passkey(home.home(), &named.credential_id, &open_ways(&app)).await? {
        Removed::Done => {}
        Removed::NotThere => return Err(ProblemCode::NoSuchPasskey.into()),
        Removed::LastWayIn => return Err(ProblemCode::LastWayIn.into()),
    }
    mails::tell(&app, player, &headers, Message::WaysInChanged(home.player.name)).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// A passkey that was shown, and what has to be kept of it: the proof holds if it is kept.
pub(super) struct Proof {
    pub(super) member: Player,
    pub(super) credential_id: String,
    pub(super) before: String,
    pub(super) after: String,
}

/// Who signs in by what a device says. Of what proves nothing nobody learns why.
pub(super) async fn prove(
    app: &App,
    headers: &HeaderMap,
    ByPasskey { passkey }: &ByPasskey,
) -> Result<Proof, WebError> {
    let passkeys = passkeys(app)?;
    let pending: PendingSignIn = begun::take(app, headers).await?.ok_or(ProblemCode::WrongPasskey)?;
    let now = app.clock.now();
    check(app, passkey, |assertion, kept| passkeys.finish_sign_in(&pending, assertion, kept, now)).await
}

/// The same for a member who is known already.
pub(super) async fn confirm(
    app: &App,
    headers: &HeaderMap,
    ByPasskey { passkey }: &ByPasskey,
    player: PlayerId,
) -> Result<Proof, WebError> {
    let passkeys = passkeys(app)?;
    let pending: PendingConfirmation = begun::take(app, headers).await?.ok_or(ProblemCode::WrongPasskey)?;
    let now = app.clock.now();
    let finish =
        |assertion: &Assertion, kept: Kept<'_>| passkeys.finish_confirmation(&pending, assertion, kept, now);
    let proof = check(app, passkey, finish).await?;
    if proof.member.id.0 == player { Ok(proof) } else { Err(ProblemCode::WrongPasskey.into()) }
}

async fn check(
    app: &App,
    said: &BTreeMap<String, Value>,
    finish: impl FnOnce(&Assertion, Kept<'_>) -> Result<Verified, PasskeyError>,
) -> Result<Proof, WebError> {
    let assertion = Assertion::parse(&text(said)).map_err(|error| refused(&error))?;
    let found = app.store.passkey(assertion.credential_id()).await?;
    let (member, before) = found.ok_or(ProblemCode::WrongPasskey)?;
    let kept = Kept { owner: member.id.0.as_str(), passkey: &before };
    let verified = finish(&assertion, kept).map_err(|error| refused(&error))?;
    let after = verified.changed.unwrap_or_else(|| before.clone());
    Ok(Proof { member, credential_id: verified.credential_id, before, after })
}

fn refused(error: &PasskeyError) -> WebError {
    match error {
        // The member has to hear of it, and the operator is the one who can tell.
        PasskeyError::Cloned => trouble::log("a passkey was copied", error),
        PasskeyError::BadlyKept => trouble::log("a passkey does not read back", error),
        _ => tracing::info!(%error, "a passkey proved nothing"),
    }
    ProblemCode::WrongPasskey.into()
}

fn text(said: &BTreeMap<String, Value>) -> String {
    json!(said).to_string()
}
