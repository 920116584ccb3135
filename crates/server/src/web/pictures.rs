//! A game to show elsewhere: the picture of its board, and its address as a code that telephones read.

use std::sync::Arc;

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::get;
use qrcodegen::{QrCode, QrCodeEcc};
use tengen_game::{GameId, Phase};
use tengen_protocol::view::Audience;
use tengen_protocol::{ProblemCode, Snapshot};

use super::body::Named;
use super::client::Client;
use super::error::WebError;
use super::fresh::{self, Keeping, Tag};
use super::site;
use super::turns::Turns;
use crate::app::App;
use crate::picture::{Drawing, Kept, png};

/// One picture is drawn at a time, and few wait for their turn.
static DRAWINGS: Turns = Turns::new(1, 16);
/// How wide the empty rim of a code is, in its modules: readers look for it.
const QUIET_ZONE: i32 = 4;

pub(super) fn router() -> Router<App> {
    Router::new().route("/games/{id}/board.png", get(board)).route("/games/{id}/qr.svg", get(code))
}

/// The board as spectators see it, for previews of the game's address. Private games show none.
async fn board(
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
    // The number of an event stands for the position after it.
    let tag = Tag::of(format!("{} board {id} {}", env!("CARGO_PKG_VERSION"), game.seq).as_bytes());
    if let Some(known) = fresh::known(&headers, keeping, &tag) {
        return Ok(known);
    }
    let png = if let Some(png) = app.pictures.find(id, game.seq) {
        png
    } else {
        let place = DRAWINGS.place(&app.limits, client)?;
        let turn = place.turn().await?;
        // Whoever waited for the same picture finds it.
        let found = app.pictures.find(id, game.seq);
        found.map_or_else(|| turn.work(|| drawn(&app, id, &game)), Ok)?
    };
    Ok(fresh::whole(keeping, &tag, "image/png", Bytes::from_owner(png)))
}

fn drawn(app: &App, id: GameId, game: &Snapshot) -> Result<Arc<[u8]>, WebError> {
    let board = game.settings.board.name();
    let topology = board.topology().map_err(|_| ProblemCode::NoSuchBoard)?;
    let last_move = game.moves.last().map(|last| last.at.as_str());
    let drawing = Drawing { board, topology: &topology, stones: &game.stones, last_move };
    let png = png(&drawing.to_string()).map_err(|error| WebError::Internal(error.to_string()))?;
    let png = Arc::from(png);
    app.pictures.keep(id, Kept { seq: game.seq, png: Arc::clone(&png) });
    Ok(png)
}

/// The address of a game as a QR code, black on white, whatever the look of the page: so every reader reads it.
async fn code(
    State(app): State<App>,
    Named(id): Named<GameId>,
    headers: HeaderMap,
) -> Result<Response, WebError> {
    let origin = site::origin(&app.options, &headers).ok_or(ProblemCode::NotFound)?;
    let code = QrCode::encode_text(&format!("{origin}/games/{id}"), QrCodeEcc::Medium)
        .map_err(|error| WebError::Internal(error.to_string()))?;
    let svg = code_as_svg(&code);
    let tag = Tag::of(svg.as_bytes());
    Ok(fresh::tagged(&headers, Keeping::Private, &tag, "image/svg+xml", svg))
}

fn code_as_svg(code: &QrCode) -> String {
    let side = code.size() + 2 * QUIET_ZONE;
    let cells = (0..code.size()).flat_map(|y| (0..code.size()).map(move |x| (x, y)));
    let dark = cells.filter(|&(x, y)| code.get_module(x, y));
    let path = dark.fold(String::new(), |path, (x, y)| {
        path + &format!("M{} {}h1v1h-1z", x + QUIET_ZONE, y + QUIET_ZONE)
    });
    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" shape-rendering="crispEdges"><rect width="{side}" height="{side}" fill="#fff"/><path d="{path}" fill="#000"/></svg>"##
    )
}
