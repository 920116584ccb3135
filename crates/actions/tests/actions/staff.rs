//! The staff declares games void, keeps players from playing, and answers reports; so does the operator.

use serde_json::{Value, json};
use tengen_actions::games;
use tengen_actions::staff::{self, By, act_on_game, act_on_player, act_on_stored_player};
use tengen_protocol::{CaseAct, CaseOutcome, GameAct, NewReport, PlayerAct, ProblemCode, Role};
use tengen_store::{CasesFor, Eyes};

use crate::on_both_databases;
use crate::scene::{Member, Scene, code, small};

on_both_databases! {
    a_game_that_is_over_is_void
    a_player_is_warned_and_suspended
    a_report_is_answered
}

/// Makes a moderator of a member, as the operator does.
async fn appoint(scene: &Scene, who: &Member) {
    let by = By::operator(scene.parts.clock.now());
    let grant = PlayerAct::Grant { role: Role::Moderator, reason: String::new() };
    let id = who.actor.id();
    assert!(act_on_stored_player(&scene.parts.store, by, id, &grant).await.unwrap().is_new);
    assert!(!act_on_stored_player(&scene.parts.store, by, id, &grant).await.unwrap().is_new);
}

fn act(act: Value) -> PlayerAct {
    serde_json::from_value(act).unwrap()
}

async fn a_game_that_is_over_is_void(scene: &Scene) {
    let (parts, store) = (&scene.parts, &scene.parts.store);
    let (ann, ben) = (scene.member(1, "Ann").await, scene.member(2, "Ben").await);
    let moderator = scene.member(3, "Moderator").await;
    let void = || GameAct::Void { reason: "The players agreed on it.".to_owned() };
    let over = scene.finished(&ann, &ben).await;
    let stranger = moderator.acting(scene).await;
    assert_eq!(code(act_on_game(parts, &stranger, over, &void()).await), ProblemCode::NotAllowed);
    appoint(scene, &moderator).await;
    let acting = moderator.acting(scene).await;
    let goes_on = games::make(parts, &ann.actor, small()).await.unwrap().id.0;
    assert_eq!(code(act_on_game(parts, &acting, goes_on, &void()).await), ProblemCode::WrongPhase);
    let wordless = GameAct::Void { reason: " ".to_owned() };
    assert_eq!(code(act_on_game(parts, &acting, over, &wordless).await), ProblemCode::InvalidAct);
    assert_eq!(store.voided_at(over).await.unwrap(), None);
    act_on_game(parts, &acting, over, &void()).await.unwrap();
    assert!(store.voided_at(over).await.unwrap().is_some());
}

async fn a_player_is_warned_and_suspended(scene: &Scene) {
    let (parts, store) = (&scene.parts, &scene.parts.store);
    let (ann, moderator) = (scene.member(1, "Ann").await, scene.member(3, "Moderator").await);
    appoint(scene, &moderator).await;
    let (acting, now, id) = (moderator.acting(scene).await, parts.clock.now(), ann.actor.id());
    let warn = act(json!({"act": "warn", "ground": "other", "words": "Please wait.", "reason": "Seen."}));
    let stranger = ann.acting(scene).await;
    let themselves = moderator.actor.id();
    assert_eq!(code(act_on_player(parts, &stranger, themselves, &warn).await), ProblemCode::NotAllowed);
    assert_eq!(code(act_on_player(parts, &acting, themselves, &warn).await), ProblemCode::Oneself);
    act_on_player(parts, &acting, id, &warn).await.unwrap();
    assert!(store.unread_warning(id).await.unwrap().is_some());
    let suspend =
        |until| act(json!({"act": "suspend", "ground": "other", "until": until, "reason": "Seen."}));
    assert_eq!(code(act_on_player(parts, &acting, id, &suspend(now)).await), ProblemCode::InvalidAct);
    act_on_player(parts, &acting, id, &suspend(now + 60_000)).await.unwrap();
    assert!(store.sanction_in_force(id, now).await.unwrap().is_some());
    // The operator needs no reason.
    let lift = act(json!({"act": "lift", "reason": ""}));
    assert_eq!(code(act_on_player(parts, &acting, id, &lift).await), ProblemCode::InvalidAct);
    let by = By::operator(parts.clock.now());
    assert!(act_on_stored_player(store, by, id, &lift).await.unwrap().is_new);
    assert!(!act_on_stored_player(store, by, id, &lift).await.unwrap().is_new);
}

async fn a_report_is_answered(scene: &Scene) {
    let (parts, store) = (&scene.parts, &scene.parts.store);
    let (ann, ben) = (scene.member(1, "Ann").await, scene.member(2, "Ben").await);
    let report = |id: &str| -> NewReport {
        let about = json!({"about": "player", "id": id, "ground": "other", "words": "Ben is rude."});
        serde_json::from_value(about).unwrap()
    };
    let eyes = Eyes { player: Some(ann.actor.id()), enclosed_in: None };
    let own = report(ann.actor.id().as_str());
    assert_eq!(code(staff::report(parts, &ann.actor, eyes, &own).await), ProblemCode::Oneself);
    staff::report(parts, &ann.actor, eyes, &report(ben.actor.id().as_str())).await.unwrap();
    let every = CasesFor { viewer: None, of_staff: true };
    let id = store.waiting_cases(every, None, 2).await.unwrap().pop().unwrap().id.0;
    let reply = CaseAct::Answer {
        outcome: CaseOutcome::Dismissed,
        words: String::new(),
        reason: "Nothing was found.".to_owned(),
    };
    let acting = ann.acting(scene).await;
    let by = By::staff(parts, &acting);
    assert_eq!(code(staff::act_on_case(store, by, id, &reply).await), ProblemCode::NotAllowed);
    let by = By::operator(parts.clock.now());
    staff::act_on_case(store, by, id, &reply).await.unwrap();
    assert_eq!(code(staff::act_on_case(store, by, id, &reply).await), ProblemCode::AlreadyAnswered);
}
