//! Groups are founded, get members, and end.

use serde_json::json;
use tengen_actions::groups;
use tengen_actions::kit::ActionError;
use tengen_actions::staff::{By, act_on_stored_player};
use tengen_groups::Row;
use tengen_protocol::{
    GroupMemberChange, GroupRole, JoinAnswer, NewCards, NewGroup, NewTask, PlayerAct, ProblemCode,
    Registration, Role, Text,
};

use crate::on_both_databases;
use crate::people::people;
use crate::scene::{Scene, code};

on_both_databases! {
    a_club_is_founded_and_lets_somebody_in
    whoever_is_invited_answers
    a_class_has_accounts_and_tasks
}

fn club() -> NewGroup {
    serde_json::from_value(json!({"kind": "club", "name": "Club"})).unwrap()
}

async fn a_club_is_founded_and_lets_somebody_in(scene: &Scene) {
    let parts = &scene.parts;
    let (ann, ben) = (scene.member(1, "Ann").await, scene.member(2, "Ben").await);
    let (leader, other) = (ann.at_home(scene).await, ben.at_home(scene).await);
    let client = ann.actor.client;
    let class: NewGroup = serde_json::from_value(json!({"kind": "class", "name": "Class"})).unwrap();
    assert_eq!(code(groups::found(parts, &leader, client, &class).await), ProblemCode::NotAllowed);
    let nameless = NewGroup { name: " ".to_owned(), ..club() };
    assert_eq!(code(groups::found(parts, &leader, client, &nameless).await), ProblemCode::InvalidGroup);
    let club = groups::found(parts, &leader, client, &club()).await.unwrap();
    let id = club.id.0;
    assert_eq!((club.role, club.members), (Some(GroupRole::Leader), 1));
    let asked = groups::bring_in(parts, &other, ben.actor.client, id, None).await.unwrap();
    assert_eq!(asked.role, None, "one is let in by a leader");
    assert_eq!(code(groups::requests(parts, &other, id).await), ProblemCode::NotAllowed);
    let reply = JoinAnswer { player: Text(ben.actor.id()), accept: true };
    groups::answer_request(parts, &leader, id, reply).await.unwrap();
    let wish = GroupMemberChange { role: Some(GroupRole::Leader), ..GroupMemberChange::default() };
    let refused = groups::change_member(parts, &other, id, ben.actor.id(), &wish).await;
    assert_eq!(code(refused), ProblemCode::NotAllowed);
    assert_eq!(code(groups::take_out(parts, &leader, id, ann.actor.id()).await), ProblemCode::LastLeader);
    groups::change_member(parts, &leader, id, ben.actor.id(), &wish).await.unwrap();
    groups::take_out(parts, &leader, id, ann.actor.id()).await.unwrap();
    groups::end(parts, &other, id).await.unwrap();
    assert_eq!(code(groups::end(parts, &other, id).await), ProblemCode::NoSuchGroup);
}

async fn whoever_is_invited_answers(scene: &Scene) {
    let parts = &scene.parts;
    let (ann, ben) = (scene.member(1, "Ann").await, scene.member(2, "Ben").await);
    let leader = ann.at_home(scene).await;
    let id = groups::found(parts, &leader, ann.actor.client, &club()).await.unwrap().id.0;
    let unasked = groups::answer_invitation(parts, ben.home(), id, true).await;
    assert_eq!(code(unasked), ProblemCode::NoSuchGroupInvitation);
    groups::bring_in(parts, &leader, ann.actor.client, id, Some(ben.actor.id())).await.unwrap();
    groups::answer_invitation(parts, ben.home(), id, true).await.unwrap();
    assert!(groups::invitations_of(parts, ben.actor.id()).await.unwrap().invitations.is_empty());
    assert_eq!(
        groups::change(parts, &leader, id, &serde_json::from_value(json!({})).unwrap())
            .await
            .unwrap()
            .members,
        2
    );
}

async fn a_class_has_accounts_and_tasks(scene: &Scene) {
    let (parts, now) = (&scene.parts, scene.parts.clock.now());
    let (ann, ben) = (scene.member(1, "Ann").await, scene.member(2, "Ben").await);
    let grant = PlayerAct::Grant { role: Role::Owner, reason: String::new() };
    let operator = By::operator(now);
    act_on_stored_player(&parts.store, operator, ann.actor.id(), &grant).await.unwrap();
    let (teacher, other) = (ann.at_home(scene).await, ben.at_home(scene).await);
    let class: NewGroup =
        serde_json::from_value(json!({"kind": "class", "name": "Class", "joining": "open"})).unwrap();
    let client = ann.actor.client;
    let id = groups::found(parts, &teacher, client, &class).await.unwrap().id.0;
    let people = people(scene, Registration::Open);
    let row = |line, name: &str| Row { line, name: Some(name.to_owned()) };
    let unread = || Err::<Vec<Row>, ActionError>(ProblemCode::Malformed.into());
    let refused = groups::make_accounts(&people, &other, client, id, unread).await;
    assert_eq!(code(refused), ProblemCode::NotAllowed, "the names are not read before");
    let taken = || Ok(vec![row(1, "Eve"), row(2, "Ben")]);
    let refused = groups::make_accounts(&people, &teacher, client, id, taken).await;
    assert_eq!(code(refused), ProblemCode::InvalidAccounts);
    let fine = || Ok(vec![row(1, "Eve"), row(2, "Tom")]);
    let cards = groups::make_accounts(&people, &teacher, client, id, fine).await.unwrap();
    let pupil = cards[0].player.id.0;
    let wish = NewCards { players: Some(vec![Text(pupil)]) };
    let renewed = groups::renew_cards(&people, &teacher, client, id, wish).await.unwrap();
    assert!(renewed.len() == 1 && renewed[0].secret != cards[0].secret);
    assert_eq!(code(groups::revoke_card(parts, &other, id, pupil).await), ProblemCode::NotAllowed);
    groups::revoke_card(parts, &teacher, id, pupil).await.unwrap();
    let task = |until| -> NewTask {
        serde_json::from_value(json!({"work": {"kind": "games", "times": 3}, "until": until})).unwrap()
    };
    assert_eq!(code(groups::set_task(parts, &teacher, id, task(now)).await), ProblemCode::InvalidTask);
    let set = groups::set_task(parts, &teacher, id, task(now + 600_000)).await.unwrap().id.0;
    groups::bring_in(parts, &other, ben.actor.client, id, None).await.unwrap();
    assert_eq!(code(groups::take_task_back(parts, &other, id, set).await), ProblemCode::NotAllowed);
    groups::take_task_back(parts, &teacher, id, set).await.unwrap();
}
