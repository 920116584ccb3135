//! Moves are tried on positions, and positions estimated.

use serde_json::{Value, json};
use tengen_actions::kit::{ActionError, Looker};
use tengen_actions::{games, positions};
use tengen_game::NewGame;
use tengen_protocol::{Estimated, ProblemCode};
use tengen_rules::BoardName;

use crate::on_both_databases;
use crate::scene::{Member, Scene, code, small};

on_both_databases! {
    a_position_is_estimated_unless_a_game_forbids_it
    a_move_is_tried
}

async fn asked(scene: &Scene, who: &Member, wish: Value) -> Result<Estimated, ActionError> {
    let eyes = scene.parts.enclosures.eyes(who.actor.id()).await.unwrap();
    let looker = Looker { eyes, audience: who.actor.audience(), client: who.actor.client };
    positions::estimate(&scene.parts, &looker, &serde_json::from_value(wish).unwrap()).await
}

async fn a_position_is_estimated_unless_a_game_forbids_it(scene: &Scene) {
    let (ann, ben) = (scene.member(1, "Ann").await, scene.member(2, "Ben").await);
    let tiny = NewGame { board: BoardName::Grid { width: 4, height: 3 }, ..small() };
    let game = games::make(&scene.parts, &ann.actor, tiny).await.unwrap().id;
    games::join(&scene.parts, &ben.actor, game.0).await.unwrap();
    scene.does(&ann, game.0, json!({"type": "play", "id": "c-1", "turn": 0, "at": "A3"})).await.unwrap();
    scene.does(&ben, game.0, json!({"type": "play", "id": "c-2", "turn": 1, "at": "D3"})).await.unwrap();
    let eve = scene.member(3, "Eve").await;
    let secret = json!({"board": {"width": 4, "height": 3}, "stones": "B..W........"});
    assert_eq!(code(asked(scene, &eve, secret).await), ProblemCode::NotDuringTheGame);
    assert_eq!(code(asked(scene, &ann, json!({"game": game})).await), ProblemCode::NotDuringTheGame);
    let free = json!({"board": {"width": 3, "height": 3}, "stones": "....B...."});
    assert_eq!(asked(scene, &eve, free).await.unwrap().owners.len(), 9);
    assert_eq!(code(asked(scene, &eve, json!({"at": 3})).await), ProblemCode::Malformed);
}

async fn a_move_is_tried(_scene: &Scene) {
    let tried = |next: &str| {
        let question =
            json!({"board": {"width": 9, "height": 9}, "rules": "japanese", "moves": "E5", "move": next});
        positions::tried(&serde_json::from_value(question).unwrap())
    };
    tried("D4").unwrap();
    let occupied = serde_json::to_value(tried("E5").unwrap()).unwrap();
    assert_eq!(occupied["illegal"], "occupied");
}
