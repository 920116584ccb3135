//! The parts of a server without a door, and people in it.

use std::net::Ipv4Addr;
use std::sync::Arc;

use serde_json::{Value, json};
use tengen_actions::computer::Queue;
use tengen_actions::games;
use tengen_actions::groups::AtHomeActing;
use tengen_actions::kit::{
    Acting, ActionError, Actor, Announcements, DiskQuota, Enclosures, Estimates, GrowingTrees, NewGames,
    Parts, RoundsUnderWay, Tokens, TreeWays,
};
use tengen_clock::Clock;
use tengen_duties::Duties;
use tengen_game::{Colors, GameId, NewGame, PlayerId};
use tengen_limits::{Limits, Options};
use tengen_lists::{Lists, Lobby};
use tengen_live::Rooms;
use tengen_protocol::{Event, ProblemCode};
use tengen_roles::Proof;
use tengen_rules::{BoardName, Preset};
use tengen_store::{Database, Home, Journal, NameWish, NewSession, Registering};
use tengen_testbed::{Data, Database as Kind};
use tokio_util::sync::CancellationToken;

/// The parts of a server.
pub(crate) struct Scene {
    pub(crate) parts: Parts,
    _database: Database,
    _data: Data,
}

/// A member with a session.
pub(crate) struct Member {
    pub(crate) actor: Actor,
    /// The hash of the token.
    pub(crate) session: String,
}

impl Scene {
    pub(crate) async fn new(kind: Kind) -> Self {
        let data = Data::new(kind).await;
        data.prepare().await;
        let clock = Clock::system();
        let database = Database::open(data.database_url(), data.directory(), clock.clone()).await.unwrap();
        let (store, stop) = (database.store.clone(), CancellationToken::new());
        let journal =
            Journal::start(store.clone(), database.alone, (), &Duties::new(clock.clone(), stop.clone()))
                .await;
        let lists = Lists::new(store.clone(), Lobby::new());
        let house = Queue::new(false, clock.clone());
        let options = tengen_live::Options { site: None, max_bytes: 16 << 20 };
        let (readers, computer) = (Arc::new(lists.clone()), Arc::new(house.clone()));
        let rooms = Rooms::new(store.clone(), journal, readers, computer, None, options);
        let quota = || Arc::new(DiskQuota::new(64 << 20));
        let parts = Parts {
            growing_trees: GrowingTrees::new(clock.clone()),
            announcements: Announcements::new(clock.clone()),
            rooms,
            lists,
            house,
            limits: Arc::new(Limits::new(&Options::USUAL)),
            new_games: NewGames::default(),
            rounds_under_way: RoundsUnderWay::default(),
            turns: Arc::default(),
            estimates: Estimates::default(),
            tree_ways: TreeWays::default(),
            records_tried: Arc::default(),
            record_locks: Arc::default(),
            records: quota(),
            shares: quota(),
            tokens: Tokens::new(clock.clone(), None),
            enclosures: Enclosures::new(store.clone()),
            clock,
            store,
            stop,
        };
        Self { parts, _database: database, _data: data }
    }

    /// A member, who comes from an address of the own.
    pub(crate) async fn member(&self, number: u8, name: &str) -> Member {
        let (id, session) = (PlayerId::from_entropy([number; 10]), format!("session of {name}"));
        let now = self.parts.clock.now();
        let registering = Registering {
            player: id,
            is_guest: false,
            wish: &NameWish::new(name),
            password: None,
            voucher: None,
            terms: None,
            invitation: None,
            session: NewSession { hash: &session, device: None, signed_in_at: Some(now) },
            now,
        };
        self.parts.store.register(registering).await.unwrap();
        let player = self.parts.store.player(id).await.unwrap().unwrap();
        let client = self.parts.limits.client(Ipv4Addr::new(192, 0, 2, number).into(), false);
        Member { actor: Actor { player, client }, session }
    }

    /// A member's command.
    pub(crate) async fn does(
        &self,
        who: &Member,
        game: GameId,
        command: Value,
    ) -> Result<Event, ActionError> {
        let command = serde_json::from_value(command).unwrap();
        games::command(&self.parts, &who.actor, game, &command).await
    }

    /// A game that one has made, the other has joined, and then given up.
    pub(crate) async fn finished(&self, one: &Member, other: &Member) -> GameId {
        let game = games::make(&self.parts, &one.actor, small()).await.unwrap().id.0;
        games::join(&self.parts, &other.actor, game).await.unwrap();
        self.does(one, game, json!({"type": "play", "id": "c-1", "turn": 0, "at": "E5"})).await.unwrap();
        self.does(other, game, json!({"type": "resign", "id": "c-2"})).await.unwrap();
        game
    }
}

impl Member {
    pub(crate) fn home(&self) -> Home<'_> {
        Home { player: self.actor.id(), session: &self.session }
    }

    /// The same, who has just signed in, with the rights of now.
    pub(crate) async fn acting(&self, scene: &Scene) -> Acting {
        let proof = Proof::Session { fresh: true };
        Acting::new(&scene.parts.store, self.actor.player.clone(), proof).await.unwrap()
    }

    /// The same in a group.
    pub(crate) async fn at_home(&self, scene: &Scene) -> AtHomeActing {
        AtHomeActing { acting: self.acting(scene).await, session: self.session.clone() }
    }
}

/// A game on a small board, of which the creator has Black.
pub(crate) fn small() -> NewGame {
    let board = BoardName::Grid { width: 9, height: 9 };
    NewGame { board, color: Colors::Black, ..NewGame::with_preset(Preset::Japanese) }
}

/// The code of a refusal.
pub(crate) fn code<T: std::fmt::Debug>(outcome: Result<T, ActionError>) -> ProblemCode {
    outcome.unwrap_err().told().code
}
