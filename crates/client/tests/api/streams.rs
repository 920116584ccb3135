//! Answers that stay open, and long ones, over a connection that breaks.

use std::collections::HashSet;
use std::time::Duration;

use tengen_client::game::GameId;
use tengen_client::protocol::{Command, LobbyLine, NewGame, OwnLine, OwnNews, ProblemCode, Text, TopLine};
use tengen_client::{Client, CommandIds, GameFilter, Lines, Update};
use tengen_testbed::Cable;
use tokio::time::timeout;

use crate::lists::played;
use crate::rest::small;
use crate::server::{Database, Server};

async fn next<T>(lines: &mut Lines<T>) -> T {
    let line = timeout(Duration::from_mins(1), lines.next()).await.expect("a line in time");
    line.unwrap().expect("no end")
}

async fn play(client: &Client, game: GameId, turn: u32, at: &str) {
    let id = Text(CommandIds::new().next());
    client.command(game, &Command::Play { id, turn, at: Text(at.parse().unwrap()) }).await.unwrap();
}

fn offered(line: &OwnLine) -> Option<GameId> {
    if let OwnNews::Offered { game } = &line.news { Some(game.id.0) } else { None }
}

#[tokio::test]
async fn events_come_once_each_over_broken_connections() {
    let mut server = Server::start_to_come_back(Database::Sqlite).await;
    let cable = Cable::to(&server.url()).await;
    let stranger = Client::new(&server.url()).unwrap();
    let (ann, _) = stranger.guest(None).await.unwrap();
    let (ben, _) = stranger.guest(None).await.unwrap();
    let game = played(&ann, &ben, &small(), &["C3"], false).await;
    let mut events = Client::new(&cable.url()).unwrap().event_stream(game, 0);
    assert_eq!(next(&mut events).await.seq, 1);
    assert_eq!(next(&mut events).await.seq, 2);
    cable.cut();
    play(&ben, game, 1, "B2").await;
    assert_eq!(next(&mut events).await.seq, 3);
    server.kill().await;
    server.start_again().await;
    // The connections of before are gone.
    let again = |client: &Client| Client::new(&server.url()).unwrap().with_token(client.token().unwrap());
    let (ann, ben, nobody) = (again(&ann), again(&ben), Client::new(&server.url()).unwrap());
    play(&ann, game, 2, "D4").await;
    // Before the move the time without a server is given back.
    assert_eq!(next(&mut events).await.seq, 4);
    assert_eq!(next(&mut events).await.seq, 5);
    ben.command(game, &Command::Resign { id: Text(CommandIds::new().next()) }).await.unwrap();
    assert_eq!(next(&mut events).await.seq, 6);
    assert!(events.next().await.unwrap().is_none(), "the game is over");
    // A reader who knows all of it already gets an answer at once.
    assert!(nobody.event_stream(game, 6).next().await.unwrap().is_none());
    let unknown = nobody.event_stream("0000000000000000".parse().unwrap(), 0).next().await;
    assert_eq!(unknown.unwrap_err().code(), Some(ProblemCode::NoSuchGame));
}

#[tokio::test]
async fn offers_are_heard_of_over_broken_connections() {
    let server = Server::start(Database::Sqlite).await;
    let cable = Cable::to(&server.url()).await;
    let (ann, _) = Client::new(&server.url()).unwrap().guest(None).await.unwrap();
    let (ben, ben_is) = Client::new(&cable.url()).unwrap().guest(None).await.unwrap();
    let mut news = ben.own_stream(None);
    let first = next(&mut news).await;
    assert!(matches!(&first.news, OwnNews::Games { games, more: false } if games.is_empty()), "{first:?}");
    let mut session = ben.session();
    session.follow_mine(Some(first.seq)).await.unwrap();
    let wish = NewGame { opponent: Some(ben_is.id), ..small() };
    for cut in [false, true, false] {
        if cut {
            cable.cut();
        }
        let game = ann.create_game(&wish).await.unwrap().id.0;
        // A change from shortly before may be told once more.
        while offered(&next(&mut news).await) != Some(game) {}
        loop {
            let update = timeout(Duration::from_mins(1), session.next()).await.expect("an update in time");
            if let Update::Mine { line } = update.unwrap()
                && offered(&line) == Some(game)
            {
                break;
            }
        }
    }
    session.unfollow_mine().await.unwrap();
    let refused = Client::new(&server.url()).unwrap().own_stream(None).next().await.unwrap_err();
    assert_eq!(refused.code(), Some(ProblemCode::Unauthenticated));
}

#[tokio::test]
async fn the_lobby_and_the_top_games_go_on_after_a_restart() {
    let mut server = Server::start_to_come_back(Database::Sqlite).await;
    let nobody = Client::new(&server.url()).unwrap();
    let (ann, _) = nobody.guest(None).await.unwrap();
    let (ben, _) = nobody.guest(None).await.unwrap();
    let (mut lobby, mut top) = (nobody.lobby_stream(None), nobody.top_stream(None));
    assert!(matches!(next(&mut lobby).await, LobbyLine::Lobby { games, .. } if games.is_empty()));
    assert!(matches!(next(&mut top).await, TopLine::Top { games, .. } if games.is_empty()));
    let game = played(&ann, &ben, &small(), &["C3", "B2"], false).await;
    loop {
        let (LobbyLine::Lobby { games, .. } | LobbyLine::LobbyUpdate { games, .. }) = next(&mut lobby).await;
        if games.iter().any(|one| one.id.0 == game && one.move_count == 2) {
            break;
        }
    }
    loop {
        let (TopLine::Top { games, .. } | TopLine::TopUpdate { games, .. }) = next(&mut top).await;
        if games.iter().any(|one| one.game.id.0 == game) {
            break;
        }
    }
    server.kill().await;
    server.start_again().await;
    // The numbers are the old server's, so the new one begins with a whole list.
    loop {
        if let LobbyLine::Lobby { games, .. } = next(&mut lobby).await
            && games.iter().any(|one| one.id.0 == game)
        {
            break;
        }
    }
    loop {
        if let TopLine::Top { games, .. } = next(&mut top).await
            && games.iter().any(|one| one.game.id.0 == game)
        {
            break;
        }
    }
}

#[tokio::test]
async fn an_export_that_breaks_off_goes_on() {
    const GAMES: usize = 12;
    let mut server = Server::start_to_come_back(Database::Sqlite).await;
    let nobody = Client::new(&server.url()).unwrap();
    let (ann, _) = nobody.guest(None).await.unwrap();
    for _ in 0..GAMES {
        ann.create_game(&small()).await.unwrap();
    }
    // Cuts each answer in the middle of some line, however little it has brought.
    let cable = Cable::that_lets_through(&server.url(), 6_000).await;
    let mut games = Client::new(&cable.url()).unwrap().export(&GameFilter::default());
    let mut seen = HashSet::new();
    while let Some(game) = games.next().await.unwrap() {
        assert!(seen.insert(game.id.0), "{} came twice", game.id.0);
    }
    assert_eq!(seen.len(), GAMES);
    assert!(cable.connections() > 1, "it never broke off");
    server.kill().await;
    let away = nobody.export(&GameFilter::default()).next().await.unwrap_err();
    assert!(away.is_passing(), "{away}");
}
