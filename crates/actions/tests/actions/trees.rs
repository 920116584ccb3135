//! Trees are changed beside games and records, shown to others, and followed.

use serde_json::{Value, json};
use tengen_actions::kit::{ActionError, Looker};
use tengen_actions::records::bring_records;
use tengen_actions::trees::{
    Follower, TreeWish, change_tree, end_share, own_tree, share_tree, shown_by_link, with_own_tree,
};
use tengen_protocol::{NewShare, ProblemCode, ShareWith, VariationsChanged};
use tengen_store::{Eyes, TreeOf};

use crate::on_both_databases;
use crate::scene::{Member, Scene, code};

on_both_databases! {
    a_tree_is_changed_by_its_owner
    a_tree_is_shown_and_followed_until_that_ends
}

async fn changed(
    scene: &Scene,
    who: &Member,
    of: TreeOf,
    changes: Value,
) -> Result<VariationsChanged, ActionError> {
    let bytes = changes.to_string().len();
    let wish = serde_json::from_value(json!({"changes": changes})).unwrap();
    change_tree(&scene.parts, &who.actor, of, TreeWish::Changes(wish), bytes).await
}

async fn record(scene: &Scene, who: &Member) -> TreeOf {
    let brought = bring_records(&scene.parts, &who.actor, "(;SZ[9];B[ee];W[dd])", None).await.unwrap();
    TreeOf::Record(brought.records[0].id.0)
}

async fn looks(scene: &Scene, who: &Member) -> Looker {
    let eyes = scene.parts.enclosures.eyes(who.actor.id()).await.unwrap();
    Looker { eyes, audience: who.actor.audience(), client: who.actor.client }
}

async fn a_tree_is_changed_by_its_owner(scene: &Scene) {
    let parts = &scene.parts;
    let (ann, ben) = (scene.member(1, "Ann").await, scene.member(2, "Ben").await);
    let of = record(scene, &ann).await;
    let new = || json!([{"id": "a", "from": {"node": 2}, "move": "black:C4", "words": "so"}]);
    assert_eq!(changed(scene, &ben, of, new()).await.unwrap().revision, 1);
    assert_eq!(changed(scene, &ben, of, new()).await.unwrap().revision, 2, "the same node is written anew");
    let taken = json!([{"id": "b", "parent": "a", "move": "white:C4"}]);
    assert_eq!(code(changed(scene, &ben, of, taken).await), ProblemCode::IllegalMove);
    let tree = own_tree(parts, ben.actor.id(), of, None).await.unwrap();
    assert_eq!((tree.nodes.len(), tree.nodes[0].words.as_str()), (1, "so"));
    assert!(own_tree(parts, ann.actor.id(), of, None).await.unwrap().nodes.is_empty(), "it is another's");
    let reader = (ben.actor.id(), ben.actor.client);
    let (text, _) = with_own_tree(parts, reader, ben.actor.audience(), of, |text| text).await.unwrap();
    assert!(text.contains("so"), "{text}");
    let game = TreeOf::Game(scene.finished(&ann, &ben).await);
    let beside = json!([{"id": "a", "from": {"move": 0, "event": 1}, "words": "before"}]);
    changed(scene, &ann, game, beside).await.unwrap();
    let whole = serde_json::from_value(json!({"nodes": []})).unwrap();
    change_tree(parts, &ann.actor, game, TreeWish::Whole(whole), 12).await.unwrap();
    assert!(own_tree(parts, ann.actor.id(), game, None).await.unwrap().nodes.is_empty());
}

async fn a_tree_is_shown_and_followed_until_that_ends(scene: &Scene) {
    let parts = &scene.parts;
    let (ann, ben) = (scene.member(1, "Ann").await, scene.member(2, "Ben").await);
    let of = record(scene, &ann).await;
    let wish = |grows, with| NewShare { grows, with };
    let nothing = share_tree(parts, &ann.actor, of, &wish(false, ShareWith::Link)).await;
    assert_eq!(code(nothing), ProblemCode::NothingToShare);
    changed(scene, &ann, of, json!([{"id": "a", "from": {"node": 2}, "words": "first"}])).await.unwrap();
    let nobody = share_tree(parts, &ann.actor, of, &wish(true, ShareWith::Opponent)).await;
    assert_eq!(code(nobody), ProblemCode::NotAPlayer);
    let [kept, grows] = [false, true].map(|grows| wish(grows, ShareWith::Link));
    let kept = share_tree(parts, &ann.actor, of, &kept).await.unwrap();
    let grows = share_tree(parts, &ann.actor, of, &grows).await.unwrap();
    let [as_it_was, as_it_is] = [&kept, &grows].map(|told| told.secret.clone().unwrap());
    let looker = looks(scene, &ben).await;
    let (_follower, first) = Follower::by_link(parts, looker, &as_it_is).await.unwrap();
    assert_eq!((first.tree.nodes.len(), first.grows), (1, true));
    changed(scene, &ann, of, json!([{"id": "b", "parent": "a", "words": "second"}])).await.unwrap();
    for (secret, nodes) in [(&as_it_was, 1), (&as_it_is, 2)] {
        let shown = shown_by_link(parts, &looker, secret).await.unwrap();
        assert_eq!((shown.owner.id, shown.tree.nodes.len()), (ann.actor.player.id, nodes));
    }
    assert_eq!(code(end_share(parts, &ben.actor, kept.share.id.0).await), ProblemCode::NoSuchShare);
    end_share(parts, &ann.actor, kept.share.id.0).await.unwrap();
    let stranger = Looker { eyes: Eyes::default(), ..looker };
    assert_eq!(code(shown_by_link(parts, &stranger, &as_it_was).await), ProblemCode::NoSuchShare);
}
