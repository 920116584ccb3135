//! The members of a group are paired, and each pair has a game.

use serde_json::json;
use tengen_actions::groups::make_round;
use tengen_game::{GroupId, Phase};
use tengen_protocol::view::Audience;
use tengen_protocol::{GroupKind, Joining, NewRound, ProblemCode};
use tengen_store::{Founding, GroupChanged};

use crate::on_both_databases;
use crate::scene::{Scene, code};

on_both_databases! {
    a_round_is_paired_and_its_games_begin
}

async fn a_round_is_paired_and_its_games_begin(scene: &Scene) {
    let (store, now) = (&scene.parts.store, scene.parts.clock.now());
    let teacher = scene.member(1, "Teacher").await;
    let group = GroupId::from_entropy([7; 10]);
    let founding = Founding {
        id: group,
        kind: GroupKind::Class,
        name: "Class",
        words: "",
        joining: Joining::Open,
        leader: teacher.actor.id(),
        now,
    };
    assert!(matches!(store.found_group(teacher.home(), founding, None).await.unwrap(), GroupChanged::Done));
    let mut pupils = Vec::new();
    for (number, name) in [(2, "Ann"), (3, "Ben"), (4, "Eve")] {
        let pupil = scene.member(number, name).await;
        assert!(matches!(store.join_group(pupil.home(), group, now).await.unwrap(), GroupChanged::Done));
        pupils.push(pupil);
    }
    let wish: NewRound =
        serde_json::from_value(json!({"settings": {"board": {"width": 9, "height": 9}}})).unwrap();
    let client = teacher.actor.client;
    let pupil = pupils[0].at_home(scene).await;
    let refused = make_round(&scene.parts, &pupil, client, group, &wish).await;
    assert_eq!(code(refused), ProblemCode::NotAllowed);
    let leader = teacher.at_home(scene).await;
    let round = make_round(&scene.parts, &leader, client, group, &wish).await.unwrap();
    assert!(round.number == 1 && round.bye.is_some());
    let [pair] = &round.pairs[..] else { panic!("one pair, and not {:?}", round.pairs) };
    let game = pair.game.unwrap().0;
    let snapshot = scene.parts.rooms.snapshot(game, Audience::Player(pair.black.id.0)).await.unwrap();
    assert_eq!(snapshot.phase, Phase::Playing.name());
    let players = [snapshot.players.black.unwrap(), snapshot.players.white.unwrap()].map(|card| card.id);
    assert_eq!(players, [pair.black.id, pair.white.id]);
}
