//! The door, and accounts: guests and strangers become members.

use aide::NoApi;
use aide::axum::ApiRouter;
use axum::Extension;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{AppendHeaders, IntoResponse, Response};
use serde_json::json;
use tengen_credentials::Password;
use tengen_entropy::{self as entropy, token_hash};
use tengen_game::PlayerId;
use tengen_protocol::{
    Door, LONGEST_SECRET, NewAccount, NewSession as SessionAnswer, Player, PlayerKind, ProblemCode,
    Registration, Text,
};
use tengen_store::{Home, MailPurpose, NewSession, Registered, Registering};

use super::fresh::needs_other_ways;
use super::providers::vouched;
use super::{device, known_device, mails, proof, wished};
use crate::app::App;
use crate::web::accept::JSON;
use crate::web::beginning::{Beginning, MadePlayer};
use crate::web::body::{Answer, Body, answer, malformed};
use crate::web::caller::{Anyone, cookies, shown_token};
use crate::web::client::Client;
use crate::web::error::{WebError, after_making, before_making};
use crate::web::openapi::{Created, Describe};
use crate::web::routing::{OpenTo, STRANGERS, create_player_with, get_with};

pub(in crate::web) fn router() -> ApiRouter<App> {
    use ProblemCode as Code;
    ApiRouter::new()
        .api_route(
            "/door",
            get_with(door, |op| {
                op.about("door", "accounts", "Who may come in, and the operator's words to them")
            }),
        )
        .api_route(
            "/accounts",
            create_player_with(register, |op| {
                op.about(
                    "register",
                    "accounts",
                    "Makes an account: a stranger, or the guest who asks, becomes a member",
                )
                .answers::<SessionAnswer>(
                    201,
                    JSON,
                    "The member, and the token that names the member in later requests.",
                )
                .refuses(&[
                    Code::RegistrationClosed,
                    Code::InvitationNeeded,
                    Code::AlreadyRegistered,
                    Code::OwnTokenNeeded,
                    Code::InvalidName,
                    Code::NameRefused,
                    Code::NameTaken,
                    Code::PasswordRefused,
                    Code::WayClosed,
                    Code::NoSuchVoucher,
                    Code::IdentityTaken,
                    Code::InvalidMail,
                    Code::NoMail,
                    Code::TermsNotAgreed,
                    Code::TollNeeded,
                    Code::WrongClock,
                ])
            }),
        )
        .open_to(STRANGERS)
}

async fn door(State(app): State<App>) -> Answer<Door> {
    answer(app.door.answer().clone())
}

async fn register(
    State(app): State<App>,
    NoApi(client): NoApi<Client>,
    NoApi(beginning): NoApi<Beginning>,
    caller: Anyone,
    headers: HeaderMap,
    Body(wish): Body<NewAccount>,
) -> Result<Response, WebError> {
    if app.door.registration() == Registration::Closed {
        return Err(ProblemCode::RegistrationClosed.into());
    }
    let guest = caller.own()?;
    if guest.as_ref().is_some_and(|(player, _)| player.kind != PlayerKind::Guest) {
        return Err(ProblemCode::AlreadyRegistered.into());
    }
    let name = wished::of_member(&wish.name)?;
    let terms = agreed(&app, wish.terms.as_deref())?;
    let invitation = match (app.door.registration(), wish.invitation.as_deref()) {
        (Registration::Invited, None) => return Err(ProblemCode::InvitationNeeded.into()),
        (_, Some(secret)) if secret.chars().count() > LONGEST_SECRET => {
            return Err(malformed("invitation is longer than any"));
        }
        (Registration::Invited, Some(secret)) => Some(token_hash(secret)),
        // Where everybody may register, an invitation stays for somebody else.
        (_, _) => None,
    };
    let mail = wish.mail.as_deref().map(|mail| mails::wished(&app, mail)).transpose()?;
    app.limits.guest(client)?;
    app.clock_is_right()?;
    if let Some(hash) = &invitation {
        // Whoever has none learns nothing here, such as which names there are, and has nothing done.
        let found = app.store.invitation(hash, app.clock.now()).await?;
        found.ok_or(ProblemCode::InvitationNeeded)?;
    }
    let way = way(&app, &wish).await?;
    // Whoever will be refused in any case need not pay for it.
    if app.store.member_named(&name.name).await?.is_some() {
        return Err(ProblemCode::NameTaken.into());
    }
    // Before a task that was done is taken, which is good once.
    beginning.begin(&app).await?;
    app.registrations.admit(&app.limits, client, wish.toll.as_ref(), app.clock.now())?;
    if let Some(mail) = &mail {
        app.limits.letter_to_newcomer(client, &mails::budget(MailPurpose::Verify, mail))?;
    }
    let (password, voucher) = match way {
        Way::Password(password) => {
            let hash = proof::hash_of(&app, client, password).await.map_err(before_making)?;
            (Some(hash), None)
        }
        Way::Voucher(hash) => (None, Some(hash)),
    };

    let now = app.clock.now();
    let (fresh_token, device_name) = (entropy::token()?, device::of(&headers));
    let (player, token) = match &guest {
        Some((player, _)) => (player.id.0, shown_token(&headers).unwrap_or_default()),
        None => (entropy::player_id()?, fresh_token),
    };
    let hash = guest.as_ref().map_or_else(|| token_hash(&token), |(_, hash)| (*hash).to_owned());
    let registering = Registering {
        player,
        is_guest: guest.is_some(),
        wish: &name,
        password: password.as_deref(),
        voucher: voucher.as_deref(),
        terms: terms.as_deref(),
        invitation: invitation.as_deref(),
        session: NewSession { hash: &hash, device: device_name.as_deref(), signed_in_at: Some(now) },
        now,
    };
    match app.store.register(registering).await? {
        Registered::Done { ended } => {
            for hash in ended {
                app.tokens.revoke_everywhere(&hash);
            }
        }
        Registered::NameTaken => return Err(ProblemCode::NameTaken.into()),
        Registered::NoInvitation => return Err(ProblemCode::InvitationNeeded.into()),
        Registered::NotAGuest => return Err(ProblemCode::AlreadyRegistered.into()),
        Registered::NoVoucher => return Err(ProblemCode::NoSuchVoucher.into()),
        Registered::IdentityTaken => return Err(ProblemCode::IdentityTaken.into()),
    }
    app.registrations.note(client, now);
    if let Some(mail) = mail {
        let asked = mails::ask_to_verify(&app, Home { player, session: &hash }, &headers, &mail).await;
        asked.map_err(after_making)?;
    }
    let created_at = guest.map_or(now, |(guest, _)| guest.created_at);
    let player =
        Player { id: Text(player), name: name.name, guest: false, kind: PlayerKind::Member, created_at };
    let mut cookies = cookies(&token, &app.options);
    cookies.push(note_device(&app, player.id.0, &headers).await.map_err(after_making)?);
    let location = format!("/api/v1/players/{}", player.id.0);
    let of_player = Extension(MadePlayer(player.id.0));
    let made = Created { location, content: SessionAnswer { player, token } };
    Ok((AppendHeaders(cookies), of_player, made).into_response())
}

/// How a member-to-be will come in.
enum Way {
    Password(Password),
    /// The hash of a voucher.
    Voucher(String),
}

/// The way in that somebody wishes, if it may be.
async fn way(app: &App, wish: &NewAccount) -> Result<Way, WebError> {
    match (&wish.password, &wish.voucher) {
        (Some(password), None) => {
            needs_other_ways(app)?;
            let about = [wish.name.as_str(), wish.mail.as_deref().unwrap_or_default(), "tengen"];
            Ok(Way::Password(proof::chosen(password, &about)?))
        }
        (None, Some(voucher)) => {
            let hash = token_hash(voucher);
            let found = vouched(app, &hash).await?;
            if app.store.member_of_identity(&found.issuer, &found.subject).await?.is_some() {
                return Err(ProblemCode::IdentityTaken.into());
            }
            Ok(Way::Voucher(hash))
        }
        (None, None) => proof::chosen("", &[]).map(Way::Password).map_err(WebError::from),
        (Some(_), Some(_)) => Err(ProblemCode::PasswordRefused.with(json!({"reason": "not_needed"})).into()),
    }
}

/// The version of the terms to which somebody has agreed, if there are any.
pub(super) fn agreed(app: &App, version: Option<&str>) -> Result<Option<String>, WebError> {
    if version.is_some_and(|version| version.chars().count() > LONGEST_SECRET) {
        return Err(malformed("terms is longer than any version"));
    }
    match app.door.terms() {
        None => Ok(None),
        Some(terms) if version == Some(terms.version.as_str()) => Ok(Some(terms.version.clone())),
        Some(terms) => Err(ProblemCode::TermsNotAgreed.with(json!({"version": terms.version})).into()),
    }
}

/// Keeps the device as one on which the member has signed in. Answers the header by which its browser is known again.
pub(super) async fn note_device(
    app: &App,
    player: PlayerId,
    headers: &HeaderMap,
) -> Result<(axum::http::HeaderName, String), WebError> {
    let (hash, cookie) = known_device::remember(headers, &app.options)?;
    app.store.note_device(player, &hash, app.clock.now()).await?;
    Ok(cookie)
}
