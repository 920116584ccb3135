//! The guide: the games that can be played.

use tengen_client::Client;
use tengen_client::protocol::{Points, ProblemCode, RulesAnswer};
use tengen_client::rules::{BoardName, HalfPoints, Preset};

use crate::server::{Database, Server};

#[tokio::test]
async fn rules_and_boards_are_told() {
    let server = Server::start(Database::Sqlite).await;
    let nobody = Client::new(&server.url()).unwrap();
    let rules = nobody.rules().await.unwrap();
    assert_eq!(rules, RulesAnswer::new(), "the server is of this source");
    let japanese = rules.presets.iter().find(|preset| preset.preset.0 == Preset::Japanese).unwrap();
    assert_eq!(japanese.komi, Points(HalfPoints::new(13)));
    assert!(rules.axes["repetition"].iter().any(|value| value == "basic_ko"));

    let torus = BoardName::Torus { width: 5, height: 4 };
    let board = nobody.board(torus).await.unwrap();
    assert_eq!((board.name.0, board.points.len(), board.lines.len()), (torus, 20, 31));
    assert!(!board.copies.is_empty(), "edges are joined");
    let unknown = nobody.board(BoardName::Hexagon(99)).await.unwrap_err();
    assert_eq!(unknown.code(), Some(ProblemCode::NoSuchBoard), "{unknown}");

    let house = nobody.house().await.unwrap();
    let levels: Vec<_> = house.iter().map(|one| one.level).collect();
    assert!(levels.is_sorted());
    for one in &house {
        assert_eq!(nobody.player(one.player.id.0).await.unwrap().name, one.player.name);
    }
}
