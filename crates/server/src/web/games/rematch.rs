//! Another game, colours swapped, in one request.

use aide::NoApi;
use aide::axum::ApiRouter;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use tengen_entropy as entropy;
use tengen_game::{Colors, GameId, GroupId, NewGame, Phase, PlayerId, Refusal, Settings};
use tengen_live::RoomError;
use tengen_protocol::view::Audience;
use tengen_protocol::{Player, ProblemCode, Rematch, Snapshot, Text};
use tengen_rules::Color;
use tengen_store::GameRow;

use super::game::{Nothing, created, open, sit_down, take_seat, within};
use crate::app::App;
use crate::web::accept::JSON;
use crate::web::body::{Named, OptionalBody, answer};
use crate::web::caller::Caller;
use crate::web::client::Client;
use crate::web::enclosed::class_of;
use crate::web::error::{WebError, after_making};
use crate::web::openapi::Describe;
use crate::web::routing::create_with;
use crate::web::trying::estimable::check_beginning;

/// How often a rematch is looked for when two players ask at the same moment.
const TRIES: usize = 3;

pub(in crate::web) fn router() -> ApiRouter<App> {
    use ProblemCode as Code;
    ApiRouter::new().api_route(
        "/games/{id}/rematch",
        create_with(rematch, |op| {
            op.about("rematch", "games", "Offers another game with colours swapped, or takes the seat in it")
                .answers::<Snapshot>(200, JSON, "The game that is there already.")
                .answers::<Snapshot>(201, JSON, "A new game, open until the opponent joins.")
                .refuses(&[
                    Code::NotAPlayer,
                    Code::NoSuchPlayer,
                    Code::WrongPhase,
                    Code::SeatTaken,
                    Code::NotInvited,
                    Code::Blocked,
                    Code::NoBots,
                    Code::NotDuringTheGame,
                    Code::TooManyComputerGames,
                    Code::TooManyUnfinishedGames,
                    Code::ComputerBusy,
                ])
        }),
    )
}

/// Offers a rematch, or takes the seat in the one that the opponent has offered.
async fn rematch(
    State(app): State<App>,
    NoApi(client): NoApi<Client>,
    Caller(player): Caller,
    Named(id): Named<GameId>,
    OptionalBody(Nothing {}): OptionalBody<Nothing>,
) -> Result<Response, WebError> {
    let earlier = app.store.game(id).await?.ok_or(ProblemCode::NoSuchGame)?;
    let snapshot = app.rooms.snapshot(id, Audience::Player(player.id.0)).await?;
    let phase = Phase::ALL.into_iter().find(|phase| phase.name() == snapshot.phase).unwrap_or(Phase::Playing);
    let wrong_phase = RoomError::Refused(Refusal::WrongPhase(phase));
    let (color, opponent) = match seats(&snapshot, player.id.0) {
        Some(seats) => seats,
        None if phase == Phase::Open && snapshot.creator.id == player.id => return Err(wrong_phase.into()),
        None => return Err(ProblemCode::NotAPlayer.into()),
    };
    if phase != Phase::Finished {
        return Err(wrong_phase.into());
    }
    for _ in 0..TRIES {
        if let Some((offered, by)) = app.store.rematch(id).await? {
            let game = if earlier.settings.local() {
                sit_down(&app, &player, offered).await?
            } else if by == player.id.0 {
                app.rooms.snapshot(offered, Audience::Player(by)).await?
            } else {
                take_seat(&app, client, &player, offered).await?
            };
            return Ok(answer(game).into_response());
        }
        app.limits.game(player.id.0, client)?;
        let opponent = (!earlier.settings.local()).then_some(opponent);
        let enclosed_in = class_of(&app, player.id.0, opponent).await?;
        let settings = again(&earlier.settings, &player, color, (opponent, enclosed_in))?;
        check_beginning(&app, player.id.0, client, &settings).await?;
        let (new, created_at) = (entropy::game_id()?, app.clock.now());
        let row = GameRow { id: new, created_at, settings, rematch_of: Some(id), enclosed_in };
        let offer = Rematch { game: Text(row.id), by: player.id };
        // Nothing is kept if the opponent was faster.
        if let Some(game) = open(&app, client, &player, row).await? {
            app.rooms.tell_of_rematch(id, Some(offer)).await.map_err(after_making)?;
            if game.settings.local {
                let game = sit_down(&app, &player, new).await.map_err(after_making)?;
                return Ok(created(game).into_response());
            }
            return Ok(created(game).into_response());
        }
    }
    Err(RoomError::Gone.into())
}

/// A player's colour, and the opponent.
fn seats(game: &Snapshot, player: PlayerId) -> Option<(Color, PlayerId)> {
    let [black, white] = [game.players.black.as_ref()?.id.0, game.players.white.as_ref()?.id.0];
    match player {
        _ if player == black => Some((Color::Black, white)),
        _ if player == white => Some((Color::White, black)),
        _ => None,
    }
}

/// The settings of the same game with colours swapped, for the same opponent if there is one.
fn again(
    settings: &Settings,
    player: &Player,
    color: Color,
    (opponent, enclosed_in): (Option<PlayerId>, Option<GroupId>),
) -> Result<Settings, WebError> {
    let color = if color == Color::Black { Colors::White } else { Colors::Black };
    let wish = NewGame { color, opponent, ..settings.wish() };
    Ok(Settings::new(player.id.0, within(enclosed_in, wish))?)
}
