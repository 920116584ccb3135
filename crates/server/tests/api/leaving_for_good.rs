//! One's own data, taken along and deleted, and bots, which leave with their owner.

use std::collections::BTreeMap;
use std::io::{Cursor, Read};

use serde_json::{Value, json};
use tokio::time::Duration;
use zip::ZipArchive;

use crate::by_hand::ServerByHand;
use crate::member::{PASSWORD, at_home, bot, make_owner, member, name_of, register, sign_in, soon, texts};
use crate::rest::{Answer, Visitor};
use crate::server::{Database, Server, on_both_databases};
use crate::socket::{Ended, Socket};
use crate::table::Table;
use crate::tamper::tamper;

on_both_databases! {
    an_export_has_everything_and_no_secret
    whoever_leaves_leaves_finished_games_behind
    the_games_of_whoever_leaves_end
    leaving_needs_a_fresh_sign_in_of_members
    the_last_owner_stays
    of_the_last_two_owners_who_leave_at_once_one_stays
    a_member_is_renamed_and_leaves_at_once
    a_bot_plays_by_tokens_of_its_owner
    bots_leave_with_their_owner
}

const RECORD: &[u8] = b"(;GM[1]FF[4]SZ[9];B[ee];W[gc])";
/// The close code for a breach of the rules.
const POLICY: Ended = Ended(Some(1008));

pub(crate) async fn export(player: &Visitor) -> BTreeMap<String, String> {
    exported(player.get("/me/export").await)
}

/// The files of an archive with everything that belongs to a player.
pub(crate) fn exported(answer: Answer) -> BTreeMap<String, String> {
    assert_eq!((answer.status, answer.header("content-type")), (200, "application/zip"));
    assert_eq!(answer.header("cache-control"), "no-store");
    files_of(answer.body)
}

/// The files of an archive.
pub(crate) fn files_of(archive: Vec<u8>) -> BTreeMap<String, String> {
    let mut archive = ZipArchive::new(Cursor::new(archive)).unwrap();
    let mut files = BTreeMap::new();
    for number in 0..archive.len() {
        let mut file = archive.by_index(number).unwrap();
        let mut text = String::new();
        file.read_to_string(&mut text).unwrap();
        files.insert(file.name().unwrap().into_owned(), text);
    }
    files
}

async fn an_export_has_everything_and_no_secret(database: Database) {
    let server = Server::start(database).await;
    let ann = member(&server, "Ann").await;
    let ben = Visitor::guest(&server, "Ben").await;
    let mut table = Table::between(ann.clone(), ben.clone(), json!({"private": true, "delay": 60_000})).await;
    table.moves("Q16 D4 C3").await;
    let brought = ann.bring(RECORD).await.ok();
    let record = brought["records"][0]["id"].as_str().unwrap();
    ann.with_token(&["read"]).await;
    let report =
        json!({"about": "game", "id": table.game, "ground": "other", "words": "Somebody else plays."});
    assert_eq!(ann.post("/reports", report).await.status, 201);

    let files = export(&ann).await;
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    let (game, sgf) =
        (format!("games/tengen-{}.json", table.game), format!("games/tengen-{}.sgf", table.game));
    let original = format!("records/originals/{record}.sgf");
    let record = format!("records/tengen-{record}.sgf");
    let mut expected =
        vec![game.as_str(), sgf.as_str(), record.as_str(), original.as_str(), "tengen-account.json"];
    expected.sort_unstable();
    assert_eq!(names, expected);
    // A player sees the own game without the delay.
    assert!(files[&sgf].contains(";W[dp]") && files[&sgf].contains(";B[cq]"), "{}", files[&sgf]);
    let told: Value = serde_json::from_str(&files[&game]).unwrap();
    assert_eq!(told["events"].as_array().unwrap().len(), 4);
    assert!(files[&record].contains("B[ee]"));
    assert_eq!(files[&original].as_bytes(), RECORD);
    let account: Value = serde_json::from_str(&files["tengen-account.json"]).unwrap();
    assert_eq!((&account["player"]["name"], &account["account"]["password"]), (&json!("Ann"), &json!(true)));
    assert_eq!(account["sessions"].as_array().unwrap().len(), 1);
    assert_eq!(account["tokens"].as_array().unwrap().len(), 1);
    assert_eq!(account["reports"][0]["words"], "Somebody else plays.");
    let everything: String = files.values().cloned().collect();
    for secret in [ann.token.as_deref().unwrap(), PASSWORD, "$argon2", "tengen_"] {
        assert!(!everything.contains(secret), "{secret}");
    }
    ann.with_token(&["read", "play"]).await.get("/me/export").await.refused(403, "own_token_needed");
    Visitor::stranger(&server).get("/me/export").await.refused(401, "unauthenticated");
    assert_eq!(export(&ben).await.len(), 3, "a guest has data as well");
}

async fn whoever_leaves_leaves_finished_games_behind(database: Database) {
    let server = Server::start(database).await;
    let ann = member(&server, "Ann").await;
    let ben = Visitor::guest(&server, "Ben").await;
    let mut table = Table::between(ann.clone(), ben.clone(), json!({})).await;
    table.moves("Q16 D4").await;
    table.does("white", json!({"type": "resign"})).await.ok();
    ann.bring(RECORD).await.ok();
    let program = ann.with_token(&["read"]).await;
    let socket = Socket::open(&server, &ann).await;

    let answer = ann.delete("/me").await;
    assert_eq!((answer.status, answer.body.len()), (204, 0));
    assert!(
        answer
            .headers
            .get_all("set-cookie")
            .iter()
            .any(|cookie| cookie.to_str().unwrap().contains("Max-Age=0"))
    );
    assert_eq!(socket.ended().await, POLICY);
    for left in [&ann, &program] {
        left.get("/me").await.refused(401, "unauthenticated");
    }
    let stranger = Visitor::stranger(&server);
    sign_in(&stranger, "Ann", PASSWORD).await.refused(401, "wrong_credentials");
    let profile = stranger.get(&format!("/players/{}", ann.id)).await.ok();
    assert_eq!(
        (&profile["player"]["kind"], &profile["player"]["name"], &profile["player"]["guest"]),
        (&json!("deleted"), &json!("Deleted player"), &json!(false))
    );
    // The game is there, with the same events; lists show the same within seconds.
    soon("the game shows a deleted player", async || {
        ben.snapshot(&table.game).await["players"]["black"]["kind"] == "deleted"
    })
    .await;
    assert_eq!(ben.events(&table.game).await.len(), 4);
    for (table, column) in [
        ("accounts", "player_id"),
        ("names", "player_id"),
        ("tokens", "player_id"),
        ("access_tokens", "player_id"),
        ("records", "owner"),
        ("known_devices", "player_id"),
    ] {
        let query = format!("SELECT {column} FROM {table} WHERE {column} = '{}'", ann.id);
        assert!(texts(server.data(), &query).await.is_empty(), "{table}");
    }
    // The name is free.
    assert_eq!(register(&stranger, "Ann").await.status, 201);
}

async fn the_games_of_whoever_leaves_end(database: Database) {
    let server = Server::start(database).await;
    let (ann, ben) = (member(&server, "Ann").await, Visitor::guest(&server, "Ben").await);
    let open = ann.new_game(json!({})).await["id"].as_str().unwrap().to_owned();
    let offered = ben.new_game(json!({"opponent": ann.id})).await["id"].as_str().unwrap().to_owned();
    let begun = Table::between(ann.clone(), ben.clone(), json!({})).await;
    let mut playing = Table::between(ben.clone(), ann.clone(), json!({})).await;
    playing.moves("Q16 D4 C3").await;
    assert_eq!(ann.delete("/me").await.status, 204);
    for (game, by) in
        [(&open, "abort"), (&offered, "abort"), (&begun.game, "abort"), (&playing.game, "resignation")]
    {
        let result = ben.look(game).await["result"].clone();
        assert_eq!(result["by"], by, "{result}");
    }
    assert_eq!(ben.look(&playing.game).await["result"]["winner"], "black");
}

async fn leaving_needs_a_fresh_sign_in_of_members(database: Database) {
    let by_hand = ServerByHand::with_options(database, &[]).await;
    let ann = member(&by_hand.server, "Ann").await;
    let guest = Visitor::guest(&by_hand.server, "Ben").await;
    by_hand.skip(Duration::from_secs(301)).await;
    ann.delete("/me").await.refused(403, "sign_in_again");
    let confirmed = ann.post("/sessions/current", json!({"password": PASSWORD})).await;
    assert_eq!(confirmed.status, 204);
    assert_eq!(ann.delete("/me").await.status, 204);
    // A guest has nothing but the token.
    guest.with_token(&["read", "play"]).await.delete("/me").await.refused(403, "own_token_needed");
    assert_eq!(guest.delete("/me").await.status, 204);
    guest.get("/me").await.refused(401, "unauthenticated");
}

async fn the_last_owner_stays(database: Database) {
    let mut server = Server::start(database).await;
    let (ann, ben) = (member(&server, "Ann").await, member(&server, "Ben").await);
    server.stop().await;
    make_owner(server.data(), &ann).await;
    server.start_again().await;
    ann.delete("/me").await.refused(409, "last_owner");
    assert_eq!(name_of(&ben, &ann.id).await, "Ann");
    server.stop().await;
    make_owner(server.data(), &ben).await;
    server.start_again().await;
    assert_eq!(ann.delete("/me").await.status, 204);
    ben.delete("/me").await.refused(409, "last_owner");
}

/// A new bot, with the program that plays for it.
async fn of_the_last_two_owners_who_leave_at_once_one_stays(database: Database) {
    let mut server = Server::start(database).await;
    for round in 0..4 {
        let owners = [format!("First of {round}"), format!("Second of {round}")];
        let owners = [member(&server, &owners[0]).await, member(&server, &owners[1]).await];
        server.stop().await;
        tamper(server.data(), "DELETE FROM grants").await;
        for owner in &owners {
            make_owner(server.data(), owner).await;
        }
        server.start_again().await;
        let owners = owners.map(|owner| owner.at(&server));
        let (first, second) = tokio::join!(owners[0].delete("/me"), owners[1].delete("/me"));
        let (refused, stays) = match (first.status, second.status) {
            (204, _) => (second, &owners[1]),
            (_, 204) => (first, &owners[0]),
            statuses => panic!("neither left: {statuses:?}"),
        };
        refused.refused(409, "last_owner");
        assert_eq!(stays.get("/me").await.ok()["account"]["roles"], json!(["owner"]));
    }
}

async fn a_member_is_renamed_and_leaves_at_once(database: Database) {
    let server = Server::start(database).await;
    let stranger = Visitor::stranger(&server);
    for round in 0..8 {
        let ann = member(&server, &format!("Annabel {round}")).await;
        let other = json!({"name": format!("Bettina {round}")});
        let (renamed, left) = tokio::join!(ann.patch("/me", other), ann.delete("/me"));
        assert_eq!(left.status, 204, "{}", left.text());
        assert!([200, 401, 403, 409].contains(&renamed.status), "{} {}", renamed.status, renamed.text());
        assert_eq!(name_of(&stranger, &ann.id).await, "Deleted player");
        // Both names are free.
        member(&server, &format!("Annabel {round}")).await;
        member(&server, &format!("Bettina {round}")).await;
    }
}

async fn a_bot_plays_by_tokens_of_its_owner(database: Database) {
    let server = Server::start(database).await;
    let (ann, ben) = (member(&server, "Ann").await, member(&server, "Ben").await);
    let guest = Visitor::guest(&server, "Carl").await;
    let robot = bot(&ann, "Robot").await;
    assert_eq!(robot.get("/me").await.ok()["player"]["kind"], "bot");
    let profile = ben.get(&format!("/players/{}", robot.id)).await.ok();
    assert_eq!((&profile["owner"]["id"], &profile["player"]["name"]), (&json!(ann.id), &json!("Robot")));
    let mut table = Table::between(robot.clone(), guest.clone(), json!({})).await;
    assert_eq!(guest.snapshot(&table.game).await["players"]["black"]["kind"], "bot");
    table.moves("Q16 D4").await;
    // It manages nothing, and nobody else manages it.
    robot.post("/bots", json!({"name": "Another"})).await.refused(403, "own_token_needed");
    robot.get("/sessions").await.refused(403, "own_token_needed");
    for other in [&ben, &guest] {
        other.get(&format!("/bots/{}/tokens", robot.id)).await.refused(404, "no_such_player");
        other.delete(&format!("/bots/{}", robot.id)).await.refused(404, "no_such_player");
    }
    guest.post("/bots", json!({"name": "Another"})).await.refused(403, "account_needed");
    ann.post("/bots", json!({"name": "R0bot"})).await.refused(409, "name_taken");
    ann.post("/bots", json!({"name": "Admin"})).await.refused(422, "name_refused");
    assert_eq!(ann.get("/bots").await.ok()["players"][0]["id"], json!(robot.id));
    sign_in(&guest, "Robot", PASSWORD).await.refused(401, "wrong_credentials");

    let wish = json!({"name": "Second", "scopes": ["read"]});
    let second = ann.post(&format!("/bots/{}/tokens", robot.id), wish).await.ok();
    let looker = robot.with_secret(second["secret"].as_str().unwrap());
    looker.get("/me").await.ok();
    let tokens = ann.get(&format!("/bots/{}/tokens", robot.id)).await.ok();
    assert_eq!(tokens["tokens"].as_array().unwrap().len(), 2);
    let path = format!("/tokens/{}", second["token"]["id"].as_str().unwrap());
    ben.delete(&path).await.refused(404, "no_such_token");
    assert_eq!(ann.delete(&path).await.status, 204);
    looker.get("/me").await.refused(401, "unauthenticated");
    robot.get("/me").await.ok();

    for number in 1..10 {
        bot(&ann, &format!("Robot of {}", "abcdefghij".chars().nth(number).unwrap())).await;
    }
    let params = ann.post("/bots", json!({"name": "One more"})).await.refused(409, "too_many_bots");
    assert_eq!(params, json!({"max": 10}));
    assert_eq!(ann.delete(&format!("/bots/{}", robot.id)).await.status, 204);
    robot.get("/me").await.refused(401, "unauthenticated");
    assert_eq!(guest.look(&table.game).await["result"]["winner"], "white");
}

async fn bots_leave_with_their_owner(database: Database) {
    let server = Server::start(database).await;
    let ann = member(&server, "Ann").await;
    let robot = bot(&ann, "Robot").await;
    assert_eq!(ann.delete("/me").await.status, 204);
    robot.get("/me").await.refused(401, "unauthenticated");
    let stranger = Visitor::stranger(&server);
    let profile = stranger.get(&format!("/players/{}", robot.id)).await.ok();
    assert_eq!(profile["player"]["kind"], "deleted");
    assert!(profile.get("owner").is_none());
    at_home(&stranger, &register(&stranger, "Robot").await);
}
