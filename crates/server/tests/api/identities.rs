//! Persons of providers as ways in of members, and the roles that their groups give.

use serde_json::{Value, json};
use tengen_testbed::Person;

use crate::keys::{KEY, post};
use crate::member::{PASSWORD, at_home, make_owner, member, texts};
use crate::person::{Providers, register_by, vouched, voucher};
use crate::rest::{Answer, Visitor};
use crate::server::{Database, on_both_databases};
use crate::tamper::tamper;

on_both_databases! {
    a_member_links_a_person_and_gives_it_up
    a_person_is_one_members_alone
    the_last_way_in_stays
    a_mail_address_is_a_way_in_that_has_to_be_proved
    groups_give_roles_and_take_them_away
    roles_of_providers_that_are_gone_end
    a_deletion_forgets_the_persons
}

async fn link(member: &Visitor, voucher: &str) -> Answer {
    member.post("/me/identities", json!({"voucher": voucher})).await
}

async fn identities(member: &Visitor) -> Vec<Value> {
    member.get("/me").await.ok()["account"]["identities"].as_array().unwrap().clone()
}

fn path(identity: &Value) -> String {
    format!("/me/identities/{}", identity["id"].as_str().unwrap())
}

async fn roles(member: &Visitor) -> Value {
    member.get("/me").await.ok()["account"]["roles"].clone()
}

async fn by(stranger: &Visitor, provider: &'static str) -> Visitor {
    let word = voucher(stranger, provider).await;
    at_home(stranger, &stranger.post("/sessions", json!({"voucher": word})).await)
}

async fn a_member_links_a_person_and_gives_it_up(database: Database) {
    let providers = Providers::start();
    let server = providers.server(database, &[]).await;
    let (stranger, ann) = (Visitor::stranger(&server), member(&server, "Annabel").await);
    assert_eq!(identities(&ann).await, Vec::<Value>::new());
    let word = voucher(&ann, "club").await;
    // Not by a guest, not by a stranger, and not by whoever finds an open browser.
    link(&Visitor::guest(&server, "Carla").await, &word).await.refused(403, "account_needed");
    link(&stranger, &word).await.refused(401, "unauthenticated");
    link(&ann.with_token(&["read", "play"]).await, &word).await.refused(403, "own_token_needed");
    tamper(server.data(), "UPDATE tokens SET signed_in_at = 1").await;
    link(&ann, &word).await.refused(403, "sign_in_again");
    let confirmed = ann.post("/sessions/current", json!({"password": PASSWORD})).await;
    assert_eq!(confirmed.status, 204);
    link(&ann, "guessed").await.refused(404, "no_such_voucher");
    let wish = json!({"voucher": word});
    let linked = post(&ann, KEY, "/me/identities", &wish).await.ok();
    assert_eq!(linked["identities"], json!(identities(&ann).await));
    // Once more by its key, though a voucher is good once.
    assert_eq!(post(&ann, KEY, "/me/identities", &wish).await.ok(), linked);
    link(&ann, &word).await.refused(404, "no_such_voucher");
    // Once more is no error, and no second one.
    assert_eq!(link(&ann, &voucher(&ann, "club").await).await.status, 201);
    assert_eq!(link(&ann, &voucher(&ann, "school").await).await.status, 201);
    let all = identities(&ann).await;
    let names: Vec<_> = all.iter().map(|identity| identity["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["The club", "The school"]);
    assert_eq!(by(&stranger, "school").await.id, ann.id);

    ann.delete("/me/identities/0000000000000000").await.refused(404, "no_such_identity");
    let ben = member(&server, "Benedict").await;
    ben.delete(&path(&all[0])).await.refused(404, "no_such_identity");
    assert_eq!(ann.delete(&path(&all[0])).await.status, 204);
    ann.delete(&path(&all[0])).await.refused(404, "no_such_identity");
    assert_eq!(vouched(&stranger, "club").await["player"], Value::Null);
    assert_eq!(identities(&ann).await.len(), 1);
    tamper(server.data(), "UPDATE tokens SET signed_in_at = 1").await;
    ann.delete(&path(&all[1])).await.refused(403, "sign_in_again");
}

async fn a_person_is_one_members_alone(database: Database) {
    let providers = Providers::start();
    let server = providers.server(database, &[]).await;
    let (ann, ben) = (member(&server, "Annabel").await, member(&server, "Benedict").await);
    assert_eq!(link(&ann, &voucher(&ann, "club").await).await.status, 201);
    link(&ben, &voucher(&ben, "club").await).await.refused(409, "identity_taken");
    assert_eq!(identities(&ben).await, Vec::<Value>::new());
    // Sixteen persons are as many as one may have.
    for number in 1..16 {
        providers.club.know([Person::new(&format!("person {number}"))]);
        assert_eq!(link(&ann, &voucher(&ann, "club").await).await.status, 201, "{number}");
    }
    providers.club.know([Person::new("one too many")]);
    let refused = link(&ann, &voucher(&ann, "club").await).await.refused(409, "too_many_identities");
    assert_eq!(refused, json!({"max": 16}));
}

async fn the_last_way_in_stays(database: Database) {
    let providers = Providers::start();
    let server = providers.server(database, &[]).await;
    let stranger = Visitor::stranger(&server);
    let ada = register_by(&stranger, "Annabel", "club").await;
    let club = identities(&ada).await[0].clone();
    ada.delete(&path(&club)).await.refused(409, "last_way_in");
    // A mail address is none where no letters are sent.
    tamper(
        server.data(),
        &format!(
            "INSERT INTO mails (player_id, mail, key, verified_at) VALUES ('{}', 'a@b.c', 'a@b.c', 1)",
            ada.id
        ),
    )
    .await;
    ada.delete(&path(&club)).await.refused(409, "last_way_in");
    assert_eq!(by(&stranger, "club").await.id, ada.id);
    ada.patch("/me", json!({"password": PASSWORD})).await.ok();
    assert_eq!(ada.delete(&path(&club)).await.status, 204);
}

async fn a_mail_address_is_a_way_in_that_has_to_be_proved(database: Database) {
    let providers = Providers::start();
    let letters = ["--mail-server", "smtp://127.0.0.1:9", "--mail-from", "club@example.org"];
    let server = providers.server(database, &letters).await;
    let stranger = Visitor::stranger(&server);
    let ada = register_by(&stranger, "Annabel", "club").await;
    let mail = format!(
        "INSERT INTO mails (player_id, mail, key, verified_at) VALUES ('{}', 'a@b.c', 'a@b.c', 1)",
        ada.id
    );
    tamper(server.data(), &mail).await;
    let club = identities(&ada).await[0].clone();
    assert_eq!(ada.delete(&path(&club)).await.status, 204);
    ada.delete("/me/mail").await.refused(409, "last_way_in");
    // Whoever finds the browser open some time later adds no way in of another one.
    tamper(server.data(), "UPDATE tokens SET signed_in_at = 1").await;
    link(&ada, &voucher(&ada, "school").await).await.refused(403, "sign_in_again");
    ada.patch("/me", json!({"password": PASSWORD})).await.refused(403, "sign_in_again");
    ada.delete("/me/mail").await.refused(403, "sign_in_again");
    assert_eq!(texts(server.data(), "SELECT mail FROM mails").await, ["a@b.c"]);
}

async fn groups_give_roles_and_take_them_away(database: Database) {
    let providers = Providers::start();
    let server = providers.server(database, &[]).await;
    let stranger = Visitor::stranger(&server);
    let in_groups = |groups: Value| providers.club.know([Person::new("ada").with("groups", groups)]);
    let (owner, none) = (json!(["owner"]), json!([]));
    in_groups(json!(["board", "players"]));
    let ada = register_by(&stranger, "Annabel", "club").await;
    assert_eq!(roles(&ada).await, owner);
    assert_eq!(ada.post("/invitations", json!({})).await.status, 201);
    in_groups(json!(["players"]));
    by(&stranger, "club").await;
    assert_eq!(roles(&ada).await, none);
    ada.post("/invitations", json!({})).await.refused(403, "not_allowed");
    // The next sign-in, the next confirmation and the next link bring it back.
    in_groups(json!("board"));
    let word = voucher(&ada, "club").await;
    assert_eq!(ada.post("/sessions/current", json!({"voucher": word})).await.status, 204);
    assert_eq!(roles(&ada).await, owner);
    // With the person the role goes, unless the operator has given it as well.
    ada.patch("/me", json!({"password": PASSWORD})).await.ok();
    let club = identities(&ada).await[0].clone();
    assert_eq!(ada.delete(&path(&club)).await.status, 204);
    assert_eq!(roles(&ada).await, none);
    assert_eq!(link(&ada, &voucher(&ada, "club").await).await.status, 201);
    assert_eq!(roles(&ada).await, owner);
    tamper(server.data(), "DELETE FROM grants").await;
    make_owner(server.data(), &ada).await;
    in_groups(none);
    by(&stranger, "club").await;
    assert_eq!(roles(&ada).await, owner);
    // Nobody else's groups count.
    let ben = member(&server, "Benedict").await;
    assert_eq!(roles(&ben).await, json!([]));
}

async fn roles_of_providers_that_are_gone_end(database: Database) {
    let providers = Providers::start();
    for provider in [&providers.club, &providers.school] {
        provider.know([Person::new("ada").with("groups", json!(["board"]))]);
    }
    let mut server = providers.server(database, &[]).await;
    let (stranger, ben) = (Visitor::stranger(&server), member(&server, "Benedict").await);
    let ada = register_by(&stranger, "Annabel", "club").await;
    assert_eq!(link(&ben, &voucher(&ben, "school").await).await.status, 201);
    let late = voucher(&stranger, "club").await;
    server.stop().await;
    providers.know(&["school"]);
    server.start_again().await;
    let (ada, ben) = (ada.at(&server), ben.at(&server));
    assert_eq!((roles(&ada).await, roles(&ben).await), (json!([]), json!(["owner"])));
    // The person stays in the list, and is no way in.
    let shown = identities(&ada).await[0].clone();
    assert_eq!((&shown["provider"], &shown["name"]), (&Value::Null, &json!(providers.club.issuer())));
    let stranger = Visitor::stranger(&server);
    stranger.post("/sign-ins", json!({"provider": "club"})).await.refused(404, "no_such_provider");
    // A word of before is good for nothing, and the person is no way in that is left.
    stranger.post("/sessions", json!({"voucher": late})).await.refused(404, "no_such_voucher");
    link(&ada, &voucher(&ada, "school").await).await.refused(409, "identity_taken");
    providers.school.know([Person::new("ada of the school")]);
    assert_eq!(link(&ada, &voucher(&ada, "school").await).await.status, 201);
    let at_school = identities(&ada).await[1].clone();
    ada.delete(&path(&at_school)).await.refused(409, "last_way_in");
}

async fn a_deletion_forgets_the_persons(database: Database) {
    let providers = Providers::start();
    let server = providers.server(database, &[]).await;
    let stranger = Visitor::stranger(&server);
    let ada = register_by(&stranger, "Annabel", "club").await;
    let kept = "SELECT subject FROM identities";
    assert_eq!(texts(server.data(), kept).await, ["ada"]);
    assert_eq!(ada.delete("/me").await.status, 204);
    assert!(texts(server.data(), kept).await.is_empty());
    let again = vouched(&stranger, "club").await;
    assert_eq!(again["player"], Value::Null);
    let wish = json!({"name": "Annabel", "voucher": again["voucher"]});
    let other = at_home(&stranger, &stranger.post("/accounts", wish).await);
    assert_ne!(other.id, ada.id);
}
