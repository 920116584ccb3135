//! Mail addresses of members: shown to be theirs by a letter, and a way in for those who have forgotten the password.

use std::collections::BTreeMap;

use aide::NoApi;
use aide::axum::ApiRouter;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use tengen_entropy as entropy;
use tengen_game::PlayerId;
use tengen_limits::Client;
use tengen_mail::MailAddress;
use tengen_pages::Language;
use tengen_protocol::{MailWish, Player, PlayerAnswer, ProblemCode, ShownLetter};
use tengen_store::{Home, MailPurpose};
use tengen_trouble as trouble;

use super::fresh::{needs_fresh_sign_in, needs_other_ways, open_ways};
use crate::app::App;
use crate::letters::{Letters, Message, SIGN_IN, VERIFY};
use crate::web::body::{Answer, Body, answer};
use crate::web::caller::AtHome;
use crate::web::error::WebError;
use crate::web::openapi::Describe;
use crate::web::pages::language::ReaderLanguage;
use crate::web::routing::{OpenTo, STRANGERS, delete_with, post_with};

pub(in crate::web) fn router() -> ApiRouter<App> {
    use ProblemCode as Code;
    ApiRouter::new()
        .api_route(
            "/mail-links",
            post_with(send_link, |op| {
                op.about(
                    "send_link",
                    "sessions",
                    "Sends a link by which one signs in, if the address is any member's",
                )
                .answers_text(
                    202,
                    None,
                    "If it is, a letter is on its way. Nobody else learns whether it is.",
                )
                .refuses(&[
                    Code::NoMail,
                    Code::WayClosed,
                    Code::InvalidMail,
                    Code::WrongClock,
                ])
            }),
        )
        .api_route(
            "/mail-links/player",
            post_with(look, |op| {
                op.about("player_of_letter", "sessions", "Whom a link signs in; nothing is changed")
                    .refuses(&[Code::NoSuchLink])
            }),
        )
        .api_route(
            "/mail-confirmations",
            post_with(confirm, |op| {
                op.about(
                    "confirm_mail",
                    "accounts",
                    "Shows that letters to an address arrive, by the link in one",
                )
                .answers_text(204, None, "The address is the member's.")
                .refuses(&[Code::NoSuchLink])
            }),
        )
        .open_to(STRANGERS)
        .api_route(
            "/me/mail",
            delete_with(forget, |op| {
                op.about("forget_mail", "accounts", "Forgets the mail address")
                    .answers_text(204, None, "No letters go there any more.")
                    .refuses(&[Code::AccountNeeded, Code::SignInAgain, Code::LastWayIn])
            }),
        )
}

/// An address that somebody gives as the own one.
pub(super) fn wished(app: &App, text: &str) -> Result<MailAddress, ProblemCode> {
    app.letters.as_ref().ok_or(ProblemCode::NoMail)?;
    text.parse().map_err(|_| ProblemCode::InvalidMail)
}

/// The name of the budget of letters for a purpose and an address: whoever has others' addresses sent letters to verify keeps no member
/// from those to sign in.
pub(super) fn budget(purpose: MailPurpose, mail: &MailAddress) -> String {
    format!("{purpose:?} {}", mail.key())
}

/// Sends a link to an address by which its reader shows that letters arrive.
pub(super) async fn ask_to_verify(
    app: &App,
    home: Home<'_>,
    headers: &HeaderMap,
    mail: &MailAddress,
) -> Result<(), WebError> {
    let Some(letters) = &app.letters else { return Ok(()) };
    let (secret, now) = (entropy::token()?, app.clock.now());
    let hash = entropy::token_hash(&secret);
    app.store
        .add_mail_link(
            home.player,
            Some(home.session),
            MailPurpose::Verify,
            &mail.to_string(),
            &hash,
            (now, now + VERIFY),
        )
        .await?;
    letters.send(mail, language(headers), &Message::Verify(secret));
    Ok(())
}

/// Tells a member by mail of a change, if there is an address.
pub(super) async fn tell(
    app: &App,
    player: PlayerId,
    headers: &HeaderMap,
    message: Message,
) -> Result<(), WebError> {
    let Some(letters) = &app.letters else { return Ok(()) };
    if let Some(mail) = app.store.mail_of(player).await?.and_then(|mail| mail.parse().ok()) {
        letters.send(&mail, language(headers), &message);
    }
    Ok(())
}

fn language(headers: &HeaderMap) -> Language {
    let ReaderLanguage(language) = ReaderLanguage::of(headers);
    language
}

/// The answer comes before anybody looks whose address it is, so its time tells nothing.
async fn send_link(
    State(app): State<App>,
    NoApi(client): NoApi<Client>,
    headers: HeaderMap,
    Body(MailWish { mail }): Body<MailWish>,
) -> Result<Response, WebError> {
    needs_other_ways(&app)?;
    let mail = wished(&app, &mail)?;
    app.clock_is_right()?;
    app.limits.letter_to_sign_in(client, &budget(MailPurpose::SignIn, &mail))?;
    if let Some(letters) = app.letters.clone() {
        let (language, app) = (language(&headers), app.clone());
        tokio::spawn(async move {
            if let Err(error) = send_links(&app, &letters, client, language, &mail).await {
                trouble::log("a link can't be sent", error.problem().code);
            }
        });
    }
    Ok(StatusCode::ACCEPTED.into_response())
}

/// One letter with a link for each account that has the address. It goes to the address as the members gave it: some mail servers tell
/// small letters from capitals.
async fn send_links(
    app: &App,
    letters: &Letters,
    client: Client,
    language: Language,
    mail: &MailAddress,
) -> Result<(), WebError> {
    let mut members: BTreeMap<String, Vec<Player>> = BTreeMap::new();
    for (member, own) in app.store.members_by_mail(&mail.key()).await? {
        members.entry(own).or_default().push(member);
    }
    for (own, members) in members {
        // Before there is a link: a new one may end an older one, whose letter has left.
        app.limits.sign_in_leaves(client)?;
        let mut links = Vec::with_capacity(members.len());
        for member in members {
            let (secret, now) = (entropy::token()?, app.clock.now());
            let (hash, id) = (entropy::token_hash(&secret), member.id.0);
            app.store.add_mail_link(id, None, MailPurpose::SignIn, &own, &hash, (now, now + SIGN_IN)).await?;
            links.push((member.name, secret));
        }
        if let Ok(to) = own.parse() {
            letters.send(&to, language, &Message::SignIn(links));
        }
    }
    Ok(())
}

async fn look(
    State(app): State<App>,
    NoApi(client): NoApi<Client>,
    Body(ShownLetter { letter }): Body<ShownLetter>,
) -> Result<Answer<PlayerAnswer>, WebError> {
    app.limits.way_in(client)?;
    let hash = entropy::token_hash(&letter);
    let found = app.store.mail_link(MailPurpose::SignIn, &hash, app.clock.now()).await?;
    let (player, _) = found.ok_or(ProblemCode::NoSuchLink)?;
    Ok(answer(PlayerAnswer { player }))
}

async fn confirm(
    State(app): State<App>,
    NoApi(client): NoApi<Client>,
    headers: HeaderMap,
    Body(ShownLetter { letter }): Body<ShownLetter>,
) -> Result<Response, WebError> {
    app.limits.way_in(client)?;
    let (hash, now) = (entropy::token_hash(&letter), app.clock.now());
    let found = app.store.mail_link(MailPurpose::Verify, &hash, now).await?;
    let (player, mail) = found.ok_or(ProblemCode::NoSuchLink)?;
    let mail: MailAddress = mail.parse().map_err(|_| ProblemCode::NoSuchLink)?;
    let before = app.store.mail_of(player.id.0).await?;
    if !app.store.verify_mail(player.id.0, (&mail.to_string(), &mail.key()), &hash, now).await? {
        return Err(ProblemCode::NoSuchLink.into());
    }
    // The reader of the old address may not be the one who has changed it.
    if let (Some(letters), Some(before)) = (&app.letters, before.and_then(|before| before.parse().ok()))
        && MailAddress::key(&before) != mail.key()
    {
        letters.send(&before, language(&headers), &Message::MailChanged(player.name));
    }
    Ok(StatusCode::NO_CONTENT.into_response())
}

async fn forget(State(app): State<App>, home: AtHome, headers: HeaderMap) -> Result<Response, WebError> {
    needs_fresh_sign_in(&app, &home).await?;
    let before = app.store.mail_of(home.player.id.0).await?.and_then(|mail| mail.parse().ok());
    if !app.store.forget_mail(home.home(), &open_ways(&app)).await? {
        return Err(ProblemCode::LastWayIn.into());
    }
    if let (Some(letters), Some(before)) = (&app.letters, before) {
        letters.send(&before, language(&headers), &Message::MailChanged(home.player.name));
    }
    Ok(StatusCode::NO_CONTENT.into_response())
}
