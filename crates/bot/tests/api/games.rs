//! Whole games.

use std::time::Duration;

use tengen_bot::reception::{Reception, Tally};
use tengen_client::game::{AbortReason, GameId, Phase};
use tengen_client::protocol::{Command, EventBody, NewGame, Snapshot, Text};
use tengen_client::{Client, CommandIds, GameFilter};
use tengen_testbed::{found, until};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio::time::timeout;

use crate::engines::Workshop;
use crate::server::{Database, Server};

/// An engine that passes, and thinks nothing dead.
const PASSES: &str = "genmove) answer=pass ;;";

/// A bot that plays until as many games are over as its options say.
pub(crate) async fn bot(
    options: tengen_bot::options::Options,
) -> (JoinHandle<Tally>, tengen_client::game::PlayerId) {
    let mut reception = Reception::open(options).await.unwrap();
    let me = reception.me().id.0;
    (tokio::spawn(async move { reception.run().await.unwrap() }), me)
}

/// A person: the opponent of the bot, over REST.
pub(crate) struct Person {
    pub(crate) client: Client,
    pub(crate) game: GameId,
}

impl Person {
    /// Somebody who offers the bot a game.
    pub(crate) async fn offers(server: &Server, bot: tengen_client::game::PlayerId, json: &str) -> Self {
        let (client, _) = Client::new(&server.url()).unwrap().guest(Some("Ann")).await.unwrap();
        Self::offers_as(client, bot, json).await
    }

    /// The same by somebody who is there already.
    pub(crate) async fn offers_as(client: Client, bot: tengen_client::game::PlayerId, json: &str) -> Self {
        let wish: NewGame = serde_json::from_str(json).unwrap();
        let wish = NewGame { opponent: Some(Text(bot)), ..wish };
        let game = client.create_game(&wish).await.unwrap().id.0;
        Self { client, game }
    }

    /// Why the game was called off, after it was.
    pub(crate) async fn reason(&self) -> Option<AbortReason> {
        self.sees("the end", |snapshot| snapshot.result.is_some()).await;
        let events = self.client.events(self.game, 0).await.unwrap().events;
        match events.last().map(|event| &event.body) {
            Some(EventBody::Aborted { reason, .. }) => reason.map(|reason| reason.0),
            other => panic!("not called off: {other:?}"),
        }
    }

    /// Waits until the game is as wanted.
    pub(crate) async fn sees(&self, what: &str, wanted: impl Fn(&Snapshot) -> bool) -> Snapshot {
        let looking = found(async || {
            let snapshot = self.client.game(self.game).await.unwrap();
            wanted(&snapshot).then_some(snapshot)
        });
        timeout(Duration::from_secs(40), looking).await.unwrap_or_else(|_| panic!("never: {what}"))
    }

    pub(crate) async fn says(
        &self,
        command: impl FnOnce(Text<tengen_client::game::CommandId>, &Snapshot) -> Command,
    ) {
        let snapshot = self.client.game(self.game).await.unwrap();
        let command = command(Text(CommandIds::new().next()), &snapshot);
        self.client.command(self.game, &command).await.unwrap_or_else(|error| panic!("{command:?}: {error}"));
    }

    /// Waits for the own turn and plays, or passes.
    pub(crate) async fn plays(&self, at: &str) {
        let own = |snapshot: &Snapshot| snapshot.to_move == Some(Text(tengen_client::rules::Color::Black));
        self.sees("the own turn", own).await;
        self.says(|id, snapshot| match at.parse() {
            Ok(at) => Command::Play { id, turn: snapshot.turn, at: Text(at) },
            Err(_) => Command::Pass { id, turn: snapshot.turn, confirm: true },
        })
        .await;
    }
}

pub(crate) const SMALL: &str =
    r#"{"board": {"width": 5, "height": 5}, "rules": "chinese", "color": "black"}"#;

#[tokio::test]
async fn two_bots_play_to_the_score() {
    let server = Server::start(Database::Sqlite).await;
    let (ann, ben) = (Workshop::new(), Workshop::new());
    let cases = "genmove) answer=pass ;; final_status_list) answer= ;;";
    let engine = ben.engine(cases, "final_status_list");
    let invited =
        ben.options(&server.url(), &engine, &["--max-games", "3", "--sizes", "5", "--engines", "2"]);
    let (invited, ben_is) = bot(invited).await;
    let (ben_id, engine) = (ben_is.to_string(), ann.engine(PASSES, ""));
    let more = [
        "--max-games",
        "3",
        "--sizes",
        "5",
        "--rules",
        "chinese",
        "--create",
        "--opponent",
        &ben_id,
        "--engines",
        "2",
    ];
    let (inviting, _) = bot(ann.options(&server.url(), &engine, &more)).await;
    let three = Tally { finished: 3, scored: 3, left: 0 };
    assert_eq!(timeout(Duration::from_mins(1), inviting).await.unwrap().unwrap(), three);
    assert_eq!(timeout(Duration::from_mins(1), invited).await.unwrap().unwrap(), three);
}

#[tokio::test]
async fn an_illegal_move_ends_in_resignation() {
    let (server, workshop) = (Server::start(Database::Sqlite).await, Workshop::new());
    let engine = workshop.engine("genmove) answer=C3 ;;", "");
    let (playing, me) =
        bot(workshop.options(&server.url(), &engine, &["--max-games", "1", "--sizes", "5"])).await;
    let person = Person::offers(&server, me, SMALL).await;
    person.plays("C3").await;
    let end = person.sees("the end", |snapshot| snapshot.result.is_some()).await;
    assert_eq!(end.result.unwrap().text, "B+R");
    assert_eq!(playing.await.unwrap(), Tally { finished: 1, scored: 0, left: 0 });
}

#[tokio::test]
async fn a_bot_and_an_engine_that_are_killed_carry_on() {
    let (mut server, workshop) = (Server::start_to_come_back(Database::Sqlite).await, Workshop::new());
    let cases = r"genmove) case $N in 1) answer=A1 ;; 2) exit 1 ;; 3) answer=B2 ;; *) answer=pass ;; esac ;;";
    let engine = workshop.engine(cases, "");
    let options = workshop.options(&server.url(), &engine, &["--max-games", "1", "--sizes", "5"]);
    let (playing, me) = bot(options.clone()).await;
    let person = Person::offers(&server, me, SMALL).await;
    person.plays("C3").await;
    // The engine crashes over its second move.
    person.plays("C4").await;
    person.sees("the second move", |snapshot| snapshot.moves.len() == 4).await;
    playing.abort();
    let _ = playing.await;
    server.kill().await;
    // The bot is back before the server: it finds somebody in the server's place who hangs up.
    let nobody = TcpListener::bind(server.address()).await.unwrap();
    let ((again, same), ()) = tokio::join!(bot(options), async {
        drop(nobody.accept().await.unwrap());
        drop(nobody);
        server.start_again().await;
    });
    assert_eq!(same, me, "the token was kept");
    person.plays("pass").await;
    person.sees("the marks", |snapshot| snapshot.phase == "scoring").await;
    person
        .says(|id, snapshot| Command::Accept { id, version: snapshot.scoring.as_ref().unwrap().version })
        .await;
    let end = person.sees("the end", |snapshot| snapshot.result.is_some()).await;
    assert!(end.result.unwrap().margin.is_some());
    assert_eq!(again.await.unwrap().scored, 1);
    assert!(
        workshop.asked().iter().filter(|asked| *asked == "play white B2").count() >= 1,
        "it was told its own moves"
    );
}

#[tokio::test]
async fn requests_to_take_back_are_answered() {
    for (accepts, more) in [(false, &[][..]), (true, &["--accept-undo"][..])] {
        let (server, workshop) = (Server::start(Database::Sqlite).await, Workshop::new());
        let engine =
            workshop.engine(r#"genmove) if [ "$N" = 1 ]; then answer=A1; else answer=A2; fi ;;"#, "");
        let mut options = vec!["--sizes", "5"];
        options.extend(more);
        let (_, me) = bot(workshop.options(&server.url(), &engine, &options)).await;
        let person = Person::offers(&server, me, SMALL).await;
        person.plays("C3").await;
        person.sees("an answer", |snapshot| snapshot.moves.len() == 2).await;
        person.says(|id, snapshot| Command::Undo { id, turn: snapshot.turn }).await;
        let after = person.sees("an answer to the request", |snapshot| snapshot.undo.is_none()).await;
        assert_eq!(after.moves.len(), if accepts { 0 } else { 2 });
        if accepts {
            person.plays("D4").await;
            person.sees("an answer", |snapshot| snapshot.moves.len() == 2).await;
            let asked = workshop.asked();
            assert_eq!(asked[asked.len() - 2..], ["play black D4", "genmove white"]);
            assert_eq!(asked.iter().filter(|asked| *asked == "clear_board").count(), 2);
        }
    }
}

/// A bot that rests, for its engine was of no use, does not ask it about a position that is no more.
#[tokio::test]
async fn a_position_that_is_taken_back_is_no_more_thought_about() {
    let (server, workshop) = (Server::start(Database::Sqlite).await, Workshop::new());
    // The engine is at it until the position is no more, and ends then.
    let over = workshop.token_file().with_file_name("over");
    let ends = format!(
        r#"genmove) if [ "$N" = 1 ]; then while [ ! -e '{}' ]; do sleep 0.1; done; exit 1; fi; answer=A1 ;;"#,
        over.display()
    );
    let engine = workshop.engine(&ends, "");
    let (_, me) = bot(workshop.options(&server.url(), &engine, &["--sizes", "5", "--accept-undo"])).await;
    let by_days = r#"{"board": {"width": 5, "height": 5}, "rules": "chinese", "color": "black",
                      "clock": {"system": "simple", "period": 86400000}}"#;
    let person = Person::offers(&server, me, by_days).await;
    person.plays("C3").await;
    until(async || workshop.times_asked("genmove") == 1).await;
    person.says(|id, snapshot| Command::Undo { id, turn: snapshot.turn }).await;
    person.sees("the empty board", |snapshot| snapshot.moves.is_empty()).await;
    person.plays("D4").await;
    std::fs::write(over, "").unwrap();
    person.sees("an answer", |snapshot| snapshot.moves.len() == 2).await;
    assert_eq!(workshop.asked().iter().filter(|asked| *asked == "play black C3").count(), 1);
}

#[tokio::test]
async fn open_games_are_joined_if_that_is_wanted() {
    let (server, workshop) = (Server::start(Database::Sqlite).await, Workshop::new());
    let engine = workshop.engine(PASSES, "");
    let (ann, ann_is) = Client::new(&server.url()).unwrap().guest(None).await.unwrap();
    let wish: NewGame = serde_json::from_str(SMALL).unwrap();
    let game = ann.create_game(&wish).await.unwrap().id.0;
    let (_, _) = bot(workshop.options(&server.url(), &engine, &["--sizes", "5", "--join-open"])).await;
    let person = Person { client: ann, game };
    person.sees("an opponent", |snapshot| snapshot.phase == "playing").await;
    let filter =
        GameFilter { player: Some(ann_is.id.0), phases: vec![Phase::Playing], ..GameFilter::default() };
    assert_eq!(person.client.games(&filter).await.unwrap().games.len(), 1);
}
