//! Signing in by each of the ways, and proving once more who is here.

use aide::NoApi;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{AppendHeaders, IntoResponse, Response};
use serde_json::json;
use tengen_credentials::ShortCode;
use tengen_entropy as entropy;
use tengen_game::{Millis, PlayerId};
use tengen_limits::Guess;
use tengen_protocol::{
    ByCard, ByLetter, ByPassword, ByVoucher, Carried, Confirmation, Credentials, NewSession, Player,
    PlayerKind, ProblemCode, WayIn,
};
use tengen_store::{self as store, Carrying, MailPurpose, Proved, UsedPasskey};

use super::accounts::note_device;
use super::claimant::Claimant;
use super::fresh::{FRESH, needs_account, needs_other_ways};
use super::providers::vouched;
use super::{card_codes, device, passkeys, proof};
use crate::app::App;
use crate::web::body::Body;
use crate::web::caller::{Anyone, AtHome, cookies};
use crate::web::client::Client;
use crate::web::error::WebError;
use crate::web::openapi::Created;

/// How many sessions a player may have at once.
const MOST: u32 = 32;

/// Begins a session by one of the ways in.
pub(super) async fn begin(
    State(app): State<App>,
    NoApi(client): NoApi<Client>,
    NoApi(before): NoApi<Result<Anyone, WebError>>,
    headers: HeaderMap,
    Body(way): Body<WayIn>,
) -> Result<Response, WebError> {
    app.clock_is_right()?;
    if let WayIn::Link(carried) = way {
        return take_link(&app, client, &headers, &carried).await;
    }
    let (member, session) = by_proof(&app, client, &headers, way).await?;
    // Whoever was a guest here takes along what a guest keeps. A token that is good for nothing keeps nobody from signing in.
    let guest = before.ok().and_then(|before| Some(before.own().ok()??.0.clone()));
    if let Some(guest) = guest.filter(|guest| guest.kind == PlayerKind::Guest)
        && let Err(error) = app.store.take_trees_along(guest.id.0, member).await
    {
        tracing::warn!(%error, "the trees of a guest who has signed in stay where they were");
    }
    Ok(session)
}

/// Begins a session of a member who proves who it is.
async fn by_proof(
    app: &App,
    client: Client,
    headers: &HeaderMap,
    way: WayIn,
) -> Result<(PlayerId, Response), WebError> {
    match way {
        // Links are taken before: they prove nothing.
        WayIn::Link(_) => Err(ProblemCode::NoSuchLink.into()),
        WayIn::Password(Credentials { name, password, code }) => {
            needs_other_ways(app)?;
            let claimant = Claimant { client, headers };
            let (member, proved) =
                proof::member_by_password(app, &claimant, &name, &password, code.as_deref()).await?;
            let session =
                sign_in(app, headers, member, Proved::Password(&proved), Some(app.clock.now())).await?;
            session.ok_or(ProblemCode::WrongCredentials.into())
        }
        WayIn::Letter(ByLetter { letter, code }) => {
            app.limits.way_in(client)?;
            let (hash, now) = (entropy::token_hash(&letter), app.clock.now());
            let found = app.store.mail_link(MailPurpose::SignIn, &hash, now).await?;
            let (member, _) = found.ok_or(ProblemCode::NoSuchLink)?;
            let claimant = Claimant { client, headers };
            proof::second_step(app, &claimant, member.id.0, code.as_deref()).await?;
            let session = sign_in(app, headers, member, Proved::Letter(&hash), Some(now)).await?;
            session.ok_or(ProblemCode::NoSuchLink.into())
        }
        WayIn::Card(ByCard { card }) => {
            needs_other_ways(app)?;
            // Right cards cost nothing: a class comes in behind one address within a minute.
            let (member, hash) = match ShortCode::parse(&card) {
                Some(code) => card_codes::member_of(app, client, &code).await?,
                None => member_of_card(app, client, &card).await?,
            };
            let now = Some(app.clock.now());
            let session = sign_in(app, headers, member, Proved::Card(&hash), now).await?;
            session.ok_or(ProblemCode::NoSuchCard.into())
        }
        WayIn::Passkey(shown) => {
            let proof = passkeys::prove(app, headers, &shown).await?;
            let used = UsedPasskey {
                credential_id: &proof.credential_id,
                before: &proof.before,
                after: &proof.after,
            };
            // The device has verified the person, so this is both steps.
            let now = Some(app.clock.now());
            let session = sign_in(app, headers, proof.member, Proved::Passkey(used), now).await?;
            session.ok_or(ProblemCode::WrongPasskey.into())
        }
        WayIn::Voucher(ByVoucher { voucher, code }) => {
            let (hash, now) = (entropy::token_hash(&voucher), app.clock.now());
            let vouched = vouched(app, &hash).await?;
            let member = app.store.member_of_identity(&vouched.issuer, &vouched.subject).await?;
            let member = member.ok_or(ProblemCode::NoSuchIdentity)?;
            let claimant = Claimant { client, headers };
            proof::second_step(app, &claimant, member.id.0, code.as_deref()).await?;
            // A provider may have known for days who it is: only its own sign-in counts as one.
            let signed_in_at = vouched.signed_in_at.map(|at| at.min(now));
            let session = sign_in(app, headers, member, Proved::Voucher(&hash), signed_in_at).await?;
            session.ok_or(ProblemCode::NoSuchVoucher.into())
        }
    }
}

/// The member whom the card with a secret lets in, and the hash of the secret.
async fn member_of_card(app: &App, client: Client, secret: &str) -> Result<(Player, String), WebError> {
    let hash = entropy::token_hash(secret);
    let guess = Guess { account: &hash, device: None };
    let _looking = app.limits.may_guess(client, guess)?;
    let Some(member) = app.store.member_of_card(&hash).await? else {
        app.limits.guessed_wrong(client, guess);
        return Err(ProblemCode::NoSuchCard.into());
    };
    Ok((member, hash))
}

async fn take_link(
    app: &App,
    client: Client,
    headers: &HeaderMap,
    Carried { link }: &Carried,
) -> Result<Response, WebError> {
    app.limits.way_in(client)?;
    let (hash, now, token) = (entropy::token_hash(link), app.clock.now(), entropy::token()?);
    // Who it is is asked first: afterwards there is no link to ask about.
    let player = app.store.carried(&hash, now).await?.ok_or(ProblemCode::NoSuchLink)?;
    if !player.guest {
        needs_other_ways(app)?;
    }
    let (device, token_hash) = (device::of(headers), entropy::token_hash(&token));
    let session = store::NewSession { hash: &token_hash, device: device.as_deref(), signed_in_at: None };
    match app.store.take_carry(&hash, now, session, MOST).await? {
        Carrying::Taken => {}
        Carrying::NoLink => return Err(ProblemCode::NoSuchLink.into()),
        Carrying::TooMany => return Err(ProblemCode::TooManySessions.with(json!({"max": MOST})).into()),
    }
    let cookies = AppendHeaders(cookies(&token, &app.options));
    Ok((cookies, begun(NewSession { player, token })).into_response())
}

/// Begins a session of a member who has proved who it is; nothing, if the proof does not hold any more.
async fn sign_in(
    app: &App,
    headers: &HeaderMap,
    player: Player,
    proved: Proved<'_>,
    signed_in_at: Option<Millis>,
) -> Result<Option<(PlayerId, Response)>, WebError> {
    let (now, token, device) = (app.clock.now(), entropy::token()?, device::of(headers));
    let hash = entropy::token_hash(&token);
    let session = store::NewSession { hash: &hash, device: device.as_deref(), signed_in_at };
    let ended = app.store.sign_in(player.id.0, proved, session, now, MOST).await?;
    let Some(ended) = ended else { return Ok(None) };
    for ended in ended {
        app.tokens.revoke_everywhere(&ended);
    }
    let mut cookies = cookies(&token, &app.options);
    cookies.push(note_device(app, player.id.0, headers).await?);
    let (id, answer) = (player.id.0, begun(NewSession { player, token }));
    Ok(Some((id, (AppendHeaders(cookies), answer).into_response())))
}

/// The answer about a new session.
fn begun(session: NewSession) -> Created<NewSession> {
    Created { location: "/api/v1/sessions/current".to_owned(), content: session }
}

/// Whether a member has a person of a provider by which one may come in. Who has none yet, where providers are the only way in, still shows
/// by the password of before who is here.
async fn has_open_person(app: &App, player: PlayerId) -> Result<bool, WebError> {
    let issuers = app.ways.issuers();
    let identities = app.store.identities(player).await?;
    Ok(identities.iter().any(|identity| issuers.contains(&identity.issuer.as_str())))
}

/// The member proves once more who is here, for what needs a fresh sign-in.
pub(super) async fn confirm(
    State(app): State<App>,
    NoApi(client): NoApi<Client>,
    AtHome { player, hash }: AtHome,
    headers: HeaderMap,
    Body(confirmation): Body<Confirmation>,
) -> Result<Response, WebError> {
    needs_account(&player)?;
    app.clock_is_right()?;
    let (claimant, id) = (Claimant { client, headers: &headers }, player.id.0);
    match confirmation {
        Confirmation::Password(ByPassword { password, code }) => {
            if !app.ways.has_others() && has_open_person(&app, id).await? {
                return Err(ProblemCode::WayClosed.into());
            }
            proof::confirm(&app, &claimant, id, &password, code.as_deref()).await?;
            app.store.confirm_session(&hash, app.clock.now()).await?;
        }
        Confirmation::Passkey(shown) => {
            let proof = passkeys::confirm(&app, &headers, &shown, id).await?;
            let used = UsedPasskey {
                credential_id: &proof.credential_id,
                before: &proof.before,
                after: &proof.after,
            };
            if !app.store.confirm_by_passkey(id, &hash, used, app.clock.now()).await? {
                return Err(ProblemCode::WrongPasskey.into());
            }
        }
        Confirmation::Voucher(ByVoucher { voucher, code }) => {
            let (voucher, now) = (entropy::token_hash(&voucher), app.clock.now());
            let vouched = vouched(&app, &voucher).await?;
            let member = app.store.member_of_identity(&vouched.issuer, &vouched.subject).await?;
            if member.is_none_or(|member| member.id.0 != id) {
                return Err(ProblemCode::NoSuchIdentity.into());
            }
            if vouched.signed_in_at.is_none_or(|at| at < now - FRESH) {
                return Err(ProblemCode::SignInAgain.into());
            }
            proof::second_step(&app, &claimant, id, code.as_deref()).await?;
            if !app.store.confirm_by_voucher(id, &hash, &voucher, (now - FRESH, now)).await? {
                return Err(ProblemCode::NoSuchVoucher.into());
            }
        }
    }
    Ok(StatusCode::NO_CONTENT.into_response())
}
