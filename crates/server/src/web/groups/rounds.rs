//! Rounds: the members of a group are paired, and each pair has a game.

use aide::NoApi;
use aide::axum::ApiRouter;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Deserialize;
use tengen_actions::groups::{make_round, seen_round};
use tengen_game::GroupId;
use tengen_protocol::{NewRound, ProblemCode, Round, RoundList};
use tengen_roles::GroupAct;

use crate::app::App;
use crate::web::accept::JSON;
use crate::web::body::{Body, Fields, Named};
use crate::web::caller::{AtHomeActing, Looking};
use crate::web::client::Client;
use crate::web::error::WebError;
use crate::web::lists::query::read;
use crate::web::openapi::{Created, Describe, Page, page};
use crate::web::routing::{create_with, get_with};

/// How many rounds a page has.
const PAGE: u32 = 10;

pub(super) fn router() -> ApiRouter<App> {
    use ProblemCode as Code;
    ApiRouter::new().api_route(
        "/groups/{id}/rounds",
        get_with(list, |op| op.about("rounds", "groups", "The rounds of a group, the latest first")).merge(
            create_with(make, |op| {
                op.about("new_round", "groups", "Pairs members for a round, and makes a game for each pair")
                    .answers::<Round>(
                        201,
                        JSON,
                        "The round. A pair without a game says why, or waits for it.",
                    )
                    .refuses(&[
                        Code::InvalidRound,
                        Code::InvalidSettings,
                        Code::InvalidPosition,
                        Code::IllegalMove,
                        Code::NotDuringTheGame,
                        Code::NoSuchPlayer,
                        Code::NotPlaying,
                        Code::TooManyRounds,
                        Code::WrongClock,
                    ])
            }),
        ),
    )
}

/// The query of the list. A field without value is as good as none.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct Wanted {
    /// The `next` of the page before.
    #[schemars(regex(pattern = r"^[0-9]{0,9}$"))]
    before: String,
}

async fn list(
    State(app): State<App>,
    looking: Looking,
    Named(id): Named<GroupId>,
    Fields(Wanted { before }): Fields<Wanted>,
) -> Result<Page<RoundList>, WebError> {
    let group = looking.group(&app, id, GroupAct::See).await?.group;
    let before = read::<u32, _>(&before, "before is not the number of a round")?.unwrap_or(u32::MAX);
    let viewer = looking.player().map(|player| player.id.0);
    // One more than is shown tells whether there is a next page.
    let mut rounds = app.store.rounds(id, before, PAGE + 1).await?;
    let is_last = rounds.len() <= PAGE as usize;
    rounds.truncate(PAGE as usize);
    let next = rounds.last().filter(|_| !is_last).map(|round| round.number);
    let now = app.clock.now();
    let rounds = rounds.into_iter().map(|round| seen_round(round, viewer, group.role, now)).collect();
    Ok(page(RoundList { rounds, next }))
}

async fn make(
    State(app): State<App>,
    NoApi(client): NoApi<Client>,
    actor: AtHomeActing,
    Named(id): Named<GroupId>,
    Body(wish): Body<NewRound>,
) -> Result<Response, WebError> {
    let content = make_round(&app, &actor, client, id, &wish).await?;
    // The list that begins with it.
    let location = format!("/api/v1/groups/{id}/rounds?before={}", content.number + 1);
    Ok(Created { location, content }.into_response())
}
