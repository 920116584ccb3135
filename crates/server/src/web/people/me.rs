//! Oneself: who is asking, and changes of what belongs to an account.

use aide::NoApi;
use aide::axum::ApiRouter;
use axum::extract::State;
use tengen_actions::people::{self, Claimant};
use tengen_protocol::{Change, Me, ProblemCode};

use crate::app::App;
use crate::web::body::{Answer, Body, answer};
use crate::web::caller::{AtHome, Viewer};
use crate::web::error::WebError;
use crate::web::openapi::Describe;
use crate::web::routing::{BELOW, OpenTo, STRANGERS, SUSPENDED, get_with, patch_with};

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
        Some(session) => people::account(&app, &viewer.player, session).await?,
        None => None,
    };
    let sanction = viewer.sanction(&app).await?;
    Ok(answer(Me { player: viewer.player, sanction, account }))
}

async fn change(
    State(app): State<App>,
    NoApi(claimant): NoApi<Claimant>,
    home: AtHome,
    Body(change): Body<Change>,
) -> Result<Answer<Me>, WebError> {
    Ok(answer(people::change_account(&app, &claimant, &home, change).await?))
}
