//! Records are brought, read, changed, shown and taken away.

use serde_json::{Value, json};
use tengen_actions::kit::ActionError;
use tengen_actions::records::{bring_records, change_record, reading, remove_record, show_record};
use tengen_game::RecordId;
use tengen_protocol::ProblemCode;
use tengen_protocol::records::{RecordAnswer, RecordEdit};

use crate::on_both_databases;
use crate::scene::{Member, Scene, code};

on_both_databases! {
    a_record_is_brought_changed_and_taken_away
    files_are_refused_and_leave_nothing
}

/// A record as it is told: how many nodes it has, and the comment of the second one.
#[allow(clippy::unnecessary_wraps)] // it is what `change_record` takes
fn tell(mut answer: RecordAnswer) -> Result<(usize, String), ActionError> {
    Ok((answer.shown.nodes.len(), answer.shown.nodes.swap_remove(1).comment.unwrap_or_default()))
}

fn edit(wish: Value) -> (RecordEdit, usize) {
    let bytes = wish.to_string().len();
    (serde_json::from_value(wish).unwrap(), bytes)
}

async fn brought(scene: &Scene, who: &Member, sgf: &'static str) -> RecordId {
    let answer = bring_records(&scene.parts, &who.actor, sgf, None).await.unwrap();
    answer.records[0].id.0
}

async fn a_record_is_brought_changed_and_taken_away(scene: &Scene) {
    let parts = &scene.parts;
    let (ann, ben) = (scene.member(1, "Ann").await, scene.member(2, "Ben").await);
    let id = brought(scene, &ann, "(;SZ[9];B[ee];W[dd])").await;
    let wish = || edit(json!({"changes": [{"node": 1, "comment": "two eyes"}]}));
    assert_eq!(code(change_record(parts, &ben.actor, id, wish(), tell).await), ProblemCode::NotTheOwner);
    let missing = edit(json!({"changes": [{"node": 7, "comment": "nowhere"}]}));
    assert_eq!(code(change_record(parts, &ann.actor, id, missing, tell).await), ProblemCode::NoSuchNode);
    for _ in 0..2 {
        let changed = change_record(parts, &ann.actor, id, wish(), tell).await.unwrap();
        assert_eq!((changed.about.revision, changed.told), (1, (3, "two eyes".to_owned())));
    }
    let about = parts.store.about_record(id).await.unwrap().unwrap();
    let shown = show_record(parts, ben.actor.client, (id, about), || None, tell).await.unwrap();
    assert_eq!((shown.about.revision, shown.told.1.as_str()), (1, "two eyes"));
    assert_eq!(code(remove_record(parts, &ben.actor, id).await), ProblemCode::NotTheOwner);
    remove_record(parts, &ann.actor, id).await.unwrap();
    assert_eq!(code(change_record(parts, &ann.actor, id, wish(), tell).await), ProblemCode::NoSuchRecord);
}

async fn files_are_refused_and_leave_nothing(scene: &Scene) {
    let parts = &scene.parts;
    let ann = scene.member(1, "Ann").await;
    let label = bring_records(parts, &ann.actor, "(;SZ[9])", Some("Klingon")).await;
    assert_eq!(code(label), ProblemCode::Malformed);
    let words = bring_records(parts, &ann.actor, "no game", None).await;
    assert_eq!(code(words), ProblemCode::UnreadableRecord);
    assert_eq!(parts.store.kept_records(ann.actor.id()).await.unwrap().records, 0);
    let id = brought(scene, &ann, "(;SZ[9]PB[Ann];B[ee])").await;
    let reader = (ann.actor.id(), ann.actor.client);
    assert_eq!(reading(parts, reader, id, "Big5").await.unwrap().id.0, id);
    assert_eq!(code(reading(parts, reader, id, "Klingon").await), ProblemCode::Malformed);
}
