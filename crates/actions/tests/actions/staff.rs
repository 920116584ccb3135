//! The staff declares games void.

use serde_json::json;
use tengen_actions::games;
use tengen_actions::staff::act_on_game;
use tengen_audit::Kind;
use tengen_protocol::{GameAct, ProblemCode, Role};
use tengen_store::Noted;

use crate::on_both_databases;
use crate::scene::{Scene, code, small};

on_both_databases! {
    a_game_that_is_over_is_void
}

async fn a_game_that_is_over_is_void(scene: &Scene) {
    let (parts, store) = (&scene.parts, &scene.parts.store);
    let (ann, ben) = (scene.member(1, "Ann").await, scene.member(2, "Ben").await);
    let moderator = scene.member(3, "Moderator").await;
    let void = || GameAct::Void { reason: "The players agreed on it.".to_owned() };
    let over = scene.finished(&ann, &ben).await;
    let stranger = moderator.acting(scene).await;
    assert_eq!(code(act_on_game(parts, &stranger, over, void()).await), ProblemCode::NotAllowed);
    let id = moderator.actor.id();
    let noted = Noted {
        actor: None,
        kind: Kind::Grant,
        subject_kind: "player",
        subject: id.as_str(),
        facts: json!({}),
        aside: None,
        at: parts.clock.now(),
    };
    store.grant(id, Role::Moderator, &noted).await.unwrap();
    let acting = moderator.acting(scene).await;
    let goes_on = games::make(parts, &ann.actor, small()).await.unwrap().id.0;
    assert_eq!(code(act_on_game(parts, &acting, goes_on, void()).await), ProblemCode::WrongPhase);
    let wordless = GameAct::Void { reason: " ".to_owned() };
    assert_eq!(code(act_on_game(parts, &acting, over, wordless).await), ProblemCode::InvalidAct);
    assert_eq!(store.voided_at(over).await.unwrap(), None);
    act_on_game(parts, &acting, over, void()).await.unwrap();
    assert!(store.voided_at(over).await.unwrap().is_some());
}
