//! Trees that others show, as they grow: an answer that stays open, with the tree first and then each change of it.

use std::mem;
use std::time::Duration;

use aide::NoApi;
use aide::axum::ApiRouter;
use axum::extract::State;
use axum::response::Response;
use futures_util::stream;
use tengen_entropy::token_hash;
use tengen_game::{GameId, PlayerId};
use tengen_limits::Ticket;
use tengen_protocol::{LookAtShared, ProblemCode, SharedVariations, Variations};
use tengen_store::{Growth, TreeOf};

use super::sharing::opponent_after;
use super::shown::{as_far_as, seen_by, told, unless_suspended};
use crate::app::App;
use crate::web::accept::NDJSON;
use crate::web::body::{Body, Named};
use crate::web::caller::{MaybeCaller, Viewer};
use crate::web::client::Client;
use crate::web::error::WebError;
use crate::web::openapi::Describe;
use crate::web::routing::{get_with, post_with};
use crate::web::streaming::{self, StreamForm, StreamLine};

/// So often a server looks whether a followed tree has changed. With the time in which a page gathers its changes that is less than a second,
/// and several servers of a database need no news of each other for it.
const LOOK_PAUSE: Duration = Duration::from_millis(400);

pub(super) fn router() -> ApiRouter<App> {
    use ProblemCode as Code;
    ApiRouter::new()
        .api_route(
            "/shared/stream",
            post_with(by_link, |op| {
                op.about(
                    "follow_shared_variations",
                    "trying",
                    "The tree that a link shows, and its changes; nothing is changed by that",
                )
                .answers::<SharedVariations>(200, NDJSON, STAYS_OPEN)
                .refuses(&[Code::NotDuringTheGame, Code::NoSuchShare])
            }),
        )
        .api_route(
            "/games/{id}/variations/opponent/stream",
            get_with(of_opponent, |op| {
                op.about(
                    "follow_opponents_variations",
                    "trying",
                    "The tree beside a game that the opponent shows, and its changes",
                )
                .answers::<SharedVariations>(200, NDJSON, STAYS_OPEN)
                .refuses(&[Code::NotDuringTheGame, Code::NotAPlayer, Code::NoSuchShare])
            }),
        )
}

/// What the answers are.
const STAYS_OPEN: &str =
    "Stays open: the tree first, and then a line each time that it has changed, with the changes alone.";

/// How a reader comes to a tree that somebody shows.
enum Way {
    /// By a link, whose secret has this hash.
    Link(String),
    /// As the opponent of its owner in a game.
    Opponent { game: GameId, owner: PlayerId },
}

async fn by_link(
    State(app): State<App>,
    caller: MaybeCaller,
    NoApi(client): NoApi<Client>,
    Body(LookAtShared { secret }): Body<LookAtShared>,
) -> Result<Response, WebError> {
    follow(&app, caller, client, Way::Link(token_hash(&secret))).await
}

async fn of_opponent(
    State(app): State<App>,
    Viewer(viewer): Viewer,
    NoApi(client): NoApi<Client>,
    Named(game): Named<GameId>,
) -> Result<Response, WebError> {
    let player = viewer.player.id.0;
    let owner = app.rooms.read(game, move |live| opponent_after(live, player)).await??;
    follow(&app, MaybeCaller(Some(viewer)), client, Way::Opponent { game, owner }).await
}

/// Sends the tree, and then its changes.
async fn follow(app: &App, caller: MaybeCaller, client: Client, way: Way) -> Result<Response, WebError> {
    let (ticket, ended) = (app.limits.stay(client)?, caller.ended());
    let mut follower = Follower { app: app.clone(), caller, way, known: None, _ticket: ticket };
    let first = follower.whole().await?;
    let lines = stream::unfold((follower, Some(first)), |(mut follower, ready)| async move {
        let told = match ready {
            Some(told) => told,
            None => follower.next().await?,
        };
        // Shapes made of texts and numbers always encode.
        let text = serde_json::to_string(&told).unwrap_or_default();
        Some((StreamLine { seq: None, text }, (follower, None)))
    });
    Ok(streaming::open(app, ended, StreamForm::Lines, lines))
}

/// A reader of a tree that grows.
struct Follower {
    app: App,
    caller: MaybeCaller,
    way: Way,
    known: Option<Known>,
    _ticket: Ticket,
}

/// What a reader has been told.
#[derive(Clone)]
struct Known {
    of: TreeOf,
    /// All but the nodes.
    head: SharedVariations,
    revision: u64,
    /// How many nodes hang behind events that the reader does not see yet.
    hidden: usize,
}

impl Follower {
    /// What has changed next; nothing if nothing more comes: the tree does not grow, or the reader does not see it any more. A reader who comes
    /// again is told why.
    async fn next(&mut self) -> Option<SharedVariations> {
        if self.known.as_ref().is_none_or(|known| !known.head.grows) {
            return None;
        }
        loop {
            self.app.clock.sleep(LOOK_PAUSE).await;
            match self.look().await {
                Ok(None) => {}
                Ok(told) => return told,
                Err(_) => return None,
            }
        }
    }

    /// What has changed since the reader was told, if anything has.
    async fn look(&mut self) -> Result<Option<SharedVariations>, WebError> {
        let Some((revision, hidden)) = self.known.as_ref().map(|known| (known.revision, known.hidden)) else {
            return self.whole().await.map(Some);
        };
        let is_same = self.growth().await?.revision == revision;
        if is_same && hidden == 0 {
            return Ok(None);
        }
        if hidden == 0
            && let Some(changes) = self.changes().await?
        {
            return Ok(Some(changes));
        }
        // What hangs on a hidden node is found in the whole tree alone.
        let told = self.whole().await?;
        let is_news =
            self.known.as_ref().is_some_and(|known| (known.revision, known.hidden) != (revision, hidden));
        Ok(is_news.then_some(told))
    }

    /// How far the tree has come.
    async fn growth(&self) -> Result<Growth, WebError> {
        let growth = match &self.way {
            Way::Link(hash) => self.app.store.growth_by_link(hash).await?,
            Way::Opponent { game, owner } => self.app.store.growth_to_opponent(*owner, *game).await?,
        };
        let now = self.app.clock.now();
        let growth = growth.filter(|growth| growth.suspended_until.is_none_or(|until| until <= now));
        growth.ok_or(ProblemCode::NoSuchShare.into())
    }

    /// The whole tree as it is now.
    async fn whole(&mut self) -> Result<SharedVariations, WebError> {
        let shown = match &self.way {
            Way::Link(hash) => self.app.store.shown_by_link(hash).await?,
            Way::Opponent { game, owner } => {
                self.app.store.shown_to_opponent(*owner, TreeOf::Game(*game)).await?
            }
        };
        let mut shown = unless_suspended(&self.app, shown)?;
        let seen = self.seen(shown.owner.id.0, shown.of).await?;
        let nodes = shown.tree.nodes.len();
        shown.tree.nodes = as_far_as(seen, shown.tree.nodes);
        let hidden = nodes - shown.tree.nodes.len();
        let (of, revision) = (shown.of, shown.tree.revision);
        let mut told = told(shown);
        let bare = Variations { revision, nodes: Vec::new(), gone: None };
        let tree = mem::replace(&mut told.tree, bare);
        self.known = Some(Known { of, head: told.clone(), revision, hidden });
        told.tree = tree;
        Ok(told)
    }

    /// The changes of a tree of which nothing is hidden; `None` if something of them is.
    async fn changes(&mut self) -> Result<Option<SharedVariations>, WebError> {
        let Some(known) = self.known.clone() else { return Ok(None) };
        let owner = known.head.owner.id.0;
        let seen = self.seen(owner, known.of).await?;
        let mut tree = self.app.store.variations(owner, known.of, Some(known.revision)).await?;
        let nodes = tree.nodes.len();
        tree.nodes = as_far_as(seen, tree.nodes);
        if tree.nodes.len() < nodes {
            return Ok(None);
        }
        let told = SharedVariations { tree, ..known.head.clone() };
        self.known = Some(Known { revision: told.tree.revision, ..known });
        Ok(Some(told))
    }

    /// How many events of the game of a tree the reader sees.
    async fn seen(&self, owner: PlayerId, of: TreeOf) -> Result<usize, WebError> {
        match self.way {
            Way::Link(_) => seen_by(&self.app, &self.caller, owner, of).await,
            // The game is over, and its players see all of it.
            Way::Opponent { .. } => Ok(usize::MAX),
        }
    }
}
