//! Trees that others show, as they grow: the tree first, and then each change of it.

use std::mem;
use std::time::Duration;

use tengen_entropy::token_hash;
use tengen_game::{GameId, PlayerId, ShareId};
use tengen_limits::{Kind, Ticket};
use tengen_protocol::{ProblemCode, SharedVariations, Variations};
use tengen_store::{StoreError, TreeOf};
use tokio::time::timeout;

use super::sharing::opponent_after;
use super::shown::{as_far_as, seen_by, told, unless_suspended};
use crate::kit::{ActionError, Following, LOOK_PAUSE, Looker, MOST_OF_A_NETWORK, Parts};

/// A look that takes longer ends the answer. It is less than the time after which an answer without news shows that it is alive:
/// one who reads nothing from then on would keep the turn of others.
const LONGEST_LOOK: Duration = Duration::from_secs(5);

/// How a reader comes to a tree that somebody shows.
#[derive(Debug)]
enum Way {
    /// By a link, whose secret has this hash.
    Link(String),
    /// As the opponent of its owner in a game.
    Opponent { game: GameId, owner: PlayerId },
}

/// A reader of a tree that grows.
#[derive(Debug)]
pub struct Follower {
    parts: Parts,
    looker: Looker,
    way: Way,
    known: Option<Known>,
    /// Nothing, if the tree does not grow.
    following: Option<Following>,
    _ticket: Ticket,
}

/// What a reader has been told.
#[derive(Debug, Clone)]
struct Known {
    of: TreeOf,
    share: ShareId,
    /// All but the nodes.
    head: SharedVariations,
    revision: u64,
    /// How many events of the game the reader saw then.
    seen: usize,
    /// How many nodes hang behind events that the reader does not see yet.
    hidden: usize,
}

impl Follower {
    /// Follows the tree that a link shows. Tells how it is now.
    pub async fn by_link(
        parts: &Parts,
        looker: Looker,
        secret: &str,
    ) -> Result<(Self, SharedVariations), ActionError> {
        Self::begin(parts, looker, Way::Link(token_hash(secret))).await
    }

    /// Follows the tree beside a game that its opponent shows a player. Tells how it is now.
    pub async fn of_opponent(
        parts: &Parts,
        looker: Looker,
        player: PlayerId,
        game: GameId,
    ) -> Result<(Self, SharedVariations), ActionError> {
        let owner = parts.rooms.read(game, move |live| opponent_after(live, player)).await??;
        Self::begin(parts, looker, Way::Opponent { game, owner }).await
    }

    async fn begin(parts: &Parts, looker: Looker, way: Way) -> Result<(Self, SharedVariations), ActionError> {
        let client = looker.client;
        let ticket = parts.limits.stay(client)?;
        let mut follower =
            Self { parts: parts.clone(), looker, way, known: None, following: None, _ticket: ticket };
        let first = follower.whole().await?;
        // A tree that does not grow is told once.
        let share = follower.known.as_ref().filter(|known| known.head.grows).map(|known| known.share);
        if let Some(share) = share {
            let most = parts.limits.part_of(MOST_OF_A_NETWORK);
            let following = parts.growing_trees.follow(share, client.far_network(), most);
            follower.following =
                Some(following.inspect_err(|_| parts.limits.keep_out(client, Kind::Sockets))?);
        }
        Ok((follower, first))
    }

    /// What has changed next; nothing if nothing more comes: the tree does not grow, or the reader does not see it any more. A
    /// reader who comes again is told why.
    pub async fn next(&mut self) -> Option<SharedVariations> {
        loop {
            let known = self.known.as_ref().filter(|known| known.head.grows)?;
            let (revision, waits_for_events) = (known.revision, known.hidden > 0);
            let following = self.following.as_mut()?;
            let reached = tokio::select! {
                reached = following.beyond(revision) => Some(reached?),
                () = self.parts.clock.sleep(LOOK_PAUSE), if waits_for_events => None,
            };
            match self.look(reached).await {
                Ok(None) => {}
                Ok(told) => return told,
                Err(error) => {
                    // A refusal ends the answer, and anything else stands in the log.
                    let _ = error.told();
                    return None;
                }
            }
        }
    }

    /// What has changed since the reader was told, if anything has. The tree has come to its change `reached`, or perhaps the
    /// reader sees more of the game.
    async fn look(&mut self, reached: Option<u64>) -> Result<Option<SharedVariations>, ActionError> {
        let Some(known) = self.known.clone() else { return Ok(None) };
        if reached.is_none() && !self.sees_more(&known).await? {
            return Ok(None);
        }
        let looking = self.parts.turns.looks.turn().await?;
        let told = timeout(LONGEST_LOOK, self.look_now(&known, reached)).await;
        drop(looking);
        told.map_err(ActionError::internal)?
    }

    /// The same without waiting for a turn.
    async fn look_now(
        &mut self,
        known: &Known,
        reached: Option<u64>,
    ) -> Result<Option<SharedVariations>, ActionError> {
        if let Some(reached) = reached.filter(|_| known.hidden == 0)
            && let Some(changes) = self.changes(known, reached).await?
        {
            return Ok(Some(changes));
        }
        // What hangs on a hidden node is found in the whole tree alone.
        let told = self.whole().await?;
        let Some(now) = &self.known else { return Ok(None) };
        if now.share != known.share {
            // It is shown in another way now, and followed by that.
            return Err(ProblemCode::NoSuchShare.into());
        }
        let is_news = (now.revision, now.hidden) != (known.revision, known.hidden);
        Ok(is_news.then_some(told))
    }

    /// The whole tree as it is now.
    async fn whole(&mut self) -> Result<SharedVariations, ActionError> {
        let shown = match &self.way {
            Way::Link(hash) => self.parts.store.shown_by_link(hash).await?,
            Way::Opponent { game, owner } => {
                self.parts.store.shown_to_opponent(*owner, TreeOf::Game(*game)).await?
            }
        };
        let mut shown = unless_suspended(&self.parts, self.looker.client, shown).await?;
        let seen = self.seen(shown.owner.id.0, shown.of).await?;
        let nodes = shown.tree.nodes.len();
        shown.tree.nodes = as_far_as(seen, shown.tree.nodes);
        let hidden = nodes - shown.tree.nodes.len();
        let (of, share, revision) = (shown.of, shown.share.id.0, shown.tree.revision);
        let mut told = told(shown);
        let bare = Variations { revision, nodes: Vec::new(), gone: None };
        let tree = mem::replace(&mut told.tree, bare);
        self.known = Some(Known { of, share, head: told.clone(), revision, seen, hidden });
        told.tree = tree;
        Ok(told)
    }

    /// The changes of a tree of which nothing is hidden; `None` if something of them is, or the tree is not shown any more.
    async fn changes(
        &mut self,
        known: &Known,
        reached: u64,
    ) -> Result<Option<SharedVariations>, ActionError> {
        let Some(following) = &self.following else { return Ok(None) };
        let owner = known.head.owner.id.0;
        let seen = self.seen(owner, known.of).await?;
        let read = self.shown_changes(owner, known);
        let Some(changes) = following.changes(known.revision, reached, read).await? else {
            return Ok(None);
        };
        if !self.is_shown_so(known.share).await? {
            return Ok(None);
        }
        let mut tree = Variations::clone(&changes);
        tree.nodes = as_far_as(seen, tree.nodes);
        if tree.nodes.len() < changes.nodes.len() {
            return Ok(None);
        }
        let told = SharedVariations { tree, ..known.head.clone() };
        self.known = Some(Known { revision: told.tree.revision, seen, ..known.clone() });
        Ok(Some(told))
    }

    /// What the owner has changed since the reader was told; nothing if the tree is not shown any more. That is asked behind the
    /// reading, for what the owner does after the end of the showing is nobody else's, and a reader may be any time behind.
    async fn shown_changes(&self, owner: PlayerId, known: &Known) -> Result<Option<Variations>, StoreError> {
        let changes = self.parts.store.variations(owner, known.of, Some(known.revision)).await?;
        let now = self.parts.clock.now();
        let growth = self.parts.store.growth(&[known.share]).await?;
        Ok(growth.iter().any(|growth| growth.is_shown_at(now)).then_some(changes))
    }

    /// How many events of the game of a tree the reader sees.
    async fn seen(&self, owner: PlayerId, of: TreeOf) -> Result<usize, ActionError> {
        match self.way {
            Way::Link(_) => seen_by(&self.parts, &self.looker, owner, of).await,
            // The game is over, and its players see all of it.
            Way::Opponent { .. } => Ok(usize::MAX),
        }
    }

    /// Whether the reader sees more of the game than before.
    async fn sees_more(&self, known: &Known) -> Result<bool, ActionError> {
        let TreeOf::Game(id) = known.of else { return Ok(false) };
        let audience = self.looker.audience;
        let seen = self.parts.rooms.read(id, move |game| game.seen_log(audience).len()).await?;
        Ok(seen > known.seen)
    }

    /// Whether the reader sees the tree by this showing still: its owner may have opened it to the opponent once more, as it was.
    async fn is_shown_so(&self, share: ShareId) -> Result<bool, ActionError> {
        match &self.way {
            Way::Link(_) => Ok(true),
            Way::Opponent { game, owner } => {
                Ok(self.parts.store.share_to_opponent(*owner, *game).await? == Some(share))
            }
        }
    }
}
