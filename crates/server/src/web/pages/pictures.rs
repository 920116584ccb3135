//! Boards as pictures, for previews of addresses: games, records, and Tengen itself.

use std::sync::Arc;

use aide::axum::ApiRouter;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::get;
use tengen_actions::kit::{AtWork, GREAT, rested};
use tengen_game::{GameId, Phase, RecordId};
use tengen_protocol::ProblemCode;
use tengen_protocol::view::Audience;
use tengen_rules::BoardName;

use crate::app::App;
use crate::picture::{Diagram, Drawing, Kept, Pictured, png};
use crate::web::body::Named;
use crate::web::client::Client;
use crate::web::error::WebError;
use crate::web::fresh::{self, Keeping, Tag};
use crate::web::routing::{OpenTo, PUPILS, page};

/// A board without a record is little work.
const ONE_BOARD: u64 = 0;

pub(in crate::web) fn router() -> ApiRouter<App> {
    page("/board.png", get(own))
        .merge(page("/games/{id}/board.png", get(game)))
        .merge(page("/records/{id}/board.png", get(record)))
        .open_to(PUPILS)
}

/// Tengen's own picture.
async fn own(State(app): State<App>, client: Client, headers: HeaderMap) -> Result<Response, WebError> {
    let picture = Picture { of: Pictured::Tengen, seq: 0, keeping: Keeping::Day };
    if let Some(answer) = picture.at_hand(&app, &headers) {
        return Ok(answer);
    }
    let place = app.turns.pictures.of(ONE_BOARD).place(&app.limits, client)?;
    let draw = || drawn(Diagram::OWN_BOARD, &Diagram::of_tengen());
    picture.made(&app, place.turn().await?, None, draw).await
}

/// The board of a game as spectators see it. Private games show none.
async fn game(
    State(app): State<App>,
    client: Client,
    Named(id): Named<GameId>,
    headers: HeaderMap,
) -> Result<Response, WebError> {
    let game = app.rooms.snapshot(id, Audience::Spectator).await?;
    if game.settings.private {
        return Err(ProblemCode::NotFound.into());
    }
    let finished = game.phase == Phase::Finished.name();
    let keeping = if finished { Keeping::Day } else { Keeping::Public };
    let picture = Picture { of: Pictured::Game(id), seq: game.seq, keeping };
    if let Some(answer) = picture.at_hand(&app, &headers) {
        return Ok(answer);
    }
    let place = app.turns.pictures.of(ONE_BOARD).place(&app.limits, client)?;
    let last_move = game.moves.last().map(|last| last.at.clone());
    let diagram = Diagram { stones: game.stones, last_move };
    let board = game.settings.board.name();
    picture.made(&app, place.turn().await?, None, move || drawn(board, &diagram)).await
}

/// The board of a record as it is after its last change.
async fn record(
    State(app): State<App>,
    client: Client,
    Named(id): Named<RecordId>,
    headers: HeaderMap,
) -> Result<Response, WebError> {
    let about = app.store.about_record(id).await?.ok_or(ProblemCode::NoSuchRecord)?;
    let picture = Picture { of: Pictured::Record(id), seq: about.revision, keeping: Keeping::Public };
    if let Some(answer) = picture.at_hand(&app, &headers) {
        return Ok(answer);
    }
    let place = app.turns.pictures.of(about.work).place(&app.limits, client)?;
    let turn = place.turn().await?;
    let (file, revision) = app.store.record_file(id).await?.ok_or(ProblemCode::NoSuchRecord)?;
    let picture = Picture { seq: revision, ..picture };
    let draw = move || {
        let shown = file.show();
        let shown = shown.map_err(|error| WebError::internal(format!("record {id}: {error}")))?;
        drawn(shown.board.name(), &Diagram::of_record(&shown))
    };
    let counted = Some(client).filter(|_| about.work > GREAT);
    picture.made(&app, turn, counted, draw).await
}

/// Draws a board.
fn drawn(board: BoardName, diagram: &Diagram) -> Result<Vec<u8>, WebError> {
    let topology = board.topology().map_err(|_| ProblemCode::NoSuchBoard)?;
    let Diagram { stones, last_move } = diagram;
    let drawing = Drawing { board, topology: &topology, stones, last_move: last_move.as_deref() };
    png(&drawing.to_string()).map_err(WebError::internal)
}

/// A picture that somebody asks for.
#[derive(Debug, Clone, Copy)]
struct Picture {
    of: Pictured,
    /// The number of the event, or of the record's change, after which the position is that of the picture; 0 if it never changes.
    seq: u32,
    keeping: Keeping,
}

impl Picture {
    /// The answer that takes no drawing.
    fn at_hand(self, app: &App, headers: &HeaderMap) -> Option<Response> {
        fresh::known(headers, self.keeping, &self.tag())
            .or_else(|| Some(self.answer(app.pictures.find(self.of, self.seq)?)))
    }

    /// The answer of the request whose turn it is to draw. Requests that waited for the same picture find it. Great work is
    /// counted for a client, who must not have to rest.
    async fn made(
        self,
        app: &App,
        turn: AtWork,
        counted: Option<Client>,
        draw: impl FnOnce() -> Result<Vec<u8>, WebError> + Send + 'static,
    ) -> Result<Response, WebError> {
        if let Some(png) = app.pictures.find(self.of, self.seq) {
            return Ok(self.answer(png));
        }
        let drawn = match counted {
            Some(client) => {
                rested(&app.limits, client)?;
                turn.work_for(&app.limits, client, draw).await
            }
            None => turn.work(draw).await,
        };
        let png: Arc<[u8]> = drawn??.into();
        app.pictures.keep(self.of, Kept { seq: self.seq, png: Arc::clone(&png) });
        Ok(self.answer(png))
    }

    fn answer(self, png: Arc<[u8]>) -> Response {
        fresh::whole(self.keeping, &self.tag(), "image/png", Bytes::from_owner(png))
    }

    fn tag(self) -> Tag {
        let Self { of, seq, keeping: _ } = self;
        Tag::of(format!("{} {of:?} {seq}", env!("CARGO_PKG_VERSION")).as_bytes())
    }
}
