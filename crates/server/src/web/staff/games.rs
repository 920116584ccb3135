//! What the staff does in games.

use aide::axum::ApiRouter;
use aide::axum::routing::post_with;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;
use tengen_audit::Kind;
use tengen_game::{GameId, Millis, Phase, PlayerId, Refusal, Ruling};
use tengen_live::RoomError;
use tengen_protocol::{GameAct, Problem, ProblemCode, Role, RuledWinner};
use tengen_roles::{Act, Game};
use tengen_store::Noted;

use super::acting::Acting;
use super::reason::because;
use crate::app::App;
use crate::web::body::{Body, Named};
use crate::web::error::WebError;
use crate::web::openapi::Describe;
use crate::web::people::clock_is_right;

pub(super) fn router() -> ApiRouter<App> {
    use ProblemCode as Code;
    ApiRouter::new().api_route(
        "/staff/games/{id}/acts",
        post_with(act_on_game, |op| {
            op.about("act_on_game", "staff", "Decides a game that goes on, as staff, and writes it down")
                .answers_text(204, None, "It is decided.")
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

/// Decides a game. The entry of the log comes first, for the game is in another transaction: so no decision is without an entry, and one that
/// was refused has a second entry which says so.
async fn act_on_game(
    State(app): State<App>,
    acting: Acting,
    Named(id): Named<GameId>,
    Body(GameAct::Adjudicate { winner, reason }): Body<GameAct>,
) -> Result<Response, WebError> {
    // Whoever has no right learns nothing of the game.
    acting.may(Act::Adjudicate(Game { is_own: false, highest: None }))?;
    let phase_and_players = app.rooms.with_state(id, |state| (state.phase(), state.players())).await?;
    let Some((phase, Some(players))) = phase_and_players else {
        let phase = phase_and_players.map_or(Phase::Finished, |(phase, _)| phase);
        return Err(Problem::from(&Refusal::WrongPhase(phase)).into());
    };
    let mut game = Game { is_own: false, highest: None };
    for (_, player) in players.iter() {
        let player = app.store.player(*player).await?;
        let person = acting.person(&app, player.as_ref()).await?;
        game.is_own |= person.is_actor;
        game.highest = higher(game.highest, person.role);
    }
    acting.may(Act::Adjudicate(game))?;
    if phase == Phase::Finished {
        return Err(Problem::from(&Refusal::WrongPhase(phase)).into());
    }
    clock_is_right(&app)?;
    let (actor, at) = (acting.player.id.0, app.clock.now());
    // A client that goes away meanwhile leaves no entry of a decision that was never tried.
    let decided = tokio::spawn(async move { decide(&app, (actor, at), id, winner, &reason).await });
    decided.await.map_err(|error| WebError::Internal(error.to_string()))??;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// Writes a decision down and makes it.
async fn decide(
    app: &App,
    (actor, at): (PlayerId, Millis),
    game: GameId,
    winner: RuledWinner,
    reason: &str,
) -> Result<(), WebError> {
    let (kind, subject, facts) = (Kind::Adjudicate, game.as_str(), json!({"winner": winner}));
    let (actor, aside) = (Some(actor), because(reason)?);
    let noted = Noted { actor, kind, subject_kind: "game", subject, facts, aside, at };
    let seq = app.store.note(&noted).await?;
    let ruling = Ruling::Adjudicate(winner.color());
    let Err(error) = app.rooms.rule(game, ruling).await else { return Ok(()) };
    if was_not_done(&error) {
        let (subject, facts) = (seq.to_string(), json!({"game": game.as_str()}));
        let (kind, subject_kind) = (Kind::NotDone, "entry");
        let noted = Noted { actor, kind, subject_kind, subject: &subject, facts, aside: None, at };
        app.store.note(&noted).await?;
    }
    Err(error.into())
}

/// The higher one of two roles.
fn higher(one: Option<Role>, other: Option<Role>) -> Option<Role> {
    // The highest comes first among all.
    Role::ALL.into_iter().find(|role| one == Some(*role) || other == Some(*role))
}

/// Whether it is sure that nothing was stored.
fn was_not_done(error: &RoomError) -> bool {
    match error {
        RoomError::Refused(_)
        | RoomError::NoSuchGame
        | RoomError::WrongClock { .. }
        | RoomError::Damaged(_)
        | RoomError::LaterRelease(_)
        | RoomError::Full => true,
        RoomError::Store(_) | RoomError::Away | RoomError::Gone => false,
    }
}
