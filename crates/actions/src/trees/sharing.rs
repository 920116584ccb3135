//! Trees that are shown to others: who may show one, and when.

use tengen_entropy as entropy;
use tengen_game::{GameId, Phase, PlayerId, ShareId};
use tengen_limits::Client;
use tengen_live::LiveGame;
use tengen_protocol::view::Audience;
use tengen_protocol::{NewShare, ProblemCode, Share, ShareAnswer, ShareList, ShareWith};
use tengen_store::{NewSharing, Shared, Sharing, TreeOf};

use super::bounds::too_many_shares;
use super::changing::TRIES;
use super::freezing::{Frozen, freeze};
use crate::kit::{ActionError, Actor, Parts, before_making};

/// Whether everybody has seen how a game ended, spectators with their delay.
pub(super) fn is_over_for_all(game: &LiveGame) -> bool {
    let seen = game.seen_log(Audience::Spectator).len();
    game.state().phase() == Phase::Finished && seen >= game.state().seq() as usize
}

/// Whether a player plays in a game, or is to.
pub(super) fn plays(game: &LiveGame, player: PlayerId) -> bool {
    game.participants().any(|participant| participant == player)
}

/// The opponent of a player in a game that is over.
pub(super) fn opponent_after(game: &LiveGame, player: PlayerId) -> Result<PlayerId, ProblemCode> {
    let opponent = game.participants().find(|participant| *participant != player);
    let opponent = opponent.filter(|_| plays(game, player)).ok_or(ProblemCode::NotAPlayer)?;
    if game.state().phase() == Phase::Finished { Ok(opponent) } else { Err(ProblemCode::NotDuringTheGame) }
}

/// Shows a player's own tree to others: as it grows, or as it is now.
pub async fn share_tree(
    parts: &Parts,
    actor: &Actor,
    of: TreeOf,
    wish: &NewShare,
) -> Result<ShareAnswer, ActionError> {
    may_share(parts, actor.id(), of, wish.with).await?;
    parts.limits.command(actor.client)?;
    let secret = match wish.with {
        ShareWith::Link => Some(entropy::token().map_err(before_making)?),
        ShareWith::Opponent => None,
    };
    let hash = secret.as_deref().map(entropy::token_hash);
    let (id, at) = (entropy::share_id().map_err(before_making)?, parts.clock.now());
    let mut counted = 0;
    let new = NewSharing { owner: actor.id(), of, id, hash: hash.as_deref(), snapshot: None, at };
    match keep(parts, actor.client, new, wish.grows, &mut counted).await {
        Ok(share) => Ok(ShareAnswer { share, secret }),
        Err(error) => {
            // Nothing was stored.
            parts.shares.give_back(counted).await;
            Err(error)
        }
    }
}

/// Refuses to show a tree beside a thing to these at this moment.
async fn may_share(parts: &Parts, player: PlayerId, of: TreeOf, with: ShareWith) -> Result<(), ActionError> {
    let refused = match of {
        TreeOf::Game(id) => {
            let refused = parts.rooms.read(id, move |game| {
                let plays = plays(game, player);
                match with {
                    ShareWith::Opponent if !plays => Some(ProblemCode::NotAPlayer),
                    // Both have seen the end at once.
                    ShareWith::Opponent if game.state().phase() != Phase::Finished => {
                        Some(ProblemCode::NotDuringTheGame)
                    }
                    // Spectators, whom the players may be, see no tree of a player before they have seen the end.
                    ShareWith::Link if plays && !is_over_for_all(game) => Some(ProblemCode::NotDuringTheGame),
                    ShareWith::Opponent | ShareWith::Link => None,
                }
            });
            refused.await.map_err(before_making)?
        }
        TreeOf::Record(id) => {
            parts.store.about_record(id).await.map_err(before_making)?.ok_or(ProblemCode::NoSuchRecord)?;
            // Nobody is the opponent in a record.
            (with == ShareWith::Opponent).then_some(ProblemCode::NotAPlayer)
        }
    };
    refused.map_or(Ok(()), |code| Err(code.into()))
}

/// Keeps a new showing of a tree as it grows or, by a snapshot, as it is. Tells how many bytes of that were counted.
async fn keep(
    parts: &Parts,
    client: Client,
    new: NewSharing<'_>,
    grows: bool,
    counted: &mut u64,
) -> Result<Share, ActionError> {
    for _ in 0..TRIES {
        let frozen = if grows {
            None
        } else {
            let frozen = freeze(parts, client, (new.owner, new.of), counted).await;
            Some(frozen.map_err(before_making)?)
        };
        let snapshot = frozen.as_ref().map(Frozen::snapshot);
        match parts.store.share_variations(NewSharing { snapshot, ..new }).await? {
            Sharing::Done(share) => return Ok(share),
            Sharing::NoTree => return Err(ProblemCode::NothingToShare.into()),
            Sharing::TooMany => return Err(too_many_shares().into()),
            Sharing::Stale => {}
        }
    }
    // It was changed all the time. Nothing is shown, and the client may send it again.
    Err(before_making(ProblemCode::Unavailable))
}

/// The showings of a player's own tree.
pub async fn shares(parts: &Parts, player: PlayerId, of: TreeOf) -> Result<ShareList, ActionError> {
    let opponent_shows = match of {
        TreeOf::Game(id) => does_opponent_show(parts, player, id).await?,
        TreeOf::Record(id) => {
            parts.store.about_record(id).await?.ok_or(ProblemCode::NoSuchRecord)?;
            false
        }
    };
    let shares = parts.store.shares(player, Some(of)).await?;
    let shares = shares.into_iter().map(|Shared { share, .. }| share).collect();
    Ok(ShareList { shares, opponent_shows })
}

async fn does_opponent_show(parts: &Parts, player: PlayerId, id: GameId) -> Result<bool, ActionError> {
    let opponent = parts.rooms.read(id, move |game| opponent_after(game, player).ok()).await?;
    match opponent {
        Some(opponent) => Ok(parts.store.shows_to_opponent(opponent, id, parts.clock.now()).await?),
        None => Ok(false),
    }
}

/// Ends a showing of a player's own tree.
pub async fn end_share(parts: &Parts, actor: &Actor, id: ShareId) -> Result<(), ActionError> {
    if parts.store.end_share(actor.id(), id).await? { Ok(()) } else { Err(ProblemCode::NoSuchShare.into()) }
}
