//! Trees that others show: who may see one, when, and how much of it.

use std::collections::HashSet;

use aide::NoApi;
use aide::axum::ApiRouter;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use tengen_actions::kit::ActionError;
use tengen_entropy::token_hash;
use tengen_game::{GameId, Phase, PlayerId};
use tengen_live::LiveGame;
use tengen_protocol::view::Audience;
use tengen_protocol::{LookAtShared, NodeId, Place, ProblemCode, SharedVariations, Text, VariationNode};
use tengen_store::{Shown, Thing, TreeOf};
use tengen_trying::variations::{Way, followed};

use super::sharing::{is_over_for_all, opponent_after, plays};
use crate::app::App;
use crate::web::accept::JSON;
use crate::web::body::{Answer, Body, Named, answer};
use crate::web::caller::{MaybeCaller, Viewer};
use crate::web::client::Client;
use crate::web::error::WebError;
use crate::web::fresh::{self, Keeping};
use crate::web::openapi::Describe;
use crate::web::routing::{get_with, post_with};

pub(super) fn router() -> ApiRouter<App> {
    use ProblemCode as Code;
    ApiRouter::new()
        .api_route(
            "/shared/look",
            post_with(by_link, |op| {
                op.about(
                    "look_at_shared_variations",
                    "trying",
                    "The tree that a link shows; nothing is changed",
                )
                .refuses(&[Code::NotDuringTheGame, Code::NoSuchShare])
            }),
        )
        .api_route(
            "/games/{id}/variations/opponent",
            get_with(of_opponent, |op| {
                op.about("opponents_variations", "trying", "The tree beside a game that the opponent shows")
                    .answers::<SharedVariations>(200, JSON, "The tree.")
                    .tagged()
                    .refuses(&[Code::NotDuringTheGame, Code::NotAPlayer, Code::NoSuchShare])
            }),
        )
}

async fn by_link(
    State(app): State<App>,
    NoApi(client): NoApi<Client>,
    caller: MaybeCaller,
    Body(LookAtShared { secret }): Body<LookAtShared>,
) -> Result<Answer<SharedVariations>, WebError> {
    let shown = app.store.shown_by_link(&token_hash(&secret)).await?;
    let mut shown = unless_suspended(&app, client, shown).await?;
    let seen = seen_by(&app, &caller, shown.owner.id.0, shown.of).await?;
    shown.tree.nodes = as_far_as(seen, shown.tree.nodes);
    Ok(answer(told(shown)))
}

/// How many events of its game the caller sees, if a player's tree may be shown to the caller now. Beside a record nothing hangs on events.
///
/// # Errors
///
/// 404 `no_such_share`, where the caller does not see the owner, the game or the record, and 403 `not_during_the_game`.
pub(super) async fn seen_by(
    app: &App,
    caller: &MaybeCaller,
    owner: PlayerId,
    of: TreeOf,
) -> Result<usize, WebError> {
    let thing = match of {
        TreeOf::Game(id) => Thing::Game(id),
        TreeOf::Record(id) => Thing::Record(id),
    };
    // Whoever does not see the owner or the game learns nothing of a tree either.
    for thing in [Thing::Player(owner), thing] {
        app.enclosures.sees(caller.eyes(), thing).await.map_err(hidden)?;
    }
    let TreeOf::Game(id) = of else { return Ok(usize::MAX) };
    let (viewer, audience) = (caller.player().map(|player| player.id.0), caller.audience());
    let seen = app
        .rooms
        .read(id, move |game| is_open_to(game, owner, viewer).then(|| game.seen_log(audience).len()));
    let seen = seen.await?.ok_or(ProblemCode::NotDuringTheGame)?;
    Ok(seen)
}

async fn of_opponent(
    State(app): State<App>,
    NoApi(client): NoApi<Client>,
    Viewer(viewer): Viewer,
    Named(id): Named<GameId>,
    headers: HeaderMap,
) -> Result<Response, WebError> {
    let player = viewer.player.id.0;
    let opponent = app.rooms.read(id, move |game| opponent_after(game, player));
    let shown = app.store.shown_to_opponent(opponent.await??, TreeOf::Game(id)).await?;
    let shown = unless_suspended(&app, client, shown).await?;
    fresh::json(&headers, Keeping::Private, &told(shown))
}

/// The tree, if there is one and its owner is not suspended, on what is left of its record.
pub(super) async fn unless_suspended(
    app: &App,
    client: Client,
    shown: Option<Shown>,
) -> Result<Shown, WebError> {
    let now = app.clock.now();
    let shown = shown.filter(|shown| shown.suspended_until.is_none_or(|until| until <= now));
    on_what_is_left(app, client, shown.ok_or(ProblemCode::NoSuchShare)?).await
}

/// A tree that is shown as it was, beside the record as it is: moves of nodes that have gone since are the tree's own.
async fn on_what_is_left(app: &App, client: Client, mut shown: Shown) -> Result<Shown, WebError> {
    let hang = shown.tree.nodes.iter().filter_map(|node| match node.from {
        Some(Place::Record(place)) => Some(place.node),
        _ => None,
    });
    // The way is read only if a node is gone on which the tree itself hangs. Of most records none has ever gone.
    let hangs_on_all = shown.numbers.gone_of(hang).is_empty();
    let Some(way) = shown.way.take().filter(|_| !hangs_on_all) else { return Ok(shown) };
    let place = app.turns.drawings.of(way.len() as u64).place(&app.limits, client)?;
    let turn = place.turn_for(&app.limits, client).await?;
    let drawn = turn.work_for(&app.limits, client, move || {
        let way = way.parse::<Way>().map_err(|error| WebError::internal(format!("a shown tree: {error}")))?;
        let gone = shown.numbers.gone_of(way.numbers());
        if let Some(nodes) = followed(&shown.tree.nodes, &way, |number| gone.contains(&number)) {
            shown.tree.nodes = nodes;
        }
        Ok::<_, WebError>(shown)
    });
    drawn.await?
}

/// That there is no such tree, if the caller does not see what it is about.
fn hidden(error: ActionError) -> ActionError {
    match error {
        ActionError::Refused(_) => ProblemCode::NoSuchShare.into(),
        other => other,
    }
}

/// Whether somebody may see the tree of a player beside a game at this moment.
fn is_open_to(game: &LiveGame, owner: PlayerId, viewer: Option<PlayerId>) -> bool {
    // Whoever has made a tree may have joined the game since.
    if plays(game, owner) && !is_over_for_all(game) {
        return false;
    }
    // Nobody shows the players of a running game a tree of it, and whoever comes without a player may be one of them. A player
    // sees how the game stands; all others learn nothing of it that spectators have not seen.
    let is_player = viewer.is_some_and(|viewer| plays(game, viewer));
    let goes_on = if is_player {
        matches!(game.state().phase(), Phase::Playing | Phase::Scoring)
    } else {
        !game.seen_log(Audience::Spectator).is_empty() && !is_over_for_all(game)
    };
    let is_fenced = goes_on && !game.state().settings().aids().variations;
    !is_fenced || (viewer.is_some() && !is_player)
}

/// The nodes that do not hang behind an event which the viewer has not seen.
pub(super) fn as_far_as(seen: usize, nodes: Vec<VariationNode>) -> Vec<VariationNode> {
    let mut hidden: HashSet<NodeId> = HashSet::new();
    let mut is_seen = |node: &VariationNode| {
        let is_behind = match (&node.parent, node.from) {
            (Some(Text(parent)), _) => hidden.contains(parent),
            (None, Some(Place::Game(place))) => place.event as usize > seen,
            (None, _) => false,
        };
        if is_behind {
            hidden.insert(node.id.0.clone());
        }
        !is_behind
    };
    nodes.into_iter().filter(|node| is_seen(node)).collect()
}

/// A tree as it is told.
pub(super) fn told(Shown { owner, of, share, tree, .. }: Shown) -> SharedVariations {
    let (game, record) = match of {
        TreeOf::Game(id) => (Some(Text(id)), None),
        TreeOf::Record(id) => (None, Some(Text(id))),
    };
    SharedVariations { owner, game, record, grows: share.grows, created_at: share.created_at, tree }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use tengen_protocol::GamePlace;
    use tengen_protocol::records::MarksShape;

    use super::*;

    fn node(id: &str, parent: Option<&str>, event: Option<u32>) -> VariationNode {
        VariationNode {
            id: Text(id.parse().unwrap()),
            parent: parent.map(|parent| Text(parent.parse().unwrap())),
            from: event.map(|event| Place::Game(GamePlace { moves: 0, event })),
            made: None,
            captured: Vec::new(),
            marks: MarksShape { points: BTreeMap::new(), ..MarksShape::default() },
            words: id.to_owned(),
            order: 0,
        }
    }

    #[test]
    fn nodes_behind_events_that_nobody_has_seen_are_left_out() {
        let nodes = vec![
            node("early", None, Some(3)),
            node("late", None, Some(4)),
            node("behind", Some("late"), None),
            node("further", Some("behind"), None),
            node("on", Some("early"), None),
        ];
        let seen = as_far_as(3, nodes);
        let ids: Vec<&str> = seen.iter().map(|node| node.words.as_str()).collect();
        assert_eq!(ids, ["early", "on"]);
    }
}
