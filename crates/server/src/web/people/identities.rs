//! Persons of providers as ways in of members: linked, listed and given up.

use aide::axum::ApiRouter;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use tengen_entropy::{identity_id, token_hash};
use tengen_game::IdentityId;
use tengen_protocol::{IdentityList, NewIdentity, ProblemCode};
use tengen_store::{Linked, Removed, StoredIdentity};

use super::fresh::{may_add_way_in, needs_fresh_sign_in, open_ways};
use super::mails;
use super::own_account::identities_of;
use super::providers::vouched;
use crate::app::App;
use crate::letters::Message;
use crate::web::accept::JSON;
use crate::web::body::{Body, Named};
use crate::web::caller::AtHome;
use crate::web::error::{WebError, after_making};
use crate::web::openapi::{Created, Describe};
use crate::web::routing::{create_with, delete_with};

/// How many persons of providers a member may have.
const MOST: u32 = 16;

pub(in crate::web) fn router() -> ApiRouter<App> {
    use ProblemCode as Code;
    ApiRouter::new()
        .api_route(
            "/me/identities",
            create_with(link, |op| {
                op.about("link_identity", "accounts", "Makes the person of a provider one of the ways in")
                    .answers::<IdentityList>(
                        201,
                        JSON,
                        "All persons of providers by whom the member comes in.",
                    )
                    .refuses(&[
                        Code::AccountNeeded,
                        Code::SignInAgain,
                        Code::NoSuchVoucher,
                        Code::IdentityTaken,
                        Code::TooManyIdentities,
                        Code::WrongClock,
                    ])
            }),
        )
        .api_route(
            "/me/identities/{id}",
            delete_with(unlink, |op| {
                op.about("unlink_identity", "accounts", "Gives the person of a provider up as a way in")
                    .answers_text(204, None, "By it the member comes in no more.")
                    .refuses(&[Code::AccountNeeded, Code::SignInAgain, Code::LastWayIn])
            }),
        )
}

async fn link(
    State(app): State<App>,
    home: AtHome,
    headers: HeaderMap,
    Body(NewIdentity { voucher }): Body<NewIdentity>,
) -> Result<Response, WebError> {
    may_add_way_in(&app, &home).await?;
    app.clock_is_right()?;
    let (id, voucher) = (home.player.id.0, token_hash(&voucher));
    vouched(&app, &voucher).await?;
    match app.store.link_identity(home.home(), &voucher, MOST, app.clock.now()).await? {
        Linked::Done => {}
        Linked::Taken => return Err(ProblemCode::IdentityTaken.into()),
        Linked::TooMany => {
            return Err(ProblemCode::TooManyIdentities.with(serde_json::json!({"max": MOST})).into());
        }
        Linked::NoVoucher => return Err(ProblemCode::NoSuchVoucher.into()),
    }
    let told = mails::tell(&app, id, &headers, Message::WaysInChanged(home.player.name)).await;
    told.map_err(after_making)?;
    let identities = identities_of(&app.store, Some(&app.ways), id).await.map_err(after_making)?;
    let content = IdentityList { identities };
    // There they are listed, with the other ways in.
    Ok(Created { location: "/api/v1/me".to_owned(), content }.into_response())
}

async fn unlink(
    State(app): State<App>,
    home: AtHome,
    headers: HeaderMap,
    Named(id): Named<IdentityId>,
) -> Result<Response, WebError> {
    needs_fresh_sign_in(&app, &home).await?;
    let player = home.player.id.0;
    let identities = app.store.identities(player).await?;
    let named =
        identities.into_iter().find(|identity| identity_id(&identity.issuer, &identity.subject) == id);
    let StoredIdentity { issuer, subject, .. } = named.ok_or(ProblemCode::NoSuchIdentity)?;
    match app.store.unlink_identity(home.home(), &issuer, &subject, &open_ways(&app)).await? {
        Removed::Done => {}
        Removed::NotThere => return Err(ProblemCode::NoSuchIdentity.into()),
        Removed::LastWayIn => return Err(ProblemCode::LastWayIn.into()),
    }
    mails::tell(&app, player, &headers, Message::WaysInChanged(home.player.name)).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}
