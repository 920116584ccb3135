//! Games are made, joined, played and offered once more.

use serde_json::json;
use tengen_actions::games;
use tengen_game::{NewGame, Phase, PlayerId};
use tengen_protocol::ProblemCode;

use crate::on_both_databases;
use crate::scene::{Scene, code, small};

on_both_databases! {
    a_game_is_made_joined_and_played
    games_are_refused_beyond_the_limits
    a_rematch_is_made_once
}

async fn a_game_is_made_joined_and_played(scene: &Scene) {
    let parts = &scene.parts;
    let (ann, ben) = (scene.member(1, "Ann").await, scene.member(2, "Ben").await);
    let made = games::make(parts, &ann.actor, small()).await.unwrap();
    let game = made.id.0;
    assert_eq!((made.phase.as_str(), made.creator.id), (Phase::Open.name(), ann.actor.player.id));
    assert_eq!(code(games::join(parts, &ann.actor, game).await), ProblemCode::OwnGame);
    for _ in 0..2 {
        let joined = games::join(parts, &ben.actor, game).await.unwrap();
        assert_eq!(joined.phase, Phase::Playing.name(), "whoever has the seat may ask again");
    }
    let play = json!({"type": "play", "id": "c-1", "turn": 0, "at": "E5"});
    assert_eq!(code(scene.does(&ben, game, play.clone()).await), ProblemCode::NotYourTurn);
    let played = scene.does(&ann, game, play.clone()).await.unwrap();
    assert_eq!(scene.does(&ann, game, play).await.unwrap(), played, "the same command has the same event");
    let late = scene.member(3, "Eve").await;
    assert_eq!(code(games::join(parts, &late.actor, game).await), ProblemCode::SeatTaken);
    let local = games::make(parts, &ann.actor, NewGame { local: true, ..small() }).await.unwrap();
    assert_eq!(local.phase, Phase::Playing.name(), "both seats are the creator's");
}

async fn games_are_refused_beyond_the_limits(scene: &Scene) {
    let parts = &scene.parts;
    let (ann, ben) = (scene.member(1, "Ann").await, scene.member(2, "Ben").await);
    for _ in 0..5 {
        games::make(parts, &ann.actor, small()).await.unwrap();
    }
    assert_eq!(code(games::make(parts, &ann.actor, small()).await), ProblemCode::TooManyOpenGames);
    let offer = || NewGame { opponent: Some(ben.actor.id()), ..small() };
    for _ in 0..3 {
        games::make(parts, &ann.actor, offer()).await.unwrap();
    }
    assert_eq!(code(games::make(parts, &ann.actor, offer()).await), ProblemCode::TooManyRequests);
    let nobody = NewGame { opponent: Some(PlayerId::from_entropy([9; 10])), ..small() };
    assert_eq!(code(games::make(parts, &ann.actor, nobody).await), ProblemCode::NoSuchPlayer);
}

async fn a_rematch_is_made_once(scene: &Scene) {
    let (ann, ben) = (scene.member(1, "Ann").await, scene.member(2, "Ben").await);
    let game = scene.finished(&ann, &ben).await;
    let (offered, is_new) = games::rematch(&scene.parts, &ben.actor, game).await.unwrap();
    assert!(is_new && offered.phase == Phase::Open.name());
    let (taken, is_new) = games::rematch(&scene.parts, &ann.actor, game).await.unwrap();
    assert!(!is_new && taken.id == offered.id && taken.phase == Phase::Playing.name());
    let black = taken.players.black.unwrap();
    assert_eq!(black.id, ben.actor.player.id, "colours are swapped");
}
