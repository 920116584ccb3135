//! The commands that engines get.

use std::time::Duration;

use tengen_bot::engine::{Engine, EngineError};
use tengen_bot::gtp::Answer;
use tengen_bot::mirror::{Course, Mirror, MirrorError};
use tengen_bot::position::Position;
use tengen_client::protocol::{NewGame, Snapshot, Text};
use tengen_client::rules::Color;
use tengen_client::{Client, CommandIds};

use crate::engines::{Workshop, command};
use crate::server::{Database, Server};

const PATIENCE: Duration = Duration::from_secs(20);

/// A game that has begun, and the colours of its players.
async fn game(url: &str, json: &str) -> (Client, Client, Snapshot) {
    let nobody = Client::new(url).unwrap();
    let (black, _) = nobody.guest(None).await.unwrap();
    let (white, _) = nobody.guest(None).await.unwrap();
    let wish: NewGame = serde_json::from_str(json).unwrap();
    let open = black.create_game(&wish).await.unwrap();
    let snapshot = white.join(open.id.0).await.unwrap();
    (black, white, snapshot)
}

async fn play(player: &Client, snapshot: &mut Snapshot, at: &str) {
    let play = tengen_client::protocol::Command::Play {
        id: Text(CommandIds::new().next()),
        turn: snapshot.turn,
        at: Text(at.parse().unwrap()),
    };
    player.command(snapshot.id.0, &play).await.unwrap();
    *snapshot = player.game(snapshot.id.0).await.unwrap();
}

#[tokio::test]
async fn a_game_is_told_once_and_after_a_crash_again() {
    let (server, workshop) = (Server::start(Database::Sqlite).await, Workshop::new());
    let json = r#"{"board": {"width": 9, "height": 9}, "handicap": 2, "color": "black", "rules": "aga",
                   "clock": {"system": "byo-yomi", "main": 600000, "periods": 3, "period": 30000}}"#;
    let (black, white, mut snapshot) = game(&server.url(), json).await;
    let engine = workshop.engine(
        r#"genmove) if [ "$N" = 2 ]; then exit 1; fi; answer=D4 ;;"#,
        "set_free_handicap time_settings kgs-time_settings time_left kgs-rules",
    );
    let (mut mirror, mut course) = (Mirror::new(command(&engine)), Course::default());
    play(&white, &mut snapshot, "E5").await;
    let left = |snapshot: &Snapshot| {
        let clock = snapshot.clock.unwrap();
        Some(tengen_client::protocol::PerColor { black: clock.black, white: clock.white })
    };
    let first = mirror
        .choose(&mut course, &Position::new(&snapshot), Color::Black, left(&snapshot), PATIENCE)
        .await
        .unwrap();
    assert_eq!(first, Answer::Play("D4".parse().unwrap()));
    let setup: Vec<_> = snapshot.setup.iter().map(|at| at.0.to_string()).collect();
    let begin = [
        "list_commands".to_owned(),
        "boardsize 9".to_owned(),
        "clear_board".to_owned(),
        format!("komi {}", snapshot.settings.komi.0),
        "kgs-rules aga".to_owned(),
        format!("set_free_handicap {}", setup.join(" ")),
        "play white E5".to_owned(),
    ];
    assert_eq!(workshop.asked()[..7], begin);
    let time = [
        "kgs-time_settings byoyomi 600 30 3",
        "time_left black 600 0",
        "time_left white 600 0",
        "genmove black",
    ];
    assert_eq!(workshop.asked()[7..], time);

    // The next answer is a crash: all is told again, now with the moves since.
    play(&black, &mut snapshot, "D4").await;
    play(&white, &mut snapshot, "F6").await;
    let told = workshop.asked().len();
    mirror.choose(&mut course, &Position::new(&snapshot), Color::Black, None, PATIENCE).await.unwrap();
    let asked = workshop.asked();
    assert_eq!(asked[told..told + 2], ["play white F6", "genmove black"]);
    assert_eq!(asked[told + 2..told + 8], begin[..6]);
    let again = ["play white E5", "play black D4", "play white F6"];
    assert_eq!(asked[told + 8..told + 11], again);
    assert_eq!(asked.last().unwrap(), "genmove black");
}

#[tokio::test]
async fn free_handicap_stones_are_moves() {
    let (server, workshop) = (Server::start(Database::Sqlite).await, Workshop::new());
    let json = r#"{"board": {"width": 9, "height": 9}, "handicap": 3, "color": "black", "rules": {"preset": "chinese", "placement": "free"}}"#;
    let (black, _, mut snapshot) = game(&server.url(), json).await;
    assert_eq!((snapshot.handicap_left, snapshot.to_move), (3, Some(Text(Color::Black))));
    let cases = "place_free_handicap) answer='C3 D3 E3' ;; genmove) answer=pass ;;";
    let mut mirror = Mirror::new(command(&workshop.engine(cases, "place_free_handicap")));
    let mut course = Course::default();
    let mut placed = Vec::new();
    while snapshot.handicap_left > 0 {
        let Answer::Play(at) = mirror
            .choose(&mut course, &Position::new(&snapshot), Color::Black, None, PATIENCE)
            .await
            .unwrap()
        else {
            panic!("no stone");
        };
        placed.push(at.to_string());
        play(&black, &mut snapshot, &at.to_string()).await;
    }
    placed.sort();
    assert_eq!(placed, ["C3", "D3", "E3"]);
    assert_eq!(workshop.asked().iter().filter(|asked| asked.starts_with("place_free")).count(), 1);
    assert_eq!(snapshot.to_move, Some(Text(Color::White)));
}

#[tokio::test]
async fn engines_that_hang_end_or_talk_nonsense_are_told_apart() {
    let workshop = Workshop::new();
    let cases = "genmove) sleep 60 ;; komi) exit 1 ;; play) sign='?'; answer='illegal move' ;; \
                 boardsize) id=$((id + 1)) ;; showboard) echo nonsense ;; \
                 name) answer=$(printf 'Go\\n\\n=%s again' \"$id\") ;;";
    let engine = command(&workshop.engine(cases, ""));
    let start = || async { Engine::start(&engine).await.unwrap() };
    let mut one = start().await;
    let refused = one.ask("play black A1", PATIENCE).await.unwrap_err();
    assert!(matches!(refused, EngineError::Refused { .. }) && !refused.is_broken(), "{refused}");
    let silent = one.ask("genmove black", Duration::from_millis(200)).await.unwrap_err();
    assert!(matches!(silent, EngineError::Silent { .. }) && silent.is_broken(), "{silent}");
    let ended = start().await.ask("komi 6.5", PATIENCE).await.unwrap_err();
    assert!(matches!(ended, EngineError::Ended(_)), "{ended}");
    let other = start().await.ask("boardsize 9", PATIENCE).await.unwrap_err();
    assert!(matches!(other, EngineError::OutOfStep { asked: 2, answered: 3, .. }), "{other}");
    let mut talkative = start().await;
    assert_eq!(talkative.ask("name", PATIENCE).await.unwrap(), "Go");
    let unasked = talkative.ask("komi 6.5", PATIENCE).await.unwrap_err();
    assert!(matches!(&unasked, EngineError::Unasked { answer, .. } if answer == "again"), "{unasked}");
    let nonsense = start().await.ask("showboard", PATIENCE).await.unwrap_err();
    assert!(matches!(nonsense, EngineError::Nonsense(_)), "{nonsense}");
    let missing = Engine::start(&command("/no/such/engine")).await.unwrap_err();
    assert!(matches!(missing, EngineError::Start { .. }), "{missing}");
}

#[tokio::test]
async fn a_game_from_a_position_is_told_with_the_moves_that_led_there() {
    let (server, workshop) = (Server::start(Database::Sqlite).await, Workshop::new());
    let json = r#"{"board": {"width": 5, "height": 5}, "color": "black", "rules": "japanese",
                   "position": {"stones": ".BW..BW.W..BW............", "to_move": "black", "moves": "C4,pass,pass,white:E1"}}"#;
    let (black, _, mut snapshot) = game(&server.url(), json).await;
    play(&black, &mut snapshot, "E2").await;
    let engine = workshop.engine("genmove) answer=pass ;;", "");
    let (mut mirror, mut course) = (Mirror::new(command(&engine)), Course::default());
    mirror.choose(&mut course, &Position::new(&snapshot), Color::White, None, PATIENCE).await.unwrap();
    let asked = workshop.asked();
    let told: Vec<_> = asked.iter().filter(|line| line.starts_with("play ")).map(String::as_str).collect();
    // The stones from the lowest row up, then the moves that led on, then the game's own.
    let stones = ["black B3", "white C3", "black A4", "white B4", "white D4", "black B5", "white C5"];
    let moves = ["black C4", "white pass", "black pass", "white E1", "black E2"];
    let expected: Vec<_> = stones.iter().chain(&moves).map(|told| format!("play {told}")).collect();
    assert_eq!(told, expected);
    assert_eq!(asked.last().map(String::as_str), Some("genmove white"));
}

#[tokio::test]
async fn engines_need_no_numbers() {
    let (workshop, other) = (Workshop::new(), Workshop::new());
    // One leaves the numbers out of its answers; another one takes them for commands.
    let silent = workshop.engine("genmove) answer=C3 ;; esac; id=; case x in x) ;;", "");
    let mut engine = Engine::start(&command(&silent)).await.unwrap();
    assert!(engine.has("genmove"));
    assert_eq!(engine.ask("genmove black", PATIENCE).await.unwrap(), "C3");
    let plain = other.script(
        r"while read -r command rest; do
  case $command in
    list_commands) printf '= genmove\n\n' ;;
    genmove) printf '= D4\n\n' ;;
    *) printf '? unknown command %s\n\n' $command ;;
  esac
done
",
    );
    let mut engine = Engine::start(&command(&plain)).await.unwrap();
    assert!(engine.has("genmove"));
    assert_eq!(engine.ask("genmove black", PATIENCE).await.unwrap(), "D4");
    let refused = engine.ask("komi 6.5", PATIENCE).await.unwrap_err();
    assert_eq!(refused.to_string(), "the engine refuses `komi 6.5`: unknown command komi");
}

#[tokio::test]
async fn an_engine_takes_nothing_along_from_game_to_game() {
    let (server, workshop) = (Server::start(Database::Sqlite).await, Workshop::new());
    let engine = workshop.engine("genmove) answer=pass ;;", "time_settings kgs-rules");
    let mut mirror = Mirror::new(command(&engine));
    let mut asked = 0;
    for (json, told) in [
        (
            r#"{"rules": "chinese", "clock": {"system": "absolute", "main": 600000}}"#,
            &[
                "list_commands",
                "boardsize 19",
                "clear_board",
                "komi 7.5",
                "kgs-rules chinese",
                "time_settings 600 0 0",
            ][..],
        ),
        (
            r#"{"rules": "japanese", "board": {"width": 9, "height": 9}, "komi": 0.5}"#,
            &["boardsize 9", "clear_board", "komi 0.5", "kgs-rules japanese", "time_settings 0 1 0"][..],
        ),
        // Rules for which engines have no name: only a new process is sure to have no others.
        (r#"{"rules": "ing", "komi": 8}"#, &["list_commands", "boardsize 19", "clear_board", "komi 8"][..]),
    ] {
        let (_, _, snapshot) = game(&server.url(), json).await;
        let position = Position::new(&snapshot);
        mirror.choose(&mut Course::default(), &position, Color::Black, None, PATIENCE).await.unwrap();
        let all = workshop.asked();
        let (last, before) = all[asked..].split_last().unwrap();
        assert_eq!(
            (before, last.as_str()),
            (&told.iter().map(ToString::to_string).collect::<Vec<_>>()[..], "genmove black")
        );
        asked = all.len();
    }
}

#[tokio::test]
async fn rules_of_another_game_are_kept_by_no_engine() {
    let (server, workshop) = (Server::start(Database::Sqlite).await, Workshop::new());
    let cases = r#"kgs-rules) if [ "$rest" = aga ]; then sign='?'; answer='unknown rules'; fi ;;
    genmove) answer=pass ;;"#;
    let mut mirror = Mirror::new(command(&workshop.engine(cases, "kgs-rules")));
    // The second game needs another process; in that one nothing is left for the third to fear.
    for (rules, processes) in [("chinese", 1), ("aga", 2), ("aga", 2)] {
        let (_, _, snapshot) = game(&server.url(), &format!(r#"{{"rules": "{rules}"}}"#)).await;
        let position = Position::new(&snapshot);
        mirror.choose(&mut Course::default(), &position, Color::Black, None, PATIENCE).await.unwrap();
        assert_eq!(workshop.times_asked("list_commands"), processes, "{rules}");
    }
}

/// Others may have its place first.
#[tokio::test]
async fn in_a_game_by_days_an_engine_is_not_started_anew_at_once() {
    let (server, workshop) = (Server::start(Database::Sqlite).await, Workshop::new());
    let json = r#"{"clock": {"system": "simple", "period": 86400000}}"#;
    let (_, _, snapshot) = game(&server.url(), json).await;
    let mut mirror = Mirror::new(command(&workshop.engine("genmove) exit 1 ;;", "")));
    let position = Position::new(&snapshot);
    let outcome = mirror.choose(&mut Course::default(), &position, Color::Black, None, PATIENCE).await;
    assert!(matches!(outcome, Err(MirrorError::GivenUp(_))), "{outcome:?}");
    assert_eq!(workshop.times_asked("genmove"), 1);
}

/// What an engine refuses although it has the game on its board, another process refuses as well.
#[tokio::test]
async fn an_engine_that_refuses_to_name_dead_stones_is_not_started_anew() {
    let (server, workshop) = (Server::start(Database::Sqlite).await, Workshop::new());
    let cases = "final_status_list) sign='?'; answer='not now' ;; genmove) answer=pass ;;";
    let mut mirror = Mirror::new(command(&workshop.engine(cases, "final_status_list")));
    for _ in 0..2 {
        let (_, _, snapshot) = game(&server.url(), "{}").await;
        assert_eq!(mirror.dead(&Position::new(&snapshot)).await.unwrap(), None);
    }
    assert_eq!(workshop.times_asked("list_commands"), 1);
}

#[tokio::test]
async fn a_refusal_is_believed_of_a_new_process_only() {
    let (server, workshop) = (Server::start(Database::Sqlite).await, Workshop::new());
    let cases = r#"komi) if [ "$rest" = 3.5 ]; then sign='?'; answer='no such komi'; fi ;;
    genmove) answer=pass ;;"#;
    let mut mirror = Mirror::new(command(&workshop.engine(cases, "")));
    let mut outcomes = Vec::new();
    for komi in ["6.5", "3.5"] {
        let (_, _, snapshot) = game(&server.url(), &format!(r#"{{"komi": {komi}}}"#)).await;
        let position = Position::new(&snapshot);
        outcomes.push(mirror.choose(&mut Course::default(), &position, Color::Black, None, PATIENCE).await);
    }
    assert!(matches!(&outcomes[..], [Ok(Answer::Pass), Err(MirrorError::CannotFollow(_))]), "{outcomes:?}");
    assert_eq!(workshop.times_asked("list_commands"), 2);
}
