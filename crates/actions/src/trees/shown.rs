//! Trees that others show: who may see one, when, and how much of it.

use std::collections::HashSet;

use tengen_entropy::token_hash;
use tengen_game::{GameId, Phase, PlayerId};
use tengen_limits::Client;
use tengen_live::LiveGame;
use tengen_protocol::view::Audience;
use tengen_protocol::{NodeId, Place, ProblemCode, SharedVariations, Text, VariationNode};
use tengen_store::{Shown, Thing, TreeOf};
use tengen_trying::variations::{Way, followed};

use super::sharing::{is_over_for_all, opponent_after, plays};
use crate::kit::{ActionError, Looker, Parts};

/// The tree that a link shows.
pub async fn shown_by_link(
    parts: &Parts,
    looker: &Looker,
    secret: &str,
) -> Result<SharedVariations, ActionError> {
    let shown = parts.store.shown_by_link(&token_hash(secret)).await?;
    let mut shown = unless_suspended(parts, looker.client, shown).await?;
    let seen = seen_by(parts, looker, shown.owner.id.0, shown.of).await?;
    shown.tree.nodes = as_far_as(seen, shown.tree.nodes);
    Ok(told(shown))
}

/// The tree beside a game that its opponent shows a player.
pub async fn shown_by_opponent(
    parts: &Parts,
    client: Client,
    player: PlayerId,
    game: GameId,
) -> Result<SharedVariations, ActionError> {
    let opponent = parts.rooms.read(game, move |live| opponent_after(live, player));
    let shown = parts.store.shown_to_opponent(opponent.await??, TreeOf::Game(game)).await?;
    Ok(told(unless_suspended(parts, client, shown).await?))
}

/// How many events of its game a looker sees, if a player's tree may be shown to the looker now. Beside a record nothing hangs on
/// events.
///
/// # Errors
///
/// 404 `no_such_share`, where the looker does not see the owner, the game or the record, and 403 `not_during_the_game`.
pub(super) async fn seen_by(
    parts: &Parts,
    looker: &Looker,
    owner: PlayerId,
    of: TreeOf,
) -> Result<usize, ActionError> {
    let thing = match of {
        TreeOf::Game(id) => Thing::Game(id),
        TreeOf::Record(id) => Thing::Record(id),
    };
    // Whoever does not see the owner or the game learns nothing of a tree either.
    for thing in [Thing::Player(owner), thing] {
        parts.enclosures.sees(looker.eyes, thing).await.map_err(hidden)?;
    }
    let TreeOf::Game(id) = of else { return Ok(usize::MAX) };
    let (viewer, audience) = (looker.eyes.player, looker.audience);
    let seen = parts
        .rooms
        .read(id, move |game| is_open_to(game, owner, viewer).then(|| game.seen_log(audience).len()));
    Ok(seen.await?.ok_or(ProblemCode::NotDuringTheGame)?)
}

/// The tree, if there is one and its owner is not suspended, on what is left of its record.
pub(super) async fn unless_suspended(
    parts: &Parts,
    client: Client,
    shown: Option<Shown>,
) -> Result<Shown, ActionError> {
    let now = parts.clock.now();
    let shown = shown.filter(|shown| shown.suspended_until.is_none_or(|until| until <= now));
    on_what_is_left(parts, client, shown.ok_or(ProblemCode::NoSuchShare)?).await
}

/// A tree that is shown as it was, beside the record as it is: moves of nodes that have gone since are the tree's own.
async fn on_what_is_left(parts: &Parts, client: Client, mut shown: Shown) -> Result<Shown, ActionError> {
    let hang = shown.tree.nodes.iter().filter_map(|node| match node.from {
        Some(Place::Record(place)) => Some(place.node),
        _ => None,
    });
    // The way is read only if a node is gone on which the tree itself hangs. Of most records none has ever gone.
    let hangs_on_all = shown.numbers.gone_of(hang).is_empty();
    let Some(way) = shown.way.take().filter(|_| !hangs_on_all) else { return Ok(shown) };
    let place = parts.turns.drawings.of(way.len() as u64).place(&parts.limits, client)?;
    let turn = place.turn_for(&parts.limits, client).await?;
    let drawn = turn.work_for(&parts.limits, client, move || {
        let way =
            way.parse::<Way>().map_err(|error| ActionError::internal(format!("a shown tree: {error}")))?;
        let gone = shown.numbers.gone_of(way.numbers());
        if let Some(nodes) = followed(&shown.tree.nodes, &way, |number| gone.contains(&number)) {
            shown.tree.nodes = nodes;
        }
        Ok::<_, ActionError>(shown)
    });
    drawn.await?
}

/// That there is no such tree, if a looker does not see what it is about.
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
