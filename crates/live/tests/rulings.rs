//! Rulings of the staff in rooms: stored and told like commands, and of two ends of a game only one stands.

#![allow(clippy::unwrap_used, clippy::panic)] // a test that can not go on should stop, and say where

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tengen_clock::{Clock, Hands};
use tengen_duties::Duties;
use tengen_game::{
    Colors, Command, EventKind, GameId, Millis, Moment, NewGame, Phase, PlayerId, Refusal, ResultBy, Ruling,
    Settings, State, TimeSystem,
};
use tengen_live::{
    CatchUp, House, Inbox, LiveGame, Options, Outbox, Readers, RoomError, Rooms, Sent, Watching,
};
use tengen_protocol::view::Audience;
use tengen_protocol::{Player, PlayerKind, Text, Version};
use tengen_rules::{BoardName, Color, Preset};
use tengen_store::{Database, GameRow, JobChange, Journal, NameWish, NewSession};
use tengen_testbed::{Data, Database as Kind};
use tokio_util::sync::CancellationToken;

const NOW: Millis = 1_790_000_000_000;
const DAY: Millis = 24 * 60 * 60 * 1_000;
const ONE_DAY: Option<TimeSystem> = Some(TimeSystem::Simple { period: DAY });

fn ann() -> PlayerId {
    PlayerId::from_entropy([1; 10])
}

fn ben() -> PlayerId {
    PlayerId::from_entropy([2; 10])
}

/// Nobody who reads lists, and no computer that plays.
#[derive(Debug)]
struct Nobody;

impl Readers for Nobody {
    fn stored(&self, _: &LiveGame) -> Result<(), RoomError> {
        Ok(())
    }

    fn shown(&self, _: &LiveGame) -> Result<(), RoomError> {
        Ok(())
    }

    fn watched(&self, _: &LiveGame, _: Watching) -> Result<(), RoomError> {
        Ok(())
    }

    fn unwatched(&self, _: GameId) {}

    fn watched_elsewhere(&self, _: GameId, _: Watching) {}
}

impl House for Nobody {
    fn plays(&self, _: &State) -> bool {
        false
    }

    fn is_here(&self, _: PlayerId) -> bool {
        false
    }

    fn job(&self, _: &State) -> Option<JobChange> {
        None
    }

    fn note_change(&self, _: GameId, _: &State) {}
}

/// The rooms of one server.
struct Server {
    rooms: Rooms,
    database: Database,
    clock: Clock,
    stop: CancellationToken,
}

impl Server {
    async fn start(data: &Data, clock: Clock) -> Self {
        let database = Database::open(data.database_url(), data.directory(), clock.clone()).await.unwrap();
        let stop = CancellationToken::new();
        let duties = Duties::new(clock.clone(), stop.clone());
        let store = database.store.clone();
        let journal = Journal::start(store.clone(), database.alone, (), &duties).await;
        let options = Options { site: None, max_bytes: 16 << 20 };
        let rooms = Rooms::new(store, journal, Arc::new(Nobody), Arc::new(Nobody), None, options);
        Self { rooms, database, clock, stop }
    }

    /// A game of Ann and Ben in which each has made a move, spectators so far behind.
    async fn game(&self, number: u8, clock: Option<TimeSystem>, delay: Millis) -> GameId {
        for (player, name) in [(ann(), "Ann"), (ben(), "Ben")] {
            if self.database.store.player(player).await.unwrap().is_none() {
                let (id, name) = (Text(player), name.to_owned());
                let hash = format!("session of {name}");
                let session = NewSession { hash: &hash, device: None, signed_in_at: None };
                let wishes = [NameWish::new(&*name)];
                let created_at = self.clock.now();
                let player = Player { id, name, guest: true, kind: PlayerKind::Guest, created_at };
                self.database.store.add_guest(player, &wishes, session).await.unwrap();
            }
        }
        let board = BoardName::Grid { width: 9, height: 9 };
        let wish =
            NewGame { board, clock, delay, color: Colors::Black, ..NewGame::with_preset(Preset::Japanese) };
        let game = GameRow {
            id: GameId::from_entropy([number; 10]),
            created_at: self.clock.now(),
            settings: Settings::new(ann(), wish).unwrap(),
            rematch_of: None,
            enclosed_in: None,
        };
        assert!(self.database.store.add_game(&game, None, None).await.unwrap());
        self.does(game.id, ben(), Command::Join).await.unwrap();
        self.plays(game.id, ann(), 0, "E5").await.unwrap();
        self.plays(game.id, ben(), 1, "C3").await.unwrap();
        game.id
    }

    async fn does(&self, game: GameId, actor: PlayerId, command: Command) -> Result<u32, RoomError> {
        let moment = Moment::at(self.clock.now());
        self.rooms.command(game, Sent { actor, id: None, command, moment, answers: None }).await
    }

    async fn plays(&self, game: GameId, actor: PlayerId, turn: u32, at: &str) -> Result<u32, RoomError> {
        self.does(game, actor, Command::Play { turn, at: at.parse().unwrap() }).await
    }

    /// Follows a game, and answers the snapshot that it begins with.
    async fn follow(&self, game: GameId, player: Option<PlayerId>) -> (Inbox, Value) {
        let (outbox, inbox) = Outbox::open(player, None, Version::V1);
        let CatchUp::Snapshot(snapshot) = self.rooms.subscribe(game, outbox, None).await.unwrap() else {
            panic!("no snapshot")
        };
        (inbox, serde_json::to_value(&snapshot).unwrap())
    }

    /// The events of a game as the log has them.
    async fn log(&self, game: GameId) -> Vec<tengen_game::Event> {
        let row = self.database.store.game(game).await.unwrap().unwrap();
        self.database.store.events(&row, 0).await.unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

async fn on_sqlite() -> (Server, Hands, Data) {
    let data = Data::new(Kind::Sqlite).await;
    let (clock, hands) = Clock::by_hand(NOW);
    (Server::start(&data, clock).await, hands, data)
}

/// The next event that a connection hears of.
async fn next(inbox: &mut Inbox) -> Value {
    loop {
        let mut deliveries = Vec::new();
        inbox.receive(&mut deliveries, 1).await;
        if let Some(event) = deliveries.iter().find_map(|delivery| delivery.event.as_ref()) {
            return serde_json::from_str(event.text.as_str()).unwrap();
        }
    }
}

fn refusal(answer: Result<u32, RoomError>) -> Refusal {
    match answer {
        Err(RoomError::Refused(refusal)) => refusal,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_decision_is_stored_and_told_like_the_event_of_a_command() {
    let (server, _hands, _data) = on_sqlite().await;
    let game = server.game(1, None, 0).await;
    let (mut player, _) = server.follow(game, Some(ann())).await;
    let (mut spectator, _) = server.follow(game, None).await;
    assert_eq!(server.rooms.rule(game, Ruling::Adjudicate(Some(Color::White))).await.unwrap(), 4);
    let result = json!({"winner": "white", "by": "adjudication", "margin": null, "text": "W+"});
    for inbox in [&mut player, &mut spectator] {
        let event = next(inbox).await;
        assert_eq!(
            (&event["type"], &event["actor"], &event["v"]),
            (&json!("adjudicated"), &Value::Null, &json!(5))
        );
        assert_eq!((&event["state"]["phase"], &event["state"]["result"]), (&json!("finished"), &result));
    }
    // In the room that is still there, and after it, when the game needs none.
    let ruling = Ruling::Adjudicate(None);
    for _ in 0..2 {
        assert_eq!(refusal(server.rooms.rule(game, ruling).await), Refusal::WrongPhase(Phase::Finished));
    }
    let snapshot = server.rooms.snapshot(game, Audience::Spectator).await.unwrap();
    assert_eq!(serde_json::to_value(&snapshot.result).unwrap(), result);
    assert_eq!(server.log(game).await.len(), 4);
    // In lists it is a game like any other, won by one and lost by the other.
    let store = &server.database.store;
    let listed = store.games_by_id(&[game]).await.unwrap();
    assert_eq!(listed[0].result.map(|result| result.by), Some(ResultBy::Adjudication));
    for (player, won, lost) in [(ann(), 0, 1), (ben(), 1, 0)] {
        let results = store.results_of(player, None, server.clock.now()).await.unwrap().results;
        assert_eq!(results.iter().map(|count| (count.won, count.lost)).collect::<Vec<_>>(), [(won, lost)]);
    }
    let nowhere = server.rooms.rule(GameId::from_entropy([9; 10]), ruling).await;
    assert!(matches!(nowhere, Err(RoomError::NoSuchGame)), "{nowhere:?}");
}

#[tokio::test]
async fn spectators_of_a_delayed_game_see_it_in_its_turn() {
    let (server, hands, _data) = on_sqlite().await;
    let game = server.game(1, None, 60_000).await;
    hands.pass(Duration::from_secs(30)).await;
    let (mut player, _) = server.follow(game, Some(ann())).await;
    let (mut spectator, _) = server.follow(game, None).await;
    server.rooms.rule(game, Ruling::Adjudicate(None)).await.unwrap();
    assert_eq!(next(&mut player).await["type"], "adjudicated");
    let seen = server.rooms.snapshot(game, Audience::Spectator).await.unwrap();
    assert_eq!((seen.phase.as_str(), seen.result), ("playing", None));
    for (seconds, types) in [(30, &["played", "played"][..]), (30, &["adjudicated"])] {
        hands.pass(Duration::from_secs(seconds)).await;
        for expected in types {
            assert_eq!(next(&mut spectator).await["type"], *expected);
        }
    }
}

#[tokio::test]
async fn a_pause_stands_until_it_is_over_and_costs_nobody_time() {
    let (server, hands, _data) = on_sqlite().await;
    let game = server.game(1, ONE_DAY, 0).await;
    let sitting = server.game(2, Some(TimeSystem::Absolute { main: 600_000 }), 0).await;
    hands.pass(Duration::from_hours(1)).await;
    let (mut spectator, before) = server.follow(game, None).await;
    let (at, until) = (server.clock.now(), server.clock.now() + 2 * DAY);
    let pause = Ruling::Pause { until };
    assert_eq!(refusal(server.rooms.rule(game, Ruling::Unpause).await), Refusal::NotPaused);
    server.rooms.rule(game, pause).await.unwrap();
    let paused = next(&mut spectator).await;
    assert_eq!((&paused["color"], &paused["until"]), (&Value::Null, &json!(until)));
    assert_eq!(paused["state"]["pause"], json!({"color": null, "since": at, "until": until}));
    assert_eq!(paused["state"]["pauses_left"], before["pauses_left"]);
    assert_eq!(refusal(server.rooms.rule(game, pause).await), Refusal::Paused);
    assert_eq!(refusal(server.plays(game, ann(), 2, "A9").await), Refusal::Paused);
    assert_eq!(refusal(server.does(game, ann(), Command::Unpause).await), Refusal::Paused);
    // Nothing is saved in a game at one sitting, in which time is up by now.
    assert_eq!(refusal(server.rooms.rule(sitting, pause).await), Refusal::WrongPhase(Phase::Finished));
    hands.pass(Duration::from_secs(2 * 24 * 3_600 + 1)).await;
    let unpaused = next(&mut spectator).await;
    assert_eq!((&unpaused["type"], &unpaused["color"]), (&json!("unpaused"), &Value::Null));
    // Black had thought for an hour.
    let (end, waits) = (unpaused["at"].as_i64().unwrap(), &unpaused["state"]["waits"]);
    assert_eq!(*waits, json!({"for": "move", "until": end + DAY - 3_600_000}));
    server.plays(game, ann(), 2, "A9").await.unwrap();
    // An early end.
    server.rooms.rule(game, Ruling::Pause { until: i64::MAX }).await.unwrap();
    server.rooms.rule(game, Ruling::Unpause).await.unwrap();
    server.plays(game, ben(), 3, "J1").await.unwrap();
}

#[tokio::test]
async fn of_two_ends_at_the_same_moment_one_stands() {
    // Two servers of one database, of which neither has heard of the other's event when it decides.
    let data = Data::new(Kind::Postgres).await;
    let (one, other) =
        (Server::start(&data, Clock::system()).await, Server::start(&data, Clock::system()).await);
    for number in 1..=6 {
        let game = one.game(number, None, 0).await;
        // Both have a room.
        other.rooms.snapshot(game, Audience::Spectator).await.unwrap();
        let ruling = one.rooms.rule(game, Ruling::Adjudicate(None));
        let (ruled, resigned) = if number % 2 == 0 {
            tokio::join!(ruling, other.does(game, ben(), Command::Resign))
        } else {
            let (resigned, ruled) = tokio::join!(other.does(game, ben(), Command::Resign), ruling);
            (ruled, resigned)
        };
        let (by, loser) = match (ruled, resigned) {
            (Ok(4), lost @ Err(_)) => (ResultBy::Adjudication, lost),
            (lost @ Err(_), Ok(4)) => (ResultBy::Resignation, lost),
            other => panic!("{other:?}"),
        };
        assert_eq!(refusal(loser), Refusal::WrongPhase(Phase::Finished));
        let log = one.log(game).await;
        let results: Vec<_> = log.iter().filter_map(|event| event.result.map(|result| result.by)).collect();
        assert_eq!((log.len(), results), (4, vec![by]));
        assert_eq!(log[3].kind == EventKind::Adjudicated, by == ResultBy::Adjudication);
    }
}
