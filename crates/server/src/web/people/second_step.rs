//! The second step of a sign-in: codes of an authenticator, and recovery codes for the day on which it is lost.

use aide::NoApi;
use aide::axum::ApiRouter;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use tengen_credentials::{CODES, Code, Secret, codes};
use tengen_entropy as entropy;
use tengen_game::PlayerId;
use tengen_limits::Guess;
use tengen_protocol::{AuthenticatorOffer, FirstCode, ProblemCode, RecoveryCodes};
use tengen_store::Authenticator;

use super::claimant::Claimant;
use super::fresh::{needs_fresh_sign_in, still_fresh};
use super::mails;
use crate::app::App;
use crate::letters::Message;
use crate::qr;
use crate::web::accept::JSON;
use crate::web::body::{Answer, Body, answer};
use crate::web::caller::AtHome;
use crate::web::client::Client;
use crate::web::error::{WebError, before_making};
use crate::web::openapi::Describe;
use crate::web::pages::site;
use crate::web::routing::{create_guarded_secret_with, delete_with, put_with};

pub(in crate::web) fn router() -> ApiRouter<App> {
    use ProblemCode as Code;
    ApiRouter::new()
        .api_route(
            "/me/authenticator",
            create_guarded_secret_with(offer, still_fresh, |op| {
                op.about("offer_authenticator", "accounts", "Makes a secret for an authenticator")
                    .answers::<AuthenticatorOffer>(
                        201,
                        JSON,
                        "The secret, which is told now and never again.",
                    )
                    .refuses(&[
                        Code::AccountNeeded,
                        Code::SignInAgain,
                        Code::HasAuthenticator,
                        Code::WrongClock,
                    ])
            })
            .merge(put_with(take_up, |op| {
                op.about(
                    "take_up_authenticator",
                    "accounts",
                    "Asks for codes from now on, once one was shown",
                )
                .refuses(&[
                    Code::AccountNeeded,
                    Code::SignInAgain,
                    Code::NoAuthenticator,
                    Code::HasAuthenticator,
                    Code::WrongCode,
                    Code::WrongClock,
                ])
            }))
            .merge(delete_with(forget, |op| {
                op.about("forget_authenticator", "accounts", "Asks for no codes any more")
                    .answers_text(204, None, "A password is enough.")
                    .refuses(&[Code::AccountNeeded, Code::SignInAgain, Code::NoAuthenticator])
            })),
        )
        .api_route(
            "/me/recovery-codes",
            create_guarded_secret_with(renew, still_fresh, |op| {
                op.about("new_recovery_codes", "accounts", "Makes new recovery codes, in place of all others")
                    .answers::<RecoveryCodes>(201, JSON, "The codes, which are told now and never again.")
                    .refuses(&[Code::AccountNeeded, Code::SignInAgain, Code::NoAuthenticator])
            }),
        )
}

/// Makes sure that a member has taken the second step, if the account asks for one. A code that is right is used up.
pub(super) async fn take(
    app: &App,
    Claimant { client, .. }: &Claimant<'_>,
    player: PlayerId,
    guess: Guess<'_>,
    code: Option<&str>,
) -> Result<(), WebError> {
    let found = app.store.authenticator(player).await?;
    let Some(authenticator) = found.filter(|found| found.confirmed_at.is_some()) else { return Ok(()) };
    let code = code.filter(|code| !code.trim().is_empty()).ok_or(ProblemCode::CodeNeeded)?;
    let _look = app.limits.may_guess(*client, guess)?;
    if is_right(app, player, &authenticator, code).await? {
        return Ok(());
    }
    app.limits.guessed_wrong(*client, guess);
    Err(ProblemCode::WrongCode.into())
}

async fn is_right(
    app: &App,
    player: PlayerId,
    authenticator: &Authenticator,
    code: &str,
) -> Result<bool, WebError> {
    let secret = read(&authenticator.secret)?;
    if let Some(step) = secret.verify(code, app.clock.now(), authenticator.last_step) {
        return Ok(app.store.use_step(player, step).await?);
    }
    match Code::parse(code) {
        Some(code) => Ok(app.store.use_recovery_code(player, &code.hash()).await?),
        None => Ok(false),
    }
}

async fn offer(State(app): State<App>, home: AtHome, headers: HeaderMap) -> Result<Response, WebError> {
    needs_fresh_sign_in(&app, &home).await.map_err(before_making)?;
    app.clock_is_right()?;
    let origin = site::origin(&app.options, &headers).ok_or(ProblemCode::NotFound)?;
    let issuer = origin.split_once("://").map_or(origin.as_str(), |(_, host)| host);
    let secret = Secret::from_entropy(entropy::bytes().map_err(before_making)?);
    let address = secret.address(issuer, &home.player.name).map_err(WebError::internal)?;
    let code = qr::svg(&address).map_err(WebError::internal)?;
    let kept = app.store.offer_authenticator(home.home(), &write(&secret), app.clock.now()).await?;
    if !kept {
        return Err(ProblemCode::HasAuthenticator.into());
    }
    let offer = AuthenticatorOffer { secret: secret.text(), address, code };
    Ok((StatusCode::CREATED, answer(offer)).into_response())
}

async fn take_up(
    State(app): State<App>,
    NoApi(client): NoApi<Client>,
    home: AtHome,
    headers: HeaderMap,
    Body(FirstCode { code }): Body<FirstCode>,
) -> Result<Answer<RecoveryCodes>, WebError> {
    needs_fresh_sign_in(&app, &home).await?;
    app.clock_is_right()?;
    let id = home.player.id.0;
    let found = app.store.authenticator(id).await?.ok_or(ProblemCode::NoAuthenticator)?;
    if found.confirmed_at.is_some() {
        return Err(ProblemCode::HasAuthenticator.into());
    }
    let guess = Guess { account: id.as_str(), device: Some(&home.hash) };
    let _look = app.limits.may_guess(client, guess)?;
    let Some(step) = read(&found.secret)?.verify(&code, app.clock.now(), None) else {
        app.limits.guessed_wrong(client, guess);
        return Err(ProblemCode::WrongCode.into());
    };
    let (told, hashes) = new_codes()?;
    if !app.store.confirm_authenticator(home.home(), &found.secret, step, &hashes, app.clock.now()).await? {
        return Err(ProblemCode::HasAuthenticator.into());
    }
    mails::tell(&app, id, &headers, Message::AuthenticatorChanged(home.player.name)).await?;
    Ok(answer(told))
}

async fn forget(State(app): State<App>, home: AtHome, headers: HeaderMap) -> Result<Response, WebError> {
    needs_fresh_sign_in(&app, &home).await?;
    let id = home.player.id.0;
    let found = app.store.authenticator(id).await?;
    if found.is_none_or(|found| found.confirmed_at.is_none()) || !app.store.forget_authenticator(id).await? {
        return Err(ProblemCode::NoAuthenticator.into());
    }
    mails::tell(&app, id, &headers, Message::AuthenticatorChanged(home.player.name)).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

async fn renew(State(app): State<App>, home: AtHome) -> Result<Response, WebError> {
    needs_fresh_sign_in(&app, &home).await.map_err(before_making)?;
    let found = app.store.authenticator(home.player.id.0).await.map_err(before_making)?;
    if found.is_none_or(|found| found.confirmed_at.is_none()) {
        return Err(ProblemCode::NoAuthenticator.into());
    }
    let (told, hashes) = new_codes().map_err(before_making)?;
    app.store.replace_recovery_codes(home.home(), &hashes).await?;
    Ok((StatusCode::CREATED, answer(told)).into_response())
}

/// New recovery codes, and their hashes.
fn new_codes() -> Result<(RecoveryCodes, Vec<String>), WebError> {
    let mut bits = [[0; 10]; CODES];
    for each in &mut bits {
        *each = entropy::bytes()?;
    }
    let made = codes(&bits);
    let recovery_codes = made.iter().map(ToString::to_string).collect();
    Ok((RecoveryCodes { recovery_codes }, made.iter().map(Code::hash).collect()))
}

fn write(secret: &Secret) -> String {
    STANDARD_NO_PAD.encode(secret.bytes())
}

fn read(text: &str) -> Result<Secret, WebError> {
    let bytes = STANDARD_NO_PAD.decode(text).ok().and_then(|bytes| bytes.try_into().ok());
    let unreadable = || WebError::internal("the secret of an authenticator does not read back");
    bytes.map(Secret::from_entropy).ok_or_else(unreadable)
}
