//! Sessions over connections that break and servers that die.

use std::sync::Arc;
use std::time::Duration;

use tengen_client::game::{CommandId, GameId};
use tengen_client::protocol::{BoardWish, Command, Event, EventBody, NewGame, ProblemCode, Snapshot, Text};
use tengen_client::rules::BoardName;
use tengen_client::{Client, Commands, Error, Session, Update};
use tengen_testbed::Cable;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::time::timeout;

use crate::lists::played;
use crate::rest::small;
use crate::server::{Database, Server};

async fn next(session: &mut Session) -> Update {
    timeout(Duration::from_mins(1), session.next()).await.expect("an update").unwrap()
}

/// The number of the next event, or of the snapshot that replaces the known state.
async fn next_number(session: &mut Session) -> u32 {
    next_event(session).await.seq
}

async fn next_event(session: &mut Session) -> Event {
    loop {
        match next(session).await {
            Update::Event { event, .. } => return *event,
            Update::Snapshot { snapshot, .. } => panic!("a snapshot at {}", snapshot.seq),
            _ => {}
        }
    }
}

/// Two players and their game on a large board, where every point is legal, as it was before the second one came.
async fn players(url: &str) -> (Client, Client, Snapshot) {
    let nobody = Client::new(url).unwrap();
    let (ann, _) = nobody.guest(None).await.unwrap();
    let (ben, _) = nobody.guest(None).await.unwrap();
    let board = BoardWish(BoardName::Grid { width: 25, height: 25 });
    let opened = ann.create_game(&NewGame { board, ..small() }).await.unwrap();
    ben.join(opened.id.0).await.unwrap();
    (ann, ben, opened)
}

/// The play of a turn: every other point of every other row, so that nothing is captured.
fn play(turn: u32) -> Command {
    let (column, row) = (turn % 12 * 2, turn / 12 % 12 * 2 + 1);
    let letter = b"ABCDEFGHJKLMNOPQRSTUVWXYZ"[usize::try_from(column).unwrap()];
    let at = format!("{}{row}", char::from(letter)).parse().unwrap();
    Command::Play { id: Text(format!("m-{turn}").parse::<CommandId>().unwrap()), turn, at: Text(at) }
}

/// Plays both sides' moves from one turn to another.
async fn play_turns(ann: &Commands, ben: &Commands, game: GameId, turns: std::ops::Range<u32>) {
    for turn in turns {
        let player = if turn % 2 == 0 { ann } else { ben };
        player.send(game, play(turn)).await.unwrap();
    }
}

#[tokio::test]
async fn a_killed_server_leaves_no_gap() {
    let mut server = Server::start_to_come_back(Database::Sqlite).await;
    let (ann, ben, opened) = players(&server.url()).await;
    let game = opened.id.0;
    let (sits, stands, mut watches) = (ann.session(), ben.session(), ann.session());
    watches.follow(game, Some(&opened)).await.unwrap();
    assert_eq!(next_number(&mut watches).await, 1);

    // The players are at most eight moves ahead of the spectator, so that each kill meets a game under way.
    let ahead = Arc::new(Semaphore::new(8));
    let playing = tokio::spawn({
        let (ann, ben, ahead) = (sits.commands().clone(), stands.commands().clone(), Arc::clone(&ahead));
        async move {
            for turn in 0..60 {
                ahead.acquire().await.unwrap().forget();
                play_turns(&ann, &ben, game, turn..turn + 1).await;
            }
        }
    });
    let mut moves = 0;
    let mut told = Vec::new();
    while moves < 60 {
        let event = next_event(&mut watches).await;
        told.push(event.clone());
        assert_eq!(event.seq as usize, told.len() + 1);
        // The time without a server is given back by an event of its own.
        if matches!(event.body, EventBody::Credited { .. }) {
            continue;
        }
        moves += 1;
        ahead.add_permits(1);
        if moves == 19 || moves == 39 {
            server.kill().await;
            // Before it is back, somebody tries to come back to it, and finds one in its place who hangs up.
            let nobody = TcpListener::bind(server.address()).await.unwrap();
            drop(nobody.accept().await.unwrap());
            drop(nobody);
            server.start_again().await;
        }
    }
    timeout(Duration::from_mins(1), playing).await.unwrap().unwrap();
    assert_eq!(ann.game(game).await.unwrap().seq as usize, told.len() + 1, "no command counts twice");
    // The server told the changes; they add up to what it knows. Every point is legal, and the session names no commands.
    let read = ann.events(game, 1).await.unwrap().events;
    let read: Vec<_> = read.into_iter().map(|event| Event { command: None, ..event }).collect();
    assert_eq!(told, read);
}

#[tokio::test]
async fn a_session_goes_on_from_a_game_that_was_read() {
    let server = Server::start(Database::Sqlite).await;
    let nobody = Client::new(&server.url()).unwrap();
    let (ann, _) = nobody.guest(None).await.unwrap();
    let (ben, _) = nobody.guest(None).await.unwrap();
    // White takes with the last move, and Black may not take back at once.
    let moves = ["B5", "C5", "A4", "D4", "B3", "C3", "C4", "B4"];
    let game = played(&ann, &ben, &small(), &moves, false).await;
    let mut sessions = Vec::new();
    for client in [&ann, &ben, &nobody] {
        let read = client.game(game).await.unwrap();
        let session = client.session();
        session.follow(game, Some(&read)).await.unwrap();
        sessions.push((session, read));
    }
    let undo = Command::Undo { id: Text("u".parse().unwrap()), turn: 8 };
    ben.command(game, &undo).await.unwrap();
    for (session, read) in &mut sessions {
        // A request does not change them.
        let state = next_event(session).await.state;
        assert_eq!((state.ko, &state.illegal), (read.ko, &read.illegal));
        assert_eq!(state.ko, Some(Text("C4".parse().unwrap())));
    }
    let told = sessions.iter().map(|(_, read)| read.illegal.len()).collect::<Vec<_>>();
    assert_eq!(told, [1, 0, 0], "Black is to move");
}

#[tokio::test]
async fn a_cut_connection_leaves_no_gap() {
    let server = Server::start(Database::Sqlite).await;
    let cable = Cable::to(&server.url()).await;
    let (ann, ben, opened) = players(&cable.url()).await;
    let game = opened.id.0;
    let mut session = ann.session();
    session.follow(game, Some(&opened)).await.unwrap();
    assert_eq!(next_number(&mut session).await, 1);
    let straight = Client::new(&server.url()).unwrap().with_token(ben.token().unwrap()).session();
    let commands = session.commands().clone();
    let playing = tokio::spawn(async move { play_turns(&commands, straight.commands(), game, 0..40).await });
    for seq in 2..=41 {
        if seq % 8 == 0 {
            cable.cut();
        }
        assert_eq!(next_number(&mut session).await, seq);
    }
    playing.await.unwrap();
}

#[tokio::test]
async fn who_reads_slowly_reads_everything() {
    let server = Server::start(Database::Sqlite).await;
    let (ann, ben, opened) = players(&server.url()).await;
    let game = opened.id.0;
    let mut slow = Client::new(&server.url()).unwrap().session();
    slow.follow(game, None).await.unwrap();
    loop {
        if let Update::Snapshot { snapshot, .. } = next(&mut slow).await {
            assert_eq!(snapshot.seq, 1);
            break;
        }
    }
    // More events than have room, while nothing is read: a move is taken back as often as a player may ask for it.
    let (sits, stands) = (ann.session(), ben.session());
    let (ann, ben) = (sits.commands(), stands.commands());
    let id = |text: String| Text(text.parse::<CommandId>().unwrap());
    for round in 0..100 {
        let turn = round * 2;
        ann.send(game, Command::Play { id: id(format!("p{round}")), turn, at: Text("C3".parse().unwrap()) })
            .await
            .unwrap();
        let undo = Command::Undo { id: id(format!("u{round}")), turn: turn + 1 };
        let request = ann.send(game, undo).await.unwrap();
        ben.send(game, Command::UndoAccept { id: id(format!("a{round}")), request }).await.unwrap();
    }
    for seq in 2..=301 {
        assert_eq!(next_number(&mut slow).await, seq);
    }
}

#[tokio::test]
async fn refusals_are_told_where_they_belong() {
    let server = Server::start(Database::Sqlite).await;
    let (ann, ben, opened) = players(&server.url()).await;
    let game = opened.id.0;
    let mut session = ben.session();
    let refused = session.commands().send(game, play(0)).await.unwrap_err();
    assert_eq!(refused.code(), Some(ProblemCode::NotYourTurn));
    let unknown: GameId = "0000000000000000".parse().unwrap();
    session.follow(unknown, None).await.unwrap();
    loop {
        if let Update::Problem { game, problem } = next(&mut session).await {
            assert_eq!((game, problem.code.as_str()), (Some(unknown), "no_such_game"));
            break;
        }
    }
    let commands = ann.session().commands().clone();
    assert!(matches!(commands.send(game, play(0)).await, Err(Error::Ended)), "its session was dropped");
    let mut stranger = ann.clone().with_token("nobody").session();
    let ended = stranger.next().await.unwrap_err();
    assert_eq!(ended.code(), Some(ProblemCode::Unauthenticated));
    assert!(matches!(stranger.next().await, Err(Error::Ended)));
}

#[tokio::test]
async fn the_lobby_is_followed() {
    let mut server = Server::start_to_come_back(Database::Sqlite).await;
    let (ann, _) = Client::new(&server.url()).unwrap().guest(None).await.unwrap();
    let mut session = ann.session();
    session.follow_lobby().await.unwrap();
    let game = ann.create_game(&small()).await.unwrap().id.0;
    let mut told = false;
    while !told {
        told = match next(&mut session).await {
            Update::Lobby { games } | Update::LobbyUpdate { games, .. } => {
                games.iter().any(|one| one.id.0 == game)
            }
            _ => false,
        };
    }
    // The server tells moves without the rest of their game, and the session tells the game whole.
    let (ben, _) = Client::new(&server.url()).unwrap().guest(None).await.unwrap();
    ben.join(game).await.unwrap();
    for (player, turn) in [(&ann, 0), (&ben, 1), (&ann, 2)] {
        player.command(game, &play(turn)).await.unwrap();
    }
    let whole = ann.game(game).await.unwrap();
    loop {
        let Update::LobbyUpdate { games, .. } = next(&mut session).await else { continue };
        if let Some(told) = games.iter().find(|one| one.id.0 == game && one.move_count == 3) {
            assert_eq!(
                (told.seq, told.stones.as_ref(), &told.players),
                (whole.seq, Some(&whole.stones), &whole.players)
            );
            break;
        }
    }
    server.kill().await;
    server.start_again().await;
    loop {
        if let Update::Lobby { games } = next(&mut session).await {
            assert!(games.iter().any(|one| one.id.0 == game));
            break;
        }
    }
}
