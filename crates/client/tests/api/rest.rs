//! Single requests.

use tengen_client::game::{GameId, Phase};
use tengen_client::protocol::{BoardWish, ColorWish, Command, NewGame, ProblemCode, RulesWish, Text};
use tengen_client::rules::{BoardName, Color, Preset, Stones};
use tengen_client::{Client, CommandIds, Error, GameFilter, Position, Table};
use tengen_testbed::found;

use crate::server::{Database, Server};

pub(crate) fn small() -> NewGame {
    NewGame {
        board: BoardWish(BoardName::Grid { width: 5, height: 5 }),
        rules: RulesWish::from(Preset::Chinese),
        color: ColorWish::Black,
        ..NewGame::default()
    }
}

#[tokio::test]
async fn a_game_over_rest() {
    let server = Server::start(Database::Sqlite).await;
    let nobody = Client::new(&server.url()).unwrap();
    assert_eq!(nobody.me().await.unwrap_err().code(), Some(ProblemCode::Unauthenticated));
    let (ann, ann_is) = nobody.guest(Some("Ann")).await.unwrap();
    let (ben, ben_is) = nobody.guest(None).await.unwrap();
    assert_eq!(ann.me().await.unwrap(), ann_is);
    assert_eq!(ann.player(ben_is.id.0).await.unwrap(), ben_is);
    assert_eq!(nobody.clone().with_token(ann.token().unwrap()).me().await.unwrap(), ann_is);

    let wish = NewGame { opponent: Some(ben_is.id), ..small() };
    let open = ann.create_game(&wish).await.unwrap();
    let game = open.id.0;
    assert!(Table::new(open).is_open());
    let offered =
        GameFilter { player: Some(ben_is.id.0), phases: vec![Phase::Open], ..GameFilter::default() };
    assert_eq!(ben.games(&offered).await.unwrap().games[0].id.0, game);
    assert!(
        nobody.games(&GameFilter { limit: Some(5), ..GameFilter::default() }).await.unwrap().games.is_empty()
    );
    let mut table = Table::new(ben.join(game).await.unwrap());
    assert_eq!(table.color_of(ann_is.id.0), Some(tengen_client::rules::Color::Black));

    let mut ids = CommandIds::new();
    let play = Command::Play { id: Text(ids.next()), turn: table.turn(), at: Text("C3".parse().unwrap()) };
    let refused = ben.command(game, &play).await.unwrap_err();
    assert_eq!(refused.code(), Some(ProblemCode::NotYourTurn), "{refused}");
    let event = ann.command(game, &play).await.unwrap();
    table.apply(&event);
    assert_eq!(table.stone("C3".parse().unwrap()), Some(tengen_client::rules::Color::Black));
    table.apply(&ben.command(game, &Command::Resign { id: Text(ids.next()) }).await.unwrap());
    assert!(table.is_finished());
    let events = nobody.events(game, 1).await.unwrap();
    assert_eq!((events.seq, events.events.len()), (3, 2));
    assert!(nobody.sgf(game).await.unwrap().contains("B[cc]"));
    assert_ne!(ann.rematch(game).await.unwrap().id.0, game);

    // Games are found by their positions somewhat later.
    let of_game = Position::OfGame(game, Some(1));
    let position = found(async || {
        let position = nobody.position(&of_game, None, None).await.unwrap();
        (position.games_total > 0).then_some(position)
    })
    .await;
    assert_eq!((position.games[0].game.id.0, position.to_move.0), (game, Color::White));
    let board = BoardName::Grid { width: 5, height: 5 };
    let stones = Stones::parse(&board.topology().unwrap(), &position.stones).unwrap();
    let by_stones = Position::Stones { board, stones, to_move: Color::White };
    assert_eq!(nobody.position(&by_stones, Some(1), None).await.unwrap(), position);
    assert!(nobody.position(&by_stones, Some(1), Some("1")).await.unwrap().games.is_empty());
}

#[tokio::test]
async fn a_table_knows_the_ko_from_events_of_either_version() {
    let server = Server::start(Database::Sqlite).await;
    let nobody = Client::new(&server.url()).unwrap();
    let (ann, _) = nobody.guest(None).await.unwrap();
    let (ben, _) = nobody.guest(None).await.unwrap();
    let wish = NewGame { rules: RulesWish::from(Preset::Japanese), ..small() };
    let game = ann.create_game(&wish).await.unwrap().id.0;
    let mut table = Table::new(ann.game(game).await.unwrap());
    ben.join(game).await.unwrap();
    play([&ann, &ben], game, &mut CommandIds::new(), "B5 C5 A4 D4 B3 C3 C4 B4").await;
    for event in nobody.events(game, 0).await.unwrap().events {
        table.apply(&event);
    }
    let now = ben.game(game).await.unwrap();
    assert_eq!((table.snapshot().ko, now.ko), (Some(Text("C4".parse().unwrap())), table.snapshot().ko));
}

/// Plays at these points, Black first.
async fn play(players: [&Client; 2], game: GameId, ids: &mut CommandIds, points: &str) {
    for (place, at) in points.split(' ').enumerate() {
        let player = players[place % 2];
        let turn = player.game(game).await.unwrap().turn;
        let play = Command::Play { id: Text(ids.next()), turn, at: Text(at.parse().unwrap()) };
        player.command(game, &play).await.unwrap();
    }
}

#[tokio::test]
async fn a_table_is_what_the_server_says() {
    let server = Server::start(Database::Sqlite).await;
    let nobody = Client::new(&server.url()).unwrap();
    let (ann, _) = nobody.guest(None).await.unwrap();
    let (ben, _) = nobody.guest(None).await.unwrap();
    let game = ann.create_game(&small()).await.unwrap().id.0;
    let mut table = Table::new(ann.game(game).await.unwrap());
    ben.join(game).await.unwrap();
    let mut ids = CommandIds::new();
    // A capture, a request to take it back, and the same capture again.
    play([&ann, &ben], game, &mut ids, "A1 A2 E5 B1").await;
    let turn = ben.game(game).await.unwrap().turn;
    let undo = ben.command(game, &Command::Undo { id: Text(ids.next()), turn }).await.unwrap();
    ann.command(game, &Command::UndoAccept { id: Text(ids.next()), request: undo.seq }).await.unwrap();
    for event in nobody.events(game, 0).await.unwrap().events {
        table.apply(&event);
        table.apply(&event);
    }
    // White is to move, and is told the illegal points.
    let now = ben.game(game).await.unwrap();
    let known = table.snapshot();
    assert_eq!((&known.stones, &known.moves, known.turn), (&now.stones, &now.moves, now.turn));
    assert_eq!((&known.players, &known.prisoners, known.seq), (&now.players, &now.prisoners, now.seq));
    assert_eq!((&known.illegal, known.to_move, &known.phase), (&now.illegal, now.to_move, &now.phase));
}

#[tokio::test]
async fn a_server_that_is_away_is_told_from_one_that_refuses() {
    let mut server = Server::start_to_come_back(Database::Sqlite).await;
    let client = Client::new(&server.url()).unwrap();
    let refused = client.clone().with_token("nobody").me().await.unwrap_err();
    assert!(!refused.is_passing());
    server.kill().await;
    let away = client.me().await.unwrap_err();
    assert!(away.is_passing() && matches!(away, Error::Unreachable(_)), "{away}");
}
