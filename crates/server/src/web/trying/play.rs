//! A move that is tried on a position.

use aide::axum::ApiRouter;
use serde_json::json;
use tengen_protocol::{ProblemCode, Refused, Text, Tried, TryMove};
use tengen_trying::{NotTried, try_move};

use crate::app::App;
use crate::web::accept::JSON;
use crate::web::body::{Answer, Body, answer, malformed};
use crate::web::error::WebError;
use crate::web::openapi::Describe;
use crate::web::routing::post_with;

pub(in crate::web) fn router() -> ApiRouter<App> {
    use ProblemCode as Code;
    ApiRouter::new().api_route(
        "/positions/play",
        post_with(play, |op| {
            op.about("try_move", "trying", "Judges a move on a position that belongs to no game")
                .answers::<Tried>(
                    200,
                    JSON,
                    "The position behind the move, or before it if the rules forbid it.",
                )
                .refuses(&[Code::InvalidSettings, Code::InvalidPosition, Code::IllegalMove])
        }),
    )
}

/// Tries a move. It tells nothing but the rules, so anybody may ask.
async fn play(Body(question): Body<TryMove>) -> Result<Answer<Tried>, WebError> {
    tried(&question).map(answer)
}

/// The answer to a question, by HTTP or on a socket.
pub(in crate::web) fn tried(question: &TryMove) -> Result<Tried, WebError> {
    try_move(question).map_err(|error| not_tried(&error))
}

fn not_tried(error: &NotTried) -> WebError {
    let problem = match error {
        NotTried::Settings(error) => Refused::from(error),
        NotTried::Handicap { max } => {
            ProblemCode::InvalidSettings.with(json!({"field": "setup.handicap", "min": 0, "max": max}))
        }
        NotTried::Placement => ProblemCode::InvalidSettings.with(json!({"field": "setup.handicap"})),
        NotTried::NoLiberties(stone) => ProblemCode::InvalidPosition.with(json!({"at": Text(*stone)})),
        NotTried::NotPossible { number, at, why } => {
            let at = at.map_or_else(|| "pass".to_owned(), |vertex| vertex.to_string());
            ProblemCode::IllegalMove.with(json!({"rule": why.rule(), "at": at, "number": number}))
        }
        NotTried::Stones(_) | NotTried::Moves(_) | NotTried::Move(_) => return malformed(&error.to_string()),
    };
    problem.into()
}
