//! From which networks players came, and who else came from there.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};

use super::{grant, is_done};
use crate::by_hand::ServerByHand;
use crate::member::{PASSWORD, at_home, make_owner, member, sign_in, texts};
use crate::rest::{Answer, Visitor};
use crate::server::{Database, on_both_databases};

on_both_databases! {
    the_staff_sees_who_else_came_from_there
    networks_go_thirty_days_after_their_last_use
    networks_go_with_their_player
}

/// A look from an address, so that it is known.
async fn looks(visitor: &Visitor, address: &str) {
    let request = visitor.request(Method::GET, "/api/v1/me").header("x-forwarded-for", address);
    assert_eq!(Answer::read(request.send().await.unwrap()).await.status, 200);
}

async fn networks(staff: &Visitor, player: &Visitor) -> Vec<Value> {
    let path = format!("/staff/players/{}/networks", player.id);
    staff.get(&path).await.ok()["networks"].as_array().unwrap().clone()
}

/// The names of the others in the only network with this prefix that has any.
fn others(networks: &[Value], prefix: u8) -> Vec<String> {
    let of_prefix = networks.iter().filter(|network| network["prefix"] == prefix);
    let mut names: Vec<String> = of_prefix
        .flat_map(|network| network["others"].as_array().unwrap())
        .map(|card| card["name"].as_str().unwrap().to_owned())
        .collect();
    names.sort();
    names
}

async fn behind_a_proxy(database: Database) -> (ServerByHand, Visitor) {
    let by_hand = ServerByHand::with_options(database, &["--trust-forwarded-for"]).await;
    let ann = member(&by_hand.server, "Annabel").await;
    make_owner(by_hand.server.data(), &ann).await;
    (by_hand, ann)
}

async fn the_staff_sees_who_else_came_from_there(database: Database) {
    let (by_hand, ann) = behind_a_proxy(database).await;
    let server = &by_hand.server;
    let (bella, carl, dora) =
        (member(server, "Bella").await, member(server, "Carlotta").await, member(server, "Dorothea").await);
    let guest = Visitor::guest(server, "Gustav").await;
    is_done(&grant(&ann, &bella, "moderator").await);
    for (visitor, address) in [
        (&carl, "192.0.2.7"),
        (&guest, "192.0.2.7"),
        (&dora, "192.0.2.8"),
        (&ann, "192.0.2.7"),
        (&carl, "2001:db8:1:2::7"),
        (&guest, "2001:db8:1:2::8"),
        (&dora, "2001:db8:1:3::7"),
    ] {
        looks(visitor, address).await;
    }
    by_hand.pass(Duration::from_secs(16)).await;
    let of_carl = networks(&ann, &carl).await;
    // Registering was from elsewhere, which all here share.
    assert_eq!(others(&of_carl, 64), ["Gustav"]);
    assert_eq!(others(&of_carl, 48), ["Dorothea", "Gustav"]);
    assert_eq!(others(&of_carl, 128), Vec::<String>::new());
    let alone = others(&of_carl, 32);
    assert!(alone.contains(&"Gustav".to_owned()) && alone.contains(&"Annabel".to_owned()), "{of_carl:?}");
    // A moderator sees nobody of the staff there.
    let seen = networks(&bella, &carl).await;
    assert!(!others(&seen, 32).contains(&"Annabel".to_owned()), "{seen:?}");
    assert!(others(&seen, 24).contains(&"Dorothea".to_owned()), "{seen:?}");
    // No address is anywhere in the database.
    let kept = texts(server.data(), "SELECT hash FROM networks").await;
    assert!(kept.len() >= 10 && kept.iter().all(|hash| hash.len() == 32), "{kept:?}");
    let path = format!("/staff/players/{}/networks", carl.id);
    carl.get(&path).await.refused(403, "not_allowed");
    bella.get(&format!("/staff/players/{}/networks", ann.id)).await.refused(403, "equal_or_higher");
    bella.get("/staff/players/0000000000000000/networks").await.refused(404, "no_such_player");
}

async fn networks_go_thirty_days_after_their_last_use(database: Database) {
    let (by_hand, ann) = behind_a_proxy(database).await;
    let server = &by_hand.server;
    let carl = member(server, "Carlotta").await;
    looks(&carl, "192.0.2.7").await;
    by_hand.pass(Duration::from_secs(16)).await;
    let before = networks(&ann, &carl).await.len();
    assert!(before >= 2, "{before}");
    let of_carl = format!("SELECT hash FROM networks WHERE player_id = '{}'", carl.id);
    assert_eq!(texts(server.data(), &of_carl).await.len(), before);
    // Thirty days, in a step that no clock takes by itself.
    crate::tamper::tamper(
        server.data(),
        &format!("UPDATE networks SET last_at = last_at - {}", 30_i64 * 86_400_000),
    )
    .await;
    let stranger = Visitor::stranger(server);
    let ann = at_home(&stranger, &sign_in(&stranger, "Annabel", PASSWORD).await);
    by_hand.pass(Duration::from_secs(1)).await;
    assert!(networks(&ann, &carl).await.is_empty());
    by_hand.skip(Duration::from_mins(59)).await;
    by_hand.pass(Duration::from_mins(2)).await;
    assert!(texts(server.data(), &of_carl).await.is_empty());
}

async fn networks_go_with_their_player(database: Database) {
    let (by_hand, _ann) = behind_a_proxy(database).await;
    let server = &by_hand.server;
    let carl = member(server, "Carlotta").await;
    looks(&carl, "192.0.2.7").await;
    by_hand.pass(Duration::from_secs(16)).await;
    let query = format!("SELECT hash FROM networks WHERE player_id = '{}'", carl.id);
    assert!(!texts(server.data(), &query).await.is_empty());
    is_done(&carl.delete("/me").await);
    by_hand.pass(Duration::from_secs(16)).await;
    assert!(texts(server.data(), &query).await.is_empty());
    assert_eq!(json!(carl.get("/me").await.status), json!(401));
}
