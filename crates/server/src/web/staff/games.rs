//! What the staff does in games.

use aide::axum::ApiRouter;
use axum::extract;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;
use tengen_audit::Kind;
use tengen_game::{GameId, Millis, Phase, PlayerId, Refusal, Ruling, State};
use tengen_live::RoomError;
use tengen_protocol::view::Audience;
use tengen_protocol::{GameAct, Problem, ProblemCode, Role, RuledWinner, Snapshot};
use tengen_roles::{Act, Game, GameAct as Right};
use tengen_store::Noted;

use super::acting::Acting;
use super::reason::because;
use crate::app::App;
use crate::web::body::{Body, Named};
use crate::web::error::WebError;
use crate::web::openapi::Describe;
use crate::web::people::clock_is_right;
use crate::web::routing::create_with;

pub(super) fn router() -> ApiRouter<App> {
    use ProblemCode as Code;
    ApiRouter::new().api_route(
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

async fn act_on_game(
    extract::State(app): extract::State<App>,
    acting: Acting,
    Named(id): Named<GameId>,
    Body(act): Body<GameAct>,
) -> Result<Response, WebError> {
    let right = match &act {
        GameAct::Adjudicate { .. } => Right::Adjudicate,
        GameAct::Void { .. } => Right::Void,
        GameAct::Restore { .. } => Right::Restore,
    };
    // Whoever has no right learns nothing of the game.
    acting.may(Act::ToGame(right, Game { is_own: false, highest: None }))?;
    // The staff knows of a delayed game as much as all who look on.
    let game = app.rooms.snapshot(id, Audience::Spectator).await?;
    let is_over = game.phase == Phase::Finished.name();
    acting.may(Act::ToGame(right, done_to(&app, &acting, &game).await?))?;
    clock_is_right(&app)?;
    let (actor, at) = (acting.player.id.0, app.clock.now());
    let noted = |kind, aside| Noted {
        actor: Some(actor),
        kind,
        subject_kind: "game",
        subject: id.as_str(),
        facts: json!({}),
        aside,
        at,
    };
    match act {
        GameAct::Adjudicate { winner, reason } => {
            // A client that goes away meanwhile leaves no entry of a decision that was never tried.
            let decided = tokio::spawn(async move { decide(&app, (actor, at), id, winner, &reason).await });
            decided.await.map_err(|error| WebError::Internal(error.to_string()))??;
        }
        GameAct::Void { .. } | GameAct::Restore { .. } if !is_over => {
            return Err(ProblemCode::WrongPhase.with(json!({"phase": game.phase})).into());
        }
        GameAct::Void { reason } => {
            app.store.void_game(id, &noted(Kind::Void, because(&reason)?)).await?;
        }
        GameAct::Restore { reason } => {
            app.store.restore_game(id, &noted(Kind::Restore, because(&reason)?)).await?;
        }
    }
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// The game as the rights see it: those are asked who play it, or have offered it and to whom.
async fn done_to(app: &App, acting: &Acting, game: &Snapshot) -> Result<Game, WebError> {
    let mut done_to = Game { is_own: false, highest: None };
    let players = [&game.players.black, &game.players.white, &game.opponent];
    for card in players.into_iter().flatten().chain([&game.creator]) {
        let player = app.store.player(card.id.0).await?;
        let person = acting.person(app, player.as_ref()).await?;
        done_to.is_own |= person.is_actor;
        done_to.highest = higher(done_to.highest, person.role);
    }
    Ok(done_to)
}

/// Writes a decision down and makes it. The entry of the log comes first, for the game is in another transaction: so no decision
/// is without an entry, and one that was refused has a second entry which says so.
async fn decide(
    app: &App,
    (actor, at): (PlayerId, Millis),
    game: GameId,
    winner: RuledWinner,
    reason: &str,
) -> Result<(), WebError> {
    // What can't be decided any more leaves no entry, but where it ends at this moment.
    let phase = app.rooms.with_state(game, State::phase).await?.unwrap_or(Phase::Finished);
    if !matches!(phase, Phase::Playing | Phase::Scoring) {
        return Err(Problem::from(&Refusal::WrongPhase(phase)).into());
    }
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
