//! Oneself: who is asking, and changes of what belongs to an account.

use std::collections::BTreeMap;

use aide::NoApi;
use aide::axum::ApiRouter;
use axum::extract::State;
use axum::http::HeaderMap;
use serde_json::json;
use tengen_protocol::{Account, Change, Me, Player, PlayerKind, ProblemCode};
use tengen_store::{MailPurpose, RENAME_PAUSE, Renamed};

use super::accounts::agreed;
use super::fresh::{fresh_until, may_add_way_in, needs_account, needs_fresh_sign_in, needs_other_ways};
use super::own_account::account_of;
use super::{mails, proof, wished};
use crate::app::App;
use crate::letters::Message;
use crate::web::body::{Answer, Body, answer};
use crate::web::caller::{AtHome, Viewer};
use crate::web::client::Client;
use crate::web::error::WebError;
use crate::web::openapi::Describe;
use crate::web::routing::{BELOW, OpenTo, STRANGERS, SUSPENDED, get_with, patch_with};

/// How many preferences an account has at most, and how long their words and texts may be, in bytes.
const PREFERENCES: usize = 32;
const LONGEST_WORD: usize = 64;
const LONGEST_TEXT: usize = 256;

pub(in crate::web) fn router() -> ApiRouter<App> {
    use ProblemCode as Code;
    ApiRouter::new().api_route(
        "/me",
        get_with(me, |op| op.about("me", "players", "Who is asking").open_to(STRANGERS | SUSPENDED | BELOW))
            .merge(patch_with(change, |op| {
                op.about(
                    "change_me",
                    "accounts",
                    "Changes the name, the password, the mail address or the preferences, or agrees to the terms",
                )
                .refuses(&[
                    Code::AccountNeeded,
                    Code::SignInAgain,
                    Code::InvalidName,
                    Code::NameRefused,
                    Code::NameTaken,
                    Code::RenamedLately,
                    Code::PasswordRefused,
                    Code::WayClosed,
                    Code::InvalidMail,
                    Code::NoMail,
                    Code::InvalidPreferences,
                    Code::TermsNotAgreed,
                    Code::WrongClock,
                ])
            })),
    )
}

async fn me(State(app): State<App>, Viewer(viewer): Viewer) -> Result<Answer<Me>, WebError> {
    let account = match viewer.own_hash() {
        Some(hash) => account(&app, &viewer.player, hash).await?,
        None => None,
    };
    let sanction = viewer.sanction(&app).await?;
    Ok(answer(Me { player: viewer.player, sanction, account }))
}

/// The account of a player who shows the token of this hash.
async fn account(app: &App, player: &Player, hash: &str) -> Result<Option<Account>, WebError> {
    if player.kind != PlayerKind::Member {
        return Ok(None);
    }
    let fresh_until = fresh_until(app, hash).await?;
    Ok(account_of(&app.store, Some(&app.ways), player, fresh_until).await?)
}

/// Makes all of the changes, or those before the one that is refused: the name comes last, since it alone can be taken meanwhile.
async fn change(
    State(app): State<App>,
    NoApi(client): NoApi<Client>,
    home: AtHome,
    headers: HeaderMap,
    Body(change): Body<Change>,
) -> Result<Answer<Me>, WebError> {
    needs_account(&home.player)?;
    app.clock_is_right()?;
    let Change { name, password, mail, preferences, terms } = change;
    if password.is_some() {
        needs_other_ways(&app)?;
        may_add_way_in(&app, &home).await?;
    }
    if mail.is_some() {
        needs_fresh_sign_in(&app, &home).await?;
    }
    if let Some(preferences) = &preferences {
        check_preferences(preferences)?;
    }
    let terms = terms.map(|version| agreed(&app, Some(&version))).transpose()?.flatten();
    let name = name.as_deref().map(wished::of_member).transpose()?;
    let mail = mail.map(|mail| mails::wished(&app, &mail)).transpose()?;
    let about = [home.player.name.as_str(), "tengen"];
    let password = password.map(|password| proof::chosen(&password, &about)).transpose()?;
    if let Some(mail) = &mail {
        app.limits.letter_to_verify(client, &mails::budget(MailPurpose::Verify, mail))?;
    }
    let id = home.player.id.0;
    if let Some(password) = password {
        let hash = proof::hash_of(&app, client, password).await?;
        for ended in app.store.change_password(home.home(), &hash, app.clock.now()).await? {
            app.tokens.revoke_everywhere(&ended);
        }
        mails::tell(&app, id, &headers, Message::PasswordChanged(home.player.name.clone())).await?;
    }
    if let Some(mail) = mail {
        mails::ask_to_verify(&app, home.home(), &headers, &mail).await?;
    }
    if let Some(terms) = terms {
        app.store.agree(id, &terms, app.clock.now()).await?;
    }
    if let Some(preferences) = preferences {
        app.store.keep_preferences(id, &preferences).await?;
    }
    if let Some(name) = name.filter(|name| name.name != home.player.name) {
        match app.store.rename_member(id, &name, app.clock.now()).await? {
            Renamed::Done => {}
            Renamed::Taken => return Err(ProblemCode::NameTaken.into()),
            Renamed::TooSoon => {
                let last = app.store.account(id).await?.and_then(|account| account.renamed_at);
                let from = last.unwrap_or_default() + RENAME_PAUSE;
                return Err(ProblemCode::RenamedLately.with(json!({"from": from})).into());
            }
        }
    }
    let player = app.store.player(id).await?.ok_or(ProblemCode::Unauthenticated)?;
    let account = account(&app, &player, &home.hash).await?;
    let sanction = app.store.unread_warning(player.id.0).await?;
    Ok(answer(Me { player, sanction, account }))
}

fn check_preferences(preferences: &BTreeMap<String, String>) -> Result<(), WebError> {
    let fits = |(word, text): (&String, &String)| {
        (1..=LONGEST_WORD).contains(&word.len()) && text.len() <= LONGEST_TEXT && !text.contains('\0')
    };
    if preferences.len() <= PREFERENCES && preferences.iter().all(fits) {
        return Ok(());
    }
    let most = json!({"max": PREFERENCES, "max_word": LONGEST_WORD, "max_text": LONGEST_TEXT});
    Err(ProblemCode::InvalidPreferences.with(most).into())
}
