//! Who is staff, and what they do to players, games and records.

use aide::axum::ApiRouter;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;
use tengen_actions::kit::ActionError;
use tengen_actions::people::{self, names};
use tengen_actions::staff::{self, because};
use tengen_audit::Kind;
use tengen_game::{GameId, PlayerId, RecordId};
use tengen_protocol::{
    GameAct, NetworkList, Player, PlayerAct, PlayerHistory, PlayerKind, ProblemCode, RecordAct, Role,
    SanctionKind, Staff, StaffList,
};
use tengen_roles::{Act, PersonAct, Record, ServerAct};
use tengen_store::{Deleted, Entries, Granted, Noted, Renamed, Revoked};

use super::audit::{entries, named};
use super::own_cause::{is_not_reported_by, plays_no_game_with};
use super::sanctions::{self, Measure};
use crate::app::App;
use crate::networks::KEPT;
use crate::web::body::{Answer, Body, Named, answer};
use crate::web::caller::Acting;
use crate::web::error::WebError;
use crate::web::openapi::Describe;
use crate::web::routing::{create_with, get_with};

/// How many of the acts so far are shown.
const SHOWN: u32 = 100;
/// How many of the sanctions.
const SANCTIONS: u32 = 50;

pub(super) fn router() -> ApiRouter<App> {
    use ProblemCode as Code;
    ApiRouter::new()
        .api_route("/staff", get_with(staff, |op| op.about("staff", "staff", "Everybody who has a role")))
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

async fn staff(State(app): State<App>, acting: Acting) -> Result<Answer<StaffList>, WebError> {
    acting.may(Act::ToServer(ServerAct::SeeStaff))?;
    let staff = app.store.staff().await?.into_iter().map(|(player, roles)| Staff { player, roles });
    Ok(answer(StaffList { staff: staff.collect() }))
}

async fn history(
    State(app): State<App>,
    acting: Acting,
    Named(id): Named<PlayerId>,
) -> Result<Answer<PlayerHistory>, WebError> {
    let player = allowed(&app, &acting, PersonAct::SeeHistory, id).await?;
    let wanted = Entries { subject: Some(("player", id.as_str())), ..Entries::default() };
    let entries = entries(app.store.audit(wanted, SHOWN).await?);
    Ok(answer(PlayerHistory {
        roles: app.store.roles(id).await?,
        former_names: app.store.former_names(id, app.clock.now()).await?,
        players: app.store.cards(&named(&entries)).await?,
        cases: app.store.cases_of(id).await?,
        sanctions: app.store.sanctions_of(id, SANCTIONS).await?,
        entries,
        player,
    }))
}

async fn networks(
    State(app): State<App>,
    acting: Acting,
    Named(id): Named<PlayerId>,
) -> Result<Answer<NetworkList>, WebError> {
    allowed(&app, &acting, PersonAct::SeeHistory, id).await?;
    let (since, with_staff) = (app.clock.now() - KEPT, acting.role() == Some(Role::Owner));
    Ok(answer(NetworkList { networks: app.store.networks_of(id, since, with_staff).await? }))
}

/// The player, if the actor may do this to the player.
pub(super) async fn allowed(
    app: &App,
    acting: &Acting,
    act: PersonAct,
    id: PlayerId,
) -> Result<Player, WebError> {
    let player = app.store.player(id).await?;
    let person = acting.person(app, player.as_ref()).await?;
    acting.may(Act::ToPerson(act, person))?;
    player.ok_or(ProblemCode::NoSuchPlayer.into())
}

async fn act_on_player(
    State(app): State<App>,
    acting: Acting,
    Named(id): Named<PlayerId>,
    Body(act): Body<PlayerAct>,
) -> Result<Response, WebError> {
    let right = match &act {
        PlayerAct::Grant { role, .. } => PersonAct::Grant(*role),
        PlayerAct::Revoke { role, .. } => PersonAct::Revoke(*role),
        PlayerAct::Rename { .. } => PersonAct::Rename,
        PlayerAct::Warn { .. } => PersonAct::Warn,
        PlayerAct::Suspend { .. } | PlayerAct::Ban { .. } => PersonAct::Suspend,
        PlayerAct::Lift { .. } => PersonAct::Lift,
        PlayerAct::Delete { .. } => PersonAct::Delete,
    };
    let player = allowed(&app, &acting, right, id).await?;
    app.clock_is_right()?;
    // The present name is no act.
    if matches!(&act, PlayerAct::Rename { name, .. } if *name == player.name) {
        return Ok(StatusCode::NO_CONTENT.into_response());
    }
    let (actor, at) = (Some(acting.player.id.0), app.clock.now());
    let (subject, aside) = (id.as_str(), because(act.reason())?);
    let noted = |kind, facts| Noted { actor, kind, subject_kind: "player", subject, facts, aside, at };
    match &act {
        PlayerAct::Grant { role, .. } => {
            let noted = noted(Kind::Grant, json!({"role": role}));
            if app.store.grant(id, *role, &noted).await? == Granted::NoMember {
                return Err(ProblemCode::NoSuchPlayer.into());
            }
        }
        PlayerAct::Revoke { role, .. } => {
            let noted = noted(Kind::Revoke, json!({"role": role}));
            if app.store.revoke(id, *role, &noted).await? == Revoked::LastOwner {
                return Err(ProblemCode::LastOwner.into());
            }
        }
        // Names are words that somebody wrote, and may have to be removed: they are no facts.
        PlayerAct::Rename { name, .. } if player.kind == PlayerKind::Guest => {
            let wishes = names::of_guest(name)?;
            let noted = noted(Kind::Rename, json!({}));
            let given = app.store.rename_guest_by_staff(id, &wishes, &noted).await;
            // Of the two it is the guest who may have been deleted.
            if !given.map_err(|error| ActionError::from(error).of_others())? {
                return Err(ProblemCode::NameTaken.into());
            }
        }
        PlayerAct::Rename { name, .. } => {
            let wish = names::of_member(name)?;
            match app.store.rename_by_staff(id, &wish, &noted(Kind::Rename, json!({}))).await? {
                Renamed::Done => {}
                Renamed::Taken => return Err(ProblemCode::NameTaken.into()),
                // There is no account any more.
                Renamed::TooSoon => return Err(ProblemCode::NoSuchPlayer.into()),
            }
        }
        PlayerAct::Warn { ground, words, .. } => {
            let measure = Measure::new(SanctionKind::Warning, *ground, words, None, at)?;
            measure.take(&app, id, &noted(Kind::Warn, measure.facts())).await?;
        }
        PlayerAct::Suspend { ground, until, words, .. } => {
            let measure = Measure::new(SanctionKind::Suspension, *ground, words, Some(*until), at)?;
            measure.take(&app, id, &noted(Kind::Suspend, measure.facts())).await?;
        }
        PlayerAct::Ban { ground, words, .. } => {
            let measure = Measure::new(SanctionKind::Ban, *ground, words, None, at)?;
            measure.take(&app, id, &noted(Kind::Ban, measure.facts())).await?;
        }
        PlayerAct::Lift { .. } => sanctions::lift(&app, id, &noted(Kind::Lift, json!({}))).await?,
        PlayerAct::Delete { name, .. } => {
            if name.trim() != player.name {
                return Err(ProblemCode::InvalidAct.with(json!({"field": "name"})).into());
            }
            delete(&app, id, acting.player.id.0, noted(Kind::DeleteMember, json!({}))).await?;
        }
    }
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// Deletes a member for good, and writes that down: to the end, also if whoever asked has gone.
async fn delete(app: &App, member: PlayerId, by: PlayerId, noted: Noted<'_>) -> Result<(), WebError> {
    // Behind the look at the name: whoever tries it to learn of reports would delete the member by that.
    plays_no_game_with(app, by, member).await?;
    is_not_reported_by(app, by, member).await?;
    let (app, Noted { actor, kind, subject_kind, facts, aside, at, .. }) = (app.clone(), noted);
    let deleting = tokio::spawn(async move {
        let noted = Noted { actor, kind, subject_kind, subject: member.as_str(), facts, aside, at };
        people::leave(&app, member, Some(&noted)).await
    });
    match deleting.await.map_err(WebError::internal)?? {
        Deleted::Done { .. } => Ok(()),
        Deleted::Gone => Err(ProblemCode::NoSuchPlayer.into()),
        Deleted::LastOwner => Err(ProblemCode::LastOwner.into()),
        Deleted::LastLeader => Err(ProblemCode::LastLeader.into()),
    }
}

async fn act_on_game(
    State(app): State<App>,
    acting: Acting,
    Named(id): Named<GameId>,
    Body(act): Body<GameAct>,
) -> Result<Response, WebError> {
    staff::act_on_game(&app, &acting, id, act).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

async fn act_on_record(
    State(app): State<App>,
    acting: Acting,
    Named(id): Named<RecordId>,
    Body(RecordAct::Remove { reason }): Body<RecordAct>,
) -> Result<Response, WebError> {
    let about = app.store.about_record(id).await?;
    let owner = match &about {
        Some(about) => app.store.player(about.owner.id.0).await?,
        None => None,
    };
    let brought_by = acting.person(&app, owner.as_ref()).await?;
    acting.may(Act::RemoveRecord(Record { brought_by }))?;
    let owner = about.ok_or(ProblemCode::NoSuchRecord)?.owner.id.0;
    app.clock_is_right()?;
    let noted = app.noted(
        acting.player.id.0,
        Kind::RemoveRecord,
        ("record", id.as_str()),
        json!({"brought_by": owner.as_str()}),
        because(&reason)?,
    );
    if app.store.remove_record_by_staff(id, &noted).await? {
        Ok(StatusCode::NO_CONTENT.into_response())
    } else {
        Err(ProblemCode::NoSuchRecord.into())
    }
}
