//! Which games lists and exports have.

use tengen_client::game::{GameId, Phase, PlayerId};
use tengen_client::protocol::{
    BoardWish, Command, LobbyLine, NewGame, ProblemCode, ResultWord, RulesWish, Text, TopLine,
};
use tengen_client::rules::{BoardName, Color, Preset};
use tengen_client::{Client, CommandIds, GameFilter, OpeningMove, Outcome};
use tengen_testbed::until;

use crate::rest::small;
use crate::server::{Database, Server};

/// Plays the points in turn, and then the player to move resigns, if that is wanted.
pub(crate) async fn played(
    black: &Client,
    white: &Client,
    wish: &NewGame,
    at: &[&str],
    ends: bool,
) -> GameId {
    let game = black.create_game(wish).await.unwrap().id.0;
    white.join(game).await.unwrap();
    let mut ids = CommandIds::new();
    for (turn, at) in (0..).zip(at) {
        let play = Command::Play { id: Text(ids.next()), turn, at: Text(at.parse().unwrap()) };
        [black, white][turn as usize % 2].command(game, &play).await.unwrap();
    }
    if ends {
        let resign = Command::Resign { id: Text(ids.next()) };
        [black, white][at.len() % 2].command(game, &resign).await.unwrap();
    }
    game
}

/// The games that a filter finds, as a page and as an export.
async fn found(client: &Client, filter: GameFilter) -> Vec<GameId> {
    let page = client.games(&filter).await.unwrap();
    assert_eq!(page.next, None);
    let mut lines = client.export(&filter);
    let mut all = Vec::new();
    while let Some(game) = lines.next().await.unwrap() {
        all.push(game);
        assert!(all.len() <= page.games.len(), "{filter:?}");
    }
    assert_eq!(page.games, all, "{filter:?}");
    all.into_iter().map(|game| game.id.0).collect()
}

#[tokio::test]
async fn every_field_of_a_filter_counts() {
    let server = Server::start(Database::Sqlite).await;
    let nobody = Client::new(&server.url()).unwrap();
    let (ann, ann_is) = nobody.guest(None).await.unwrap();
    let (ben, ben_is) = nobody.guest(None).await.unwrap();
    let (ann_is, ben_is): (PlayerId, PlayerId) = (ann_is.id.0, ben_is.id.0);
    let torus = BoardName::Torus { width: 5, height: 5 };
    let first = played(&ann, &ben, &small(), &["C3", "B2", "D4"], true).await;
    let between = nobody.game(first).await.unwrap().created_at + 1;
    // The next game is made at a later moment of the server's clock.
    until(async || nobody.game(first).await.unwrap().now > between).await;
    let other = NewGame { board: BoardWish(torus), rules: RulesWish::from(Preset::Japanese), ..small() };
    let second = played(&ben, &ann, &other, &["A1", "B2"], false).await;
    let nine = BoardWish(BoardName::Grid { width: 9, height: 9 });
    let third = ann.create_game(&NewGame { handicap: 2, board: nine, ..small() }).await.unwrap().id.0;

    let of_ann = GameFilter { player: Some(ann_is), ..GameFilter::default() };
    let all = GameFilter::default();
    let at = |text: &str| Some(text.parse().unwrap());
    for (filter, expected) in [
        (all.clone(), vec![third, second, first]),
        (of_ann.clone(), vec![third, second, first]),
        (GameFilter { phases: vec![Phase::Open, Phase::Playing], ..all.clone() }, vec![third, second]),
        (GameFilter { color: Some(Color::White), ..of_ann.clone() }, vec![second]),
        (GameFilter { opponent: Some(ben_is), ..of_ann.clone() }, vec![second, first]),
        (GameFilter { rules: Some(Preset::Japanese), ..all.clone() }, vec![second]),
        (GameFilter { board: Some(torus), ..all.clone() }, vec![second]),
        (GameFilter { handicap: Some(2..=9), ..all.clone() }, vec![third]),
        (GameFilter { results: vec![Outcome::Won(Color::Black)], ..all.clone() }, vec![first]),
        (GameFilter { results: vec![Outcome::By(ResultWord::Resignation)], ..all.clone() }, vec![first]),
        (GameFilter { results: vec![Outcome::Jigo, Outcome::NoWinner], ..all.clone() }, vec![]),
        (GameFilter { since: Some(between), ..all.clone() }, vec![third, second]),
        (GameFilter { until: Some(between), ..all.clone() }, vec![first]),
        (GameFilter { min_moves: Some(3), ..all.clone() }, vec![first]),
        (
            GameFilter {
                opening: vec![
                    OpeningMove { color: Some(Color::Black), at: at("A1") },
                    OpeningMove { color: None, at: at("B2") },
                ],
                ..all.clone()
            },
            vec![second],
        ),
    ] {
        assert_eq!(found(&nobody, filter.clone()).await, expected, "{filter:?}");
    }
    let whose = GameFilter { color: Some(Color::White), ..GameFilter::default() };
    assert_eq!(nobody.games(&whose).await.unwrap_err().code(), Some(ProblemCode::Malformed));
    let limited = GameFilter { limit: Some(2), ..GameFilter::default() };
    assert_eq!(nobody.export(&limited).next().await.unwrap_err().code(), Some(ProblemCode::Malformed));

    // The lobby is told twice a second.
    until(async || {
        let LobbyLine::Lobby { games, .. } = nobody.lobby().await.unwrap() else {
            panic!("a part of the lobby")
        };
        games.iter().any(|game| game.id.0 == third)
    })
    .await;
    let TopLine::Top { games, .. } = nobody.top().await.unwrap() else { panic!("a part of the top games") };
    assert!(games.iter().all(|game| game.game.id.0 != first), "it is over");
}

#[tokio::test]
async fn an_export_has_the_events_if_they_are_wanted() {
    let server = Server::start(Database::Sqlite).await;
    let nobody = Client::new(&server.url()).unwrap();
    let (ann, _) = nobody.guest(None).await.unwrap();
    let (ben, _) = nobody.guest(None).await.unwrap();
    let game = played(&ann, &ben, &small(), &["C3", "B2"], true).await;
    let mut games = nobody.export_with_events(&GameFilter::default());
    let line = games.next().await.unwrap().unwrap();
    assert_eq!(line.game.id.0, game);
    assert_eq!(line.events, nobody.events(game, 0).await.unwrap().events);
    assert!(games.next().await.unwrap().is_none());
}
