//! Games by a position that they went through.

use std::ops::RangeInclusive;
use std::sync::Arc;

use aide::NoApi;
use aide::axum::ApiRouter;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use tengen_game::GameId;
use tengen_lists::{AskedPosition, PositionPage};
use tengen_protocol::{PositionAnswer, ProblemCode, Text};
use tengen_rules::{Board, Color, Stones};
use tengen_store::Thing;

use super::looking::{counted, turns};
use super::played;
use super::query::{self, board, optional, read};
use crate::app::App;
use crate::web::accept::JSON;
use crate::web::body::{Fields, malformed};
use crate::web::caller::MaybeCaller;
use crate::web::client::Client;
use crate::web::error::WebError;
use crate::web::fresh::{self, Keeping};
use crate::web::next_page::{after, noted};
use crate::web::openapi::Describe;
use crate::web::routing::get_with;

/// How many games a page has at most, and if nobody asks. Each of them is played through.
const PAGE: RangeInclusive<u32> = 1..=50;
const USUAL_PAGE: u32 = 10;
/// The highest number of a game.
const LAST: u32 = u32::MAX >> 1;

pub(in crate::web) fn router() -> ApiRouter<App> {
    use ProblemCode as Code;
    ApiRouter::new().api_route(
        "/positions",
        get_with(search, |op| {
            op.about(
                "positions",
                "histories",
                "Which finished games were in a position, and what was played there",
            )
            .answers::<PositionAnswer>(200, JSON, "Continuations, and a page of the games.")
            .paged()
            .tagged()
            .refuses(&[
                Code::NoSuchGame,
                Code::NoSuchBoard,
                Code::InvalidPosition,
                Code::IllegalMove,
            ])
        }),
    )
}

/// The query: a position by its stones, by moves, or one of a game. A field without value is as good as none.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct PositionFields {
    /// A size, or the name of a board.
    #[schemars(example = &"9x9")]
    board: String,
    /// `.` `B` `W` for each point, row by row from the top left.
    #[schemars(regex(pattern = "^[.BW]*$"))]
    stones: String,
    /// The player to move.
    #[schemars(regex(pattern = query::MAYBE_COLOR))]
    to_move: String,
    /// Moves that are played from these stones on, or on the empty board if there are none, as in the opening of a list.
    #[schemars(example = &"E5,C3,white:G7")]
    #[schemars(regex(pattern = "^[A-Za-z0-9:, ]*$"))]
    moves: String,
    /// Instead of these four: a game,
    #[schemars(regex(pattern = query::MAYBE_ID))]
    game: String,
    /// and after how many of its moves; after the last if it is left out.
    #[serde(rename = "move")]
    #[schemars(regex(pattern = query::MAYBE_NUMBER))]
    move_number: String,
    /// `next` of a page: the page behind it.
    #[schemars(regex(pattern = query::MAYBE_NUMBER))]
    cursor: String,
    /// How many games on a page, 1 to 50; usually 10.
    #[schemars(regex(pattern = "^([1-9]|[1-4][0-9]|50)?$"))]
    limit: String,
}

/// The games that were in a position, and how they went on.
async fn search(
    State(app): State<App>,
    caller: MaybeCaller,
    NoApi(client): NoApi<Client>,
    Fields(fields): Fields<PositionFields>,
    headers: HeaderMap,
) -> Result<Response, WebError> {
    let page = fields.page()?;
    app.limits.page(client, page.limit)?;
    let place = app.turns.searches.place(&app.limits, client)?;
    let (look, turn) = turns(&app.limits, client, &place).await?;
    let (asked, private) = match fields.game()? {
        None => (fields.position()?, false),
        Some((game, moves)) => {
            app.enclosures.sees(caller.eyes(), Thing::Game(game)).await?;
            let found = app.lists.position_of(game, moves, caller.audience()).await?;
            (found.content.ok_or_else(|| malformed("the game has not so many moves"))?, found.private)
        }
    };
    let (lists, limits) = (app.lists.clone(), Arc::clone(&app.limits));
    let looking = async move { lists.games_with_position(&asked, page).await };
    let answer = turn.work_to_the_end(counted(limits, client, look, looking)).await??;
    Ok(noted(after(&answer), fresh::json(&headers, Keeping::of(&caller, private), &answer)?))
}

impl PositionFields {
    fn page(&self) -> Result<PositionPage, WebError> {
        let before = read::<u32, _>(&self.cursor, "cursor is not one of this server")?;
        if before.is_some_and(|before| before > LAST) {
            return Err(malformed("cursor is not one of this server"));
        }
        let limit = read(&self.limit, "limit is not a number from 1 to 50")?.unwrap_or(USUAL_PAGE);
        if !PAGE.contains(&limit) {
            return Err(malformed("limit is not a number from 1 to 50"));
        }
        Ok(PositionPage { before, limit })
    }

    /// The game of which a position is meant, if one is named, and after how many moves.
    fn game(&self) -> Result<Option<(GameId, Option<usize>)>, WebError> {
        let Some(game) = optional(&self.game) else {
            let said = optional(&self.move_number);
            return said.map_or(Ok(None), |_| Err(malformed("move is that of a game: name one")));
        };
        if [&self.board, &self.stones, &self.to_move, &self.moves].into_iter().any(|field| !field.is_empty())
        {
            return Err(malformed(
                "a position is that of a game, or given by board, stones, to_move and moves",
            ));
        }
        let moves = read(&self.move_number, "move is not a number")?;
        // A text that is not an id names no game.
        Ok(Some((game.parse().map_err(|_| ProblemCode::NoSuchGame)?, moves)))
    }

    fn position(&self) -> Result<AskedPosition, WebError> {
        let missing = || {
            malformed(
                "a position is given by board, stones and to_move, by board and moves, or by game and move",
            )
        };
        let board = board("board", optional(&self.board).ok_or_else(missing)?)?;
        let topology = Arc::new(board.topology().map_err(|_| ProblemCode::NoSuchBoard)?);
        let moves = optional(&self.moves).map(played::read).transpose()?;
        let stones = match (optional(&self.stones), &moves) {
            (Some(stones), _) => {
                Stones::parse(&topology, stones).map_err(|error| malformed(&format!("stones: {error}")))?
            }
            (None, Some(_)) => Stones::empty(&topology),
            (None, None) => return Err(missing()),
        };
        let start = Board::from_stones(Arc::clone(&topology), &stones).map_err(|error| {
            ProblemCode::InvalidPosition.with(json!({"at": Text(topology.vertex(error.stone))}))
        })?;
        let after = moves.map(|moves| played::play(start, &moves)).transpose()?;
        let to_move: Option<Color> = read(&self.to_move, "to_move is neither black nor white")?;
        let to_move = to_move.or(after.as_ref().map(|after| after.to_move)).ok_or_else(missing)?;
        Ok(AskedPosition { board, topology, stones: after.map_or(stones, |after| after.stones), to_move })
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;
    use std::time::Duration;

    use tengen_limits::{Limits, Options};
    use tokio::time::timeout;

    use super::*;
    use tengen_actions::kit::Turns;

    const BARELY: Duration = Duration::from_millis(20);

    #[tokio::test]
    async fn a_search_takes_turns_with_the_other_lists_of_its_client() {
        let all = Turns::new(1, 2);
        let limits = Arc::new(Limits::new(&Options::USUAL));
        let [one, other] = [1, 2].map(|last| limits.client(Ipv4Addr::new(192, 0, 2, last).into(), false));
        let [place, others] = [one, other].map(|client| all.place(&limits, client).unwrap());
        let export = limits.turn_among_lists(one).await;
        assert!(timeout(BARELY, turns(&limits, one, &place)).await.is_err());
        // Nobody else waits for that.
        drop(turns(&limits, other, &others).await.unwrap());
        drop(export);
        let own = turns(&limits, one, &place).await.unwrap();
        assert!(timeout(BARELY, limits.turn_among_lists(one)).await.is_err());
        drop(own);
        drop(limits.turn_among_lists(one).await);
    }
}
