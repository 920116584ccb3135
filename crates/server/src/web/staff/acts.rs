//! Who is staff, and what they do to players, games and records.

use aide::axum::ApiRouter;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use tengen_actions::staff;
use tengen_game::{GameId, PlayerId, RecordId};
use tengen_protocol::{
    GameAct, NetworkList, PlayerAct, PlayerHistory, ProblemCode, RecordAct, Role, Staff, StaffList,
};
use tengen_roles::{Act, ServerAct};

use crate::app::App;
use crate::networks::KEPT;
use crate::web::body::{Answer, Body, Named, answer};
use crate::web::caller::Acting;
use crate::web::error::WebError;
use crate::web::openapi::Describe;
use crate::web::routing::{create_with, get_with};

pub(super) fn router() -> ApiRouter<App> {
    use ProblemCode as Code;
    ApiRouter::new()
        .api_route("/staff", get_with(everybody, |op| op.about("staff", "staff", "Everybody who has a role")))
        .api_route(
            "/staff/players/{id}",
            get_with(history, |op| {
                op.about("history_of_player", "staff", "What the staff knows of a player, and did so far")
                    .refuses(&[Code::Oneself, Code::EqualOrHigher])
            }),
        )
        .api_route(
            "/staff/players/{id}/networks",
            get_with(networks, |op| {
                op.about(
                    "networks_of_player",
                    "staff",
                    "From which networks a player came in the last thirty days, and who else came from there",
                )
                .refuses(&[Code::Oneself, Code::EqualOrHigher])
            }),
        )
        .api_route(
            "/staff/players/{id}/acts",
            create_with(act_on_player, |op| {
                op.about("act_on_player", "staff", "Does something to a player, as staff, and writes it down")
                    .answers_text(204, None, "It is done, or was so before.")
                    .refuses(&[
                        Code::Oneself,
                        Code::EqualOrHigher,
                        Code::LastOwner,
                        Code::LastLeader,
                        Code::NotAMember,
                        Code::NotDuringTheGame,
                        Code::InvalidAct,
                        Code::InvalidName,
                        Code::NameRefused,
                        Code::NameTaken,
                        Code::WrongClock,
                    ])
            }),
        )
        .api_route(
            "/staff/records/{id}/acts",
            create_with(act_on_record, |op| {
                op.about("act_on_record", "staff", "Does something to a record, as staff, and writes it down")
                    .answers_text(204, None, "It is done.")
                    .refuses(&[Code::Oneself, Code::EqualOrHigher, Code::InvalidAct, Code::WrongClock])
            }),
        )
        .api_route(
            "/staff/games/{id}/acts",
            create_with(act_on_game, |op| {
                op.about("act_on_game", "staff", "Does something to a game, as staff, and writes it down")
                    .answers_text(204, None, "It is done, or was so before.")
                    .refuses(&[
                        Code::Oneself,
                        Code::EqualOrHigher,
                        Code::InvalidAct,
                        Code::WrongPhase,
                        Code::WrongClock,
                    ])
            }),
        )
}

async fn everybody(State(app): State<App>, acting: Acting) -> Result<Answer<StaffList>, WebError> {
    acting.may(Act::ToServer(ServerAct::SeeStaff))?;
    let staff = app.store.staff().await?.into_iter().map(|(player, roles)| Staff { player, roles });
    Ok(answer(StaffList { staff: staff.collect() }))
}

async fn history(
    State(app): State<App>,
    acting: Acting,
    Named(id): Named<PlayerId>,
) -> Result<Answer<PlayerHistory>, WebError> {
    Ok(answer(staff::history(&app, &acting, id).await?))
}

async fn networks(
    State(app): State<App>,
    acting: Acting,
    Named(id): Named<PlayerId>,
) -> Result<Answer<NetworkList>, WebError> {
    staff::may_see_history(&app, &acting, id).await?;
    let (since, with_staff) = (app.clock.now() - KEPT, acting.role() == Some(Role::Owner));
    Ok(answer(NetworkList { networks: app.store.networks_of(id, since, with_staff).await? }))
}

async fn act_on_player(
    State(app): State<App>,
    acting: Acting,
    Named(id): Named<PlayerId>,
    Body(act): Body<PlayerAct>,
) -> Result<Response, WebError> {
    staff::act_on_player(&app, &acting, id, &act).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

async fn act_on_game(
    State(app): State<App>,
    acting: Acting,
    Named(id): Named<GameId>,
    Body(act): Body<GameAct>,
) -> Result<Response, WebError> {
    staff::act_on_game(&app, &acting, id, &act).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

async fn act_on_record(
    State(app): State<App>,
    acting: Acting,
    Named(id): Named<RecordId>,
    Body(act): Body<RecordAct>,
) -> Result<Response, WebError> {
    staff::act_on_record(&app, &acting, id, &act).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}
